import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestApp, type TestApp } from '../harness/test-app.ts'
import { Chance } from '../harness/upload-stream.ts'
import {
  documentOf,
  emptyRoom,
  expectHollow,
  madeId,
  perform,
  randomChange,
  storedItems,
} from './tree-changes.ts'
import { compare, compareLists, readOlderVersions } from './tree-comparisons.ts'
import { findStrayBlobs, loggedErrors } from './tree-invariants.ts'
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
        const way = Array.from({ length: LIMITS.treeDepth - 3 }, (_, depth) => `층 ${depth}`).join(
          '/',
        )
        await room.operator.upload([[`${way}/바닥.pdf`, documentOf(5_000)]])
        const model = new TreeModel(await storedItems(app, room.roomId))
        const codes = new Set<string>()
        for (let number = 1; number <= Math.min(PER_ROOM, count - first); number += 1) {
          const change = randomChange(chance, model.items)
          const outcome = await perform(room.operator, change)
          expect({ number, change, outcome }).toEqual({
            number,
            change,
            outcome: model.apply(change, madeId(outcome)),
          })
          if ('code' in outcome) codes.add(outcome.code)
          else if (change.kind === 'copy')
            model.learn(await storedItems(app, room.roomId), madeId(outcome))
          if (number % COMPARED_EVERY === 0) await compare(app, room, model)
        }
        await compare(app, room, model)
        await compareLists(room, model)
        await readOlderVersions(room, model)
        await emptyRoom(app, room)
        await expectHollow(app, room)
        expect([...codes]).toEqual(
          expect.arrayContaining(['NOT_FOUND', 'NAME_EXISTS', 'INTO_ITSELF']),
        )
      })
    }

    it('nothing is left on the disk that no document holds, nothing is missing, and nothing failed', async () => {
      await eventually(async () =>
        expect(await findStrayBlobs(app)).toEqual({ orphans: [], missing: [] }),
      )
      expect(await loggedErrors(app)).toEqual([])
    })
  })
}
