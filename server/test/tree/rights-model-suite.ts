import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ITEM_TYPE } from '../../../contract/core/limits.ts'
import { LEVELS, type Level } from '../../../contract/features/groups/levels.ts'
import { makePdf } from '../fixtures/make-pdf.ts'
import { startTestApp, type TestApp, type TestRoom } from '../harness/test-app.ts'
import { Chance } from '../harness/upload-stream.ts'
import type { ItemRecord, WireClient } from '../harness/wire-client.ts'
import {
  type RightsGrant,
  type RightsGrants,
  type RightsItem,
  RightsModel,
} from './rights-model.ts'

const GROUPS = 3
const TREES = 50
const FORESTS_AT_ONCE = 10
const SHAPES = 5
const MOVES = 12
const PAGE = 1_000
const DAY_MS = 86_400_000
const MARK = '숲'

interface Forest {
  readonly app: TestApp
  readonly room: TestRoom
  readonly groups: readonly { readonly id: number; readonly client: WireClient }[]
  readonly chance: Chance
  readonly trees: number
}

/** A seed makes random changes reproducible. */
export function describeRights(forests: number, firstSeed: number, trees = TREES): void {
  vi.setConfig({ testTimeout: 120_000 })
  // Tests gather no statistics for many forests.
  for (let seed = firstSeed; seed < firstSeed + forests; seed += FORESTS_AT_ONCE)
    describeForests({ forests: Math.min(FORESTS_AT_ONCE, firstSeed + forests - seed), trees }, seed)
}

function describeForests(
  { forests, trees }: { readonly forests: number; readonly trees: number },
  firstSeed: number,
): void {
  describe(`${forests * trees} trees with rights by chance (seed ${firstSeed})`, () => {
    let app: TestApp
    beforeAll(async () => {
      app = await startTestApp()
    })
    afterAll(() => app.close())

    for (let seed = firstSeed; seed < firstSeed + forests; seed += 1)
      it(`seed ${seed}: each group sees what the model says, in lists, counts, search and abilities`, async () => {
        const forest = await furnish(app, new Chance(seed), trees)
        await grow(forest)
        await scatter(forest)
        for (const group of forest.groups) await compare(forest, group)
      })
  })
}

async function furnish(app: TestApp, chance: Chance, trees: number): Promise<Forest> {
  const room = await app.room()
  const groups: Forest['groups'][number][] = []
  for (let index = 0; index < GROUPS; index += 1) {
    const { client, memberId } = await app.participant(room)
    const { json } = await room.operator.call('POST', '/room/api/group', {
      body: { roomId: room.roomId, name: `그룹 ${index}` },
    })
    const { id } = json.payload as { id: number }
    await room.operator.call('POST', '/room/api/group/members', {
      body: { id, roomId: room.roomId, managementIds: [memberId] },
    })
    for (const right of ['print', 'download'] as const)
      await room.operator.setRight(memberId, right, true)
    groups.push({ id, client })
  }
  return { app, room, groups, chance, trees }
}

const PDF = makePdf(1)

/** The first trees are copied. */
async function grow({ room: { operator }, chance, trees }: Forest): Promise<void> {
  const grove = await operator.newFolder(`${MARK} 0`)
  for (let shape = 0; shape < SHAPES; shape += 1) {
    const paths = [`${MARK} 나무 ${shape}`]
    for (let count = chance.whole(3, 8); count > 0; count -= 1)
      paths.push(`${pick(chance, paths)}/${MARK} 폴더 ${shape}-${count}`)
    const { json } = await operator.makeFolders(paths, grove)
    const folders = (json.payload as { id: number }[]).map(({ id }) => id)
    for (let count = chance.whole(2, 5); count > 0; count -= 1)
      await operator.put(`${MARK} 문서 ${shape}-${count}.pdf`, PDF, pick(chance, folders))
  }
  for (let copy = 1; copy < trees / SHAPES; copy += 1)
    expect((await operator.copyItem(grove, `${MARK} ${copy}`, 0)).http).toBe(200)
}

const itemsOf = async ({ app, room }: Forest): Promise<(RightsItem & { name: string })[]> =>
  (
    await app.database.pool.query(
      'select id, parent_id as parent, folder, name, staged, deleted_at is not null as "inTrash" from items where room_id = $1 order by id',
      [room.roomId],
    )
  ).rows

function pick<T>(chance: Chance, from: readonly T[]): T {
  const picked = from[chance.whole(0, from.length - 1)]
  if (picked === undefined) throw new Error('Nothing to pick from')
  return picked
}

const pickMany = <T>(chance: Chance, from: readonly T[], share: number): T[] =>
  from.filter(() => chance.next() < share)

/** Each change affects the next, so grants and publications surround moves. */
async function scatter(forest: Forest): Promise<void> {
  const share = forest.trees / TREES
  await grant(forest, 80 * share)
  await publish(forest, 'unpublish', 0.06)
  await rearrange(forest)
  await grant(forest, 40 * share)
  await publish(forest, 'publish', 0.5)
  await publish(forest, 'unpublish', 0.03)
  await rearrange(forest)
}

async function grant(forest: Forest, count: number): Promise<void> {
  const { room, groups, chance } = forest
  const present = (await itemsOf(forest)).filter(({ inTrash }) => !inTrash)
  const cells = new Map<string, ReturnType<typeof changeOn>>()
  for (let made = 0; made < count; made += 1) {
    const change = changeOn(chance, pick(chance, groups).id, pick(chance, present).id)
    cells.set(`${change.groupId} ${change.itemId}`, change)
  }
  const { http } = await room.operator.call('POST', '/room/api/grant', {
    body: { roomId: room.roomId, changes: [...cells.values()] },
  })
  expect(http).toBe(200)
}

