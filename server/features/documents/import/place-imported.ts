import type { Actor } from '../../../access/actor.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { findPlaced } from '../numbering/neighbours.read.ts'
import { placeBefore } from '../numbering/numbering.store.ts'

export class KnownSiblings {
  readonly #ids: readonly (number | undefined)[]
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

/** An interruption cannot leave the item unplaced. */
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
