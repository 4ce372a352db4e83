import { sql } from 'kysely'
import type { Database } from './connect.ts'
import type { Tx } from './database.ts'

export function limitedTransaction<T>(
  { transaction }: Pick<Database, 'transaction'>,
  limitMs: number,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return transaction(async (tx) => {
    await sql`select set_config('statement_timeout', ${String(limitMs)}, true)`.execute(tx)
    return work(tx)
  })
}
