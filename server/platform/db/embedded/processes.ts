import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { PROGRAM_ENVIRONMENT } from './run-program.ts'

/** Process numbers are reused. */
export interface ProcessIdentity {
  readonly pid: number
  /** Clock ticks count since boot, empty without `/proc`. */
  readonly startedAt: string
}

/** Treats zombies as not running. */
export function findProcess(pid: number): ProcessIdentity | undefined {
  if (!existsSync('/proc/self/stat'))
    return acceptsSignals(pid) ? { pid, startedAt: '' } : undefined
  const stat = readProc(pid, 'stat')
  if (stat === undefined) return undefined
  // The name may contain anything (proc(5)). Field 3 is the state, field 22 the start.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, startedAt] = [fields[0], fields[19]]
  return state === 'Z' || state === 'X' || startedAt === undefined ? undefined : { pid, startedAt }
}

/** Without `/proc` access (root without CAP_SYS_PTRACE) it compares the command line. */
export function isPostgresOf(pid: number, dataFolder: string): boolean {
  if (!existsSync('/proc/self/stat')) return isPostgresInList(pid, dataFolder)
  try {
    return (
      isPostgres(readlinkSync(`/proc/${pid}/exe`)) &&
      readlinkSync(`/proc/${pid}/cwd`) === dataFolder
    )
  } catch {
    const words = readProc(pid, 'cmdline')?.split('\0') ?? []
    return isPostgres(words[0] ?? '') && words[words.indexOf('-D') + 1] === dataFolder
  }
}

/** macOS needs this. `ps` separates words by spaces, so options follow the folder. */
export function isPostgresInList(pid: number, dataFolder: string): boolean {
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], {
    encoding: 'utf8',
    env: PROGRAM_ENVIRONMENT,
  })
  // `stdout` is null without `ps`.
  return String(stdout).includes(`/postgres -D ${dataFolder} -`)
}

export async function waitUntilGone(pid: number, limitMs: number): Promise<boolean> {
  const deadline = AbortSignal.timeout(limitMs)
  while (findProcess(pid) !== undefined) {
    if (deadline.aborted) return false
    await delay(20)
  }
  return true
}

/** Upgraded links read `postgres (deleted)`. */
function isPostgres(executable: string): boolean {
  return basename(executable).split(' ', 1)[0] === 'postgres'
}

function readProc(pid: number, file: 'stat' | 'cmdline'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return undefined
  }
}

function acceptsSignals(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
