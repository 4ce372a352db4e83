import { sql } from 'kysely'
import type { Queryable } from '../db/database.ts'
import { LOCK_CLASS } from './worker-locks.ts'

export interface TaskJobs {
  readonly task: string
  readonly waiting: number
  readonly scheduled: number
  readonly running: number
  readonly retrying: number
  readonly failed: number
  readonly oldestSeconds: number
}

export async function countJobs(db: Queryable): Promise<readonly TaskJobs[]> {
  const { rows } = await sql<TaskJobs>`
    select tasks.identifier as task,
      count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where state = 'scheduled')::int as scheduled,
      count(*) filter (where state = 'running')::int as running,
      count(*) filter (where state = 'retrying')::int as retrying,
      count(*) filter (where state = 'failed')::int as failed,
      coalesce(extract(epoch from now() - min(run_at) filter (where state in ('waiting', 'retrying') and run_at <= now())), 0)::float8
        as "oldestSeconds"
    from (
      select task_id, run_at, case
        when locked_at is not null then 'running'
        when attempts >= max_attempts then 'failed'
        when attempts > 0 then 'retrying'
        when run_at > now() then 'scheduled'
        else 'waiting' end as state
      from graphile_worker._private_jobs
    ) as jobs join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    group by tasks.identifier
  `.execute(db)
  return rows
}

/** Every accepting worker holds a lock. */
export async function countJobWorkers(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks
    where locktype = 'advisory' and classid = ${LOCK_CLASS} and granted
      and database = (select oid from pg_database where datname = current_database())
  `.execute(db)
  return rows[0]?.count ?? 0
}
