import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type MemoryLog, memoryLog } from '../../test/fixtures/memory-log.ts'
import { eventually } from '../../test/harness/eventually.ts'
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts'
import { onlySlow } from '../../test/harness/tier.ts'
import {
  connect,
  count,
  gate,
  jobs,
  rowsOf,
  start,
  sweep,
} from '../../test/scenarios/jobs/queues.ts'
import type { Database } from '../db/connect.ts'
import { addJob, handle } from './job.ts'

let test: TestDatabase
let database: Database
let log: MemoryLog
const cleanups: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  test = await createTestDatabase()
  database = await connect(test, cleanups)
  log = memoryLog()
})

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  await test.drop()
})

const retryNow = () =>
  rowsOf(
    database,
    "select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now() - interval '1 second')",
  )

describe('queueing', () => {
  it('runs what was committed, and nothing that was rolled back', async () => {
    const ran: number[] = []
    await start(database, log, cleanups, [handle(count, async ({ id }) => void ran.push(id))])
    const rolledBack = database.transaction(async (tx) => {
      await addJob(tx, count, { id: 1 })
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    await database.transaction((tx) => addJob(tx, count, { id: 2 }))
    await eventually(() => expect(ran).toEqual([2]))
    await eventually(async () => expect(await jobs(database)).toEqual([]))
    expect(ran).toEqual([2])
  })

  it('refuses a payload of another shape, and drops what the shape does not name', async () => {
    await expect(addJob(database.db, count, { id: 1.5 })).rejects.toThrow()
    expect(await jobs(database)).toEqual([])
    await addJob(database.db, count, Object.assign({ id: 1 }, { pin: '482-13-59027461834' }))
    expect(await rowsOf(database, 'select payload from graphile_worker._private_jobs')).toEqual([
      { payload: { id: 1 } },
    ])
  })

  it('replaces a waiting job of the same key', async () => {
    const ran: number[] = []
    await addJob(database.db, count, { id: 1 }, { jobKey: 'one' })
    await addJob(database.db, count, { id: 2 }, { jobKey: 'one' })
    await start(database, log, cleanups, [handle(count, async ({ id }) => void ran.push(id))])
    await eventually(async () => expect(await jobs(database)).toEqual([]))
    expect(ran).toEqual([2])
  })

  it('adds a job to one of the same key that is begun in the midst of it', async () => {
    await addJob(database.db, count, { id: 1 }, { jobKey: 'one' })
    const worker = await database.pool.connect()
    await worker.query('begin')
    await worker.query(
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'another' where key = 'one'`,
    )
    const adding = addJob(database.db, count, { id: 2 }, { jobKey: 'one' })
    await eventually(async () => {
      const waiting = await rowsOf(
        database,
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(waiting).toHaveLength(1)
    })
    await worker.query('commit')
    worker.release()
    await adding
    expect(
      await rowsOf(
        database,
        'select payload, key, locked_by from graphile_worker._private_jobs order by id',
      ),
    ).toEqual([
      { payload: { id: 1 }, key: null, locked_by: 'another' },
      { payload: { id: 2 }, key: 'one', locked_by: null },
    ])
  })

  it('keeps the time of a waiting job of the same key where that is asked for, and takes the payload of the last', async () => {
    const [early, late] = [new Date('2998-01-01T00:00:00Z'), new Date('2999-01-01T00:00:00Z')]
    await addJob(database.db, count, { id: 1 }, { jobKey: 'kept', runAt: early, keepsRunAt: true })
    await addJob(database.db, count, { id: 2 }, { jobKey: 'kept', runAt: late, keepsRunAt: true })
    await addJob(database.db, count, { id: 3 }, { jobKey: 'moved', runAt: early })
    await addJob(database.db, count, { id: 4 }, { jobKey: 'moved', runAt: late })
    expect(
      await rowsOf(
        database,
        'select key, payload, run_at from graphile_worker._private_jobs order by key',
      ),
    ).toEqual([
      { key: 'kept', payload: { id: 2 }, run_at: early },
      { key: 'moved', payload: { id: 4 }, run_at: late },
    ])
  })

  it('keeps a job until its time', async () => {
    const ran: number[] = []
    await addJob(database.db, count, { id: 1 }, { runAt: new Date('2999-01-01T00:00:00Z') })
    await addJob(database.db, count, { id: 2 })
    const runner = await start(database, log, cleanups, [
      handle(count, async ({ id }) => void ran.push(id)),
    ])
    await eventually(() => expect(ran).toEqual([2]))
    await runner.stop()
    expect(ran).toEqual([2])
    expect(await jobs(database)).toHaveLength(1)
  })

  it('runs jobs of one queue one after the other', async () => {
    let running = 0
    let most = 0
    let done = 0
    await database.transaction(async (tx) => {
      for (let id = 0; id < 6; id++) await addJob(tx, count, { id }, { queue: 'room-1' })
    })
    const handler = handle(count, async () => {
      most = Math.max(most, ++running)
      await database.pool.query('select pg_sleep(0.02)')
      running--
      done++
    })
    await start(database, log, cleanups, [handler], { concurrency: 4 })
    await eventually(() => expect(done).toBe(6))
    expect(most).toBe(1)
  })
})

describe('failing', () => {
  onlySlow(() => {
    it('tries again, marks the last run, gives up, and leaves no secret behind', async () => {
      const runs: [number, boolean][] = []
      await addJob(database.db, count, { id: 77_123 })
      const handler = handle(count, async (_, { attempt, lastAttempt }) => {
        runs.push([attempt, lastAttempt])
        throw new Error('kim@lawfirm.example has PIN 482-13-59027461834')
      })
      await start(database, log, cleanups, [handler])
      for (let attempt = 1; attempt <= 3; attempt++) {
        await eventually(async () =>
          expect(await jobs(database)).toMatchObject([{ attempts: attempt, locked_by: null }]),
        )
        if (attempt < 3) await retryNow()
      }
      expect(runs).toEqual([
        [1, false],
        [2, false],
        [3, true],
      ])
      expect(await jobs(database)).toMatchObject([
        { attempts: 3, max_attempts: 3, last_error: '[email] has PIN [pin]' },
      ])
      expect(
        log.entries
          .filter(({ job }) => job === 'test.count')
          .map(({ level, attempt }) => [level, attempt]),
      ).toEqual([
        ['warn', 1],
        ['warn', 2],
        ['error', 3],
      ])
      expect(log.text()).not.toMatch(/lawfirm|59027461834|77_?123/)
    })
  })

  it('gives up a job with a bad payload at once, without running it', async () => {
    const run = vi.fn(async () => {})
    await rowsOf(
      database,
      `select graphile_worker.add_job('test.count', '{"id":"kim@lawfirm.example"}'::json, max_attempts => 3)`,
    )
    await start(database, log, cleanups, [handle(count, run)])
    await eventually(async () =>
      expect(await jobs(database)).toMatchObject([
        { attempts: 1, max_attempts: 1, locked_by: null },
      ]),
    )
    expect(run).not.toHaveBeenCalled()
    expect(log.entries.find((entry) => entry.level === 'error')).toMatchObject({
      msg: 'job failed for good',
      job: 'test.count',
    })
    expect(JSON.stringify(await jobs(database)) + log.text()).not.toContain('lawfirm')
    await retryNow()
    await addJob(database.db, count, { id: 5 })
    await eventually(() => expect(run).toHaveBeenCalledTimes(1))
    expect(run).toHaveBeenCalledWith({ id: 5 }, expect.anything())
  })

  it('goes on with other jobs after one that throws no error', async () => {
    const ran: number[] = []
    const handler = handle(count, async ({ id }) => {
      if (id === 1) throw undefined
      ran.push(id)
    })
    await addJob(database.db, count, { id: 1 })
    await addJob(database.db, count, { id: 2 })
    await start(database, log, cleanups, [handler], { concurrency: 1 })
    await eventually(() => expect(ran).toEqual([2]))
    await eventually(async () =>
      expect(await jobs(database)).toMatchObject([
        { attempts: 1, last_error: 'no error was thrown' },
      ]),
    )
  })
})

describe('stopping', () => {
  it('waits for what runs, and takes nothing more', async () => {
    const { open, opened } = gate()
    const started: number[] = []
    const ended: number[] = []
    const handler = handle(count, async ({ id }) => {
      started.push(id)
      await opened
      ended.push(id)
    })
    const runner = await start(database, log, cleanups, [handler], { concurrency: 1 })
    await addJob(database.db, count, { id: 1 })
    await eventually(() => expect(started).toEqual([1]))
    await addJob(database.db, count, { id: 2 })
    const stopped = runner.stop()
    open()
    await stopped
    expect([started, ended]).toEqual([[1], [1]])
    expect(await jobs(database)).toMatchObject([{ attempts: 0, locked_by: null }])
    await runner.stop()
  })

  it('aborts what outlasts the limit, leaves behind what does not listen, and loses neither', async () => {
    const started: number[] = []
    const heard: number[] = []
    const handler = handle(count, async ({ id }, { signal }) => {
      started.push(id)
      if (id === 2) await new Promise(() => {})
      await new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(new Error('aborted'))),
      )
    })
    const listening = handle(sweep, async () => void heard.push(1))
    const runner = await start(database, log, cleanups, [handler, listening], { stopWithinMs: 50 })
    await addJob(database.db, count, { id: 1 })
    await addJob(database.db, count, { id: 2 })
    await eventually(() => expect(started.toSorted()).toEqual([1, 2]))
    await runner.stop()
    const left = await jobs(database)
    expect(left).toMatchObject([
      { attempts: 0, max_attempts: 3, locked_by: null },
      { attempts: 0, max_attempts: 3, locked_by: null },
    ])
    expect(left.map((job) => job.last_error)).toEqual(['aborted', 'left behind by the stop'])
    expect(log.text()).not.toContain('failed for good')
  })
})
