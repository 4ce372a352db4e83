import type { z } from 'zod'
import type * as contract from '../../../../contract/features/documents/numbering.ts'
import type { Numbering } from '../../../../contract/features/documents/numbering.ts'
import { type Actor, isFullOperator } from '../../../access/actor.ts'
import { visibleItems } from '../../../access/items.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { changeNumbering, lockTree, numberingOf } from '../../rooms/index.ts'
import { runAct } from '../acts/run-act.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { findItem } from '../documents.read.ts'
import { findParent, type Parent } from '../documents.store.ts'
import { beginChange, type ChangeParts, refuseOtherScope } from '../items/change-item.ts'
import { announce } from '../upload/announce.ts'
import { findRenumbered, fixNumbers, type Renumbered } from './fixed-numbers.store.ts'
import { insertAct, keepNumbers } from './former-numbers.store.ts'
import { lastNumbering } from './last-numbering.ts'
import {
  type Follower,
  findAtPlace,
  findBehind,
  findFollowers,
  findInFront,
  findPlaced,
  sortByRank,
} from './neighbours.read.ts'
import { findByIndex, findCounting, stepsOf } from './numbering.read.ts'
import { findFoldersBelow, placeAll, placeBefore } from './numbering.store.ts'
import { refuseWithoutOrder } from './refuse-without-order.ts'

type Settings = z.output<(typeof contract.updateIndex)['body']>

/** @returns the id for an undo, undefined if nothing changed @throws Refusal BAD_REQUEST for fixed numbers with scope `group` */
export async function switchNumbering(
  parts: ChangeParts,
  actor: Actor,
  { numbering, scope, names, act: id }: Settings,
): Promise<number | undefined> {
  return runAct(parts, { actor, id }, async (tx, act) => {
    await parts.confirm(tx, actor, 'room.configure')
    await lockTree(tx, actor.roomId)
    const { isOrdered, ...before } = await numberingOf(tx, actor.roomId)
    const after = { numbering, scope: scope ?? before.scope, inNames: names ?? before.inNames }
    if (numbering === 'fixed' && after.scope === 'group') {
      if (scope === 'group') throw new Refusal('BAD_REQUEST')
      after.scope = 'room'
    }
    const isSame =
      before.numbering === after.numbering &&
      before.scope === after.scope &&
      before.inNames === after.inNames
    if (isSame) return undefined
    if (numbering !== 'off' && !isOrdered) await placeAll(tx, actor.roomId, act)
    const undo = await insertAct(tx, {
      roomId: actor.roomId,
      at: parts.clock.now(),
      was: before,
      became: after,
    })
    if (numbering === 'fixed' && before.numbering !== 'fixed') {
      await keepNumbers(tx, actor.roomId, undo)
      await fixNumbers(tx, actor.roomId, act)
    }
    await changeNumbering(tx, actor.roomId, after)
    await parts.activity.record(tx, actor, 'room.numbering', {
      ...{ numbering, scope: after.scope },
      ...(after.inNames ? { names: true } : {}),
    })
    await parts.bus.publish(tx, { room: actor.roomId, kind: 'room' })
    await announce(tx, parts, actor.roomId, [0])
    return undo
  })
}

type Order = z.output<(typeof contract.order)['body']>

interface Ordered {
  readonly wasBefore: number | null
  readonly was: Follower[]
}

/** @throws Refusal NOT_FOUND, NUMBERING_OFF, BAD_REQUEST for a contradictory order */
export async function orderItems(parts: ChangeParts, actor: Actor, order: Order): Promise<Ordered> {
  const { parent, ids, step } = order
  if (isContradictory(order)) throw new Refusal('BAD_REQUEST')
  return parts.database.transaction(async (tx) => {
    const now = await beginChange(tx, parts, actor)
    refuseOtherScope(actor, now)
    const { folder } = await openNumbered(tx, actor, parent)
    const all = new Set([...ids, ...targetsOf(order)])
    if ((await findPlaced(tx, actor.roomId, parent, [...all])).size < all.size)
      throw new Refusal('NOT_FOUND')
    const moves = step === undefined ? ids : await sortByRank(tx, ids)
    const first = moves[0] ?? 0
    const [wasBefore = null] = await findBehind(tx, actor.roomId, parent, ids, first)
    const was = await findFollowers(tx, actor.roomId, parent, ids)
    const runs = await findRuns(tx, actor.roomId, { ...order, ids: moves })
    if (runs.length === 0) return { wasBefore, was }
    for (const run of runs) await placeBefore(tx, actor.roomId, parent, run.ids, run.before)
    const moved = await findItem(tx, visibleItems(now), first)
    await parts.activity.record(tx, actor, 'document.ordered', {
      itemId: first,
      name: moved?.name ?? '',
      items: ids.length,
    })
    await announce(tx, parts, actor.roomId, [parent], folder.unseen ? { unseen: true } : {})
    return { wasBefore, was }
  })
}

