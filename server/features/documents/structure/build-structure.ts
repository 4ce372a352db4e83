import type { Actor } from '../../../access/actor.ts'
import { visibleItems } from '../../../access/items.ts'
import { relyOn } from '../../../access/rules-in-use.store.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { RELEASE_RULES } from '../../../platform/db/process-row.ts'
import { numberingOf } from '../../rooms/index.ts'
import { type Act, actPortionsOf } from '../acts/run-act.ts'
import { findItem } from '../documents.read.ts'
import { insertItems, type NumberedItem, nextIds, type Parent, ROOT } from '../documents.store.ts'
import {
  type AddedRow,
  addExpected,
  announceExpected,
  NAMES_LOGGED,
  recordExpected,
} from '../expected/expect-documents.ts'
import { expectedName } from '../expected/expectation-names.ts'
import type { ChangeParts } from '../items/change-item.ts'
import { orderAsListed } from '../numbering/numbering.store.ts'
import { stagesUploads } from '../publishing/publishing.read.ts'
import { refuseUnderOrder } from '../publishing/refuse-under-order.ts'
import { stagedBy } from '../publishing/staged-by.ts'
import { announceEach } from '../upload/announce.ts'
import { newFilename } from '../upload/new-filename.ts'

import type { PlannedEntry } from './plan-structure.ts'
import type { StructureEntry } from './structure-entries.ts'

interface Building {
  readonly target: Parent
  readonly plan: readonly PlannedEntry[]
  readonly template: string | undefined
  readonly act: Act
}

interface NewFolder {
  readonly id: number
  readonly name: string
}

export interface BuiltStructure {
  readonly tops: readonly NewFolder[]
  readonly folderIds: readonly number[]
  readonly expectedIds: readonly number[]
}

/** The caller holds the tree lock, without errors in the plan. @throws Refusal PUBLICATION_ORDERED, UPGRADE_RUNNING, EXPECTED_LIMIT */
export async function buildStructure(
  tx: Tx,
  parts: ChangeParts,
  actor: Actor,
  building: Building,
): Promise<BuiltStructure> {
  const { target, plan, act } = building
  const missing = plan.filter(({ change }) => change === 'new').map(({ entry }) => entry)
  act.expect(plan.filter(({ change }) => change === 'new' || change === 'expected').length)
  const ids = missing.length === 0 ? [] : await nextIds(tx, 'items', missing.length)
  const folderIds = new Map(missing.map((entry, index) => [entry, ids[index] ?? 0]))
  const { places, tops } = await makeFolders(tx, parts, actor, building, folderIds)
  const expected = plan.filter(({ change }) => change === 'expected').map(({ entry }) => entry)
  const placed = expected.map(({ name, parent }) => ({
    parentId: (parent ? (places.get(parent) ?? target) : target).id,
    name: expectedName(name) ?? name,
  }))
  const added: AddedRow[] = []
  for (const portion of actPortionsOf(placed)) {
    added.push(...(await addExpected(tx, parts, actor, portion)))
    act.advance(portion.length)
  }
  const expectedIds = new Map(expected.map((entry, index) => [entry, added[index]?.id ?? 0]))
  if ((await numberingOf(tx, actor.roomId)).isOrdered) {
    const listed = plan.flatMap(({ entry }) => {
      const [folderId, expectedId] = [folderIds.get(entry), expectedIds.get(entry)]
      return folderId === undefined ? (expectedId === undefined ? [] : [-expectedId]) : [folderId]
    })
    await orderAsListed(tx, listed)
  }
  if (added.length > 0) {
    await recordExpected(tx, parts, actor, target.id, added)
    await announceExpected(tx, parts, actor.roomId, [target.id])
  }
  return { tops, folderIds: ids, expectedIds: added.map(({ id }) => id) }
}

interface MadeFolders {
  readonly places: ReadonlyMap<StructureEntry, Parent>
  readonly tops: readonly NewFolder[]
}

async function makeFolders(
  tx: Tx,
  parts: ChangeParts,
  actor: Actor,
  { target, plan, template, act }: Building,
  ids: ReadonlyMap<StructureEntry, number>,
): Promise<MadeFolders> {
  const places = new Map<StructureEntry, Parent>(
    plan.flatMap(({ entry, existing }) => (existing ? [[entry, existing]] : [])),
  )
  if (ids.size === 0) return { places, tops: [] }
  const isNew = new Set(ids.values())
  const opened = new Map<
    number,
    { readonly id: number; readonly isStaged: boolean; readonly unseen: boolean }
  >()
  const stagedFolders = new Set<StructureEntry>()
  const tops: NewFolder[] = []
  const items: NumberedItem[] = []
  for (const [entry, id] of ids) {
    const above = entry.parent ? (places.get(entry.parent) ?? target) : target
    const isTop = !entry.parent || !isNew.has(above.id)
    if (isTop && !opened.has(above.id)) opened.set(above.id, await openFolder(tx, actor, above))
    if (isTop) tops.push({ id, name: entry.name })
    const isStaged = isTop
      ? (opened.get(above.id)?.isStaged ?? false)
      : entry.parent !== undefined && stagedFolders.has(entry.parent)
    if (isStaged) stagedFolders.add(entry)
    places.set(entry, { id, path: [...above.path, id], unseen: isStaged || above.unseen })
    items.push({
      ...{
        id,
        roomId: actor.roomId,
        parent: above,
        folder: true,
        name: entry.name,
        ext: '',
        filename: newFilename(''),
        size: 0,
      },
      ...{
        createdAt: parts.clock.now(),
        createdBy: actor.memberId,
        staged: isStaged,
        versionId: null,
      },
    })
  }
  if (stagedFolders.size > 0) await relyOn(tx, RELEASE_RULES.staging)
  for (const portion of actPortionsOf(items)) {
    await insertItems(tx, portion)
    act.advance(portion.length)
  }
  const folder =
    target.id === ROOT.id ? undefined : await findItem(tx, visibleItems(actor), target.id)
  await parts.activity.record(tx, actor, 'document.structure-created', {
    ...(folder ? { itemId: folder.id, name: folder.name } : {}),
    ...{
      names: tops.slice(0, NAMES_LOGGED).map(({ name }) => name),
      tops: tops.length,
      itemIds: [...ids.values()],
    },
    ...(template === undefined ? {} : { template }),
    ...(stagedFolders.size > 0 ? { staged: true as const } : {}),
  })
  await announceEach(tx, parts, actor.roomId, [...opened.values()])
  return { places, tops }
}

async function openFolder(tx: Tx, actor: Actor, { id, path, unseen }: Parent) {
  await refuseUnderOrder(tx, actor, path)
  const isStaged = stagedBy(actor, await stagesUploads(tx, actor.roomId, path))
  return { id, isStaged, unseen: isStaged || unseen }
}
