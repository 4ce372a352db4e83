import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { ItemRow } from '../documents.read.ts'
import { findParent, type Parent } from '../documents.store.ts'
import { stagesUploads } from '../publishing/publishing.read.ts'
import { refuseUnderOrder } from '../publishing/refuse-under-order.ts'
import { announce } from '../upload/announce.ts'
import { type ChangeParts, openItem } from './change-item.ts'
import { wasSeenThere } from './former-state.read.ts'
import { findFreeName } from './free-name.ts'
import { haveSameRights, type PlacedRights, rightsOfMoved } from './placed-rights.ts'
import { countLevels, moveSubtree } from './tree.store.ts'

interface Moving {
  readonly fileId: number
  readonly parent: number
  readonly rights?: PlacedRights
}

/** Numbers a taken name and returns it. What nobody saw stays staged, and what is moved back is as it was. @throws Refusal NOT_FOUND, INTO_ITSELF, FOLDER_DEPTH, RIGHTS_DIFFER. */
export function moveItem(
  parts: ChangeParts,
  actor: Actor,
  { fileId, parent, rights }: Moving,
): Promise<{ id: number; name: string; parent: number }> {
  return parts.database.transaction(async (tx) => {
    const item = await openItem(tx, parts, actor, fileId, 'edit')
    const target = await findParent(tx, actor.roomId, parent)
    if (!target) throw new Refusal('NOT_FOUND')
    if (target.path.includes(item.id)) throw new Refusal('INTO_ITSELF')
    if (target.id === item.parent_id) return { id: item.id, name: item.name, parent }
    if (target.path.length + (await countLevels(tx, item)) > LIMITS.treeDepth) throw new Refusal('FOLDER_DEPTH')
    if (actor.scope === 'content') await refuseVisibleMove(tx, actor, item, target, parts.clock.now())
    const name = await findFreeName(tx, actor.roomId, target, item.name, item.folder)
    const keepRights = await rightsOfMoved(tx, {
      roomId: actor.roomId,
      item,
      target,
      rights,
      decides: actor.scope === 'full',
      at: parts.clock.now(),
    })
    const isShown = item.unseen && !target.unseen
    // Content operators show nothing.
    const isShownAgain = isShown && !item.staged && actor.scope === 'full' && (await wasSeenThere(tx, item, target))
    await moveSubtree(tx, item, target, name, { staged: isShown && !isShownAgain })
    await keepRights({ ...item, ancestors: [...target.path] })
    await parts.activity.record(tx, actor, 'document.moved', { itemId: item.id, name, from: item.parent_id, to: target.id })
    const places = [item.parent_id, ...(item.folder ? [item.id] : [])]
    if (isShownAgain) {
      await announce(tx, parts, actor.roomId, [item.parent_id], { unseen: true })
      await announce(tx, parts, actor.roomId, [target.id, ...(item.folder ? [item.id] : [])])
    } else if (item.unseen) await announce(tx, parts, actor.roomId, [...places, target.id], { unseen: true })
    else if (target.unseen) {
      await announce(tx, parts, actor.roomId, places, { items: [item.id], gone: true, withdrawn: true })
      await announce(tx, parts, actor.roomId, [target.id], { unseen: true })
    } else await announce(tx, parts, actor.roomId, [...places, target.id])
    return { id: item.id, name, parent: target.id }
  })
}

/** For content operators a move changes nothing of what readers see but the place. @throws Refusal RIGHTS_DENIED, PUBLICATION_ORDERED. */
async function refuseVisibleMove(tx: Tx, actor: Actor, item: ItemRow, target: Parent, at: Date): Promise<void> {
  await refuseUnderOrder(tx, actor, [...item.ancestors, item.id, ...target.path])
  if (item.unseen) return
  const from: Parent = { id: item.parent_id, path: item.ancestors, unseen: false }
  const staging = async ({ path }: Parent): Promise<boolean> => item.folder && (await stagesUploads(tx, actor.roomId, path))
  const isSame = (await haveSameRights(tx, actor.roomId, [from, target], at)) && (await staging(from)) === (await staging(target))
  if (target.unseen || !isSame) throw new Refusal('RIGHTS_DENIED')
}
