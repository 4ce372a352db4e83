import { expect } from 'vitest'
import type { TestApp } from './test-app.ts'

export async function untilLocked({ database }: TestApp): Promise<void> {
  const waiting = `select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await expect
    .poll(async () => (await database.pool.query(waiting)).rows[0].waiting, { timeout: 20_000 })
    .toBe(1)
}
