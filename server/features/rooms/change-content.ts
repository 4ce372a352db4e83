import type { Tx } from '../../platform/db/database.ts'
import type { RoomRow } from './rooms.read.ts'
import { holdTree, moveAnnounced, noteArchived } from './rooms.store.ts'

/** Callers lock the tree before any item, which prevents deadlocks. */
export const lockTree = (tx: Tx, roomId: number): Promise<void> => holdTree(tx, roomId)

/** Notes that versions up to `to` were announced. @returns false if another run did so meanwhile */
export const advanceAnnounced = (
  tx: Tx,
  { id, announced_version: from }: RoomRow,
  to: number,
): Promise<boolean> => moveAnnounced(tx, id, { from, to })

export const noteTakenAway = (tx: Tx, roomId: number, at: Date): Promise<void> =>
  noteArchived(tx, roomId, at)
