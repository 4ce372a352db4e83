import { sql } from 'kysely'
import type { Phase } from '../../../contract/core/phase.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { type RoomRow, roomIfAny } from '../rooms/index.ts'
import type { ClosingTables, DestructionState } from './closing.tables.ts'

const tables = (db: Queryable) => db.withTables<ClosingTables>()

/** Concurrent writers have committed or see the new phase. The member is locked first. */
export async function holdRoom(tx: Tx, roomId: number): Promise<RoomRow> {
  await tables(tx)
    .selectFrom('rooms')
    .select('id')
    .where('id', '=', roomId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const room = await roomIfAny(tx, roomId)
  if (!room) throw new Error(`room ${roomId} is gone`)
  return room
}

export async function findVault(db: Queryable, roomId: number): Promise<string> {
  return (
    await tables(db)
      .selectFrom('rooms')
      .select('vault')
      .where('id', '=', roomId)
      .executeTakeFirstOrThrow()
  ).vault
}

/** The caller holds the room's lock. */
export async function updatePhase(tx: Tx, roomId: number, phase: Phase, at: Date): Promise<void> {
  const isOver = phase !== 'open' && phase !== 'frozen'
  await tables(tx)
    .updateTable('rooms')
    .set({
      phase,
      phase_at: at,
      ...(isOver ? { closes_at: null, week_told_at: null, day_told_at: null } : {}),
    })
    .where('id', '=', roomId)
    .execute()
}

export async function updateSchedule(tx: Tx, roomId: number, closesAt: Date | null): Promise<void> {
  await tables(tx)
    .updateTable('rooms')
    .set({ closes_at: closesAt, week_told_at: null, day_told_at: null })
    .where('id', '=', roomId)
    .execute()
}

export async function markNotified(
  tx: Tx,
  roomId: number,
  ahead: 'week' | 'day',
  at: Date,
): Promise<void> {
  await tables(tx)
    .updateTable('rooms')
    .set(ahead === 'week' ? { week_told_at: at } : { day_told_at: at })
    .where('id', '=', roomId)
    .execute()
}

export async function updateDestroysAt(
  tx: Tx,
  roomId: number,
  destroysAt: Date | null,
): Promise<void> {
  await tables(tx)
    .updateTable('rooms')
    .set({ destroys_at: destroysAt })
    .where('id', '=', roomId)
    .execute()
}

interface NewDestruction {
  readonly roomId: number
  readonly at: Date
  readonly askedBy: number | null
  readonly confirmers: readonly number[]
  readonly sealed: Buffer
  readonly restored?: boolean
}

export async function insertDestruction(
  tx: Tx,
  { roomId, at, askedBy, confirmers, sealed: encrypted, restored = false }: NewDestruction,
): Promise<void> {
  await tables(tx)
    .insertInto('destructions')
    .values({
      room_id: roomId,
      state: 'asked',
      asked_at: at,
      asked_by: askedBy,
      confirmers: [...confirmers],
      sealed: encrypted,
      restored,
    })
    .execute()
}

export async function deleteDestruction(tx: Tx, roomId: number): Promise<void> {
  await tables(tx).deleteFrom('destructions').where('room_id', '=', roomId).execute()
}

/** @returns false if another process was first. */
export async function moveDestruction(
  tx: Tx,
  roomId: number,
  {
    from,
    to,
    ...set
  }: {
    readonly from: DestructionState
    readonly to: DestructionState
    readonly sealed?: Buffer
    readonly confirmed_at?: Date
  },
): Promise<boolean> {
  const moved = await tables(tx)
    .updateTable('destructions')
    .set({ state: to, ...set })
    .where('room_id', '=', roomId)
    .where('state', '=', from)
    .executeTakeFirst()
  return moved.numUpdatedRows === 1n
}

export async function storeCertificate(
  tx: Tx,
  roomId: number,
  certificate: Buffer,
  at: Date,
): Promise<boolean> {
  const stored = await tables(tx)
    .updateTable('destructions')
    .set({ state: 'certified', certified_at: at, certificate, sealed: Buffer.alloc(0) })
    .where('room_id', '=', roomId)
    .where('state', '=', 'emptied')
    .executeTakeFirst()
  return stored.numUpdatedRows === 1n
}

export async function blankRoom(tx: Tx, roomId: number, at: Date): Promise<void> {
  await sql`
    update rooms set name = '', wrapped_key = '', former_wrapped_key = null, storage_used = 0, file_count = 0, member_count = 0
    where id = ${roomId}`.execute(tx)
  await sql`
    update members set name = '', email = '', division = '', position = '', phone = '', code_hash = null, operator_since = null, role_id = 5, guides_closed = '{}',
      ended_at = coalesce(ended_at, ${at}::timestamptz)
    where room_id = ${roomId}`.execute(tx)
  await sql`update users set email = id::text where room_id = ${roomId}`.execute(tx)
  // Typed addresses would otherwise remain forever.
  await sql`update console_log set about = null where room_id = ${roomId}`.execute(tx)
}
