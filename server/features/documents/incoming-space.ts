import type { Queryable } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { findRoom } from '../rooms/index.ts'
import { countUnfinishedBytes } from './resumable/uploads.read.ts'

/** By so much at most a request is longer than its files: names and fields stand between them. One that is not longer may have no files. */
const FRAMING_BYTES = 64 * 1024
/** After so many bytes beyond what was announced the room is looked at anew: others have been stored meanwhile. */
const LOOK_EVERY_BYTES = 8 * 2 ** 20

/** What one upload holds of its room's space while it comes in. */
export interface SpaceHeld {
  /** Counts so many bytes, before they are written. @throws Refusal NO_SPACE where they are more than announced, and more than there is. */
  take(bytes: number): Promise<void>
  /** Gives all of it back: what comes now is booked, or removed. */
  release(): void
}

/**
 * The space that uploads hold on this node before it is booked, so that many at once do not each count on the last of it. Several nodes do
 * not know of each other's: what is booked in the end the database holds to the limit, whoever stores it.
 */
export class IncomingSpace {
  readonly #held = new Map<number, number>()

  /** Bytes that come into the room at the moment. */
  of(roomId: number): number {
    return this.#held.get(roomId) ?? 0
  }

  /**
   * Holds what a request announces; undefined: nothing, and its bytes count as they come. The caller releases it, however it ends.
   * @throws Refusal NO_SPACE, NOT_FOUND.
   */
  async hold(db: Queryable, roomId: number, announced: number | undefined): Promise<SpaceHeld> {
    let left = await spaceLeft(db, roomId)
    let held = 0
    let taken = 0
    let lookAt = 0
    const add = (bytes: number): void => {
      held += bytes
      const all = this.of(roomId) + bytes
      if (all === 0) this.#held.delete(roomId)
      else this.#held.set(roomId, all)
    }
    if (announced !== undefined) {
      const isLarge = announced > FRAMING_BYTES
      if (isLarge && this.of(roomId) + announced - FRAMING_BYTES > left) throw new Refusal('NO_SPACE')
      add(announced)
    }
    return {
      take: async (bytes) => {
        taken += bytes
        const more = taken - held
        if (more <= 0) return
        if (taken > lookAt) {
          left = await spaceLeft(db, roomId)
          lookAt = taken + LOOK_EVERY_BYTES
        }
        if (this.of(roomId) + more > left) throw new Refusal('NO_SPACE')
        add(more)
      },
      release: () => add(-held),
    }
  }
}

/** Bytes of a room that are neither booked nor promised to an upload that arrives in pieces. @throws Refusal NOT_FOUND. */
export async function spaceLeft(db: Queryable, roomId: number): Promise<number> {
  const [room, promised] = [await findRoom(db, roomId), await countUnfinishedBytes(db, roomId)]
  if (!room) throw new Refusal('NOT_FOUND')
  return room.storage_limit - room.storage_used - promised
}
