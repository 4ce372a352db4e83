import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type MemoryLog, memoryLog } from '../../test/fixtures/memory-log.ts'
import { eventually } from '../../test/harness/eventually.ts'
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts'
import { onlySlow } from '../../test/harness/tier.ts'
import { connectDatabase, type Database } from '../db/connect.ts'
import { silentLog } from '../log/log.ts'
import { addJob, every, handle, type JobHandler, jobType } from './job.ts'
import { type JobRunner, type JobRunnerOptions, startJobs } from './runner.ts'

const count = jobType('test.count', z.object({ id: z.int() }), { maxAttempts: 3 })
const sweep = jobType('test.sweep', z.object({}), { maxAttempts: 1 })

let test: TestDatabase
let database: Database
let log: MemoryLog
const cleanups: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  test = await createTestDatabase()
  database = await connect()
  log = memoryLog()
})

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  await test.drop()
})

async function connect(): Promise<Database> {
  const connected = await connectDatabase(test.connection, { log: silentLog })
  cleanups.push(() => connected.close())
  return connected
}

async function start(handlers: JobHandler[], options: Partial<JobRunnerOptions> = {}): Promise<JobRunner> {
  const runner = await startJobs({ pool: database.pool, handlers, log, concurrency: 2, ...options })
  cleanups.push(() => runner.stop())
  return runner
}

async function rowsOf<T>(query: string): Promise<T[]> {
  return (await sql.raw<T>(query).execute(database.db)).rows
}

interface JobRow {
  attempts: number
  max_attempts: number
  last_error: string | null
  locked_by: string | null
}

const jobs = () => rowsOf<JobRow>('select attempts, max_attempts, last_error, locked_by from graphile_worker.jobs order by id')

const retryNow = () =>
  rowsOf("select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now() - interval '1 second')")

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

