import type { Tx } from '../../platform/db/database.ts'
import type { RoomRow } from './rooms.read.ts'
import { holdTree, moveAnnounced, noteArchived } from './rooms.store.ts'

/** Serializes all changes of the room's tree. Callers take this lock before they lock any item, which prevents deadlocks. */
export const lockTree = (tx: Tx, roomId: number): Promise<void> => holdTree(tx, roomId)

/** @returns false if another run has announced newer versions than `room` contains */
export const noteAnnounced = (tx: Tx, { id, announced_version: from }: RoomRow, to: number): Promise<boolean> =>
  moveAnnounced(tx, id, { from, to })

/** Stores when an archive of the room last left the server. */
export const noteTakenAway = (tx: Tx, roomId: number, at: Date): Promise<void> => noteArchived(tx, roomId, at)
