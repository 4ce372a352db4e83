import { sql } from 'kysely'
import type { z } from 'zod'
import type { Queryable } from '../db/database.ts'

/**
 * A kind of background work: its name and the shape of its payload. It is light, so that any feature can queue it; the
 * handler is bound where the worker is assembled.
 *
 * A payload carries ids only. It lies readable in the database, in its backups and in failed jobs, so it never holds a
 * PIN, a code, a token, an address or a text; the handler reads what it needs by id.
 */
export interface JobType<Payload> {
  readonly name: string
  readonly payload: z.ZodType<Payload>
  /** Runs before the job is given up. The wait grows from 1 second to 6 hours (e^n seconds, n at most 10). */
  readonly maxAttempts: number
  /** Lower numbers run first; what nobody waits for stands behind what somebody does. */
  readonly priority: number
}

/** Names a kind of work, as `noun.verb`; its priority is 0 unless given. */
export function jobType<Payload>(
  name: string,
  payload: z.ZodType<Payload>,
  options: { readonly maxAttempts: number; readonly priority?: number },
): JobType<Payload> {
  return { name, payload, maxAttempts: options.maxAttempts, priority: options.priority ?? 0 }
}

export interface AddJobOptions {
  /** A job with this key that still waits is replaced by the new one; one that runs already is not run again. */
  readonly jobKey?: string
  /** Not before this time; at once unless given. */
  readonly runAt?: Date
  /** A waiting job of the same key keeps its time, so that what is queued again and again is not put off for ever; false unless given. */
  readonly keepsTime?: boolean
  /** Jobs of one queue run one after the other. */
  readonly queue?: string
}

/**
 * Queues a job in the caller's transaction: it becomes visible to the workers at commit and vanishes with a rollback.
 * @throws ZodError when the payload is not of the job's shape.
 */
export async function addJob<Payload>(tx: Queryable, job: JobType<Payload>, payload: Payload, options: AddJobOptions = {}): Promise<void> {
  const json = JSON.stringify(job.payload.parse(payload))
  // A job of the key that is begun just now is neither replaced nor followed by a new one (graphile-worker 0.16.6, its `add_jobs` looks
  // twice); asked again, it is known as begun.
  while (!(await queued(tx, job, json, options)));
}

/** @returns whether there is a job now. */
async function queued(tx: Queryable, job: JobType<unknown>, json: string, options: AddJobOptions): Promise<boolean> {
  const { jobKey = null, queue = null, runAt = null, keepsTime = false } = options
  const { rows } = await sql<{ id: string | null }>`
    select id from graphile_worker.add_job(
      identifier => ${job.name}::text, payload => ${json}::json, queue_name => ${queue}::text,
      run_at => ${runAt}::timestamptz, max_attempts => ${job.maxAttempts}::int, priority => ${job.priority}::int, job_key => ${jobKey}::text,
      job_key_mode => ${keepsTime ? 'preserve_run_at' : 'replace'}::text)
  `.execute(tx)
  return rows.some(({ id }) => id !== null)
}

/** What the jobs of a kind are about that run or are still going to. */
export async function findLivingJobs<Payload>(db: Queryable, job: JobType<Payload>): Promise<Payload[]> {
  const { rows } = await sql<{ payload: unknown }>`
    select jobs.payload
    from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    where tasks.identifier = ${job.name} and (jobs.locked_at is not null or jobs.attempts < jobs.max_attempts)
  `.execute(db)
  return rows.map(({ payload }) => job.payload.parse(payload))
}

/** Queues a job for each payload in the caller's transaction, like `addJob` without options. */
export async function addJobs<Payload>(tx: Queryable, job: JobType<Payload>, payloads: readonly Payload[]): Promise<void> {
  if (payloads.length === 0) return
  const list = payloads.map((payload) => JSON.stringify(job.payload.parse(payload)))
  await sql`
    select 1 from graphile_worker.add_jobs(array(
      select row(${job.name}::text, payload::json, null, null, ${job.maxAttempts}::int, null, ${job.priority}::int, null)::graphile_worker.job_spec
      from unnest(${list}::text[]) as queued (payload)))
  `.execute(tx)
}

/** What a handler learns about its run. */
export interface JobContext {
  /** Aborted when the runner has waited long enough for the job on its way out. */
  readonly signal: AbortSignal
  /** 1 for the first run. */
  readonly attempt: number
  /** Whether nothing follows when this run fails. */
  readonly lastAttempt: boolean
}

/** A kind of work with its handler, ready for `startJobs`. */
export interface JobHandler {
  readonly name: string
  /** @throws InvalidPayload before anything has run. */
  run(payload: unknown, context: JobContext): Promise<void>
}

/** The payload is not of the job's shape: no retry can help. */
export class InvalidPayload extends Error {
  override name = 'InvalidPayload'
}

/**
 * Binds a handler to a kind of work. A job runs at least once: a crash after the work and before its completion is
 * written runs it again, so handlers must bear that.
 */
export function handle<Payload>(job: JobType<Payload>, run: (payload: Payload, context: JobContext) => Promise<void>): JobHandler {
  return {
    name: job.name,
    async run(payload, context) {
      const parsed = job.payload.safeParse(payload)
      if (!parsed.success) {
        throw new InvalidPayload(
          `payload of ${job.name}: ${parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.code}`).join(', ')}`,
        )
      }
      await run(parsed.data, context)
    },
  }
}

/** Recurring work. */
export interface RecurringJob {
  readonly name: string
  readonly maxAttempts: number
  readonly expression: string
}

/**
 * Queues a job without payload by the clock, once among all nodes, never twice at a time in the queue. Times that pass
 * while no worker runs are not made up for.
 * @param expression five fields of crontab in UTC: minute, hour, day of the month, month, day of the week
 */
export function every(job: JobType<Record<string, never>>, expression: string): RecurringJob {
  return { name: job.name, maxAttempts: job.maxAttempts, expression }
}
