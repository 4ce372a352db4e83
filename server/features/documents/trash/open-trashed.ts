import type { Actor } from '../../../access/actor.ts'
import { visibleItems } from '../../../access/items.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { ItemRow } from '../documents.read.ts'
import { beginChange, type ChangeParts, mayDo, refuseOtherScope } from '../items/change-item.ts'
import { holdTrashed } from './trash.read.ts'

/** Locks the tree. @throws Refusal NOT_FOUND */
export async function openTrashed(
  tx: Tx,
  parts: ChangeParts,
  actor: Actor,
  itemId: number,
  right: 'restore' | 'destroy',
): Promise<ItemRow> {
  const now = await beginChange(tx, parts, actor)
  refuseOtherScope(actor, now)
  const item = await holdTrashed(tx, visibleItems(now), itemId)
  if (!item || !mayDo(now, right, item)) throw new Refusal('NOT_FOUND')
  return item
}
