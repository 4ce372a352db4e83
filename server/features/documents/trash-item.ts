import type { Actor } from '../../access/actor.ts'
import { bookStorage } from '../rooms/index.ts'
import { announce } from './announce.ts'
import { type ChangeParts, openItem } from './change-item.ts'
import { trashSubtree } from './tree.store.ts'

/**
 * Puts an item, with all that is in it, into the trash. From the commit on nobody reads it: leases end with it, and what is being handed
 * out is cut. Its storage stays booked until it is destroyed.
 */
export function trashItem(parts: ChangeParts, actor: Actor, itemId: number): Promise<void> {
  return parts.database.transaction(async (tx) => {
    const item = await openItem(tx, parts, actor, itemId, 'delete')
    const { folders, files } = await trashSubtree(tx, item, parts.clock.now())
    await bookStorage(tx, actor.roomId, 0, -files.length)
    await parts.events.trashed(tx, files)
    const items = folders.length + files.length
    await parts.activity.record(tx, actor, 'document.deleted', { itemId: item.id, name: item.name, items })
    await announce(tx, parts, actor.roomId, [item.parent_id, ...folders], { gone: true })
  })
}
