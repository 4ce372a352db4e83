import { sql } from 'kysely'
import type { Database } from './connect.ts'
import type { Tx } from './database.ts'

/** Queries one after another on one connection, each of which the server ends at the limit. */
export function limitedRead<T>({ transaction }: Pick<Database, 'transaction'>, limitMs: number, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(async (tx) => {
    await sql`select set_config('statement_timeout', ${String(limitMs)}, true)`.execute(tx)
    return work(tx)
  })
}
