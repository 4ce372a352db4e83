import type { Viewing } from '../../../contract/features/rooms.ts'
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
  'second_step',
  'daily_mail',
  'zone',
  'storage_limit',
  'storage_used',
  'user_limit',
  'created_at',
  'closes_at',
  'closed_at',
  'announced_version',
] as const

export type RoomRow = NonNullable<Awaited<ReturnType<typeof findRoom>>>

/** A room by id. */
export async function findRoom(db: Queryable, roomId: number) {
  return db.withTables<RoomTables>().selectFrom('rooms').select(COLUMNS).where('id', '=', roomId).executeTakeFirst()
}

/** How documents are read in a room. */
export const viewingOf = (room: Pick<RoomRow, 'selection' | 'strict' | 'image_copies'>): Viewing => ({
  selection: room.selection,
  strict: room.strict,
  imageCopies: room.image_copies,
})

/** All rooms of this installation, oldest first: for the person at the machine alone. */
export async function listRooms(db: Queryable): Promise<RoomRow[]> {
  return db.withTables<RoomTables>().selectFrom('rooms').select(COLUMNS).orderBy('id').execute()
}

/** Where a room's key lies: its vault in the key store, and the key wrapped for the database. */
export async function findWrappedKey(db: Queryable, roomId: number): Promise<{ vault: string; wrappedKey: Buffer } | undefined> {
  const row = await db
    .withTables<RoomTables>()
    .selectFrom('rooms')
    .select(['vault', 'wrapped_key'])
    .where('id', '=', roomId)
    .executeTakeFirst()
  return row && { vault: row.vault, wrappedKey: row.wrapped_key }
}
