import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { eventually } from '../harness/eventually.ts'
import { startTestApp, type TestApp, type TestRoom } from '../harness/test-app.ts'
import { Chance } from '../harness/upload-stream.ts'
import { type ItemRecord, WireClient } from '../harness/wire-client.ts'
import {
  documentOf,
  emptyRoom,
  expectBytes,
  expectHollow,
  perform,
  randomChange,
  storedItems,
} from './tree-changes.ts'
import { isExplained, type Performed } from './tree-histories.ts'
import { findBroken, findStrayBlobs, loggedErrors } from './tree-invariants.ts'
import type { TreeChange } from './tree-model.ts'

const PER_ROOM = 40
const CHANGES_EACH = 3
const OPERATOR = 4

export function describeHistories(count: number, firstSeed: number): void {
  vi.setConfig({ testTimeout: 300_000 })
  describe(`${count} histories of two to four clients at once, of three operators, on two nodes (seed ${firstSeed})`, () => {
    let app: TestApp
    let nodes: readonly string[]
    beforeAll(async () => {
      app = await startTestApp()
      nodes = [app.base, await app.node()]
    })
    afterAll(() => app.close())

    for (let first = 0; first < count; first += PER_ROOM) {
      const seed = firstSeed + first
      it(`seed ${seed}: what came of each is what some order of its changes makes of the tree`, async () => {
        const chance = new Chance(seed)
        const room = await app.room()
        await room.operator.switches(false)
        const operators = [room.operator, await anotherOperator(room), await anotherOperator(room)]
        for (let number = 1; number <= Math.min(PER_ROOM, count - first); number += 1)
          await runHistory(chance, room, operators, number)
        await expectHollow(app, room)
      })
    }

    it('nothing is left on the disk that no document holds, nothing is missing, and nothing failed', async () => {
      await eventually(async () =>
        expect(await findStrayBlobs(app)).toEqual({ orphans: [], missing: [] }),
      )
      expect(await loggedErrors(app)).toEqual([])
    })

    async function runHistory(
      chance: Chance,
      room: TestRoom,
      operators: readonly WireClient[],
      number: number,
    ): Promise<void> {
      await plant(room)
      const start = await storedItems(app, room.roomId)
      const clients = Array.from({ length: chance.whole(2, 4) }, (_, index) =>
        onNode(operators[index % operators.length] ?? room.operator, nodes[index % nodes.length]),
      )
      const plans = clients.map(() =>
        Array.from({ length: CHANGES_EACH }, () => randomChange(chance, start)),
      )
      const histories = await Promise.all(
        clients.map((client, index) => runPlan(client, plans[index] ?? [])),
      )
      const end = await storedItems(app, room.roomId)
      expect(await findBroken(app, room.roomId)).toEqual({})
      const explained = isExplained(start, histories, end)
      expect({ number, unexplained: explained ? undefined : { start, histories, end } }).toEqual({
        number,
        unexplained: undefined,
      })
      const documents = (await room.operator.list(0, { keword: '.pdf' })).json
        .payload as ItemRecord[]
      expect(documents.map(({ id }) => id).sort()).toEqual(
        end
          .filter(({ folder, entry }) => !folder && !entry)
          .map(({ id }) => id)
          .sort(),
      )
      await expectBytes(room.operator, documents)
      await emptyRoom(app, room)
    }

    async function runPlan(client: WireClient, plan: readonly TreeChange[]): Promise<Performed[]> {
      const performed: Performed[] = []
      for (const change of plan) {
        const began = performance.now()
        const outcome = await perform(client, change)
        performed.push({ change, outcome, began, ended: performance.now() })
      }
      return performed
    }

    async function plant({ roomId, operator }: TestRoom): Promise<void> {
      const paths = ['가/가.pdf', '나.pdf', '가/계약/계약.pdf']
      const planted = await operator.upload(
        paths.map((path, index) => [path, documentOf(4_000 + index)]),
      )
      const items = await storedItems(app, roomId)
      const idOf = (wanted: string): number =>
        items.find(({ name, entry }) => name === wanted && entry === undefined)?.id ?? 0
      const done = [
        planted,
        await operator.makeFolder('나', idOf('가')),
        await operator.makeFolder('Deal'),
        await operator.deleteItem(idOf('계약.pdf')),
        await operator.deleteItem(idOf('계약')),
      ]
      expect(done.map(({ json }) => json.status)).toEqual(done.map(() => 'OK'))
    }

    async function anotherOperator(room: TestRoom): Promise<WireClient> {
      const { client, memberId, email } = await app.participant(room)
      await room.operator.setRole(memberId, OPERATOR)
      await client.elevate(await app.codeMailedTo(email))
      return client
    }

    const onNode = ({ session }: WireClient, base: string | undefined): WireClient =>
      Object.assign(new WireClient(base ?? app.base), { session })
  })
}
