import type { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import type { move as contract } from '../../../../contract/features/documents/changes.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { ItemRow } from '../documents.read.ts'
import { findParent, type Parent } from '../documents.store.ts'
import { findAtPlace, findBehind, findPlaced } from '../numbering/neighbours.read.ts'
import { placeBefore } from '../numbering/numbering.store.ts'
import { refuseWithoutOrder } from '../numbering/refuse-without-order.ts'
import { stagesUploads } from '../publishing/publishing.read.ts'
import { refuseUnderOrder } from '../publishing/refuse-under-order.ts'
import { announce } from '../upload/announce.ts'
import { type ChangeParts, openItem } from './change-item.ts'
import { wasSeenThere } from './former-state.read.ts'
import { findFreeName } from './free-name.ts'
import { haveSameRights, recordKept, rightsOfMoved } from './placed-rights.ts'
import { countLevels, moveSubtree } from './tree.store.ts'

type Moving = Pick<
  z.output<(typeof contract)['body']>,
  'fileId' | 'parent' | 'rights' | 'place' | 'before' | 'apart'
>

type Moved = PayloadIn<typeof contract>

/**
 * Staged items stay staged, except where readers saw them.
 * @throws Refusal NOT_FOUND, INTO_ITSELF, FOLDER_DEPTH, RIGHTS_DIFFER, NUMBERING_OFF, BAD_REQUEST for a place
 */
export function moveItem(
  parts: ChangeParts,
  actor: Actor,
  { fileId, parent, rights, ...to }: Moving,
): Promise<Moved> {
  return parts.database.transaction(async (tx) => {
    const item = await openItem(tx, parts, actor, fileId, 'edit')
    const target = await findParent(tx, actor.roomId, parent)
    if (!target) throw new Refusal('NOT_FOUND')
    if (target.path.includes(item.id)) throw new Refusal('INTO_ITSELF')
    const put = await findPut(tx, item, target, to)
    if (target.id === item.parent_id) return orderWithin(tx, parts, actor, item, target, put)
    if (target.path.length + (await countLevels(tx, item)) > LIMITS.treeDepth)
      throw new Refusal('FOLDER_DEPTH')
    if (actor.scope === 'content')
      await refuseVisibleMove(tx, actor, item, target, parts.clock.now())
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
    // Content operators may not publish by moving back.
    const isShownAgain =
      isShown && !item.staged && actor.scope === 'full' && (await wasSeenThere(tx, item, target))
    await moveSubtree(tx, item, target, name, { staged: isShown && !isShownAgain })
    const kept = await keepRights({ ...item, name, ancestors: [...target.path] })
    const stands = await put?.()
    await parts.activity.record(tx, actor, 'document.moved', {
      itemId: item.id,
      name,
      from: item.parent_id,
      to: target.id,
    })
    await recordKept(tx, parts, actor, kept)
    const places = [item.parent_id, ...(item.folder ? [item.id] : [])]
    if (isShownAgain) {
      await announce(tx, parts, actor.roomId, [item.parent_id], { unseen: true })
      await announce(tx, parts, actor.roomId, [target.id, ...(item.folder ? [item.id] : [])])
    } else if (item.unseen)
      await announce(tx, parts, actor.roomId, [...places, target.id], { unseen: true })
    else if (target.unseen) {
      await announce(tx, parts, actor.roomId, places, {
        items: [item.id],
        gone: true,
        withdrawn: true,
      })
      await announce(tx, parts, actor.roomId, [target.id], { unseen: true })
    } else {
      // Groups may see less at the new place.
      await announce(tx, parts, actor.roomId, places, { gone: true })
      await announce(tx, parts, actor.roomId, [target.id])
    }
    return { id: item.id, name, parent: target.id, ...stands }
  })
}

type Put = () => Promise<Pick<Moved, 'stands' | 'stood'>>

/** @returns a function to call after the move */
async function findPut(
  tx: Tx,
  item: ItemRow,
  { id: parent }: Parent,
  { place, before, apart = [] }: Partial<Moving>,
): Promise<Put | undefined> {
  if (place === undefined && before === undefined) return undefined
  if ((place !== undefined && before !== undefined) || before === item.id)
    throw new Refusal('BAD_REQUEST')
  const { room_id: roomId } = item
  await refuseWithoutOrder(tx, roomId)
  if (before && (await findPlaced(tx, roomId, parent, [before])).size === 0)
    throw new Refusal('NOT_FOUND')
  return async () => {
    const [stood = null] =
      item.parent_id === parent ? await findBehind(tx, roomId, parent, [item.id], item.id) : []
    const stands =
      place === undefined
        ? (before ?? null)
        : await findAtPlace(tx, roomId, parent, await placedOf(item.id, apart), place)
    await placeBefore(tx, roomId, parent, [item.id], stands)
    return { stands, ...(item.parent_id === parent ? { stood } : {}) }
  }

  async function placedOf(moved: number, others: readonly number[]): Promise<number[]> {
    return [...new Set([moved, ...(await findPlaced(tx, roomId, parent, others))])]
  }
}

async function orderWithin(
  tx: Tx,
  parts: ChangeParts,
  actor: Actor,
  item: ItemRow,
  target: Parent,
  put: Put | undefined,
): Promise<Moved> {
  const answer = { id: item.id, name: item.name, parent: target.id }
  if (!put) return answer
  const stands = await put()
  await parts.activity.record(tx, actor, 'document.ordered', {
    itemId: item.id,
    name: item.name,
    items: 1,
  })
  await announce(tx, parts, actor.roomId, [target.id], target.unseen ? { unseen: true } : {})
  return { ...answer, ...stands }
}

/** Content operators may change only visible items' place. @throws Refusal RIGHTS_DENIED, PUBLICATION_ORDERED */
async function refuseVisibleMove(
  tx: Tx,
  actor: Actor,
  item: ItemRow,
  target: Parent,
  at: Date,
): Promise<void> {
  await refuseUnderOrder(tx, actor, [...item.ancestors, item.id, ...target.path])
  if (item.unseen) return
  const from: Parent = { id: item.parent_id, path: item.ancestors, unseen: false }
  const staging = async ({ path }: Parent): Promise<boolean> =>
    item.folder && (await stagesUploads(tx, actor.roomId, path))
  const isSame =
    (await haveSameRights(tx, actor.roomId, [from, target], at)) &&
    (await staging(from)) === (await staging(target))
  if (target.unseen || !isSame) throw new Refusal('RIGHTS_DENIED')
}
