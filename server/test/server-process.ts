import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { PROJECT_ROOT } from '../platform/config/project-root.ts'
import { isErrno } from '../platform/crypto/durable-files.ts'
import { measured } from './costs.ts'
import { putPreparedDatabase } from './prepared-database.ts'
import { WireClient } from './wire-client.ts'

const MAIN = path.join(PROJECT_ROOT, '.build/server/main.js')
const ROOM = path.join(PROJECT_ROOT, '.build/server/cli/room.js')
const READY_WITHIN_MS = 60_000
const END_WITHIN_MS = 90_000

export type Environment = Readonly<Record<string, string>>

/** How a program ended, and all that it printed. */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** A started program. */
export interface RunningProgram {
  readonly pid: number
  readonly child: ChildProcess
  stdout(): string
  stderr(): string
  /** Sends a signal, if it still runs. */
  signal(signal: NodeJS.Signals): void
  /** Waits for its end; kills it and throws where that takes too long. */
  ended(): Promise<Ended>
}

/** A server that has said that it is ready. */
export interface RunningServer extends RunningProgram {
  /** Where it serves; empty for a worker. */
  readonly url: string
}

/** A place for one installation: folders, a port, and the programs that were started on it. */
export interface Installation {
  readonly dataDir: string
  readonly port: number
  readonly env: Environment
  /** Starts the built server without waiting for anything. */
  launch(more?: Environment): RunningProgram
  /** Starts the built server and waits for its `ready` line. */
  start(more?: Environment): Promise<RunningServer>
  /** Runs `room` of the built command line. */
  room(args: readonly string[], more?: Environment): Promise<Ended>
  /** Makes a room by the command line. */
  createRoom(name?: string): Promise<{ roomId: number; roomNo: string; pin: string; code: string; url: string }>
  /** Process numbers of the PostgreSQL servers that run on the data folder. */
  databaseServers(): number[]
  /** Ends what still runs and removes the folders. */
  remove(): Promise<void>
}

/** The whole environment of the programs: nothing of the caller's settings. */
const SURROUNDINGS: Environment = { PATH: process.env['PATH'] ?? '', TMPDIR: os.tmpdir() }

export interface InstallationOptions {
  /** True: no folder is there yet, as before the first start. Otherwise a database without rooms is, which costs the start less. */
  readonly isNew?: boolean
}

export async function installation(settings: Environment = {}, { isNew = false }: InstallationOptions = {}): Promise<Installation> {
  if (!existsSync(MAIN)) throw new Error(`${MAIN} is missing: run "npm run build" first`)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sealroom-process-'))
  const dataDir = path.join(folder, 'data')
  const port = await freePort()
  const env = { ...SURROUNDINGS, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn', RENDER_WORKERS: '1', ...settings }
  const programs = new Set<RunningProgram>()
  if (!isNew && settings['DATABASE_URL'] === undefined) await putPreparedDatabase(dataDir)

  const launch = (more: Environment = {}): RunningProgram => {
    const program = runProgram(process.execPath, [MAIN], { ...env, ...more })
    programs.add(program)
    return program
  }
  const room = (args: readonly string[], more: Environment = {}): Promise<Ended> => {
    const program = runProgram(process.execPath, [ROOM, ...args], { ...env, ...more })
    programs.add(program)
    return measured('command', () => program.ended())
  }
  return {
    dataDir,
    port,
    env,
    launch,
    start: (more) => measured('server process start', () => untilReady(launch(more))),
    room,
    async createRoom(name = '시험 룸') {
      const made = await room(['create', '--name', name, '--operator-name', '김운영', '--operator-email', 'op@example.com', '--json'])
      if (made.code !== 0) throw new Error(`room create failed: ${made.stderr}`)
      return JSON.parse(made.stdout)
    },
    databaseServers: () => findDatabaseServers(path.join(dataDir, 'db')),
    async remove() {
      for (const program of programs) program.signal('SIGKILL')
      await Promise.all([...programs].map((program) => program.ended()))
      killAll(findDatabaseServers(path.join(dataDir, 'db')), 'SIGQUIT')
      await until(() => findDatabaseServers(path.join(dataDir, 'db')).length === 0, 'the database to end')
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Starts a program and keeps what it prints. */
export function runProgram(file: string, args: readonly string[], env: Environment, stdin: 'ignore' | 'pipe' = 'ignore'): RunningProgram {
  const child = spawn(file, args, { cwd: PROJECT_ROOT, env: { ...env }, stdio: [stdin, 'pipe', 'pipe'] })
  const printed = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed.stdout += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    printed.stderr += text
  })
  const end = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal, ...printed }))
  })
  end.catch(() => undefined)
  return {
    pid: child.pid ?? 0,
    child,
    stdout: () => printed.stdout,
    stderr: () => printed.stderr,
    signal: (signal) => {
      child.kill(signal)
    },
    async ended() {
      let overdue = false
      const limit = setTimeout(() => {
        overdue = true
        child.kill('SIGKILL')
      }, END_WITHIN_MS)
      const how = await end.finally(() => clearTimeout(limit))
      if (overdue) throw new Error(`${file} did not end:\n${how.stdout}\n${how.stderr}`)
      return how
    },
  }
}

