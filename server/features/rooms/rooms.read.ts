import { READING_LIMITS } from '../../../contract/core/limits.ts'
import type { ReadingLimits } from '../../../contract/features/rooms.ts'
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
  'staging',
] as const

export type RoomRow = NonNullable<Awaited<ReturnType<typeof findRoom>>>

export async function findRoom(db: Queryable, roomId: number) {
  return db.withTables<RoomTables>().selectFrom('rooms').select(COLUMNS).where('id', '=', roomId).executeTakeFirst()
}

export async function findReadingLimits(db: Queryable, roomId: number): Promise<ReadingLimits> {
  const row = await db.withTables<RoomTables>().selectFrom('rooms').select('reading_limits').where('id', '=', roomId).executeTakeFirst()
  return { ...READING_LIMITS, ...row?.reading_limits }
}

export async function listRooms(db: Queryable): Promise<RoomRow[]> {
  return db.withTables<RoomTables>().selectFrom('rooms').select(COLUMNS).orderBy('id').execute()
}

export async function countByPhase(db: Queryable) {
  return db
    .withTables<RoomTables>()
    .selectFrom('rooms')
    .select(['phase', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('phase')
    .execute()
}
