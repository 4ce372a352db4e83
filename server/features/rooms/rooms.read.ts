import { sql } from 'kysely'
import { READING_LIMITS } from '../../../contract/core/limits.ts'
import type { Numbering, NumberingScope } from '../../../contract/features/documents/numbering.ts'
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
  'crossing',
  'sign_on',
  'step_rules',
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
  'numbering',
  'numbering_scope',
  'numbered_names',
  'is_ordered',
] as const

export type RoomRow = NonNullable<Awaited<ReturnType<typeof findRoom>>>

export async function findRoom(db: Queryable, roomId: number) {
  return db
    .withTables<RoomTables>()
    .selectFrom('rooms')
    .select(COLUMNS)
    .where('id', '=', roomId)
    .executeTakeFirst()
}

export async function findReadingLimits(db: Queryable, roomId: number): Promise<ReadingLimits> {
  const row = await db
    .withTables<RoomTables>()
    .selectFrom('rooms')
    .select('reading_limits')
    .where('id', '=', roomId)
    .executeTakeFirst()
  return { ...READING_LIMITS, ...row?.reading_limits }
}

export interface NumberingSettings {
  readonly numbering: Numbering
  readonly scope: NumberingScope
  readonly inNames: boolean
  readonly isOrdered: boolean
}

const UNNUMBERED: NumberingSettings = {
  numbering: 'off',
  scope: 'room',
  inNames: false,
  isOrdered: false,
}

export async function findNumbering(db: Queryable, roomId: number): Promise<NumberingSettings> {
  const row = await db
    .withTables<RoomTables>()
    .selectFrom('rooms')
    .select([
      'numbering',
      'numbering_scope as scope',
      'numbered_names as inNames',
      'is_ordered as isOrdered',
    ])
    .where('id', '=', roomId)
    .executeTakeFirst()
  return row ?? UNNUMBERED
}

export async function listRooms(db: Queryable): Promise<RoomRow[]> {
  return db.withTables<RoomTables>().selectFrom('rooms').select(COLUMNS).orderBy('id').execute()
}

export async function findRoomsAfter(
  db: Queryable,
  after: number,
  limit: number,
): Promise<RoomRow[]> {
  return db
    .withTables<RoomTables>()
    .selectFrom('rooms')
    .select(COLUMNS)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function countByPhase(db: Queryable) {
  return db
    .withTables<RoomTables>()
    .selectFrom('rooms')
    .select(['phase', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('phase')
    .execute()
}

export async function findAcceptedProviders(
  db: Queryable,
): Promise<{ readonly id: string; readonly issuer: string }[]> {
  const { rows } = await sql<{ id: string; issuer: string }>`
    select distinct accepted ->> 'provider' as id, coalesce(accepted ->> 'issuer', '') as issuer from rooms, jsonb_array_elements(sign_on -> 'providers') as accepted
    where phase in ('open', 'frozen')
  `.execute(db)
  return rows
}
