import { LIMITS } from '../../../contract/core/limits.ts'
import type { Actor } from '../../access/actor.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { announce } from './announce.ts'
import { type ChangeParts, openItem } from './change-item.ts'
import { findParent } from './documents.store.ts'
import { findFreeName } from './free-name.ts'
import { countLevels, moveSubtree } from './tree.store.ts'

interface Moving {
  readonly fileId: number
  readonly parent: number
}

/**
 * Puts an item, with all that is in it, into another folder. Where its name is taken there it gets a number; `name` says how it is called now.
 * @throws Refusal NOT_FOUND, INTO_ITSELF, FOLDER_DEPTH.
 */
export function moveItem(
  parts: ChangeParts,
  actor: Actor,
  { fileId, parent }: Moving,
): Promise<{ id: number; name: string; parent: number }> {
  return parts.database.transaction(async (tx) => {
    const item = await openItem(tx, parts, actor, fileId, 'edit')
    const target = await findParent(tx, actor.roomId, parent)
    if (!target) throw new Refusal('NOT_FOUND')
    if (target.path.includes(item.id)) throw new Refusal('INTO_ITSELF')
    if (target.id === item.parent_id) return { id: item.id, name: item.name, parent }
    if (target.path.length + (await countLevels(tx, item)) > LIMITS.treeDepth) throw new Refusal('FOLDER_DEPTH')
    const name = await findFreeName(tx, actor.roomId, target, item.name, item.folder)
    await moveSubtree(tx, item, target, name)
    await parts.activity.record(tx, actor, 'document.moved', { itemId: item.id, name, from: item.parent_id, to: target.id })
    await announce(tx, parts, actor.roomId, [item.parent_id, target.id, ...(item.folder ? [item.id] : [])])
    return { id: item.id, name, parent: target.id }
  })
}
