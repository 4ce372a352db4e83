import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { countFiles } from '../../rooms/index.ts'
import { findParent, type Parent, ROOT } from '../documents.store.ts'
import type { ChangeParts } from '../items/change-item.ts'
import { findFreeName } from '../items/free-name.ts'
import { type PlacedItem, restoreSubtree } from '../items/tree.store.ts'
import { isPathStaged } from '../publishing/publishing.read.ts'
import { refuseOrdersInTrash, refuseUnderOrder } from '../publishing/refuse-under-order.ts'
import { stagedBy } from '../publishing/staged-by.ts'
import { announce } from '../upload/announce.ts'
import { openTrashed } from './open-trashed.ts'
import { countTrashedLevels } from './trash.read.ts'

/** Items never seen stay staged. @throws Refusal NOT_FOUND outside the trash or during destruction */
export function restoreItem(
  parts: ChangeParts,
  actor: Actor,
  itemId: number,
): Promise<{ id: number; parent: number }> {
  return parts.database.transaction(async (tx) => {
    const item = await openTrashed(tx, parts, actor, itemId, 'restore')
    const parent = await findHome(tx, item)
    await refuseUnderOrder(tx, actor, parent.path)
    await refuseOrdersInTrash(tx, actor, item.id)
    const name = await findFreeName(tx, actor.roomId, parent, item.name, item.folder)
    // Folders staged meanwhile hide contents, even from the trash.
    const isHidden = stagedBy(actor, item.unseen) || (await isPathStaged(tx, item.ancestors))
    const { folders, files } = await restoreSubtree(tx, item, parent, name, {
      staged: isHidden && !parent.unseen,
    })
    await countFiles(tx, actor.roomId, files.length)
    const items = folders.length + files.length
    await parts.activity.record(tx, actor, 'document.restored', {
      itemId: item.id,
      name,
      parent: parent.id,
      items,
    })
    await announce(tx, parts, actor.roomId, [parent.id, ...folders], { items: [item.id] })
    return { id: item.id, parent: parent.id }
  })
}

async function findHome(tx: Tx, item: PlacedItem): Promise<Parent> {
  const parent = await findParent(tx, item.room_id, item.parent_id)
  if (!parent) return ROOT
  const fits = parent.path.length + (await countTrashedLevels(tx, item)) <= LIMITS.treeDepth
  return fits ? parent : ROOT
}
