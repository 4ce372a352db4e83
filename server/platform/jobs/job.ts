import { sql } from 'kysely'
import type { z } from 'zod'
import type { Queryable } from '../db/database.ts'

/** A payload contains only ids, never PINs, codes, tokens, addresses or texts, because backups and failed jobs reveal it. */
export interface JobType<Payload> {
  readonly name: string
  readonly payload: z.ZodType<Payload>
  /** Attempts wait e^n seconds, n at most 10, up to 6 hours. */
  readonly maxAttempts: number
  /** Lower numbers run first. */
  readonly priority: number
  /** Waiting for external machines needs separate slots. */
  readonly isOutside: boolean
}

export function jobType<Payload>(
  name: string,
  payload: z.ZodType<Payload>,
  options: {
    readonly maxAttempts: number
    readonly priority?: number
    readonly isOutside?: boolean
  },
): JobType<Payload> {
  return {
    name,
    payload,
    maxAttempts: options.maxAttempts,
    priority: options.priority ?? 0,
    isOutside: options.isOutside ?? false,
  }
}

export interface AddJobOptions {
  /** It replaces a waiting job, not a running one. */
  readonly jobKey?: string
  /** The database's clock counts. */
  readonly runAt?: Date
  /** This replaces `runAt`, since a server with a slow clock would poll without a pause. */
  readonly runInMs?: number
  /** A job that waits under the key keeps its time, so that calls in a row do not postpone it endlessly. */
  readonly keepsRunAt?: boolean
  readonly queue?: string
}

/** @throws ZodError if the payload does not match. */
export async function addJob<Payload>(
  tx: Queryable,
  job: JobType<Payload>,
  payload: Payload,
  options: AddJobOptions = {},
): Promise<void> {
  const json = JSON.stringify(job.payload.parse(payload))
  // graphile-worker 0.16.6 may lose a job whose predecessor starts during `add_jobs`; a second call sees that.
  while (!(await queued(tx, job, json, options)));
}

async function queued(
  tx: Queryable,
  job: JobType<unknown>,
  json: string,
  options: AddJobOptions,
): Promise<boolean> {
  const { jobKey = null, queue = null, runAt = null, runInMs = null, keepsRunAt = false } = options
  const { rows } = await sql<{ id: string | null }>`
    select id from graphile_worker.add_job(
      identifier => ${job.name}::text, payload => ${json}::json, queue_name => ${queue}::text,
      run_at => coalesce(${runAt}::timestamptz, now() + make_interval(secs => ${runInMs}::float8 / 1000)), max_attempts => ${job.maxAttempts}::int, priority => ${job.priority}::int, job_key => ${jobKey}::text,
      job_key_mode => ${keepsRunAt ? 'preserve_run_at' : 'replace'}::text)
  `.execute(tx)
  return rows.some(({ id }) => id !== null)
}

export async function findLivingJobs<Payload>(
  db: Queryable,
  job: JobType<Payload>,
): Promise<Payload[]> {
  const { rows } = await sql<{ payload: unknown }>`
    select jobs.payload
    from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    where tasks.identifier = ${job.name} and (jobs.locked_at is not null or jobs.attempts < jobs.max_attempts)
  `.execute(db)
  return rows.map(({ payload }) => job.payload.parse(payload))
}

/** @param queueOf names a queue, whose jobs run in turn */
export async function addJobs<Payload>(
  tx: Queryable,
  job: JobType<Payload>,
  payloads: readonly Payload[],
  queueOf: (payload: Payload) => string | null = () => null,
): Promise<void> {
  if (payloads.length === 0) return
  const list = payloads.map((payload) => JSON.stringify(job.payload.parse(payload)))
  const queues = payloads.map(queueOf)
  await sql`
    select 1 from graphile_worker.add_jobs(array(
      select row(${job.name}::text, payload::json, queue, null, ${job.maxAttempts}::int, null, ${job.priority}::int, null)::graphile_worker.job_spec
      from unnest(${list}::text[], ${queues}::text[]) as queued (payload, queue)))
  `.execute(tx)
}

export interface JobContext {
  /** The signal aborts after the shutdown grace. */
  readonly signal: AbortSignal
  readonly attempt: number
  readonly lastAttempt: boolean
}

export interface JobHandler {
  readonly name: string
  readonly isOutside?: boolean
  /** @throws InvalidPayload before any work */
  run(payload: unknown, context: JobContext): Promise<void>
}

/** A retry cannot succeed. */
export class InvalidPayload extends Error {
  override name = 'InvalidPayload'
}

/** Handlers must tolerate repetition, since a crash repeats the job. */
export function handle<Payload>(
  job: JobType<Payload>,
  run: (payload: Payload, context: JobContext) => Promise<void>,
): JobHandler {
  return {
    name: job.name,
    isOutside: job.isOutside,
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

export interface RecurringJob {
  readonly name: string
  readonly maxAttempts: number
  readonly expression: string
}

/** One node runs each; missed times are skipped. @param expression has five crontab fields in UTC */
export function every(job: JobType<Record<string, never>>, expression: string): RecurringJob {
  return { name: job.name, maxAttempts: job.maxAttempts, expression }
}
