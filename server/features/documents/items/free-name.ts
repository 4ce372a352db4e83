import { foldName } from '../../../../contract/core/name-key.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { numberedName } from '../documents.rules.ts'
import { findTakenNames, type Parent } from '../documents.store.ts'

const FIRST_BATCH = 8

export async function findFreeName(
  tx: Tx,
  roomId: number,
  parent: Pick<Parent, 'id'>,
  name: string,
  folder: boolean,
): Promise<string> {
  return new FreeNames(tx, roomId, parent).take(name, folder)
}

export class FreeNames {
  readonly #tx: Tx
  readonly #roomId: number
  readonly #parent: Pick<Parent, 'id'>
  readonly #taken = new Map<string, boolean>()
  readonly #next = new Map<string, number>()

  constructor(tx: Tx, roomId: number, parent: Pick<Parent, 'id'>) {
    this.#tx = tx
    this.#roomId = roomId
    this.#parent = parent
  }

  async ask(names: readonly string[]): Promise<void> {
    if (names.length === 0) return
    const taken = await findTakenNames(this.#tx, this.#roomId, this.#parent, names)
    for (const name of names.map(foldName))
      this.#taken.set(name, this.#taken.get(name) || taken.has(name))
  }

  async take(name: string, folder: boolean): Promise<string> {
    const wanted = foldName(name)
    for (let number = this.#next.get(wanted) ?? 1, batch = FIRST_BATCH; ; number += 1) {
      const candidate = numberedName(name, number, folder)
      const folded = foldName(candidate)
      if (!this.#taken.has(folded)) {
        const from = number
        await this.ask(
          Array.from({ length: batch }, (_, index) => numberedName(name, from + index, folder)),
        )
        batch *= 2
      }
      if (this.#taken.get(folded)) continue
      this.#taken.set(folded, true)
      this.#next.set(wanted, number + 1)
      return candidate
    }
  }
}
