import { foldName } from '../../../contract/core/name-key.ts'
import type { Tx } from '../../platform/db/database.ts'
import { numberedName } from './documents.rules.ts'
import { findTakenNames, type Parent } from './documents.store.ts'

const FIRST_BATCH = 8

/** The name that an item called `name` gets in a folder: its own, or with the first number behind it that is free. */
export async function findFreeName(tx: Tx, roomId: number, parent: Parent, name: string, folder: boolean): Promise<string> {
  return new FreeNames(tx, roomId, parent).take(name, folder)
}

/**
 * Free names for items that are about to be written into one folder, none of them given twice. Asks for the exact names that they would
 * take, so the cost does not grow with the folder.
 */
export class FreeNames {
  readonly #tx: Tx
  readonly #roomId: number
  readonly #parent: Parent
  /** Folded names that were asked for, and whether they are taken. */
  readonly #taken = new Map<string, boolean>()
  /** Where the search for a name that was wanted before goes on. */
  readonly #next = new Map<string, number>()

  constructor(tx: Tx, roomId: number, parent: Parent) {
    this.#tx = tx
    this.#roomId = roomId
    this.#parent = parent
  }

  /** Asks for many names at once, before they are taken one after the other. */
  async ask(names: readonly string[]): Promise<void> {
    if (names.length === 0) return
    const taken = await findTakenNames(this.#tx, this.#roomId, this.#parent, names)
    for (const name of names.map(foldName)) this.#taken.set(name, this.#taken.get(name) || taken.has(name))
  }

  async take(name: string, folder: boolean): Promise<string> {
    const wanted = foldName(name)
    for (let number = this.#next.get(wanted) ?? 1, batch = FIRST_BATCH; ; number += 1) {
      const candidate = numberedName(name, number, folder)
      const folded = foldName(candidate)
      if (!this.#taken.has(folded)) {
        const from = number
        await this.ask(Array.from({ length: batch }, (_, index) => numberedName(name, from + index, folder)))
        batch *= 2
      }
      if (this.#taken.get(folded)) continue
      this.#taken.set(folded, true)
      this.#next.set(wanted, number + 1)
      return candidate
    }
  }
}