function isContradictory(order: Order): boolean {
  const { ids, before, befores, place, step } = order
  const named = [before, befores, place, step].filter((each) => each !== undefined)
  if (named.length !== 1 || new Set(ids).size < ids.length) return true
  if (befores && befores.length !== ids.length) return true
  return targetsOf(order).some((id) => ids.includes(id))
}

function targetsOf({ ids, before, befores = [] }: Order): number[] {
  const named = befores.filter((target, index) => target !== ids[index + 1])
  return [before, ...named].filter((target) => typeof target === 'number')
}

interface NumberingRun {
  readonly ids: readonly number[]
  readonly before: number | null
}

/** @returns nothing if already first or last */
async function findRuns(tx: Tx, roomId: number, order: Order): Promise<NumberingRun[]> {
  const { ids, befores } = order
  if (!befores) {
    const target = await findTarget(tx, roomId, order)
    return target === undefined ? [] : [{ ids, before: target }]
  }
  const ends = befores.flatMap((before, index) =>
    before === null || before !== ids[index + 1] ? [{ index, before }] : [],
  )
  return ends.map(({ index, before }, at) => ({
    ids: ids.slice((ends[at - 1]?.index ?? -1) + 1, index + 1),
    before,
  }))
}

async function findTarget(
  tx: Tx,
  roomId: number,
  { parent, ids, before, place, step }: Order,
): Promise<number | null | undefined> {
  if (before !== undefined) return before
  if (place !== undefined) return findAtPlace(tx, roomId, parent, ids, place)
  if (step === -1) return findInFront(tx, roomId, parent, ids, ids[0] ?? 0)
  const [next, afterNext = null] = await findBehind(tx, roomId, parent, ids, ids.at(-1) ?? 0)
  return next === undefined ? undefined : afterNext
}

/** @throws Refusal NOT_FOUND for an unknown folder, NUMBERING_OFF */
async function openNumbered(
  tx: Tx,
  actor: Actor,
  parent: number,
): Promise<{ readonly folder: Parent; readonly numbering: Numbering }> {
  const folder = await findParent(tx, actor.roomId, parent)
  if (!folder) throw new Refusal('NOT_FOUND')
  return { folder, numbering: await refuseWithoutOrder(tx, actor.roomId) }
}

type Renumber = z.output<(typeof contract.renumber)['body']>

/** @throws Refusal NOT_FOUND for an unknown folder, NUMBERING_OFF unless numbers are fixed */
export async function renumberItems(
  parts: ChangeParts,
  actor: Actor,
  { parent, deep = false, apply = false, act: id }: Renumber,
): Promise<{ changed: number; items: Renumbered[]; undo?: number; last?: contract.LastNumbering }> {
  return runAct(parts, { actor, id: apply ? id : undefined }, async (tx, act) => {
    const now = await beginChange(tx, parts, actor, 'documents.publish')
    refuseOtherScope(actor, now)
    const { folder, numbering } = await openNumbered(tx, actor, parent)
    if (numbering !== 'fixed') throw new Refusal('NUMBERING_OFF')
    const folders = deep ? await findFoldersBelow(tx, actor.roomId, folder) : [parent]
    const found = await findRenumbered(tx, actor.roomId, folders)
    if (!apply || found.changed === 0) {
      return {
        ...found,
        ...(isFullOperator(now) ? await lastNumbering(tx, parts.clock, actor.roomId, parent) : {}),
      }
    }
    const undo = await insertAct(tx, { roomId: actor.roomId, at: parts.clock.now(), parent })
    await keepNumbers(tx, actor.roomId, undo, folders)
    await fixNumbers(tx, actor.roomId, act, folders)
    const item = parent === 0 ? undefined : await findItem(tx, visibleItems(now), parent)
    await parts.activity.record(tx, actor, 'document.renumbered', {
      ...(item ? { itemId: parent, name: item.name } : {}),
      items: found.changed,
    })
    await announce(tx, parts, actor.roomId, [parent])
    return { ...found, undo }
  })
}

type FindNumberedInput = z.output<(typeof contract.findByNumber)['body']>

/** @throws Refusal NOT_FOUND, also for an invisible item */
export async function findNumbered(
  { database }: Pick<DocumentParts, 'database'>,
  actor: Actor,
  { number }: FindNumberedInput,
) {
  const scope = visibleItems(actor)
  const steps = stepsOf(number)
  const counting = await findCounting(database.db, scope)
  const id = counting && (await findByIndex(database.db, scope, counting, steps))
  const item = id === undefined ? undefined : await findItem(database.db, scope, id)
  if (!item) throw new Refusal('NOT_FOUND')
  return { itemId: item.id, parent: item.parent_id, isFolder: item.folder }
}
