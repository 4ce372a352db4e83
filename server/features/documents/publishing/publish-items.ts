import type { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { BesideIn } from '../../../../contract/core/operation.ts'
import type * as contract from '../../../../contract/features/publishing.ts'
import type { PublishOutcome } from '../../../../contract/features/publishing.ts'
import type { Actor } from '../../../access/actor.ts'
import { visibleItems } from '../../../access/items.ts'
import { relyOn } from '../../../access/rules-in-use.store.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { limitedTransaction } from '../../../platform/db/limited-transaction.ts'
import { RELEASE_RULES } from '../../../platform/db/process-row.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { type AuditActor, machine } from '../../audit/index.ts'
import { lockTree } from '../../rooms/index.ts'
import { type Act, runAct, UNWATCHED } from '../acts/run-act.ts'
import type { DocumentParts, OrderedBy } from '../documents.parts.ts'
import { findVisible, type ItemRow } from '../documents.read.ts'
import { answerPublished } from '../expected/answer-requests.ts'
import { findTiedBelow } from '../expected/expected.read.ts'
import { beginChange, mayDo } from '../items/change-item.ts'
import { announce } from '../upload/announce.ts'
import { queueOrder } from './due-orders.ts'
import { queuePublicationMail } from './notify-of-publication.ts'
import { type Covering, findUnseen, type Order } from './publishing.read.ts'
import {
  type Changed,
  countCovered,
  countSubmitted,
  deleteOrders,
  findUnchanged,
  publishAlone,
  publishBelow,
  putOrders,
  stageItems,
  takeOrders,
} from './publishing.store.ts'

export type PublishingParts = Pick<
  DocumentParts,
  'database' | 'activity' | 'bus' | 'clock' | 'confirm' | 'events'
>

type UnpublishItemsInput = z.output<(typeof contract.unpublish)['body']>

export function disjoint(items: readonly ItemRow[]): ItemRow[] {
  const ids = new Set(items.map(({ id }) => id))
  return items.filter(({ ancestors }) => !ancestors.some((id) => ids.has(id)))
}

interface HeldItems {
  readonly items: readonly ItemRow[]
  readonly named: readonly ItemRow[]
}

/** Locks the tree. @throws Refusal NOT_FOUND */
async function holdNamed(
  tx: Tx,
  parts: PublishingParts,
  actor: Actor,
  ids: readonly number[],
): Promise<HeldItems & { readonly actor: Actor }> {
  const now = await beginChange(tx, parts, actor, 'documents.publish')
  const wanted = [...new Set(ids)]
  const found = (await findVisible(tx, visibleItems(now), wanted)).filter((item) =>
    mayDo(now, 'publish', item),
  )
  if (found.length < wanted.length) throw new Refusal('NOT_FOUND')
  return { items: disjoint(found), named: found, actor: now }
}

/** @throws Refusal PUBLISH_TIME */
function timeOf({ clock }: PublishingParts, at: string): Date {
  const time = new Date(at)
  const ahead = time.getTime() - clock.now().getTime()
  if (ahead <= 0 || ahead > LIMITS.publicationAheadMs) throw new Refusal('PUBLISH_TIME')
  return time
}

const totalOf = (changed: readonly Omit<Changed, 'topId'>[]) => ({
  documents: changed.reduce((sum, { documents }) => sum + documents, 0),
  folders: changed.reduce((sum, { folders }) => sum + folders, 0),
})

type AskedToPublish = z.output<(typeof contract.publish)['body']>

/**
 * Skips submitted documents in folders. `only` publishes just named items that readers had unchanged.
 * @throws Refusal NOT_FOUND, PUBLISH_TIME; BAD_REQUEST for `only` at a time or with a mail
 */
export function publishItems(
  parts: PublishingParts,
  actor: Actor,
  { ids, at, notify = false, only = false, act: id }: AskedToPublish,
): Promise<PublishOutcome> {
  if (only && (at !== undefined || notify)) throw new Refusal('BAD_REQUEST')
  return runAct(parts, { actor, id }, async (tx, act) => {
    const held = await holdNamed(tx, parts, actor, ids)
    if (only) return publishOnly(tx, parts, actor, { ...held, act })
    if (at !== undefined)
      return orderItems(tx, parts, actor, held, { publishes: true, notifies: notify, at })
    const doing = {
      doer: actor,
      answersBy: () => held.actor,
      roomId: actor.roomId,
      ...held,
      notifies: notify,
      act,
    }
    const changed = await publishNow(tx, parts, doing)
    const unseen = await findUnseen(tx, held.items.map(idOf))
    return {
      ...totalOf(changed),
      unseen,
      submitted: await countSubmitted(tx, coveringOf(actor.roomId, held)),
    }
  })
}

/** Folders with later additions stay staged. */
async function publishOnly(
  tx: Tx,
  parts: PublishingParts,
  actor: Actor,
  held: HeldItems & { readonly actor: Actor; readonly act: Act },
): Promise<PublishOutcome> {
  const unchanged = await findUnchanged(tx, actor.roomId, held.named.map(idOf))
  const items = held.named.filter(({ id }) => unchanged.has(id))
  const doing = {
    doer: actor,
    answersBy: () => held.actor,
    roomId: actor.roomId,
    items,
    named: items,
    act: held.act,
    isAlone: true,
  }
  const changed = items.length === 0 ? [] : await publishNow(tx, parts, doing)
  return { ...totalOf(changed), unseen: await findUnseen(tx, held.named.map(idOf)), submitted: 0 }
}

/** Ends open pages and downloads. @throws Refusal NOT_FOUND, PUBLISH_TIME, UPGRADE_RUNNING */
export function unpublishItems(
  parts: PublishingParts,
  actor: Actor,
  { ids, at, act: id }: UnpublishItemsInput,
): Promise<PublishOutcome> {
  return runAct(parts, { actor, id }, async (tx, act) => {
    const held = await holdNamed(tx, parts, actor, ids)
    await relyOn(tx, RELEASE_RULES.staging)
    if (at !== undefined)
      return orderItems(tx, parts, actor, held, { publishes: false, notifies: false, at })
    return {
      ...totalOf(
        await unpublishNow(tx, parts, { doer: actor, roomId: actor.roomId, ...held, act }),
      ),
      unseen: [],
      submitted: 0,
    }
  })
}

const coveringOf = (roomId: number, { items, named }: HeldItems): Covering => ({
  roomId,
  itemIds: items.map(idOf),
  named: named.map(idOf),
})

/** @throws Refusal NOT_FOUND */
export function cancelOrders(
  parts: PublishingParts,
  actor: Actor,
  ids: readonly number[],
): Promise<BesideIn<typeof contract.cancel>['orders']> {
  return parts.database.transaction(async (tx) => {
    const now = await beginChange(tx, parts, actor, 'documents.publish')
    const found = new Map(
      (await findVisible(tx, visibleItems(now), ids)).map((item) => [item.id, item]),
    )
    if (found.size < new Set(ids).size) throw new Refusal('NOT_FOUND')
    const cancelled = await deleteOrders(tx, actor.roomId, ids)
    const details = cancelled.map(({ item_id: itemId, publishes, due_at }) => ({
      ...{ itemId, name: found.get(itemId)?.name ?? '', publishes, at: due_at.toISOString() },
    }))
    await parts.activity.recordEach(tx, actor, 'document.publication-cancelled', details)
    await announceItems(tx, parts, [...found.values()], { unseen: true })
    return cancelled.map(({ item_id: itemId, publishes, notifies, due_at }) => ({
      itemId,
      publishes,
      notifies,
      at: due_at.toISOString(),
    }))
  })
}

interface OrderItemsInput {
  readonly publishes: boolean
  readonly notifies: boolean
  readonly at: string
}

async function orderItems(
  tx: Tx,
  parts: PublishingParts,
  actor: Actor,
  held: HeldItems,
  { publishes, notifies, at }: OrderItemsInput,
): Promise<PublishOutcome> {
  const due = timeOf(parts, at)
  const covering = coveringOf(actor.roomId, held)
  // Orders of folders skip submitted documents.
  const items = publishes ? held.named : held.items
  const order = { roomId: actor.roomId, itemIds: items.map(idOf), publishes, notifies, at: due }
  await putOrders(tx, { ...order, memberId: actor.memberId, now: parts.clock.now() })
  await queueOrder(tx, due)
  const details = items.map(({ id: itemId, name }) => ({
    itemId,
    name,
    publishes,
    at: due.toISOString(),
  }))
  await parts.activity.recordEach(tx, actor, 'document.publication-ordered', details)
  await announceItems(tx, parts, items, { unseen: true })
  const submitted = publishes ? await countSubmitted(tx, covering) : 0
  return {
    ...(await countCovered(tx, covering, publishes)),
    unseen: [],
    submitted,
    at: due.toISOString(),
  }
}

interface Doing extends HeldItems {
  readonly doer: AuditActor
  readonly roomId: number
  readonly notifies?: boolean
  readonly ordered?: true
  readonly act: Act
}

interface Publishing extends Doing {
  readonly answersBy: (topId: number) => Actor | OrderedBy | undefined
  readonly isAlone?: boolean
}

async function publishNow(tx: Tx, parts: PublishingParts, doing: Publishing): Promise<Changed[]> {
  const { doer, roomId, items, notifies, ordered, act } = doing
  const at = parts.clock.now()
  const covering = coveringOf(roomId, doing)
  const tied = await findTiedBelow(tx, covering)
  const changed = await (doing.isAlone
    ? publishAlone(tx, roomId, covering.itemIds, at)
    : publishBelow(tx, covering, at, act))
  const details = detailsOf(items, changed).map(({ item, documents }) => ({
    ...{ itemId: item.id, name: item.name, documents, ordered },
    ...(item.folder || item.staged || !item.waiting ? {} : { number: item.waiting.number }),
  }))
  await parts.activity.recordEach(tx, doer, 'document.published', details)
  const unseen = new Set(await findUnseen(tx, items.map(idOf)))
  const [seen, others] = [
    items.filter(({ id }) => !unseen.has(id)),
    items.filter(({ id }) => unseen.has(id)),
  ]
  await announceItems(tx, parts, seen)
  await announceItems(tx, parts, others, { unseen: true })
  if (notifies && seen.length > 0) await queuePublicationMail(tx, roomId, at)
  // Threads lock last, which prevents deadlocks.
  const answering = tied.flatMap((document) => {
    const by = doing.answersBy(document.topId)
    return by ? [{ ...document, by }] : []
  })
  await answerPublished(tx, parts, answering)
  return changed
}

async function unpublishNow(
  tx: Tx,
  parts: PublishingParts,
  { doer, roomId, items, ordered, act }: Doing,
): Promise<Changed[]> {
  const published = items.filter(({ staged }) => !staged)
  const changed = await stageItems(tx, roomId, published.map(idOf), act)
  const known = new Map(changed.map((each) => [each.topId, each.documents]))
  const details = published.map(({ id, name }) => ({
    itemId: id,
    name,
    documents: known.get(id) ?? 0,
    ordered,
  }))
  await parts.activity.recordEach(tx, doer, 'document.unpublished', details)
  const [seen, others] = [
    published.filter(({ unseen }) => !unseen),
    published.filter(({ unseen }) => unseen),
  ]
  await announceItems(tx, parts, seen, { gone: true, withdrawn: true })
  await announceItems(tx, parts, others, { unseen: true })
  return changed
}

const detailsOf = (items: readonly ItemRow[], changed: readonly Changed[]) => {
  const known = new Map(items.map((item) => [item.id, item]))
  return changed.flatMap(({ topId, documents }) => {
    const item = known.get(topId)
    return item ? [{ item, documents }] : []
  })
}

const idOf = ({ id }: ItemRow): number => id

async function announceItems(
  tx: Tx,
  parts: PublishingParts,
  items: readonly ItemRow[],
  how: { readonly gone?: boolean; readonly withdrawn?: boolean; readonly unseen?: boolean } = {},
): Promise<void> {
  const byFolder = new Map<number, ItemRow[]>()
  for (const item of items)
    byFolder.set(item.parent_id, [...(byFolder.get(item.parent_id) ?? []), item])
  for (const [parent, inside] of byFolder)
    await announce(tx, parts, inside[0]?.room_id ?? 0, [parent], {
      ...how,
      items: inside.map(idOf),
    })
}

/** Publishing 100,000 documents takes about 90 seconds. */
const ORDER_LIMIT_MS = 600_000

/** @returns false if another node already did */
export function carryOut(parts: PublishingParts, order: Omit<Order, 'item_id'>): Promise<boolean> {
  return limitedTransaction(parts.database, ORDER_LIMIT_MS, async (tx) => {
    await lockTree(tx, order.room_id)
    const taken = await takeOrders(tx, order)
    const ids = [...taken.keys()]
    const named = await findVisible(tx, { roomId: order.room_id, group: undefined }, ids)
    const items = disjoint(named)
    const doing = {
      doer: machine(order.room_id),
      roomId: order.room_id,
      items,
      named,
      ordered: true,
      act: UNWATCHED,
    } as const
    const answersBy = (topId: number): OrderedBy | undefined => {
      const orderedBy = taken.get(topId)
      return orderedBy === undefined ? undefined : { roomId: order.room_id, orderedBy }
    }
    if (order.publishes)
      await publishNow(tx, parts, { ...doing, answersBy, notifies: order.notifies })
    else await unpublishNow(tx, parts, doing)
    return items.length > 0
  })
}
