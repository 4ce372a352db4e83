import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../../log/log.ts'
import { findProcess, isPostgresOf, waitUntilGone } from './processes.ts'

const FAST_SHUTDOWN_MS = 60_000
const IMMEDIATE_SHUTDOWN_MS = 10_000

/**
 * Ends an orphan, and removes a lock file whose number another process or zombie has.
 * @param databaseFolder without symbolic links, as in `/proc`.
 * @throws Error if the orphan does not end.
 */
export async function clearLeftovers(databaseFolder: string, log: Log): Promise<void> {
  const file = lockFile(databaseFolder)
  if (!existsSync(file)) return
  const pid = readServerPid(databaseFolder)
  if (pid !== undefined && findProcess(pid) !== undefined && isPostgresOf(pid, databaseFolder)) {
    log.warn({ pid }, 'a PostgreSQL server of an earlier start is still running; stopping it')
    await stopOrphan(pid)
    return
  }
  // A backend's shared memory still blocks new servers.
  log.info({ pid }, 'removing the lock file of a PostgreSQL server that is gone')
  rmSync(file)
}

export function readServerPid(databaseFolder: string): number | undefined {
  const file = lockFile(databaseFolder)
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : Number.NaN
  // Single-user sessions write a negative number.
  return Number.isNaN(pid) ? undefined : Math.abs(pid)
}

function lockFile(databaseFolder: string): string {
  return join(databaseFolder, 'postmaster.pid')
}

async function stopOrphan(pid: number): Promise<void> {
  process.kill(pid, 'SIGINT')
  if (await waitUntilGone(pid, FAST_SHUTDOWN_MS)) return
  process.kill(pid, 'SIGQUIT')
  if (await waitUntilGone(pid, IMMEDIATE_SHUTDOWN_MS)) return
  throw new Error(`The PostgreSQL server of an earlier start does not end (process ${pid}).`)
}
