import { isPhaseAtMost } from '../../../contract/core/permissions.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { findRoom, listRooms, type RoomRow } from './rooms.read.ts'
import { lockFirstRoom } from './rooms.store.ts'

export const roomIfAny = (db: Queryable, roomId: number): Promise<RoomRow | undefined> =>
  findRoom(db, roomId)

/** @throws Refusal NOT_FOUND */
export async function roomOf(db: Queryable, roomId: number): Promise<RoomRow> {
  const room = await findRoom(db, roomId)
  if (!room) throw new Refusal('NOT_FOUND')
  return room
}

/** Returns undefined for a closed room, which sends no content notifications. */
export async function roomAtWork(db: Queryable, roomId: number): Promise<RoomRow | undefined> {
  const room = await findRoom(db, roomId)
  return room && isPhaseAtMost(room.phase, 'frozen') ? room : undefined
}

/** Only the system administrator may call this. */
export const allRooms = (db: Queryable): Promise<RoomRow[]> => listRooms(db)

/** Concurrent first starts wait, so only one returns true. */
export async function isFirstStart(tx: Tx): Promise<boolean> {
  await lockFirstRoom(tx)
  return (await listRooms(tx)).length === 0
}
