import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { type JobHelpers, parseCronItems, type Runner, run, type TaskList } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Log } from '../log/log.ts'
import { scrubText } from '../log/scrub.ts'
import { graphileLogger } from './graphile-log.ts'
import { InvalidPayload, type JobHandler, type RecurringJob } from './job.ts'
import { migrateJobs } from './migrate-jobs.ts'
import { patientPool } from './patient-pool.ts'
import { WorkerLocks } from './worker-locks.ts'

/** Jobs get this time after the abort. */
const ABANDON_AFTER_MS = 2_000

/** External machines must not delay other work. */
const OUTSIDE_CONCURRENCY = 8

const RELAUNCH_WAIT_MS = { first: 500, longest: 30_000 }

export interface JobRunnerOptions {
  /** The runner needs `concurrency` connections and two more, outside work four. */
  readonly pool: Pool
  readonly handlers: readonly JobHandler[]
  readonly recurring?: readonly RecurringJob[]
  readonly log: Log
  readonly concurrency: number
  readonly stopWithinMs?: number
}

export interface JobRunner {
  /** Jobs beyond the limit are aborted and run again. */
  stop(): Promise<void>
}

/**
 * Frees dead workers' jobs first.
 * @throws Error if a name has two handlers, recurring work has none or a crontab expression is invalid.
 */
export async function startJobs(options: JobRunnerOptions): Promise<JobRunner> {
  const { handlers, ...others } = options
  const outside = handlers.filter(({ isOutside }) => isOutside)
  const runner = new Supervisor({
    ...others,
    handlers: handlers.filter(({ isOutside }) => !isOutside),
  })
  await runner.start()
  if (outside.length === 0) return runner
  const besides = new Supervisor({
    ...others,
    handlers: outside,
    recurring: [],
    concurrency: OUTSIDE_CONCURRENCY,
  })
  try {
    await besides.start()
  } catch (error) {
    await runner.stop()
    throw error
  }
  return { stop: async () => void (await Promise.all([runner.stop(), besides.stop()])) }
}

interface Launched {
  stop(): Promise<void>
}

class Supervisor implements JobRunner {
  readonly #options: JobRunnerOptions
  readonly #log: Log
  readonly #locks: WorkerLocks
  readonly #tasks: TaskList
  readonly #launched = new Set<Launched>()
  readonly #stopping = new AbortController()
  readonly #aborting = new AbortController()
  readonly #abandoning = new AbortController()
  #relaunching: Promise<void> = Promise.resolve()
  #stopped: Promise<void> | undefined

