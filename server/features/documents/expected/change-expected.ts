import type { z } from 'zod'
import { foldName } from '../../../../contract/core/name-key.ts'
import type * as contract from '../../../../contract/features/documents/expected.ts'
import type { Actor } from '../../../access/actor.ts'
import { visibleItems } from '../../../access/items.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { findItem } from '../documents.read.ts'
import { findParent, ROOT } from '../documents.store.ts'
import { beginChange, type ChangeParts, refuseOtherScope } from '../items/change-item.ts'
import { answerPublished } from './answer-requests.ts'
import { announceExpected, holdPlacesIn, NAMES_LOGGED } from './expect-documents.ts'
import { expectedName } from './expectation-names.ts'
import { findExpectations, findOne } from './expected.read.ts'
import { markReceived, setRemoved, updateExpectation } from './expected.store.ts'

/** @throws Refusal NOT_FOUND */
async function openExpected(tx: Tx, parts: ChangeParts, actor: Actor, id: number) {
  const now = await beginChange(tx, parts, actor)
  refuseOtherScope(actor, now)
  const expected = await findOne(tx, actor.roomId, id)
  if (!expected) throw new Refusal('NOT_FOUND')
  return { now, expected, parentId: expected.parent_id ?? 0 }
}

type Update = z.output<(typeof contract.updateExpected)['body']>

/**
 * An existing document answers a new request at once. A moved document gets a new place and number.
 * @throws Refusal NOT_FOUND, also for an unknown folder or request; NAME_UNUSABLE, NAME_EXISTS, THREAD_MOVED
 */
export async function updateExpected(
  parts: ChangeParts,
  actor: Actor,
  { id, name: typed, threadId, parent }: Update,
): Promise<void> {
  await parts.database.transaction(async (tx) => {
    const { now, expected, parentId } = await openExpected(tx, parts, actor, id)
    const name = typed === undefined ? expected.name : expectedName(typed)
    if (name === undefined) throw new Refusal('NAME_UNUSABLE')
    const thread = threadId === undefined ? expected.thread_id : threadId
    const target = parent === undefined || parent === parentId ? undefined : parent
    if (target !== undefined && !(await findParent(tx, actor.roomId, target)))
      throw new Refusal('NOT_FOUND')
    if (name === expected.name && thread === expected.thread_id && target === undefined) return
    const others = await findExpectations(tx, actor.roomId, [
      { parentId: target ?? parentId, name: foldName(name) },
    ])
    if (others.some((other) => other.id !== id)) throw new Refusal('NAME_EXISTS')
    const isNewTie = thread !== null && thread !== expected.thread_id
    if (isNewTie) await parts.events.answering(tx, now, thread)
    await updateExpectation(tx, id, { name, threadId: thread, parentId: target })
    const { item_id: itemId } = expected
    if (isNewTie && itemId !== null && (await findItem(tx, visibleItems(now), itemId)))
      await answerPublished(tx, parts, [{ threadId: thread, itemId, by: now }])
    if (target !== undefined) await holdPlacesIn(tx, actor.roomId, [id])
    const facts = { name, before: expected.name, isTied: thread !== null }
    await parts.activity.record(tx, now, 'document.expectation-changed', {
      ...facts,
      ...(await movedTo(tx, now, target)),
    })
    await announceExpected(tx, parts, now.roomId, [
      parentId,
      ...(target === undefined ? [] : [target]),
    ])
  })
}

async function movedTo(
  tx: Tx,
  actor: Actor,
  target: number | undefined,
): Promise<{ folder?: string | null }> {
  if (target === undefined) return {}
  return {
    folder:
      target === ROOT.id ? null : ((await findItem(tx, visibleItems(actor), target))?.name ?? null),
  }
}

type Removal = z.output<(typeof contract.removeExpected)['body']>

export async function removeExpected(
  parts: ChangeParts,
  actor: Actor,
  { ids, undo = false }: Removal,
): Promise<{ changed: number }> {
  return parts.database.transaction(async (tx) => {
    const now = await beginChange(tx, parts, actor)
    refuseOtherScope(actor, now)
    const names = await setRemoved(tx, actor.roomId, ids, undo ? null : parts.clock.now())
    if (names.length === 0) return { changed: 0 }
    if (undo) await holdPlacesIn(tx, actor.roomId, ids)
    await parts.activity.record(tx, now, 'document.expectation-removed', {
      ...{ names: names.slice(0, NAMES_LOGGED), documents: names.length, isUndone: undo },
    })
    await announceExpected(tx, parts, now.roomId, [0])
    return { changed: names.length }
  })
}

type Fulfilment = z.output<(typeof contract.fulfilExpected)['body']>

/** @throws Refusal NOT_FOUND, also for folders and items in the trash */
export async function fulfilExpected(
  parts: ChangeParts,
  actor: Actor,
  { id, itemId }: Fulfilment,
): Promise<void> {
  await parts.database.transaction(async (tx) => {
    const { now, expected, parentId } = await openExpected(tx, parts, actor, id)
    if (itemId === null) {
      if (expected.item_id === null) return
      await updateExpectation(tx, id, { itemId })
      await holdPlacesIn(tx, actor.roomId, [id])
      await parts.activity.record(tx, now, 'document.expectation-reopened', {
        expected: expected.name,
      })
    } else {
      const item = await findItem(tx, visibleItems(now), itemId)
      if (!item || item.folder) throw new Refusal('NOT_FOUND')
      if (expected.item_id === itemId) return
      await markReceived(tx, [{ id, itemId }], parts.clock.now())
      await parts.activity.record(tx, now, 'document.expectation-met', {
        itemId,
        name: item.name,
        expected: expected.name,
      })
      if (expected.thread_id !== null)
        await answerPublished(tx, parts, [{ threadId: expected.thread_id, itemId, by: now }])
    }
    await announceExpected(tx, parts, now.roomId, [parentId])
  })
}
