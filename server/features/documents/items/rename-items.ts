import type { z } from 'zod'
import { foldName, normalizeName } from '../../../../contract/core/name-key.ts'
import type * as contract from '../../../../contract/features/documents/renaming.ts'
import type { RenameResult } from '../../../../contract/features/documents/renaming.ts'
import type { Actor } from '../../../access/actor.ts'
import { visibleItems } from '../../../access/items.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { lockTree } from '../../rooms/index.ts'
import { type Act, actPortionsOf, runAct } from '../acts/run-act.ts'
import { findVisible, type ItemRow } from '../documents.read.ts'
import { announce } from '../upload/announce.ts'
import { type ChangeParts, mayDo, refuseOtherScope } from './change-item.ts'
import { findNamesakes, leaveNames, type NamedItem, updateNames } from './tree.store.ts'
import { judgeName } from './wanted-name.ts'

type RenameItemsInput = z.output<(typeof contract.renameMany)['body']>
type RequestedRename = RenameItemsInput['renames'][number]

interface RenameRow extends Pick<RenameResult, 'name' | 'outcome' | 'reason' | 'other'> {
  readonly item: ItemRow
}

/** Renames all or none. @throws Refusal NOT_FOUND, RENAMES_REFUSED with the row, BAD_REQUEST for an item named twice */
export function renameItems(
  parts: ChangeParts,
  actor: Actor,
  { renames, apply = false, act }: RenameItemsInput,
): Promise<{ renamed: number; rows: RenameResult[] }> {
  if (new Set(renames.map(({ id }) => id)).size < renames.length) throw new Refusal('BAD_REQUEST')
  return runAct(parts, { actor, id: apply ? act : undefined }, async (tx, running) => {
    const now = await parts.confirm(tx, actor, 'documents.write')
    refuseOtherScope(actor, now)
    // Previews block no changes.
    if (apply) await lockTree(tx, actor.roomId)
    const rows = await judgeRows(tx, actor.roomId, await findRows(tx, now, renames))
    const results = rows.map(({ item, ...row }) => ({ id: item.id, from: item.name, ...row }))
    const changed = rows.filter(({ outcome }) => outcome === 'renamed')
    if (!apply) return { renamed: changed.length, rows: results }
    refuseFirst(results)
    await renameAll(tx, parts, actor, { rows: changed, act: running })
    return { renamed: changed.length, rows: results }
  })
}

async function findRows(
  tx: Tx,
  actor: Actor,
  renames: readonly RequestedRename[],
): Promise<RenameRow[]> {
  const found = await findVisible(
    tx,
    visibleItems(actor),
    renames.map(({ id }) => id),
  )
  const items = new Map(found.map((item) => [item.id, item]))
  return renames.map((wanted, index) => {
    const item = items.get(wanted.id)
    if (!item || !mayDo(actor, 'edit', item))
      throw new Refusal('NOT_FOUND', { extra: { row: index + 1 } })
    return { item, ...judged(item, wanted) }
  })
}

function judged(item: ItemRow, { name: wanted, was }: RequestedRename): Omit<RenameRow, 'item'> {
  const refused = (reason: RenameResult['reason']) => ({
    name: item.name,
    outcome: 'refused' as const,
    reason,
  })
  if (was !== undefined && normalizeName(was) !== item.name) return refused('NAME_CHANGED')
  const found = judgeName(item, wanted)
  if ('reason' in found) return refused(found.reason)
  return { name: found.name, outcome: found.name === item.name ? 'unchanged' : 'renamed' }
}

const placeOf = (parent: number, name: string): string => `${parent}/${foldName(name)}`

async function judgeRows(tx: Tx, roomId: number, rows: readonly RenameRow[]): Promise<RenameRow[]> {
  const wanted = rows.map(({ item, name }) => ({ parent_id: item.parent_id, name }))
  const others = await findNamesakes(
    tx,
    roomId,
    wanted,
    rows.map(({ item }) => item.id),
  )
  const keepers = new Map(others.map(({ id, parent_id, name }) => [placeOf(parent_id, name), id]))
  const takers = new Map<string, number[]>()
  for (const { item, name, outcome } of rows) {
    const place = placeOf(item.parent_id, name)
    if (outcome === 'renamed') takers.set(place, [...(takers.get(place) ?? []), item.id])
    else keepers.set(place, item.id)
  }
  return rows.map((row) => {
    const place = placeOf(row.item.parent_id, row.name)
    if (row.outcome !== 'renamed') return row
    const keeper = keepers.get(place)
    if (keeper !== undefined)
      return { ...row, outcome: 'refused', reason: 'NAME_EXISTS', other: keeper }
    const taker = takers.get(place)?.find((id) => id !== row.item.id)
    return taker === undefined
      ? row
      : { ...row, outcome: 'refused', reason: 'NAME_TWICE', other: taker }
  })
}

function refuseFirst(rows: readonly RenameResult[]): void {
  const at = rows.findIndex(({ outcome }) => outcome === 'refused')
  const refused = rows[at]
  if (refused)
    throw new Refusal('RENAMES_REFUSED', {
      variables: { row: at + 1, name: refused.from },
      extra: { row: at + 1, refused },
    })
}

interface Renaming {
  readonly rows: readonly RenameRow[]
  readonly act: Act
}

async function renameAll(
  tx: Tx,
  parts: ChangeParts,
  actor: Actor,
  { rows, act }: Renaming,
): Promise<void> {
  if (rows.length === 0) return
  act.expect(rows.length)
  const named = rows.map(
    ({ item: { id, parent_id }, name }): NamedItem => ({ id, parent_id, name }),
  )
  const taken = new Map(named.map(({ id, parent_id, name }) => [placeOf(parent_id, name), id]))
  const leaving = rows.filter(
    ({ item }) => ![undefined, item.id].includes(taken.get(placeOf(item.parent_id, item.name))),
  )
  await leaveNames(
    tx,
    leaving.map(({ item }) => item.id),
  )
  for (const portion of actPortionsOf(named)) {
    await updateNames(tx, portion)
    act.advance(portion.length / 2)
  }
  const details = rows.map(({ item, name }) => ({ itemId: item.id, name, before: item.name }))
  for (const portion of actPortionsOf(details)) {
    await parts.activity.recordEach(tx, actor, 'document.renamed', portion)
    act.advance(portion.length / 2)
  }
  const inFolders = new Map<number, number[]>()
  for (const { id, parent_id } of named)
    inFolders.set(parent_id, [...(inFolders.get(parent_id) ?? []), id])
  for (const [parent, items] of inFolders)
    await announce(tx, parts, actor.roomId, [parent], { items })
  const folders = rows.filter(({ item }) => item.folder).map(({ item }) => item.id)
  await announce(tx, parts, actor.roomId, folders, { items: folders })
}