/** Waits for the `ready` line. @throws with what was printed where the program ends before. */
export async function untilReady(program: RunningProgram): Promise<RunningServer> {
  await new Promise<void>((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`the server was not ready in time:\n${program.stderr()}`)), READY_WITHIN_MS)
    const look = (): void => {
      if (!/^ready .*$/m.test(program.stdout())) return
      clearTimeout(limit)
      resolve()
    }
    program.child.stdout?.on('data', look)
    program.child.once('close', () => {
      clearTimeout(limit)
      reject(new Error(`the server ended before it was ready:\n${program.stdout()}\n${program.stderr()}`))
    })
    look()
  })
  return { ...program, url: /^ready (http\S*)$/m.exec(program.stdout())?.[1] ?? '' }
}

/** Waits for something to come true. @throws after `withinMs`. */
export async function until(isTrue: () => boolean | Promise<boolean>, what: string, withinMs = 20_000): Promise<void> {
  const deadline = AbortSignal.timeout(withinMs)
  while (!(await isTrue())) {
    if (deadline.aborted) throw new Error(`waited in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** A TCP port that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Signals processes, of which some may be gone. */
export function killAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if (!isErrno(error, 'ESRCH')) throw error
    }
  }
}

/** PIN and code of the first room, from the file that a start without a terminal writes. */
export function readFirstRoom(dataDir: string): { pin: string; code: string } {
  const text = readFileSync(path.join(dataDir, 'first-room.txt'), 'utf8')
  return { pin: /^PIN (\S+)$/m.exec(text)?.[1] ?? '', code: /operator code (\S+)$/m.exec(text)?.[1] ?? '' }
}

/** Enters a room as its operator, with the operator area open. */
export async function enterAsOperator(url: string, { pin, code }: { pin: string; code: string }): Promise<WireClient> {
  const operator = new WireClient(url)
  await operator.join(pin)
  await operator.agree()
  const raised = await operator.raise(code)
  if ((raised.json.payload as { checked?: boolean }).checked !== true) throw new Error(`the operator area stays closed: ${raised.text}`)
  return operator
}

/** Whether a command of the system is there. */
export function hasCommand(name: string, ...args: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(name, args, (error) => resolve(error === null))
  })
}

/** Every process, of whatever parent, whose executable is postgres and that works in the folder: servers and their children. */
function findDatabaseServers(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => worksIn(pid, folder))
}

function worksIn(pid: number, folder: string): boolean {
  try {
    return path.basename(readlinkSync(`/proc/${pid}/exe`)) === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === folder
  } catch {
    // The kernel may keep both from us; a server names its folder in its command line, too.
    return commandLine(pid).includes(`\0-D\0${folder}\0`)
  }
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
