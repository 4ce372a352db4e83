import { performance } from 'node:perf_hooks'
import type { Pool } from 'pg'
import type { Clock } from '../clock/clock.ts'

const ROUND_TRIPS = 5

export interface ClockDifference {
  /** If positive, the database's clock is ahead. */
  readonly aheadMs: number
  readonly here: Date
  readonly there: Date
}

/** The database is assumed to answer halfway through each round trip. */
export async function measureClocks(pool: Pool, clock: Clock): Promise<ClockDifference> {
  const found: ClockDifference[] = []
  const client = await pool.connect()
  try {
    while (found.length < ROUND_TRIPS) {
      const asked = performance.now()
      const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at')
      const here = new Date(clock.now().getTime() - (performance.now() - asked) / 2)
      const there = rows[0]?.at ?? here
      found.push({ aheadMs: there.getTime() - here.getTime(), here, there })
    }
  } finally {
    client.release()
  }
  const [median] = found.sort((left, right) => left.aheadMs - right.aheadMs).slice(ROUND_TRIPS >> 1)
  if (!median) throw new Error('no round trip was made')
  return median
}
