import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import { type ListedThread, withNames } from '../threads.read.ts'
import { all, any, conditionsOf, type Filter, neededReads } from './thread-list.read.ts'
import type { ThreadViewer } from './unread.read.ts'

/** Newest blocks come first. A group's blocks may mostly belong to others. */
const windowsFor = ({ isOuter }: ThreadViewer): readonly number[] => (isOuter ? [8] : [2, 8])
const COMMON = 100

interface WithTokens {
  readonly roomId: number
  readonly isSeen: RawBuilder<boolean>
  readonly tokens: readonly (readonly number[])[]
  readonly limit: number
}

export async function findCandidates(
  db: Queryable,
  isReadable: RawBuilder<boolean>,
  viewer: ThreadViewer,
  filter: Filter,
  { roomId, isSeen, tokens, limit }: WithTokens,
): Promise<ListedThread[]> {
  const entriesIn = (blocks?: readonly number[]) => sql`
    select thread_id, max(position) as position from thread_entries
    where ${any(tokens.flatMap((set) => hasTokens(set, blocks)))} and ${isSeen} group by thread_id`
  const threads = sql`from threads ${neededReads(filter, viewer)} where ${isReadable} and ${all(conditionsOf(filter, viewer))}`
  const byEntry = async (blocks?: readonly number[]) => {
    const page = sql`(
      select threads.*, entries.position as place
      from (select * from entries order by position desc offset 0) as entries
      cross join lateral (select threads.* ${threads} and threads.id = entries.thread_id) as threads
      order by entries.position desc limit ${limit})`
    const { rows } = await sql<ListedThread & { readonly looked: number }>`
      with entries as materialized (${entriesIn(blocks)})
      select listed.*, looked.count as looked from (select count(*)::int as count from entries) as looked
      left join (${withNames(viewer, page, sql`threads.place`)}) as listed on true order by listed.place::bigint desc
    `.execute(db)
    // Without a match, the left join returns one row of nulls.
    return { found: rows.filter(({ id }) => id as string | null), looked: rows[0]?.looked ?? 0 }
  }
  const newest = await findNewestBlock(db, roomId)
  for (const width of windowsFor(viewer)) {
    const blocks = Array.from({ length: Math.min(width, newest + 1) }, (_, back) => newest - back)
    const { found, looked } = await byEntry(blocks)
    if (found.length === limit || blocks.length > newest) return found
    if (looked < COMMON) return (await byEntry()).found
  }
  const page = sql`(
    select threads.*, newest.position as place from newest join threads on threads.id = newest.id)`
  const { rows } = await sql<ListedThread>`
    with entries as materialized (${entriesIn()}), found as materialized (select threads.id ${threads}), newest as (
      select found.id, entries.position from entries join found on found.id = entries.thread_id order by 2 desc limit ${limit})
    ${withNames(viewer, page, sql`threads.place`)} order by threads.place desc
  `.execute(db)
  return rows
}

/** `thread_tokens` stores blocks as negative tokens. */
const hasTokens = (
  set: readonly number[],
  blocks: readonly number[] | undefined,
): RawBuilder<boolean>[] => {
  const within = blocks ? blocks.map((block) => [...set, -block - 1]) : [[...set]]
  return within.map(
    (each) =>
      sql<boolean>`thread_tokens(thread_entries.packed, thread_entries.position) @> ${each}::int[]`,
  )
}

async function findNewestBlock(db: Queryable, roomId: number): Promise<number> {
  const { rows } = await sql<{ block: string | null }>`
    select max(position) >> 12 as block from thread_entries where room_id = ${roomId}
  `.execute(db)
  return Number(rows[0]?.block ?? -1)
}

interface EncryptedText {
  readonly id: string
  readonly thread_id: string
  readonly sealed: Buffer
}

export async function findTexts(
  db: Queryable,
  threadIds: readonly string[],
  isSeen: RawBuilder<boolean>,
): Promise<EncryptedText[]> {
  const { rows } = await sql<EncryptedText>`
    select id, thread_id, sealed from thread_entries
    where thread_id = any(${[...threadIds]}::uuid[]) and ${isSeen} order by thread_id, position
  `.execute(db)
  return rows
}