  constructor(options: JobRunnerOptions) {
    this.#options = options
    this.#log = options.log
    this.#locks = new WorkerLocks(options.pool, options.log)
    this.#tasks = this.#bind(options.handlers)
    for (const { name } of options.recurring ?? []) {
      if (!this.#tasks[name]) throw new Error(`recurring job ${name} has no handler`)
    }
  }

  async start(): Promise<void> {
    await migrateJobs(this.#options.pool, this.#log)
    try {
      await this.#locks.start()
      await this.#launch()
    } catch (error) {
      await this.#locks.stop()
      throw error
    }
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop()
    return this.#stopped
  }

  async #stop(): Promise<void> {
    this.#stopping.abort()
    const limit = this.#options.stopWithinMs ?? 10_000
    const timers = [
      setTimeout(() => this.#aborting.abort(), limit),
      setTimeout(() => this.#abandoning.abort(), limit + ABANDON_AFTER_MS),
    ]
    await this.#relaunching
    await Promise.allSettled([...this.#launched].map((launched) => launched.stop()))
    for (const timer of timers) clearTimeout(timer)
    await this.#locks.stop()
  }

  async #launch(): Promise<void> {
    const { pool, concurrency, recurring = [] } = this.#options
    const events = new EventEmitter()
    const stopping = new AbortController()
    const runner = await run({
      pgPool: patientPool(pool, stopping.signal, this.#log),
      concurrency,
      logger: graphileLogger(this.#log),
      noHandleSignals: true,
      events,
      taskList: this.#tasks,
      parsedCronItems: parseCronItems(
        recurring.map(({ name, maxAttempts, expression }) => ({
          task: name,
          match: expression,
          options: { backfillPeriod: 0, maxAttempts, jobKey: name },
        })),
      ),
      preset: { plugins: [this.#lockPlugin()] },
    })
    const launched = this.#track(runner, stopping)
    // graphile-worker does not recover: a worker that cannot store a job's end stops; a failing first query repeats forever.
    const replace = () => {
      events.off('worker:fatalError', replace).off('worker:getJob:error', replace)
      this.#relaunching = this.#relaunch(launched)
    }
    events.on('worker:fatalError', replace).on('worker:getJob:error', replace)
  }

  #track(runner: Runner, stopping: AbortController): Launched {
    let stopped: Promise<void> | undefined
    const launched: Launched = {
      stop: () => {
        stopping.abort()
        stopped ??= runner
          .stop()
          .catch((error: unknown) => this.#log.warn({ error }, 'job workers had stopped already'))
          .finally(() => this.#launched.delete(launched))
        return stopped
      },
    }
    this.#launched.add(launched)
    runner.promise.catch((error: unknown) => this.#log.error({ error }, 'job workers ended'))
    return launched
  }

  async #relaunch(broken: Launched): Promise<void> {
    void broken.stop()
    let pause = RELAUNCH_WAIT_MS.first
    while (!this.#stopping.signal.aborted) {
      try {
        await wait(pause, undefined, { signal: this.#stopping.signal })
        await this.#launch()
        this.#log.warn('job workers were replaced')
        return
      } catch (error) {
        if (!this.#stopping.signal.aborted)
          this.#log.error({ error }, 'job workers could not be replaced yet')
        pause = Math.min(pause * 2, RELAUNCH_WAIT_MS.longest)
      }
    }
  }

  #lockPlugin(): GraphileConfig.Plugin {
    return {
      name: 'SealroomWorkerLocksPlugin',
      version: '1.0.0',
      worker: {
        hooks: {
          startWorker: (_context, { worker }) => this.#locks.hold(worker.workerId),
          stopWorker: (_context, { worker }) => this.#locks.release(worker.workerId),
        },
      },
    }
  }

  #bind(handlers: readonly JobHandler[]): TaskList {
    const tasks: TaskList = {}
    for (const handler of handlers) {
      if (tasks[handler.name]) throw new Error(`job ${handler.name} has two handlers`)
      tasks[handler.name] = (payload, helpers) => this.#run(handler, payload, helpers)
    }
    return tasks
  }

  async #run(
    handler: JobHandler,
    payload: unknown,
    { job, withPgClient }: JobHelpers,
  ): Promise<void> {
    const lastAttempt = job.attempts >= job.max_attempts
    const context = { signal: this.#aborting.signal, attempt: job.attempts, lastAttempt }
    try {
      await unlessAborted(handler.run(payload, context), this.#abandoning.signal)
    } catch (error) {
      const final = lastAttempt || error instanceof InvalidPayload
      const line = { job: handler.name, jobId: job.id, attempt: job.attempts, error }
      if (this.#aborting.signal.aborted) {
        this.#log.warn(line, 'job was cut off by the stop and will run again')
        // A stop is no attempt.
        await withPgClient((client) =>
          client.query(
            'update graphile_worker._private_jobs set attempts = attempts - 1 where id = $1',
            [job.id],
          ),
        )
      } else if (final) {
        this.#log.error(line, 'job failed for good')
        // graphile-worker has no public call for this.
        await withPgClient((client) =>
          client.query(
            'update graphile_worker._private_jobs set max_attempts = attempts where id = $1',
            [job.id],
          ),
        )
      } else {
        this.#log.warn(line, 'job failed and will be tried again')
      }
      // graphile-worker stores this message.
      throw new Error(scrubText(error instanceof Error ? error.message : 'no error was thrown'))
    }
  }
}

/** The work continues unobserved after the signal. */
function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(new Error('left behind by the stop'))
    signal.addEventListener('abort', leave, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}
