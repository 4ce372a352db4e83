import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts'
import { connectDatabase, type Database } from '../db/connect.ts'
import { listen } from '../db/listener.ts'
import { notify } from '../db/notices.ts'
import { silentLog } from '../log/log.ts'
import { type Bus, type Heard, type OpenListener, openBus } from './bus.ts'

const message = z.object({ room: z.number(), kind: z.string() })
type Message = z.infer<typeof message>

describe('the bus between nodes', () => {
  let testDatabase: TestDatabase
  let database: Database
  let one: Bus<Message>
  let two: Bus<Message>
  beforeAll(async () => {
    testDatabase = await createTestDatabase()
    database = await connectDatabase(testDatabase.connection, { log: silentLog })
    const open: OpenListener = (channel, wiring) =>
      listen(testDatabase.connection, channel, { ...wiring, log: silentLog })
    one = await openBus(message, open)
    two = await openBus(message, open)
  })
  afterAll(async () => {
    await one.close()
    await two.close()
    await database.close()
    await testDatabase.drop()
  })

  const positions = (): readonly number[] => [one.position(), two.position()]
  const heardBy = (before: readonly number[], count: number): Promise<void> =>
    expect.poll(positions).toEqual(before.map((position) => position + count))

  it('reports to a subscriber at once what came after its named position, and nothing twice', async () => {
    const before = one.position()
    const both = positions()
    const reported: Heard<Message>[] = []
    for (const room of [1, 2]) await one.publish(database.db, { room, kind: 'rights' })
    await heardBy(both, 2)
    const releases = [
      one.subscribe((each) => reported.push(each), before + 1),
      one.subscribe((each) => reported.push(each)),
    ]
    expect(reported).toEqual([{ room: 2, kind: 'rights' }])
    await one.publish(database.db, { room: 3, kind: 'rights' })
    await heardBy(both, 3)
    expect(reported.slice(1)).toEqual([3, 3].map((room) => ({ room, kind: 'rights' })))
    for (const release of releases) release()
  })

  it('says that anything may have changed to one whose position is older than what it keeps', async () => {
    const before = one.position()
    const both = positions()
    for (let first = 0; first < 1_001; first += 77)
      await database.transaction(async (tx) => {
        for (let room = first; room < first + 77; room += 1)
          await one.publish(tx, { room, kind: 'rights' })
      })
    await heardBy(both, 1_001)
    const reported: Heard<Message>[] = []
    const releases = [
      one.subscribe((each) => reported.push(each), before),
      one.subscribe((each) => reported.push(each), before + 1),
    ]
    expect(reported).toHaveLength(1_001)
    expect(reported[0]).toBe('unknown')
    expect(reported.slice(1)).not.toContain('unknown')
    for (const release of releases) release()
  })

  it('carries a message to every subscriber of every node, after the commit and not before', async () => {
    const heard: Heard<Message>[][] = [[], [], []]
    const releases = [one, one, two].map((bus, index) =>
      bus.subscribe((each) => heard[index]?.push(each)),
    )
    await database.transaction(async (tx) => {
      await one.publish(tx, { room: 1, kind: 'rights' })
      await wait(50)
      expect(heard).toEqual([[], [], []])
    })
    for (const each of heard) await expect.poll(() => each).toEqual([{ room: 1, kind: 'rights' }])
    for (const release of releases) release()
  })

  it('reports nothing that was rolled back, and nothing to subscribers who left', async () => {
    const heard: Heard<Message>[][] = [[], []]
    const releases = [one, two].map((bus, index) =>
      bus.subscribe((each) => heard[index]?.push(each)),
    )
    const left: Heard<Message>[] = []
    two.subscribe((each) => left.push(each))()
    await database
      .transaction(async (tx) => {
        await one.publish(tx, { room: 2, kind: 'rights' })
        throw new Error('no')
      })
      .catch(() => undefined)
    await one.publish(database.db, { room: 3, kind: 'room' })
    for (const each of heard) await expect.poll(() => each).toEqual([{ room: 3, kind: 'room' }])
    expect(left).toEqual([])
    for (const release of [...releases, ...releases]) release()
  })

  it('takes a message of another release for one that may mean anything', async () => {
    const heard: Heard<Message>[] = []
    const release = one.subscribe((each) => heard.push(each))
    await notify(database.db, 'sealroom', { zimmer: 4 })
    await expect.poll(() => heard).toEqual(['unknown'])
    release()
  })
})

describe('the bus without its connection', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('counts every second as a message of unknown content, until the connection is back', async () => {
    let wiring: Parameters<OpenListener>[1] | undefined
    const close = vi.fn(async () => undefined)
    const bus = await openBus(message, async (_, given) => {
      wiring = given
      return { close }
    })
    const heard: Heard<Message>[] = []
    bus.subscribe((each) => heard.push(each))
    wiring?.onLost()
    wiring?.onLost()
    vi.advanceTimersByTime(3_000)
    expect(heard).toEqual(['unknown', 'unknown', 'unknown'])
    wiring?.onRestored()
    expect(heard).toHaveLength(4)
    vi.advanceTimersByTime(5_000)
    expect(heard).toHaveLength(4)
    wiring?.onLost()
    await bus.close()
    vi.advanceTimersByTime(5_000)
    expect(heard).toHaveLength(4)
    expect(close).toHaveBeenCalledOnce()
  })
})
