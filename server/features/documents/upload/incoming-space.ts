import type { Queryable } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { roomOf } from '../../rooms/index.ts'
import { countUnfinishedBytes } from './resumable/uploads.read.ts'

/** Multipart framing adds at most this much. */
const FRAMING_BYTES = 64 * 1024
/** Free space is checked this often. */
const LOOK_EVERY_BYTES = 8 * 2 ** 20

export interface SpaceHeld {
  /** Precedes the write. @throws Refusal NO_SPACE beyond announced size and free space */
  take(bytes: number): Promise<void>
  release(): void
}

/** Concurrent uploads must not claim the same space. The database enforces the limit across nodes. */
export class IncomingSpace {
  readonly #held = new Map<number, number>()

  of(roomId: number): number {
    return this.#held.get(roomId) ?? 0
  }

  /** Without `announced`, bytes count as they arrive. The caller must release the space. @throws Refusal NO_SPACE, NOT_FOUND */
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
      if (isLarge && this.of(roomId) + announced - FRAMING_BYTES > left)
        throw new Refusal('NO_SPACE')
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

/** Excludes reserved bytes. @throws Refusal NOT_FOUND */
export async function spaceLeft(db: Queryable, roomId: number): Promise<number> {
  const [room, promised] = [await roomOf(db, roomId), await countUnfinishedBytes(db, roomId)]
  return room.storage_limit - room.storage_used - promised
}
