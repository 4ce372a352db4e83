import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp, type TestRoom } from '../../test/test-app.ts'
import { madeId, perform, randomChange, storedItems } from '../../test/tree-changes.ts'
import { isExplained, type Performed } from '../../test/tree-histories.ts'
import { findBroken, findStrayBlobs, loggedErrors } from '../../test/tree-invariants.ts'
import type { Change, ModelItem } from '../../test/tree-model.ts'
import { Chance } from '../../test/upload-stream.ts'
import { WireClient } from '../../test/wire-client.ts'

/** `TREE_HISTORIES=2000` for all of them. */
const HISTORIES = Number(process.env['TREE_HISTORIES'] ?? 40)
const SEED = Number(process.env['TREE_SEED'] ?? 20_261_120)
const PER_ROOM = 40
const CHANGES_EACH = 3

vi.setConfig({ testTimeout: 300_000 })

describe(`${HISTORIES} histories of two to four clients at once, on two nodes (seed ${SEED})`, () => {
  let app: TestApp
  let nodes: readonly string[]
  beforeAll(async () => {
    app = await startTestApp()
    nodes = [app.base, await app.node()]
  })
  afterAll(() => app.close())

  for (let first = 0; first < HISTORIES; first += PER_ROOM) {
    const seed = SEED + first
    it(`seed ${seed}: what came of each is what some order of its changes makes of the tree`, async () => {
      const chance = new Chance(seed)
      const room = await app.room()
      for (let number = 1; number <= Math.min(PER_ROOM, HISTORIES - first); number += 1) await runHistory(chance, room, number)
    })
  }

  it('nothing is left on the disk that no document holds, nothing is missing, and nothing failed', async () => {
    await vi.waitFor(async () => expect(await findStrayBlobs(app)).toEqual({ orphans: [], missing: [] }), { timeout: 20_000 })
    expect(await loggedErrors(app)).toEqual([])
  })

  async function runHistory(chance: Chance, room: TestRoom, number: number): Promise<void> {
    await plant(room)
    const start = await storedItems(app, room.roomId)
    const clients = Array.from({ length: chance.whole(2, 4) }, (_, index) => clientOn(room, nodes[index % nodes.length]))
    const plans = clients.map(() => Array.from({ length: CHANGES_EACH }, () => randomChange(chance, start)))
    const histories = await Promise.all(clients.map((client, index) => runPlan(client, plans[index] ?? [])))
    const end = await storedItems(app, room.roomId)
    expect(await findBroken(app, room.roomId)).toEqual({})
    const explained = isExplained(start, histories, end)
    expect({ number, unexplained: explained ? undefined : { start, histories, end } }).toEqual({ number, unexplained: undefined })
    await clear(room, end)
  }

  async function runPlan(client: WireClient, plan: readonly Change[]): Promise<Performed[]> {
    const performed: Performed[] = []
    for (const change of plan) {
      const began = performance.now()
      const outcome = await perform(client, change)
      performed.push({ change, outcome, began, ended: performance.now() })
    }
    return performed
  }

  /** A small tree to fight over: four folders, of which two stand in others, and two documents; one more of each in the trash. */
  async function plant({ operator }: TestRoom): Promise<void> {
    const make = async (change: Change): Promise<number> => madeId(await perform(operator, change))
    const first = await make({ kind: 'folder', name: '가', parent: 0 })
    await make({ kind: 'folder', name: '나', parent: first })
    await make({ kind: 'folder', name: 'Deal', parent: 0 })
    await make({ kind: 'upload', name: '가.pdf', parent: first, content: 4_000 })
    await make({ kind: 'upload', name: '나.pdf', parent: 0, content: 4_001 })
    const folder = await make({ kind: 'folder', name: '계약', parent: first })
    const file = await make({ kind: 'upload', name: '계약.pdf', parent: folder, content: 4_002 })
    await operator.deleteItem(file)
    await operator.deleteItem(folder)
  }

  /** Destroys all that is there; the background does so while the next history runs. */
  async function clear({ operator }: TestRoom, items: readonly ModelItem[]): Promise<void> {
    const inRoot = items.filter(({ parent, entry }) => parent === 0 && entry === undefined)
    await Promise.all(inRoot.map(({ id }) => operator.deleteItem(id)))
    const entries = [...inRoot, ...items.filter(({ id, entry }) => entry === id)]
    await Promise.all(entries.map(({ id }) => operator.destroyItem(id)))
  }

  const clientOn = (room: TestRoom, base: string | undefined): WireClient =>
    Object.assign(new WireClient(base ?? app.base), { session: room.operator.session })
})
