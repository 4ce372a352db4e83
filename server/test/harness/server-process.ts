import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '../../../tools/lib/free-port.mjs'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'
import { isErrno } from '../../platform/encryption/durable-files.ts'
import { measured } from './costs.ts'
import { putPreparedDatabase } from './prepared-database.ts'
import { WireClient } from './wire-client.ts'

const BUILD = path.join(PROJECT_ROOT, '.build/server')
const ROOM = path.join(PROJECT_ROOT, '.build/server/cli/room.js')
const READY_WITHIN_MS = 60_000
const END_WITHIN_MS = 90_000

export type Environment = Readonly<Record<string, string>>

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunningProgram {
  readonly pid: number
  readonly child: ChildProcess
  stdout(): string
  stderr(): string
  signal(signal: NodeJS.Signals): void
  ended(): Promise<Ended>
}

export interface RunningServer extends RunningProgram {
  readonly url: string
}

export interface Installation {
  readonly dataDir: string
  readonly port: number
  readonly env: Environment
  launch(more?: Environment): RunningProgram
  start(more?: Environment): Promise<RunningServer>
  room(args: readonly string[], more?: Environment): Promise<Ended>
  createRoom(
    name?: string,
  ): Promise<{ roomId: number; roomNo: string; pin: string; code: string; url: string }>
  databaseServers(): number[]
  remove(): Promise<void>
}

const SURROUNDINGS: Environment = { PATH: process.env['PATH'] ?? '', TMPDIR: os.tmpdir() }

export interface InstallationOptions {
  readonly isNew?: boolean
  readonly nodeOptions?: readonly string[]
  readonly build?: string | undefined
}

export async function installation(
  settings: Environment = {},
  { isNew = false, nodeOptions = [], build = BUILD }: InstallationOptions = {},
): Promise<Installation> {
  const main = path.join(build, 'main.js')
  if (!existsSync(main)) throw new Error(`${main} is missing: run "npm run build" first`)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sealroom-process-'))
  const dataDir = path.join(folder, 'data')
  const port = await freePort()
  const env = {
    ...SURROUNDINGS,
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'warn',
    RENDER_WORKERS: '1',
    ...settings,
  }
  const programs = new Set<RunningProgram>()
  if (!isNew && settings['DATABASE_URL'] === undefined) await putPreparedDatabase(dataDir)

  const launch = (more: Environment = {}): RunningProgram => {
    const program = runProgram(process.execPath, [...nodeOptions, main], { ...env, ...more })
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
      const made = await room([
        'create',
        '--name',
        name,
        '--operator-name',
        '김운영',
        '--operator-email',
        'op@example.com',
        '--json',
      ])
      if (made.code !== 0) throw new Error(`room create failed: ${made.stderr}`)
      return JSON.parse(made.stdout)
    },
    databaseServers: () => findDatabaseServers(path.join(dataDir, 'db')),
    async remove() {
      for (const program of programs) program.signal('SIGKILL')
      await Promise.all([...programs].map((program) => program.ended()))
      killAll(findDatabaseServers(path.join(dataDir, 'db')), 'SIGQUIT')
      await until(
        () => findDatabaseServers(path.join(dataDir, 'db')).length === 0,
        'the database to end',
      )
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

export function runProgram(
  file: string,
  args: readonly string[],
  env: Environment,
  stdin: 'ignore' | 'pipe' = 'ignore',
): RunningProgram {
  const child = spawn(file, args, {
    cwd: PROJECT_ROOT,
    env: { ...env },
    stdio: [stdin, 'pipe', 'pipe'],
  })
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

/** @throws Error with the output if the program exits first */
export async function untilReady(program: RunningProgram): Promise<RunningServer> {
  await new Promise<void>((resolve, reject) => {
    const limit = setTimeout(
      () => reject(new Error(`the server was not ready in time:\n${program.stderr()}`)),
      READY_WITHIN_MS,
    )
    const look = (): void => {
      if (!/^ready .*$/m.test(program.stdout())) return
      clearTimeout(limit)
      resolve()
    }
    program.child.stdout?.on('data', look)
    program.child.once('close', () => {
      clearTimeout(limit)
      reject(
        new Error(
          `the server ended before it was ready:\n${program.stdout()}\n${program.stderr()}`,
        ),
      )
    })
    look()
  })
  return { ...program, url: /^ready (http\S*)$/m.exec(program.stdout())?.[1] ?? '' }
}

/** @throws Error after `withinMs` */
export async function until(
  isTrue: () => boolean | Promise<boolean>,
  what: string,
  withinMs = 20_000,
): Promise<void> {
  const deadline = AbortSignal.timeout(withinMs)
  while (!(await isTrue())) {
    if (deadline.aborted) throw new Error(`waited in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

export function killAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if (!isErrno(error, 'ESRCH')) throw error
    }
  }
}

export function readFirstRoom(dataDir: string): { pin: string; code: string } {
  const text = readFileSync(path.join(dataDir, 'first-room.txt'), 'utf8')
  return {
    pin: /^PIN (\S+)$/m.exec(text)?.[1] ?? '',
    code: /operator code (\S+)$/m.exec(text)?.[1] ?? '',
  }
}

export async function enterAsOperator(
  url: string,
  { pin, code }: { pin: string; code: string },
): Promise<WireClient> {
  const operator = new WireClient(url)
  await operator.join(pin)
  await operator.agree()
  const elevated = await operator.elevate(code)
  if ((elevated.json.payload as { checked?: boolean }).checked !== true)
    throw new Error(`the operator area stays closed: ${elevated.text}`)
  return operator
}

export function hasCommand(name: string, ...args: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(name, args, (error) => resolve(error === null))
  })
}

function findDatabaseServers(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => worksIn(pid, folder))
}

function worksIn(pid: number, folder: string): boolean {
  try {
    return (
      path.basename(readlinkSync(`/proc/${pid}/exe`)) === 'postgres' &&
      readlinkSync(`/proc/${pid}/cwd`) === folder
    )
  } catch {
    // Servers name their folder in the command line.
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
