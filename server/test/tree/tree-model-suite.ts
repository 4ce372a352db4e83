import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestApp, type TestApp, type TestRoom } from '../harness/test-app.ts'
import { Chance } from '../harness/upload-stream.ts'
import type { ItemRecord, WireClient } from '../harness/wire-client.ts'
import { documentOf, emptyRoom, expectBytes, expectHollow, madeId, perform, randomChange, storedItems } from './tree-changes.ts'
import { findBroken, findStrayBlobs, loggedErrors } from './tree-invariants.ts'
import { TreeModel } from './tree-model.ts'

const PER_ROOM = 500
const COMPARED_EVERY = 50

export function describeChanges(count: number, firstSeed: number): void {
  vi.setConfig({ testTimeout: 300_000 })
  describe(`${count} changes by chance (seed ${firstSeed})`, () => {
    let app: TestApp
    beforeAll(async () => {
      app = await startTestApp()
    })
    afterAll(() => app.close())

    for (let first = 0; first < count; first += PER_ROOM) {
      const seed = firstSeed + first
      it(`seed ${seed}: each is answered as the model says, and the tree is that of the model`, async () => {
        const chance = new Chance(seed)
        const room = await app.room()
        await room.operator.switches(false)
        const way = Array.from({ length: LIMITS.treeDepth - 3 }, (_, depth) => `층 ${depth}`).join('/')
        await room.operator.upload([[`${way}/바닥.pdf`, documentOf(5_000)]])
        const model = new TreeModel(await storedItems(app, room.roomId))
        const codes = new Set<string>()
        for (let number = 1; number <= Math.min(PER_ROOM, count - first); number += 1) {
          const change = randomChange(chance, model.items)
          const outcome = await perform(room.operator, change)
          expect({ number, change, outcome }).toEqual({ number, change, outcome: model.apply(change, madeId(outcome)) })
          if ('code' in outcome) codes.add(outcome.code)
          else if (change.kind === 'copy') model.learn(await storedItems(app, room.roomId), madeId(outcome))
          if (number % COMPARED_EVERY === 0) await compare(room, model)
        }
        await compare(room, model)
        await compareLists(room, model)
        await readOlderVersions(room, model)
        await emptyRoom(app, room)
        await expectHollow(app, room)
        expect([...codes]).toEqual(expect.arrayContaining(['NOT_FOUND', 'NAME_EXISTS', 'INTO_ITSELF']))
      })
    }

    it('nothing is left on the disk that no document holds, nothing is missing, and nothing failed', async () => {
      await eventually(async () => expect(await findStrayBlobs(app)).toEqual({ orphans: [], missing: [] }))
      expect(await loggedErrors(app)).toEqual([])
    })

    const byId = <T extends { readonly id: number }>(items: readonly T[]): T[] => items.toSorted((a, b) => a.id - b.id)

    async function compare(room: TestRoom, model: TreeModel): Promise<void> {
      expect(await storedItems(app, room.roomId)).toEqual(byId(model.items))
      expect(await findBroken(app, room.roomId)).toEqual({})
    }

    async function compareLists({ operator }: TestRoom, model: TreeModel): Promise<void> {
      const live = model.items.filter(({ entry }) => entry === undefined)
      const inside = (parent: number) => live.filter((item) => item.parent === parent)
      for (const folder of [0, ...live.filter((item) => item.folder).map(({ id }) => id)]) {
        const { payload, counts, folderPath } = (await operator.list(folder)).json
        const children = inside(folder)
        const shown = (payload as ItemRecord[]).map(({ id, parent, name, type, itemCount, folderCount, size }) => ({
          id,
          parent,
          name,
          type,
          itemCount,
          folderCount,
          size,
        }))
        const expected = children.map(({ id, parent, name, folder: isFolder, content }) => ({
          id,
          parent,
          name,
          type: isFolder ? 5 : 4,
          itemCount: inside(id).length,
          folderCount: isFolder ? inside(id).filter((item) => item.folder).length : undefined,
          size: content,
        }))
        expect(byId(shown)).toEqual(byId(expected))
        expect(counts).toEqual({
          folders: children.filter((item) => item.folder).length,
          files: children.filter((item) => !item.folder).length,
        })
        expect(folderPath?.at(-1)?.id ?? 0).toBe(folder)
      }
      const documents = await documentsOf(operator)
      expect(byId(documents).map(({ id }) => id)).toEqual(byId(live.filter(({ folder }) => !folder)).map(({ id }) => id))
      await expectBytes(operator, documents)
      const entries = model.items.filter(({ id, entry }) => entry === id)
      expect((await operator.trashed()).map(({ id }) => id).sort()).toEqual(entries.map(({ id }) => id).sort())
    }

    async function readOlderVersions({ operator }: TestRoom, model: TreeModel): Promise<void> {
      const ids = model.items.filter(({ entry, versions }) => entry === undefined && versions.length > 1)
      const rounds = Math.max(0, ...ids.map(({ versions }) => versions.length - 1))
      for (let number = 1; number <= rounds; number += 1) {
        const older = ids.filter(({ versions }) => versions.length > number)
        for (const { id } of older) {
          expect((await operator.restoreVersion(id, number)).json).toMatchObject({ status: 'OK' })
        }
        const shown = await documentsOf(operator)
        const restored = shown.filter(({ id }) => older.some((item) => item.id === id))
        expect(byId(restored).map(({ id, size }) => [id, size])).toEqual(byId(older).map(({ id, versions }) => [id, versions[number - 1]]))
        await expectBytes(operator, restored)
      }
    }

    const documentsOf = async (operator: WireClient): Promise<ItemRecord[]> =>
      (await operator.list(0, { keword: '.pdf', limit: LIMITS.listMax })).json.payload as ItemRecord[]
  })
}
