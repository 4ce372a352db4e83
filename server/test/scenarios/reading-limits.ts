import type { Pool } from 'pg'
import { READING_LIMIT_MAX, READING_LIMITS } from '../../../contract/core/limits.ts'
import type { ReadingLimits } from '../../../contract/features/rooms.ts'

/** Tests read faster than people. */
export const HUGE_READING_LIMITS = Object.fromEntries(
  Object.keys(READING_LIMITS).map((name) => [name, READING_LIMIT_MAX]),
) as ReadingLimits

export async function liftReadingLimits(pool: Pick<Pool, 'query'>): Promise<void> {
  await pool.query(
    `alter table rooms alter column reading_limits set default '${JSON.stringify(HUGE_READING_LIMITS)}'`,
  )
}
