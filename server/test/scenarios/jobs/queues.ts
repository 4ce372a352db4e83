import { sql } from 'kysely'
import { z } from 'zod'
import { connectDatabase, type Database } from '../../../platform/db/connect.ts'
import { type JobHandler, jobType } from '../../../platform/jobs/job.ts'
import { type JobRunner, type JobRunnerOptions, startJobs } from '../../../platform/jobs/runner.ts'
import { silentLog } from '../../../platform/log/log.ts'
import type { MemoryLog } from '../../fixtures/memory-log.ts'
import type { TestDatabase } from '../../harness/test-database.ts'

export const count = jobType('test.count', z.object({ id: z.int() }), { maxAttempts: 3 })

export const sweep = jobType('test.sweep', z.object({}), { maxAttempts: 1 })

export async function connect(
  test: TestDatabase,
  cleanups: (() => Promise<unknown>)[],
): Promise<Database> {
  const connected = await connectDatabase(test.connection, { log: silentLog })
  cleanups.push(() => connected.close())
  return connected
}

export async function start(
  database: Database,
  log: MemoryLog,
  cleanups: (() => Promise<unknown>)[],
  handlers: JobHandler[],
  options: Partial<JobRunnerOptions> = {},
): Promise<JobRunner> {
  const runner = await startJobs({ pool: database.pool, handlers, log, concurrency: 2, ...options })
  cleanups.push(() => runner.stop())
  return runner
}

export async function rowsOf<T>(database: Database, query: string): Promise<T[]> {
  return (await sql.raw<T>(query).execute(database.db)).rows
}

interface JobRow {
  attempts: number
  max_attempts: number
  last_error: string | null
  locked_by: string | null
}

export const jobs = (database: Database) =>
  rowsOf<JobRow>(
    database,
    'select attempts, max_attempts, last_error, locked_by from graphile_worker.jobs order by id',
  )

export function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}
