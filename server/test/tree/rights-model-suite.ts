import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { LEVELS, type Level } from '../../../contract/features/groups/levels.ts'
import { makePdf } from '../fixtures/make-pdf.ts'
import { type Person, startTestApp, type TestApp, type TestRoom } from '../harness/test-app.ts'
import { Chance } from '../harness/upload-stream.ts'
import type { ItemRecord, WireClient } from '../harness/wire-client.ts'
import { type RightsGrant, type RightsGrants, type RightsItem, RightsModel } from './rights-model.ts'

const GROUPS = 3
const CHANGES_PER_TREE = 12
const DAY_MS = 86_400_000

interface Made {
  readonly room: TestRoom
  readonly groups: readonly number[]
  readonly people: readonly Person[]
}

/** Random trees, grants, moves, copies and deletions, each group's view compared with the model. A seed makes them reproducible. */
export function describeRights(trees: number, firstSeed: number): void {
  vi.setConfig({ testTimeout: 600_000 })
  describe(`${trees} trees with rights by chance (seed ${firstSeed})`, () => {
    let app: TestApp
    let made: Made
    beforeAll(async () => {
      app = await startTestApp()
      made = await furnish(app)
    })
    afterAll(() => app.close())

    for (let number = 0; number < trees; number += 1)
      it(`seed ${firstSeed + number}: each group sees what the model says, in lists, counts, search and abilities`, async () => {
        const chance = new Chance(firstSeed + number)
        const top = await grow(made.room, chance)
        await scatter(app, made, chance, top)
        for (const index of made.groups.keys()) await compare(app, made, index, top)
      })
  })
}

async function furnish(app: TestApp): Promise<Made> {
  const room = await app.room()
  const groups: number[] = []
  const people: Person[] = []
  for (let index = 0; index < GROUPS; index += 1) {
    const person = await app.participant(room)
    const { json } = await room.operator.call('POST', '/room/api/group', { body: { roomId: room.roomId, name: `그룹 ${index}` } })
    const { id } = json.payload as { id: number }
    await room.operator.call('POST', '/room/api/group/members', {
      body: { id, roomId: room.roomId, managementIds: [person.memberId] },
    })
    for (const right of ['print', 'download'] as const) await room.operator.setRight(person.memberId, right, true)
    groups.push(id)
    people.push(person)
  }
  return { room, groups, people }
}

const PDF = makePdf(1)
let trees = 0

/** @returns the folder that holds the tree. */
async function grow({ operator }: TestRoom, chance: Chance): Promise<number> {
  trees += 1
  const top = await operator.newFolder(`나무 ${trees}`)
  const folders = [top]
  for (let count = chance.whole(3, 10); count > 0; count -= 1)
    folders.push(await operator.newFolder(`폴더 ${count}`, folders[chance.whole(0, folders.length - 1)] ?? top))
  for (let count = chance.whole(2, 6); count > 0; count -= 1)
    await operator.put(`문서 ${trees}-${count}.pdf`, PDF, folders[chance.whole(0, folders.length - 1)] ?? top)
  return top
}

const itemsOf = async (app: TestApp, { roomId }: TestRoom): Promise<(RightsItem & { name: string })[]> =>
  (
    await app.database.pool.query(
      'select id, parent_id as parent, folder, name, staged, deleted_at is not null as "inTrash" from items where room_id = $1 order by id',
      [roomId],
    )
  ).rows

const unseenIn = (items: readonly RightsItem[]): number[] => {
  const model = new RightsModel(items, new Map(), 0)
  return items.filter(({ id }) => model.isStaged(id)).map(({ id }) => id)
}

const below = (items: readonly RightsItem[], top: number): RightsItem[] => {
  const isBelow = (item: RightsItem | undefined): boolean =>
    item !== undefined && (item.id === top || isBelow(items.find(({ id }) => id === item.parent)))
  return items.filter(isBelow)
}

