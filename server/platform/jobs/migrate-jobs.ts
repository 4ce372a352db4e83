import { runMigrations } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Log } from '../log/log.ts'
import { graphileLogger } from './graphile-log.ts'

const LOCK_KEY = 743_021_100

/** Nodes wait here. */
export async function migrateJobs(pool: Pool, log: Log): Promise<void> {
  const client = await pool.connect()
  try {
    // The wait may be long.
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY])
    await runMigrations({ pgPool: pool, logger: graphileLogger(log) })
  } finally {
    // Closing releases the lock and the setting.
    client.release(true)
  }
}
