import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import type { SessionTables } from '../session.tables.ts'

interface ThrottledAttempt {
  readonly kind: string
  readonly subject: string
  readonly now: Date
  readonly windowMs: number
  readonly limit: number
}

/** Counts atomically across nodes. @returns the attempt's ordinal, or the end of a full window */
export async function takeAttempt(
  db: Queryable,
  { kind, subject, now, windowMs, limit }: ThrottledAttempt,
): Promise<number | Date> {
  const windowOpened = new Date(now.getTime() - windowMs)
  const throttles = db.withTables<SessionTables>()
  // Windows without failures restart.
  const over = sql<boolean>`(throttles.attempts = 0 or throttles.window_started_at <= ${windowOpened})`
  const taken = await throttles
    .insertInto('throttles')
    .values({ kind, subject, window_started_at: now, attempts: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject'])
        .doUpdateSet({
          attempts: sql`case when ${over} then 1 else throttles.attempts + 1 end`,
          window_started_at: sql`case when ${over} then excluded.window_started_at else throttles.window_started_at end`,
        })
        .where(sql<boolean>`${over} or throttles.attempts < ${limit}`),
    )
    .returning('attempts')
    .executeTakeFirst()
  if (taken) return taken.attempts
  const row = await findWindow(db, kind, subject)
  return new Date((row?.window_started_at ?? now).getTime() + windowMs)
}

function findWindow(db: Queryable, kind: string, subject: string) {
  return db
    .withTables<SessionTables>()
    .selectFrom('throttles')
    .select(['window_started_at', 'attempts'])
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

/** @returns the end of a full window */
export async function findExhausted(
  db: Queryable,
  { kind, subject, now, windowMs, limit }: ThrottledAttempt,
): Promise<Date | undefined> {
  const row = await findWindow(db, kind, subject)
  const until = row && new Date(row.window_started_at.getTime() + windowMs)
  return row && until && row.attempts >= limit && until > now ? until : undefined
}

export async function returnAttempt(db: Queryable, kind: string, subject: string): Promise<void> {
  await db
    .withTables<SessionTables>()
    .updateTable('throttles')
    .set({ attempts: sql`greatest(attempts - 1, 0)` })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .execute()
}

export async function deleteOldThrottles(db: Queryable, before: Date): Promise<void> {
  await db
    .withTables<SessionTables>()
    .deleteFrom('throttles')
    .where('window_started_at', '<=', before)
    .execute()
}
