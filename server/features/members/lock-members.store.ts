import { sql } from 'kysely'
import { ROLE } from '../../../contract/core/limits.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isDeadlock, isLockNotAvailable } from '../../platform/db/is-statement-cancelled.ts'
import type { MemberTables } from './members.tables.ts'

/** Also locks the room's operators, who could demote each other. */
export async function lockMembers(tx: Tx, roomId: number, memberIds: readonly number[]) {
  const tables = tx.withTables<MemberTables>()
  const rows = await tables
    .selectFrom('members')
    .select([
      'id',
      'role_id',
      'operator_scope',
      'name',
      'email',
      'division',
      'position',
      'phone',
      'last_seen_at',
    ])
    .select(['can_print', 'can_download', 'can_access', 'can_have_text', 'group_id', 'group_lead'])
    .where('room_id', '=', roomId)
    .where('ended_at', 'is', null)
    .where((where) =>
      where.or([where('id', 'in', [...memberIds]), where('role_id', '=', ROLE.operator)]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const asked = new Set(memberIds)
  const isFull = (row: { role_id: number; operator_scope: string }) =>
    row.role_id === ROLE.operator && row.operator_scope === 'full'
  const operators = rows.filter((row) => isFull(row) && row.can_access)
  return rows
    .filter(({ id }) => asked.has(id))
    .map(
      ({
        can_print: print,
        can_download: download,
        can_access: access,
        can_have_text: text,
        ...rest
      }) => {
        const isLastOperator = isFull(rest) && operators.every(({ id }) => id === rest.id)
        return { ...rest, print, download, access, text, isLastOperator }
      },
    )
}

/** `deadlock_timeout`, which refuses a waiter, must be longer. */
const WAIT_MS = 300

/** Entries wait until the commit. @throws as a statement that is cancelled */
export async function lockEverybody(tx: Tx, roomId: number, withinMs: number): Promise<void> {
  const limit = async (statement: string, lock: string) => {
    await sql`select set_config('statement_timeout', ${statement}, true), set_config('lock_timeout', ${lock}, true)`.execute(
      tx,
    )
  }
  const settings = sql<{
    statement: string
    lock: string
  }>`select current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock`
  const { rows } = await settings.execute(tx)
  const everybody = tx
    .withTables<MemberTables>()
    .selectFrom('members')
    .select('id')
    .where('room_id', '=', roomId)
  const until = performance.now() + withinMs
  // Moves lock operators before lower ids, so long waits release all.
  for (let isHeld = false; !isHeld; ) {
    await limit(String(Math.max(1, Math.floor(until - performance.now()))), String(WAIT_MS))
    await sql`savepoint everybody`.execute(tx)
    try {
      await everybody.where('ended_at', 'is', null).orderBy('id').forNoKeyUpdate().execute()
      isHeld = true
    } catch (error) {
      await sql`rollback to savepoint everybody`.execute(tx)
      if (!(isLockNotAvailable(error) || isDeadlock(error)) || performance.now() >= until)
        throw error
    }
    await sql`release savepoint everybody`.execute(tx)
  }
  await limit(rows[0]?.statement ?? '0', rows[0]?.lock ?? '0')
}

export type LockedMember = Awaited<ReturnType<typeof lockMembers>>[number]
