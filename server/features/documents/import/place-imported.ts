import type { Actor } from '../../../access/actor.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { findParent } from '../documents.store.ts'
import { beginChange } from '../items/change-item.ts'
import { findPlaced, placeBefore } from '../numbering/numbering.store.ts'
import { announce } from '../upload/announce.ts'

/** An item in the order of its source. */
export interface InOrder {
  readonly id: number
  readonly name: string
  readonly isNew: boolean
}

/** What is new stands behind the rest of its folder. It comes before what an earlier import brought, if that follows in the source. */
export async function placeImported(
  parts: Pick<DocumentParts, 'database' | 'activity' | 'bus' | 'confirm'>,
  actor: Actor,
  parentId: number,
  order: readonly InOrder[],
): Promise<void> {
  const lastKnown = order.findLastIndex(({ isNew }) => !isNew)
  const moved = order.slice(0, Math.max(lastKnown, 0)).filter(({ isNew }) => isNew)
  const [first] = moved
  if (!first) return
  await parts.database.transaction(async (tx) => {
    await beginChange(tx, parts, actor)
    const parent = await findParent(tx, actor.roomId, parentId)
    const there = await findPlaced(
      tx,
      actor.roomId,
      parentId,
      order.map(({ id }) => id),
    )
    if (!parent || there.size < order.length) return
    let before: number | null = null
    for (const [at, { id, isNew }] of [...order.entries()].reverse()) {
      if (isNew && at < lastKnown) await placeBefore(tx, actor.roomId, parentId, [id], before)
      before = id
    }
    await parts.activity.record(tx, actor, 'document.ordered', { itemId: first.id, name: first.name, items: moved.length })
    await announce(tx, parts, actor.roomId, [parentId], parent.unseen ? { unseen: true } : {})
  })
}
