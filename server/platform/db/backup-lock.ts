import { sql } from 'kysely'
import type { Client } from 'pg'
import type { Queryable } from './database.ts'

/** No other advisory lock may use this key. */
const BACKUP_LOCK = 7_301_146_393
const TAKE_WITHIN_MS = 10_000
const NOT_AVAILABLE = '55P03'

/** A dead backup loses its lock. @returns false while another backup runs. */
export async function takeBackupLock(client: Client): Promise<boolean> {
  try {
    await client.query(`set lock_timeout = ${TAKE_WITHIN_MS}`)
    await client.query('select pg_advisory_lock($1)', [BACKUP_LOCK])
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === NOT_AVAILABLE) return false
    throw error
  } finally {
    await client.query('set lock_timeout = 0')
  }
}

/** Must follow the read of what may be removed, since later backups do not refer to it. */
export async function isBackupRunning(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{
    is_free: boolean
  }>`select pg_try_advisory_xact_lock_shared(${BACKUP_LOCK}) as is_free`.execute(db)
  return rows[0]?.is_free !== true
}
