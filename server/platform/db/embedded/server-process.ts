import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Log } from '../../log/log.ts'
import { PROGRAM_ENVIRONMENT } from './run-program.ts'
import type { ServerAccount } from './server-account.ts'

const KEPT_LINES = 40
const FAST_SHUTDOWN_MS = 30_000
const LAST_LINES_WITHIN_MS = 1_000

export interface ServerProcess {
  readonly pid: number | undefined
  /** The promise never rejects. */
  readonly ended: Promise<void>
  hasEnded(): boolean
  lastLines(): string
  /** An immediate shutdown follows; the next start recovers. */
  stop(): Promise<void>
}

/** Ctrl-C must not stop the database before the program drains. */
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
      // `close` waits for processes that hold the log open.
      const limit = setTimeout(end, LAST_LINES_WITHIN_MS)
      child.once('close', () => clearTimeout(limit))
      if (stopping === undefined)
        log.error({ exitCode: code, signal }, 'PostgreSQL ended by itself')
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