async function publish(forest: Forest, act: 'publish' | 'unpublish', share: number): Promise<void> {
  const { room, chance } = forest
  const items = (await itemsOf(forest)).filter(
    ({ inTrash, staged }) => !inTrash && staged === (act === 'publish'),
  )
  // Staged folders hide what is below.
  const ids = pickMany(chance, items, share).flatMap(({ id, folder }) =>
    folder || chance.next() < 0.5 ? [id] : [],
  )
  if (ids.length === 0) return
  expect(
    (
      await room.operator.call('POST', `/room/api/file/${act}`, {
        body: { roomId: room.roomId, ids },
      })
    ).http,
  ).toBe(200)
}

async function rearrange(forest: Forest): Promise<void> {
  const { room, chance } = forest
  const { operator } = room
  const before = await itemsOf(forest)
  const unseen = stagedOf(before)
  const present = before.filter(({ inTrash }) => !inTrash).map(({ id }) => id)
  const folders = before.filter(({ folder, inTrash }) => folder && !inTrash).map(({ id }) => id)
  for (let moved = 0; moved < MOVES; moved += 1) {
    const parent = pick(chance, folders)
    const place = {
      fileId: pick(chance, present),
      parent,
      roomId: room.roomId,
      id: operator.me.id,
      rights: pick(chance, ['keep', 'inherit']),
    }
    const copy = { ...place, name: `${MARK} 사본 ${moved}` }
    if (chance.next() < 0.7)
      await operator.call('PATCH', '/room/api/file/file/update/move', { body: place })
    else await operator.call('PATCH', '/room/api/file/file/update/copy', { body: copy })
  }
  for (const id of pickMany(chance, present, 0.02)) await operator.deleteItem(id)
  const trashed = (await itemsOf(forest)).filter(({ inTrash }) => inTrash)
  for (const { id } of pickMany(chance, trashed, 0.1)) await operator.restoreItem(id)
  const seen = new RightsModel(await itemsOf(forest), new Map(), 0)
  expect(unseen.filter((id) => !seen.isStaged(id))).toEqual([])
}

const stagedOf = (items: readonly RightsItem[]): number[] => {
  const model = new RightsModel(items, new Map(), 0)
  return items.filter(({ id }) => model.isStaged(id)).map(({ id }) => id)
}

function changeOn(chance: Chance, groupId: number, itemId: number) {
  const lot = chance.next()
  if (lot < 0.15) return { groupId, itemId, level: null }
  const level = pick<Level>(chance, LEVELS)
  const at = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()
  if (lot < 0.75) return { groupId, itemId, level }
  if (lot < 0.82) return { groupId, itemId, level, from: at(1) }
  if (lot < 0.88) return { groupId, itemId, level, until: at(1) }
  return { groupId, itemId, level, until: at(-1), after: lot < 0.94 ? 'inherit' : 'none' }
}

async function grantsOf({ app }: Forest, groupId: number): Promise<RightsGrants> {
  const { rows } = await app.database.pool.query('select * from grants where group_id = $1', [
    groupId,
  ])
  return new Map(
    rows.map(({ item_id, level, starts_at, ends_at, inherits_after }): [number, RightsGrant] => [
      item_id,
      { level, from: starts_at?.getTime(), until: ends_at?.getTime(), inherits: inherits_after },
    ]),
  )
}

const sorted = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b)

async function compare(
  forest: Forest,
  { id: groupId, client }: Forest['groups'][number],
): Promise<void> {
  const items = await itemsOf(forest)
  const model = new RightsModel(items, await grantsOf(forest, groupId), Date.now())
  const found = await search(client)
  expect(sorted(found.map(({ id }) => id))).toEqual(sorted(model.visible))
  for (const { id, type, itemCount, permission } of found) {
    const level = model.levelOf(id)
    expect({ id, permission }).toMatchObject({
      id,
      permission: { print: level >= 2, download: level >= 3, original: level >= 4 },
    })
    if (type === ITEM_TYPE.folder)
      expect({ id, itemCount }).toEqual({ id, itemCount: model.listOf(id).length })
  }
  const folders = items.filter(({ folder }) => folder).map(({ id }) => id)
  for (const id of [0, ...pickMany(forest.chance, folders, 0.02)])
    await compareList(model, client, id)
}

async function compareList(model: RightsModel, client: WireClient, id: number): Promise<void> {
  const isShown = id === 0 || model.isVisible(id)
  const { http, json } = await client.list(id)
  expect({ id, http }).toEqual({ id, http: isShown ? 200 : 404 })
  if (!isShown) return
  const shown = (json.payload as ItemRecord[]).map((item) => item.id)
  const { folders, files } = json.counts ?? { folders: 0, files: 0 }
  expect({ id, shown: sorted(shown), count: folders + files }).toEqual({
    id,
    shown: sorted(model.listOf(id)),
    count: model.listOf(id).length,
  })
}

async function search(client: WireClient): Promise<ItemRecord[]> {
  const found: ItemRecord[] = []
  for (let cursor: string | undefined; ; ) {
    const { http, json } = await client.list(0, {
      keword: MARK,
      limit: PAGE,
      ...(cursor !== undefined && { cursor }),
    })
    expect({ http, problem: http === 200 ? '' : json.payload }).toEqual({ http: 200, problem: '' })
    found.push(...(json.payload as ItemRecord[]))
    cursor = json.nextCursor
    if (!cursor) return found
  }
}
