import { afterEach, beforeEach, describe, expect, it } from 'vitest'
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
import { addJob, every, handle } from './job.ts'

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

describe('surviving', () => {
  it('frees the job of a worker that died', async () => {
    const ran: number[] = []
    await addJob(database.db, count, { id: 1 }, { queue: 'room-1' })
    await rowsOf(
      database,
      `update graphile_worker._private_jobs set locked_by = 'worker-dead', locked_at = now(), attempts = 1`,
    )
    await rowsOf(
      database,
      `update graphile_worker._private_job_queues set locked_by = 'worker-dead', locked_at = now()`,
    )
    await start(database, log, cleanups, [
      handle(count, async ({ id }, { attempt }) => void ran.push(id, attempt)),
    ])
    await eventually(() => expect(ran).toEqual([1, 2]))
  })

  it('does not take the job of a worker that lives on another node', async () => {
    const { open, opened } = gate()
    let runs = 0
    const handler = handle(count, async () => {
      runs++
      await opened
    })
    await start(database, log, cleanups, [handler])
    await addJob(database.db, count, { id: 1 })
    await eventually(() => expect(runs).toBe(1))
    const [before] = await jobs(database)
    const other = await connect(test, cleanups)
    await start(database, log, cleanups, [handler], { pool: other.pool })
    expect(await jobs(database)).toEqual([before])
    await addJob(database.db, count, { id: 2 })
    await eventually(() => expect(runs).toBe(2))
    open()
    await eventually(async () => expect(await jobs(database)).toEqual([]))
    expect(runs).toBe(2)
  })

  it('goes on when all its connections are cut', async () => {
    const ran: number[] = []
    await start(database, log, cleanups, [handle(count, async ({ id }) => void ran.push(id))])
    const other = await connect(test, cleanups)
    await other.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await addJob(other.db, count, { id: 1 })
    await eventually(() => expect(ran).toEqual([1]))
  })

  it('keeps its schedule, and the process its life, where the database fails at it for a while', async () => {
    await rowsOf(database, 'alter table graphile_worker._private_known_crontabs rename to hidden')
    await start(database, log, cleanups, [handle(sweep, async () => undefined)], {
      recurring: [every(sweep, '* * * * *')],
    })
    await eventually(() =>
      expect(log.text()).toContain('the schedule of jobs could not be kept yet'),
    )
    await rowsOf(database, 'alter table graphile_worker.hidden rename to _private_known_crontabs')
    const known = () =>
      rowsOf(
        database,
        `select identifier from graphile_worker._private_known_crontabs where identifier = 'test.sweep'`,
      )
    await eventually(async () => expect(await known()).toHaveLength(1))
  })

  onlySlow(() => {
    it('replaces a worker that could not write the end of its job, and runs that job again elsewhere', async () => {
      const ran: number[] = []
      const handler = handle(count, async ({ id }) => {
        ran.push(id)
        if (id === 1 && ran.length === 1)
          await rowsOf(database, 'alter table graphile_worker._private_jobs rename to hidden')
      })
      const runner = await start(database, log, cleanups, [handler], { concurrency: 1 })
      await addJob(database.db, count, { id: 1 })
      await eventually(() => expect(log.text()).toContain('committing seppuku'))
      await rowsOf(database, 'alter table graphile_worker.hidden rename to _private_jobs')
      await addJob(database.db, count, { id: 2 })
      await eventually(() => expect(ran).toEqual([1, 2]))
      await runner.stop()
      expect(log.text()).toContain('job workers were replaced')
      await start(database, log, cleanups, [handler])
      await eventually(() => expect(ran).toEqual([1, 2, 1]))
    })
  })
})

describe('starting', () => {
  it('makes its schema where there is none, also when several nodes start at once', async () => {
    await rowsOf(database, 'drop schema graphile_worker cascade')
    const others = [await connect(test, cleanups), await connect(test, cleanups)]
    const ran: number[] = []
    const handler = handle(count, async ({ id }) => void ran.push(id))
    await Promise.all(
      [database, ...others].map(({ pool }) => start(database, log, cleanups, [handler], { pool })),
    )
    await addJob(database.db, count, { id: 1 })
    await eventually(() => expect(ran).toEqual([1]))
  })

  it('puts recurring work under its crontab, and bears what the clock adds to the payload', async () => {
    const ran: unknown[] = []
    await start(
      database,
      log,
      cleanups,
      [handle(sweep, async (payload) => void ran.push(payload))],
      {
        recurring: [every(sweep, '*/5 3 * * *')],
      },
    )
    await eventually(async () =>
      expect(
        await rowsOf(database, 'select identifier from graphile_worker._private_known_crontabs'),
      ).toEqual([{ identifier: 'test.sweep' }]),
    )
    await rowsOf(
      database,
      `select graphile_worker.add_job('test.sweep', '{"_cron":{"ts":"2026-01-01T00:00:00Z"}}'::json)`,
    )
    await eventually(() => expect(ran).toEqual([{}]))
  })

  it('refuses two handlers of one name, recurring work without one, and a wrong expression', async () => {
    const handler = handle(sweep, async () => {})
    await expect(start(database, log, cleanups, [handler, handler])).rejects.toThrow('two handlers')
    await expect(
      start(database, log, cleanups, [], { recurring: [every(sweep, '* * * * *')] }),
    ).rejects.toThrow('no handler')
    await expect(
      start(database, log, cleanups, [handler], { recurring: [every(sweep, '61 * * * *')] }),
    ).rejects.toThrow()
  })
})
