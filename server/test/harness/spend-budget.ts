import { LIMITS } from '../../../contract/core/limits.ts'
import type { Database } from '../../platform/db/connect.ts'

export async function spendBudget({ pool }: Pick<Database, 'pool'>, at: Date): Promise<void> {
  await pool.query(
    `insert into throttles (kind, subject, window_started_at, attempts) values ('pin-budget', 'everybody', $1, $2)
     on conflict (kind, subject) do update set window_started_at = excluded.window_started_at, attempts = excluded.attempts`,
    [at, LIMITS.wrongPinsPerDay],
  )
}