describe('queueing', () => {
  it('runs what was committed, and nothing that was rolled back', async () => {
    const ran: number[] = []
    await start([handle(count, async ({ id }) => void ran.push(id))])
    const rolledBack = database.transaction(async (tx) => {
      await addJob(tx, count, { id: 1 })
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    await database.transaction((tx) => addJob(tx, count, { id: 2 }))
    await eventually(() => expect(ran).toEqual([2]))
    await eventually(async () => expect(await jobs()).toEqual([]))
    expect(ran).toEqual([2])
  })

  it('refuses a payload of another shape, and drops what the shape does not name', async () => {
    await expect(addJob(database.db, count, { id: 1.5 })).rejects.toThrow()
    expect(await jobs()).toEqual([])
    await addJob(database.db, count, Object.assign({ id: 1 }, { pin: '482-13-59027461834' }))
    expect(await rowsOf('select payload from graphile_worker._private_jobs')).toEqual([{ payload: { id: 1 } }])
  })

  it('replaces a waiting job of the same key', async () => {
    const ran: number[] = []
    await addJob(database.db, count, { id: 1 }, { jobKey: 'one' })
    await addJob(database.db, count, { id: 2 }, { jobKey: 'one' })
    await start([handle(count, async ({ id }) => void ran.push(id))])
    await eventually(async () => expect(await jobs()).toEqual([]))
    expect(ran).toEqual([2])
  })

  it('adds a job to one of the same key that is begun in the midst of it', async () => {
    await addJob(database.db, count, { id: 1 }, { jobKey: 'one' })
    const worker = await database.pool.connect()
    await worker.query('begin')
    await worker.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'another' where key = 'one'`)
    const adding = addJob(database.db, count, { id: 2 }, { jobKey: 'one' })
    await eventually(async () => {
      const waiting = await rowsOf(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      expect(waiting).toHaveLength(1)
    })
    await worker.query('commit')
    worker.release()
    await adding
    expect(await rowsOf('select payload, key, locked_by from graphile_worker._private_jobs order by id')).toEqual([
      { payload: { id: 1 }, key: null, locked_by: 'another' },
      { payload: { id: 2 }, key: 'one', locked_by: null },
    ])
  })

  it('keeps the time of a waiting job of the same key where that is asked for, and takes the payload of the last', async () => {
    const [early, late] = [new Date('2998-01-01T00:00:00Z'), new Date('2999-01-01T00:00:00Z')]
    await addJob(database.db, count, { id: 1 }, { jobKey: 'kept', runAt: early, keepsTime: true })
    await addJob(database.db, count, { id: 2 }, { jobKey: 'kept', runAt: late, keepsTime: true })
    await addJob(database.db, count, { id: 3 }, { jobKey: 'moved', runAt: early })
    await addJob(database.db, count, { id: 4 }, { jobKey: 'moved', runAt: late })
    expect(await rowsOf('select key, payload, run_at from graphile_worker._private_jobs order by key')).toEqual([
      { key: 'kept', payload: { id: 2 }, run_at: early },
      { key: 'moved', payload: { id: 4 }, run_at: late },
    ])
  })

  it('keeps a job until its time', async () => {
    const ran: number[] = []
    await addJob(database.db, count, { id: 1 }, { runAt: new Date('2999-01-01T00:00:00Z') })
    await addJob(database.db, count, { id: 2 })
    const runner = await start([handle(count, async ({ id }) => void ran.push(id))])
    await eventually(() => expect(ran).toEqual([2]))
    await runner.stop()
    expect(ran).toEqual([2])
    expect(await jobs()).toHaveLength(1)
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
    await start([handler], { concurrency: 4 })
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
      await start([handler])
      for (let attempt = 1; attempt <= 3; attempt++) {
        await eventually(async () => expect(await jobs()).toMatchObject([{ attempts: attempt, locked_by: null }]))
        if (attempt < 3) await retryNow()
      }
      expect(runs).toEqual([
        [1, false],
        [2, false],
        [3, true],
      ])
      expect(await jobs()).toMatchObject([{ attempts: 3, max_attempts: 3, last_error: '[email] has PIN [pin]' }])
      expect(log.entries.filter(({ job }) => job === 'test.count').map(({ level, attempt }) => [level, attempt])).toEqual([
        ['warn', 1],
        ['warn', 2],
        ['error', 3],
      ])
      expect(log.text()).not.toMatch(/lawfirm|59027461834|77_?123/)
    })
  })

  it('gives up a job with a bad payload at once, without running it', async () => {
    const run = vi.fn(async () => {})
    await rowsOf(`select graphile_worker.add_job('test.count', '{"id":"kim@lawfirm.example"}'::json, max_attempts => 3)`)
    await start([handle(count, run)])
    await eventually(async () => expect(await jobs()).toMatchObject([{ attempts: 1, max_attempts: 1, locked_by: null }]))
    expect(run).not.toHaveBeenCalled()
    expect(log.entries.find((entry) => entry.level === 'error')).toMatchObject({ msg: 'job failed for good', job: 'test.count' })
    expect(JSON.stringify(await jobs()) + log.text()).not.toContain('lawfirm')
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
    await start([handler], { concurrency: 1 })
    await eventually(() => expect(ran).toEqual([2]))
    await eventually(async () => expect(await jobs()).toMatchObject([{ attempts: 1, last_error: 'no error was thrown' }]))
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
    const runner = await start([handler], { concurrency: 1 })
    await addJob(database.db, count, { id: 1 })
    await eventually(() => expect(started).toEqual([1]))
    await addJob(database.db, count, { id: 2 })
    const stopped = runner.stop()
    open()
    await stopped
    expect([started, ended]).toEqual([[1], [1]])
    expect(await jobs()).toMatchObject([{ attempts: 0, locked_by: null }])
    await runner.stop()
  })

  it('aborts what outlasts the limit, leaves behind what does not listen, and loses neither', async () => {
    const started: number[] = []
    const heard: number[] = []
    const handler = handle(count, async ({ id }, { signal }) => {
      started.push(id)
      if (id === 2) await new Promise(() => {})
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
    })
    const listening = handle(sweep, async () => void heard.push(1))
    const runner = await start([handler, listening], { stopWithinMs: 50 })
    await addJob(database.db, count, { id: 1 })
    await addJob(database.db, count, { id: 2 })
    await eventually(() => expect(started.toSorted()).toEqual([1, 2]))
    await runner.stop()
    const left = await jobs()
    expect(left).toMatchObject([
      { attempts: 0, max_attempts: 3, locked_by: null },
      { attempts: 0, max_attempts: 3, locked_by: null },
    ])
    expect(left.map((job) => job.last_error)).toEqual(['aborted', 'left behind by the stop'])
    expect(log.text()).not.toContain('failed for good')
  })
})

describe('surviving', () => {
  it('frees the job of a worker that died', async () => {
    const ran: number[] = []
    await addJob(database.db, count, { id: 1 }, { queue: 'room-1' })
    await rowsOf(`update graphile_worker._private_jobs set locked_by = 'worker-dead', locked_at = now(), attempts = 1`)
    await rowsOf(`update graphile_worker._private_job_queues set locked_by = 'worker-dead', locked_at = now()`)
    await start([handle(count, async ({ id }, { attempt }) => void ran.push(id, attempt))])
    await eventually(() => expect(ran).toEqual([1, 2]))
  })

  it('does not take the job of a worker that lives on another node', async () => {
    const { open, opened } = gate()
    let runs = 0
    const handler = handle(count, async () => {
      runs++
      await opened
    })
    await start([handler])
    await addJob(database.db, count, { id: 1 })
    await eventually(() => expect(runs).toBe(1))
    const [before] = await jobs()
    const other = await connect()
    await start([handler], { pool: other.pool })
    expect(await jobs()).toEqual([before])
    await addJob(database.db, count, { id: 2 })
    await eventually(() => expect(runs).toBe(2))
    open()
    await eventually(async () => expect(await jobs()).toEqual([]))
    expect(runs).toBe(2)
  })

  it('goes on when all its connections are cut', async () => {
    const ran: number[] = []
    await start([handle(count, async ({ id }) => void ran.push(id))])
    const other = await connect()
    await other.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await addJob(other.db, count, { id: 1 })
    await eventually(() => expect(ran).toEqual([1]))
  })

  it('keeps its schedule, and the process its life, where the database fails at it for a while', async () => {
    await rowsOf('alter table graphile_worker._private_known_crontabs rename to hidden')
    await start([handle(sweep, async () => undefined)], { recurring: [every(sweep, '* * * * *')] })
    await eventually(() => expect(log.text()).toContain('the schedule of jobs could not be kept yet'))
    await rowsOf('alter table graphile_worker.hidden rename to _private_known_crontabs')
    const known = () => rowsOf(`select identifier from graphile_worker._private_known_crontabs where identifier = 'test.sweep'`)
    await eventually(async () => expect(await known()).toHaveLength(1))
  })

  onlySlow(() => {
    it('replaces a worker that could not write the end of its job, and runs that job again elsewhere', async () => {
      const ran: number[] = []
      const handler = handle(count, async ({ id }) => {
        ran.push(id)
        if (id === 1 && ran.length === 1) await rowsOf('alter table graphile_worker._private_jobs rename to hidden')
      })
      const runner = await start([handler], { concurrency: 1 })
      await addJob(database.db, count, { id: 1 })
      await eventually(() => expect(log.text()).toContain('committing seppuku'))
      await rowsOf('alter table graphile_worker.hidden rename to _private_jobs')
      await addJob(database.db, count, { id: 2 })
      await eventually(() => expect(ran).toEqual([1, 2]))
      await runner.stop()
      expect(log.text()).toContain('job workers were replaced')
      await start([handler])
      await eventually(() => expect(ran).toEqual([1, 2, 1]))
    })
  })
})

describe('starting', () => {
  it('makes its schema where there is none, also when several nodes start at once', async () => {
    await rowsOf('drop schema graphile_worker cascade')
    const others = [await connect(), await connect()]
    const ran: number[] = []
    const handler = handle(count, async ({ id }) => void ran.push(id))
    await Promise.all([database, ...others].map(({ pool }) => start([handler], { pool })))
    await addJob(database.db, count, { id: 1 })
    await eventually(() => expect(ran).toEqual([1]))
  })

  it('puts recurring work under its crontab, and bears what the clock adds to the payload', async () => {
    const ran: unknown[] = []
    await start([handle(sweep, async (payload) => void ran.push(payload))], { recurring: [every(sweep, '*/5 3 * * *')] })
    await eventually(async () =>
      expect(await rowsOf('select identifier from graphile_worker._private_known_crontabs')).toEqual([{ identifier: 'test.sweep' }]),
    )
    await rowsOf(`select graphile_worker.add_job('test.sweep', '{"_cron":{"ts":"2026-01-01T00:00:00Z"}}'::json)`)
    await eventually(() => expect(ran).toEqual([{}]))
  })

  it('refuses two handlers of one name, recurring work without one, and a wrong expression', async () => {
    const handler = handle(sweep, async () => {})
    await expect(start([handler, handler])).rejects.toThrow('two handlers')
    await expect(start([], { recurring: [every(sweep, '* * * * *')] })).rejects.toThrow('no handler')
    await expect(start([handler], { recurring: [every(sweep, '61 * * * *')] })).rejects.toThrow()
  })
})
