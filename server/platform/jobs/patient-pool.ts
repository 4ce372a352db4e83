import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Log } from '../log/log.ts'

const PAUSE_MS = { first: 500, longest: 30_000 }

/**
 * Repeats failed queries. Only the schedule of graphile-worker 0.16.6 calls the pool's `query`. Its rejection cannot be caught and would
 * end the process. After the signal nothing is returned.
 */
export function patientPool(pool: Pool, signal: AbortSignal, log: Log): Pool {
  const query = async (text: string, values?: unknown[]) => {
    for (
      let pause = PAUSE_MS.first;
      !signal.aborted;
      pause = Math.min(pause * 2, PAUSE_MS.longest)
    ) {
      try {
        return await pool.query(text, values)
      } catch (error) {
        if (!signal.aborted) log.warn({ error }, 'the schedule of jobs could not be kept yet')
        await wait(pause, undefined, { signal }).catch(() => undefined)
      }
    }
    return { rows: [] }
  }
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'query') return query
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
