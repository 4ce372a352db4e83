import { type RawBuilder, sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/database.ts'

/** The number of an act of one session. Nobody else can make it. */
const keyOf = (sessionId: string, act: string): RawBuilder<unknown> => sql`hashtextextended(${`${sessionId} ${act}`}, 0)`

/** Until the transaction ends. One of the same name waits. */
export async function holdAct(tx: Tx, sessionId: string, act: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${keyOf(sessionId, act)})`.execute(tx)
}

/** @returns true while an act of this session and name goes on in any process. */
export async function isActHeld(db: Queryable, sessionId: string, act: string): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`select pg_try_advisory_xact_lock(${keyOf(sessionId, act)}) as "isFree"`.execute(db)
  return rows[0]?.isFree === false
}
