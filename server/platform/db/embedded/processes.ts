import { existsSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Set apart so that a number that another process was given later is not taken for the same process. */
export interface ProcessIdentity {
  readonly pid: number
  /** Clock ticks since boot, as `/proc` tells; empty where there is no `/proc`. */
  readonly startedAt: string
}

/** The process with this number, or undefined when none runs; a zombie that nobody reaps no longer runs. */
export function findProcess(pid: number): ProcessIdentity | undefined {
  if (!existsSync('/proc/self/stat')) return acceptsSignals(pid) ? { pid, startedAt: '' } : undefined
  const stat = readProc(pid, 'stat')
  if (stat === undefined) return undefined
  // proc(5): the name stands in parentheses and may hold anything; field 3 is the state, field 22 the start time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, startedAt] = [fields[0], fields[19]]
  return state === 'Z' || state === 'X' || startedAt === undefined ? undefined : { pid, startedAt }
}

/**
 * Whether a running process is a PostgreSQL server of this data folder: its executable is postgres and it works in that folder.
 * Where `/proc` keeps that from us (root without CAP_SYS_PTRACE, as in containers), its command line decides.
 */
export function isPostgresOf(pid: number, dataFolder: string): boolean {
  try {
    return isPostgres(readlinkSync(`/proc/${pid}/exe`)) && readlinkSync(`/proc/${pid}/cwd`) === dataFolder
  } catch {
    const words = readProc(pid, 'cmdline')?.split('\0') ?? []
    return isPostgres(words[0] ?? '') && words[words.indexOf('-D') + 1] === dataFolder
  }
}

/** Waits until the process is gone. Answers false when it still runs after `limitMs`. */
export async function waitUntilGone(pid: number, limitMs: number): Promise<boolean> {
  const deadline = AbortSignal.timeout(limitMs)
  while (findProcess(pid) !== undefined) {
    if (deadline.aborted) return false
    await delay(20)
  }
  return true
}

/** A program that was replaced since it started reads `postgres (deleted)`. */
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
