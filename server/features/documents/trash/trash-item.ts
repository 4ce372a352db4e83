import type { Actor } from '../../../access/actor.ts'
import { countFiles } from '../../rooms/index.ts'
import { type ChangeParts, openItem } from '../items/change-item.ts'
import { trashSubtree } from '../items/tree.store.ts'
import { announce } from '../upload/announce.ts'

/** The commit ends deliveries. Trashed items use storage. */
export function trashItem(parts: ChangeParts, actor: Actor, itemId: number): Promise<void> {
  return parts.database.transaction(async (tx) => {
    const item = await openItem(tx, parts, actor, itemId, 'delete')
    const { folders, files } = await trashSubtree(tx, item, parts.clock.now())
    await countFiles(tx, actor.roomId, -files.length)
    await parts.events.trashed(tx, files)
    const items = folders.length + files.length
    await parts.activity.record(tx, actor, 'document.deleted', {
      itemId: item.id,
      name: item.name,
      items,
    })
    await announce(tx, parts, actor.roomId, [item.parent_id, ...folders], {
      gone: true,
      items: [item.id],
    })
  })
}
