import type { z } from 'zod'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import type { undoNumbering as contract } from '../../../../contract/features/documents/numbering-undo.ts'
import type { Actor } from '../../../access/actor.ts'
import { visibleItems } from '../../../access/items.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { changeNumbering, numberingOf } from '../../rooms/index.ts'
import { type Act as LongAct, runAct } from '../acts/run-act.ts'
import { findItem } from '../documents.read.ts'
import type { NumberingState } from '../documents.tables.ts'
import { beginChange, type ChangeParts } from '../items/change-item.ts'
import { announce } from '../upload/announce.ts'
import {
  type Act,
  findAct,
  findKeptFolders,
  hasLaterAct,
  numberRest,
  removeAct,
  restoreNumbers,
} from './former-numbers.store.ts'
import { NUMBERS_KEPT_MS } from './kept-for.ts'

type Undone = PayloadIn<typeof contract>

/** Any full operator can undo a change once. @throws Refusal NUMBERS_CHANGED if nothing can be restored, or the room differs */
export async function undoNumbering(
  parts: ChangeParts,
  actor: Actor,
  { undo: id, act: name }: z.output<(typeof contract)['body']>,
): Promise<Undone> {
  return runAct(parts, { actor, id: name }, async (tx, counted) => {
    const now = await beginChange(tx, parts, actor, 'room.configure')
    const since = new Date(parts.clock.now().getTime() - NUMBERS_KEPT_MS)
    const act = await findAct(tx, actor.roomId, id, since)
    if (!act) throw new Refusal('NUMBERS_CHANGED')
    const { was, became } = act
    const undone =
      was && became
        ? await switchBack(tx, parts, now, { id, was, became, counted })
        : await renumberBack(tx, parts, now, { ...act, counted })
    await removeAct(tx, id)
    return undone
  })
}

interface Switch {
  readonly id: number
  readonly was: NumberingState
  readonly became: NumberingState
  readonly counted: LongAct
}

const isSame = (one: NumberingState, other: NumberingState): boolean =>
  one.numbering === other.numbering && one.scope === other.scope && one.inNames === other.inNames

async function switchBack(
  tx: Tx,
  parts: ChangeParts,
  actor: Actor,
  { id, was, became, counted }: Switch,
): Promise<Undone> {
  const { roomId } = actor
  const isCurrent =
    isSame(await numberingOf(tx, roomId), became) && !(await hasLaterAct(tx, roomId, id, 'any'))
  if (!isCurrent) throw new Refusal('NUMBERS_CHANGED')
  const restored = await restoreNumbers(tx, roomId, id, await findKeptFolders(tx, id), counted)
  await changeNumbering(tx, roomId, was)
  const numbered = was.numbering === 'fixed' ? await numberRest(tx, roomId) : 0
  await parts.activity.record(tx, actor, 'room.numbering-undone', {
    ...{ numbering: was.numbering, scope: was.scope },
    ...(was.inNames ? { names: true } : {}),
  })
  await parts.bus.publish(tx, { room: roomId, kind: 'room' })
  await announce(tx, parts, roomId, [0])
  return { restored, numbered, kept: 0 }
}

async function renumberBack(
  tx: Tx,
  parts: ChangeParts,
  actor: Actor,
  { id, parent_id, counted }: Act & Pick<Switch, 'counted'>,
): Promise<Undone> {
  const { roomId } = actor
  // A frozen room does not allow renumbering.
  await parts.confirm(tx, actor, 'documents.publish')
  const { numbering } = await numberingOf(tx, roomId)
  if (numbering !== 'fixed' || (await hasLaterAct(tx, roomId, id, 'switch')))
    throw new Refusal('NUMBERS_CHANGED')
  const folders = await findKeptFolders(tx, id)
  const fitting = folders.filter((folder) => !folder.is_past)
  if (fitting.length === 0) throw new Refusal('NUMBERS_CHANGED')
  const restored = await restoreNumbers(tx, roomId, id, fitting, counted)
  const numbered = await numberRest(
    tx,
    roomId,
    fitting.map((folder) => folder.id),
  )
  const parent = parent_id ?? 0
  const item = parent === 0 ? undefined : await findItem(tx, visibleItems(actor), parent)
  await parts.activity.record(tx, actor, 'document.renumbering-undone', {
    ...(item ? { itemId: parent, name: item.name } : {}),
    items: restored + numbered,
  })
  await announce(tx, parts, roomId, [item ? parent : 0])
  return { restored, numbered, kept: folders.length - fitting.length }
}
