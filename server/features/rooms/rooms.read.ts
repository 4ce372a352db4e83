import { READING_LIMITS } from '../../../contract/core/limits.ts'
import type { ReadingLimits, Standing, Viewing, WatermarkStyle } from '../../../contract/features/rooms.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { RoomTables } from './rooms.tables.ts'

const COLUMNS = [
  'id',
  'room_no',
  'name',
  'watermark',
  'noti',
  'selection',
  'strict',
  'image_copies',
  'mark_density',
  'mark_strength',
  'second_step',
  'daily_mail',
  'zone',
  'storage_limit',
  'storage_used',
  'user_limit',
  'created_at',
  'closes_at',
  'phase',
  'phase_at',
  'week_told_at',
  'day_told_at',
  'destroys_at',
  'archived_at',
  'announced_version',
  'setup_pending',
] as const

export type RoomRow = NonNullable<Awaited<ReturnType<typeof findRoom>>>

/** A room by id. */
export async function findRoom(db: Queryable, roomId: number) {
  return db.withTables<RoomTables>().selectFrom('rooms').select(COLUMNS).where('id', '=', roomId).executeTakeFirst()
}

/** How fast members of a room may read. */
export async function findReadingLimits(db: Queryable, roomId: number): Promise<ReadingLimits> {
  const row = await db.withTables<RoomTables>().selectFrom('rooms').select('reading_limits').where('id', '=', roomId).executeTakeFirst()
  return { ...READING_LIMITS, ...row?.reading_limits }
}

/** How documents are read in a room. */
export const viewingOf = (room: Pick<RoomRow, 'selection' | 'strict' | 'image_copies'>): Viewing => ({
  selection: room.selection,
  strict: room.strict,
  imageCopies: room.image_copies,
})

/** How the watermark of a room looks. */
export const watermarkStyleOf = (room: Pick<RoomRow, 'mark_density' | 'mark_strength'>): WatermarkStyle => ({
  density: room.mark_density,
  strength: room.mark_strength,
})

/** How far the end of a room has come. */
export const standingOf = (room: Pick<RoomRow, 'phase' | 'phase_at' | 'closes_at' | 'destroys_at'>): Standing => ({
  phase: room.phase,
  phaseAt: room.phase_at?.toISOString() ?? null,
  closesAt: room.closes_at?.toISOString() ?? null,
  destroysAt: room.destroys_at?.toISOString() ?? null,
})

/** All rooms of this installation, oldest first: for the person at the machine alone. */
export async function listRooms(db: Queryable): Promise<RoomRow[]> {
  return db.withTables<RoomTables>().selectFrom('rooms').select(COLUMNS).orderBy('id').execute()
}
