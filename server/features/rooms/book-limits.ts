import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { RoomRow } from './rooms.read.ts'
import { bookMembers, bookStorage } from './rooms.store.ts'

/** @throws Refusal NO_SPACE */
export async function takeStorage(tx: Tx, roomId: number, bytes: number, files = 0): Promise<void> {
  if (!(await takeStorageIfFree(tx, roomId, bytes, files))) throw new Refusal('NO_SPACE')
}

export const takeStorageIfFree = (
  tx: Tx,
  roomId: number,
  bytes: number,
  files = 0,
): Promise<boolean> => bookStorage(tx, roomId, bytes, files)

export async function giveBackStorage(tx: Tx, roomId: number, bytes: number): Promise<void> {
  await bookStorage(tx, roomId, -bytes, 0)
}

/** Trash does not count; negative numbers count removals. */
export async function countFiles(tx: Tx, roomId: number, files: number): Promise<void> {
  await bookStorage(tx, roomId, 0, files)
}

/** @throws Refusal USER_LIMIT */
export async function takeSeats(
  tx: Tx,
  room: Pick<RoomRow, 'id' | 'user_limit'>,
  members: number,
): Promise<void> {
  if (!(await bookMembers(tx, room.id, members)))
    throw new Refusal('USER_LIMIT', { variables: { limit: room.user_limit } })
}

export async function giveBackSeat(tx: Tx, roomId: number): Promise<void> {
  await bookMembers(tx, roomId, -1)
}
