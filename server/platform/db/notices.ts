import { sql } from 'kysely'
import type { Queryable, Tx } from './database.ts'

/** PostgreSQL's limit is below 8000 bytes. */
const LONGEST_NOTICE = 7_900

type Gathered = Map<string, Set<string>>

const transactions = new WeakMap<Queryable, Gathered>()

/** Commits with notices wait for each other server-wide. */
export async function gatherNotices<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const gathered: Gathered = new Map()
  transactions.set(tx, gathered)
  const result = await work(tx)
  transactions.delete(tx)
  for (const [channel, texts] of gathered) await send(tx, channel, noticeOf([...texts]))
  return result
}

/** Sends after the commit. Gathered notices form one list, empty if too long. */
export async function notify(db: Queryable, channel: string, payload: object): Promise<void> {
  const text = JSON.stringify(payload)
  const gathered = transactions.get(db)
  if (!gathered) return send(db, channel, text)
  const texts = gathered.get(channel) ?? new Set()
  gathered.set(channel, texts.add(text))
}

async function send(db: Queryable, channel: string, text: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${text})`.execute(db)
}

function noticeOf(texts: readonly string[]): string {
  const [only, ...more] = texts
  if (only !== undefined && more.length === 0) return only
  const list = `[${texts.join()}]`
  return Buffer.byteLength(list) <= LONGEST_NOTICE ? list : '[]'
}
