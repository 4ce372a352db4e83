import { formatSize } from '../../../contract/core/format-size.ts'
import { messageFilesBudget } from '../../../contract/core/limits.ts'
import type { Actor } from '../../access/actor.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { SpaceHeld } from '../documents/index.ts'
import { findKeptFiles, holdKeptFiles, type KeptFiles } from './messages.read.ts'

/** This limits request bytes beyond file and `data`. */
const FRAMING_BYTES = 64 * 1024

type Holder = Pick<Actor, 'roomId' | 'memberId'>

const leftOf = ({ storageLimit, room, member }: KeptFiles): number => {
  const budget = messageFilesBudget(storageLimit)
  return Math.min(budget.room - room, budget.member - member)
}

const full = (left: number): Refusal =>
  new Refusal('MESSAGE_SPACE', { variables: { left: formatSize(Math.max(0, left)) } })

class Sums {
  readonly #sums = new Map<number, number>()

  of(key: number): number {
    return this.#sums.get(key) ?? 0
  }

  add(key: number, bytes: number): void {
    const sum = this.of(key) + bytes
    if (sum === 0) this.#sums.delete(key)
    else this.#sums.set(key, sum)
  }
}

/** Counts incoming files, so that concurrent uploads respect the budgets. */
export class MessageSpace {
  readonly #rooms = new Sums()
  readonly #members = new Sums()

  /**
   * Without `announced`, arriving bytes count. The caller releases it.
   * @throws Refusal MESSAGE_SPACE with the remaining space, NOT_FOUND
   */
  async hold(
    db: Queryable,
    { roomId, memberId }: Holder,
    announced: number | undefined,
  ): Promise<SpaceHeld> {
    let held = 0
    let taken = 0
    const add = (bytes: number): void => {
      held += bytes
      this.#rooms.add(roomId, bytes)
      this.#members.add(memberId, bytes)
    }
    const reserve = async (bytes: number, ofThem = bytes): Promise<void> => {
      const kept = await findKeptFiles(db, roomId, memberId)
      if (!kept) throw new Refusal('NOT_FOUND')
      const left = leftOf({
        ...kept,
        room: kept.room + this.#rooms.of(roomId),
        member: kept.member + this.#members.of(memberId),
      })
      if (ofThem > left) throw full(left)
      add(bytes)
    }
    if (announced !== undefined) await reserve(announced, announced - FRAMING_BYTES)
    return {
      take: async (bytes) => {
        taken += bytes
        if (taken > held) await reserve(taken - held)
      },
      release: () => add(-held),
    }
  }

  /** Other nodes' uploads count. @throws Refusal MESSAGE_SPACE */
  async settle(tx: Tx, { roomId, memberId }: Holder, size: number): Promise<void> {
    const kept = await holdKeptFiles(tx, roomId, memberId)
    const left = kept ? leftOf(kept) : 0
    if (left < 0) throw full(left + size)
  }
}
