import type { Actor } from '../../../access/actor.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { findPlaced, placeBefore } from '../numbering/numbering.store.ts'

/** What earlier imports brought of a folder, at its places in the source. */
export class KnownSiblings {
  /** Undefined for what is new. */
  readonly #ids: readonly (number | undefined)[]
  /** Place of the next known one. */
  readonly #next: (number | undefined)[]

  constructor(ids: readonly (number | undefined)[]) {
    this.#ids = ids
    this.#next = []
    let next: number | undefined
    for (let at = ids.length - 1; at >= 0; at -= 1) {
      this.#next[at] = next
      if (ids[at] !== undefined) next = at
    }
  }

  /** Items that follow in the source, as often as they are asked for. */
  after(place: number): Iterable<number> {
    return { [Symbol.iterator]: () => this.#from(place) }
  }

  *#from(place: number): Generator<number> {
    for (let at = this.#next[place]; at !== undefined; at = this.#next[at]) {
      const id = this.#ids[at]
      if (id !== undefined) yield id
    }
  }
}

interface Fresh {
  readonly id: number
  readonly name: string
  readonly parentId: number
}

/**
 * What is new stands behind the rest of its folder. It comes before the next of what an earlier import brought, as far as that is
 * still there. To be called in the transaction of the item, so that no interruption leaves it behind.
 */
export async function placeImported(
  tx: Tx,
  { activity }: Pick<DocumentParts, 'activity'>,
  actor: Actor,
  { id, name, parentId }: Fresh,
  followers: Iterable<number>,
): Promise<void> {
  for (const before of followers) {
    if ((await findPlaced(tx, actor.roomId, parentId, [before])).size === 0) continue
    await placeBefore(tx, actor.roomId, parentId, [id], before)
    await activity.record(tx, actor, 'document.ordered', { itemId: id, name, items: 1 })
    return
  }
}
