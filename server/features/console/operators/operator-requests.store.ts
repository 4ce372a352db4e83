import { type Insertable, type Selectable, sql } from 'kysely'
import type { OperatorRequestState } from '../../../../contract/features/console/operator-request-states.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { ConsoleTables } from '../console.tables.ts'

export type OperatorRequestRow = Selectable<ConsoleTables['operator_requests']>

const requests = (db: Queryable) => db.withTables<ConsoleTables>()

export async function insertRequest(
  tx: Tx,
  row: Insertable<ConsoleTables['operator_requests']>,
): Promise<OperatorRequestRow> {
  return requests(tx)
    .insertInto('operator_requests')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findWaiting(db: Queryable, roomId: number): Promise<OperatorRequestRow[]> {
  return requests(db)
    .selectFrom('operator_requests')
    .selectAll()
    .where('room_id', '=', roomId)
    .where('state', '=', 'waiting')
    .orderBy('id')
    .execute()
}

interface OperatorRequestsQuery {
  readonly before: number | undefined
  readonly limit: number
}

export async function findRequests(
  db: Queryable,
  roomId: number,
  { before, limit }: OperatorRequestsQuery,
): Promise<OperatorRequestRow[]> {
  const newest = requests(db)
    .selectFrom('operator_requests')
    .selectAll()
    .where('room_id', '=', roomId)
    .orderBy('id', 'desc')
    .limit(limit)
  return (before === undefined ? newest : newest.where('id', '<', before)).execute()
}

export async function holdRequest(tx: Tx, id: number): Promise<OperatorRequestRow | undefined> {
  return requests(tx)
    .selectFrom('operator_requests')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function holdWaitingOf(
  tx: Tx,
  administratorId: number,
): Promise<OperatorRequestRow[]> {
  const waiting = requests(tx)
    .selectFrom('operator_requests')
    .selectAll()
    .where('made_by', '=', administratorId)
  return waiting.where('state', '=', 'waiting').orderBy('id').forUpdate().execute()
}

export async function settleRequest(
  tx: Tx,
  id: number,
  state: OperatorRequestState,
  at: Date,
): Promise<void> {
  await requests(tx)
    .updateTable('operator_requests')
    .set({ state, decided_at: at })
    .where('id', '=', id)
    .execute()
}

export async function findDue(db: Queryable, now: Date): Promise<number[]> {
  const due = requests(db).selectFrom('operator_requests').select('id')
  const rows = await due
    .where(sql<boolean>`(state = 'confirmed' or (state = 'waiting' and due_at <= ${now}))`)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
