import { type RawBuilder, sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/database.ts'

/** Other sessions cannot hold or check this act. */
const keyOf = (sessionId: string, act: string): RawBuilder<unknown> =>
  sql`hashtextextended(${`${sessionId} ${act}`}, 0)`

export async function holdAct(tx: Tx, sessionId: string, act: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${keyOf(sessionId, act)})`.execute(tx)
}

export async function isActHeld(db: Queryable, sessionId: string, act: string): Promise<boolean> {
  const { rows } = await sql<{
    isFree: boolean
  }>`select pg_try_advisory_xact_lock(${keyOf(sessionId, act)}) as "isFree"`.execute(db)
  return rows[0]?.isFree === false
}
