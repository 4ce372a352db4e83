import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ManualClock } from '../../test/harness/clocks.ts'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'
import { createEntryIds } from './entry-ids.ts'

describe('ids of entries', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  it('go up in the order in which one process gives them, are given once among several, and are not kept for later', async () => {
    const clock = new ManualClock(new Date('2026-11-26T09:00:00Z'))
    const nodes = [createEntryIds(clock), createEntryIds(clock)]
    const given = nodes.map(() => [] as number[])
    const take = (node: number, count: number) =>
      app.database.transaction(async (tx) =>
        given[node]?.push(...((await nodes[node]?.(tx, count)) ?? [])),
      )
    await Promise.all(Array.from({ length: 60 }, (_, turn) => take(turn % 2, 1 + (turn % 5) * 7)))
    for (const ids of given) expect(ids).toEqual([...ids].sort((one, other) => one - other))
    const all = given.flat()
    expect(new Set(all).size).toBe(all.length)
    expect(all.length).toBe(
      Array.from({ length: 60 }, (_, turn) => 1 + (turn % 5) * 7).reduce(
        (sum, count) => sum + count,
      ),
    )
    await take(0, 1)
    clock.advance(2_000)
    await take(1, 40)
    await take(0, 1)
    expect(given[0]?.at(-1)).toBeGreaterThan(given[1]?.at(-1) ?? Number.POSITIVE_INFINITY)
  })
})
