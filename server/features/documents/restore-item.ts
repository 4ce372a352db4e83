import { LIMITS } from '../../../contract/core/limits.ts'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { bookStorage } from '../rooms/index.ts'
import { announce } from './announce.ts'
import type { ChangeParts } from './change-item.ts'
import { findParent, type Parent, ROOT } from './documents.store.ts'
import { findFreeName } from './free-name.ts'
import { openTrashed } from './open-trashed.ts'
import { countTrashedLevels } from './trash.read.ts'
import { type Placed, restoreSubtree } from './tree.store.ts'

/**
 * Takes an item out of the trash, with all that was deleted with it, back to where it was. Where its name is taken meanwhile it gets a
 * number. @throws Refusal NOT_FOUND for what is no entry of the trash, or is being destroyed.
 */
export function restoreItem(parts: ChangeParts, actor: Actor, itemId: number): Promise<{ id: number; parent: number }> {
  return parts.database.transaction(async (tx) => {
    const item = await openTrashed(tx, parts, actor, itemId, 'restore')
    const parent = await findHome(tx, item)
    const name = await findFreeName(tx, actor.roomId, parent, item.name, item.folder)
    const { folders, files } = await restoreSubtree(tx, item, parent, name)
    await bookStorage(tx, actor.roomId, 0, files.length)
    const items = folders.length + files.length
    await parts.activity.record(tx, actor, 'document.restored', { itemId: item.id, name, parent: parent.id, items })
    await announce(tx, parts, actor.roomId, [parent.id, ...folders])
    return { id: item.id, parent: parent.id }
  })
}

/** The folder it was in, or the root: where that folder is gone, or was moved so deep that the item would not fit there any more. */
async function findHome(tx: Tx, item: Placed): Promise<Parent> {
  const parent = await findParent(tx, item.room_id, item.parent_id)
  if (!parent) return ROOT
  const fits = parent.path.length + (await countTrashedLevels(tx, item)) <= LIMITS.treeDepth
  return fits ? parent : ROOT
}
