import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Log } from '../../log/log.ts'
import { PROGRAM_ENVIRONMENT } from './run-program.ts'
import type { ServerAccount } from './server-account.ts'

const KEPT_LINES = 40
const FAST_SHUTDOWN_MS = 30_000
const LAST_LINES_WITHIN_MS = 1_000

/** A running PostgreSQL server. */
export interface ServerProcess {
  readonly pid: number | undefined
  /** Settles when the server has ended, for whatever reason; never rejects. */
  readonly ended: Promise<void>
  hasEnded(): boolean
  /** The last lines of its log. */
  lastLines(): string
  /** Fast shutdown; an immediate one (the next start recovers from the log) when that takes too long. */
  stop(): Promise<void>
}

/**
 * Starts the server in a process group of its own, so that Ctrl-C does not take the database away before the program has drained.
 * @param patienceMs how long a fast shutdown may take.
 */
export function spawnServer(
  account: Pick<ServerAccount, 'prefix' | 'spawnIds'>,
  words: readonly string[],
  log: Log,
  patienceMs = FAST_SHUTDOWN_MS,
): ServerProcess {
  const [program = '', ...args] = [...account.prefix, ...words]
  const child = spawn(program, args, {
    ...account.spawnIds,
    cwd: '/',
    env: PROGRAM_ENVIRONMENT,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const kept: string[] = []
  const keep = (line: string) => {
    kept.push(line)
    if (kept.length > KEPT_LINES) kept.shift()
    log.debug({ line }, 'PostgreSQL')
  }
  createInterface({ input: child.stderr }).on('line', keep)

  let over = false
  let stopping: Promise<void> | undefined
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      over = true
      child.stderr.destroy()
      resolve()
    }
    child.once('error', (error) => {
      keep(error.message)
      end()
    })
    child.once('close', end)
    child.once('exit', (code, signal) => {
      // `close` waits for every process that holds the log open, and a backend that hangs may outlive its server.
      const limit = setTimeout(end, LAST_LINES_WITHIN_MS)
      child.once('close', () => clearTimeout(limit))
      if (stopping === undefined) log.error({ exitCode: code, signal }, 'PostgreSQL ended by itself')
    })
  })
  const shutDown = async () => {
    child.kill('SIGINT')
    const escalation = setTimeout(() => child.kill('SIGQUIT'), patienceMs)
    await ended
    clearTimeout(escalation)
  }
  return {
    pid: child.pid,
    ended,
    hasEnded: () => over,
    lastLines: () => kept.join('\n'),
    stop: () => {
      stopping ??= over ? Promise.resolve() : shutDown()
      return stopping
    },
  }
}