async function scatter(app: TestApp, { room, groups }: Made, chance: Chance, top: number): Promise<void> {
  const { operator, roomId } = room
  for (let count = 0; count < CHANGES_PER_TREE; count += 1) {
    const items = below(await itemsOf(app, room), top)
    const any = (from: readonly RightsItem[]): number => from[chance.whole(0, from.length - 1)]?.id ?? top
    const itemId = any(items.filter(({ id, inTrash }) => id !== top && !inTrash))
    const parent = any(items.filter(({ folder, inTrash }) => folder && !inTrash))
    const what = chance.next()
    const unseen = unseenIn(items)
    if (chance.next() < 0.3) {
      const isPublication = chance.next() < 0.3
      // What lies below a staged folder is more telling than a staged document.
      const staged = any(items.filter(({ id, folder, inTrash }) => id !== top && folder && !inTrash))
      await operator.call('POST', `/room/api/file/${isPublication ? 'publish' : 'unpublish'}`, {
        body: { roomId, ids: [chance.next() < 0.7 ? staged : itemId] },
      })
      continue
    }
    if (what < 0.5) await operator.call('POST', '/room/api/grant', { body: { roomId, changes: [changeOn(chance, groups, itemId)] } })
    else if (what < 0.75) await operator.call('PATCH', '/room/api/file/file/update/move', { body: placing(room, itemId, parent, chance) })
    else if (what < 0.85)
      await operator.call('PATCH', '/room/api/file/file/update/copy', {
        body: { ...placing(room, itemId, parent, chance), name: `사본 ${trees}-${count}` },
      })
    else if (what < 0.95) await operator.deleteItem(itemId)
    else await operator.restoreItem(any(items.filter(({ inTrash }) => inTrash)))
    const seen = new RightsModel(await itemsOf(app, room), new Map(), 0)
    // Only a publication shows what nobody saw.
    expect(unseen.filter((id) => !seen.isStaged(id))).toEqual([])
  }
}

const placing = ({ operator, roomId }: TestRoom, fileId: number, parent: number, chance: Chance) => ({
  ...{ fileId, parent, roomId, id: operator.me.id },
  rights: chance.next() < 0.5 ? 'keep' : 'inherit',
})

function changeOn(chance: Chance, groups: readonly number[], itemId: number) {
  const groupId = groups[chance.whole(0, groups.length - 1)] ?? 0
  const lot = chance.next()
  if (lot < 0.15) return { groupId, itemId, level: null }
  const level: Level = LEVELS[chance.whole(0, LEVELS.length - 1)] ?? 'none'
  const at = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()
  if (lot < 0.75) return { groupId, itemId, level }
  if (lot < 0.82) return { groupId, itemId, level, from: at(1) }
  if (lot < 0.88) return { groupId, itemId, level, until: at(1) }
  return { groupId, itemId, level, until: at(-1), after: lot < 0.94 ? 'inherit' : 'none' }
}

async function grantsOf(app: TestApp, groupId: number): Promise<RightsGrants> {
  const { rows } = await app.database.pool.query('select * from grants where group_id = $1', [groupId])
  return new Map(
    rows.map(({ item_id, level, starts_at, ends_at, inherits_after }): [number, RightsGrant] => [
      item_id,
      { level, from: starts_at?.getTime(), until: ends_at?.getTime(), inherits: inherits_after },
    ]),
  )
}

const sorted = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b)

async function compare(app: TestApp, { room, groups, people }: Made, index: number, top: number): Promise<void> {
  const client = people[index]?.client as WireClient
  const items = await itemsOf(app, room)
  const model = new RightsModel(items, await grantsOf(app, groups[index] ?? 0), Date.now())
  const tree = below(items, top)
  for (const { id, folder } of tree.filter((item) => item.folder)) {
    const { http, json } = await client.list(id)
    expect({ id, http }).toEqual({ id, http: model.isVisible(id) && folder ? 200 : 404 })
    if (http !== 200) continue
    const shown = json.payload as ItemRecord[]
    expect({ id, shown: sorted(shown.map((item) => item.id)) }).toEqual({ id, shown: sorted(model.listOf(id)) })
    expect({ id, counts: (json.counts?.folders ?? 0) + (json.counts?.files ?? 0) }).toEqual({ id, counts: model.listOf(id).length })
    for (const item of shown) {
      const level = model.levelOf(item.id)
      expect({ id: item.id, count: item.itemCount }).toEqual({ id: item.id, count: model.listOf(item.id).length })
      expect(item.permission).toMatchObject({ print: level >= 2, download: level >= 3, original: level >= 4 })
    }
  }
  const { json } = await client.list(0, { keword: `문서 ${trees}-`, limit: 1_000 })
  // An item whose folder is in the trash is restored to the root, outside the tree.
  const expected = items.filter((item) => !item.folder && model.isVisible(item.id) && item.name.startsWith(`문서 ${trees}-`))
  expect(sorted((json.payload as ItemRecord[]).map(({ id }) => id))).toEqual(sorted(expected.map(({ id }) => id)))
}
