import { sql } from 'kysely'
import type { QuestionLimits } from '../../../contract/features/threads/thread-settings.ts'
import type { Queryable } from '../../platform/db/database.ts'

interface OwnPeriod {
  readonly question_limits: QuestionLimits | null
  readonly questions_until: string | null
}

export async function findOwnPeriod(
  db: Queryable,
  groupId: number,
): Promise<OwnPeriod | undefined> {
  const { rows } = await sql<OwnPeriod>`
    select question_limits, questions_until::text as questions_until from groups where id = ${groupId}
  `.execute(db)
  return rows[0]
}

export interface Counted {
  readonly groupId: number
  /** Groups that share threads have none. */
  readonly memberId: number | undefined
}

export async function holdLimits(db: Queryable, { groupId }: Counted): Promise<void> {
  await sql`select from groups where id = ${groupId} for no key update`.execute(db)
}

export interface Count {
  readonly topic_id: string | null
  readonly priority: number
  readonly total: number
  readonly today: number
  readonly week: number
}

/** Days, and weeks from Monday, are in room time. */
export async function countSubmitted(
  db: Queryable,
  { groupId, memberId }: Counted,
  { zone, now }: { zone: string; now: Date },
): Promise<Count[]> {
  const day = sql`(submitted_at at time zone ${zone})::date`
  const today = sql`(${now}::timestamptz at time zone ${zone})::date`
  const { rows } = await sql<Count>`
    select topic_id, priority, count(*)::int as total, count(*) filter (where ${day} = ${today})::int as today,
      count(*) filter (where date_trunc('week', ${day}) = date_trunc('week', ${today}))::int as week
    from threads
    where group_id = ${groupId} and counts and not hidden and not (state = 'WITHDRAWN' and assigned_at is null)
      ${memberId === undefined ? sql`` : sql`and asker_id = ${memberId}`}
    group by topic_id, priority
  `.execute(db)
  return rows
}
