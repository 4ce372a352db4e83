import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { PROJECT_ROOT } from '../../config/project-root.ts'
import { silentLog } from '../../log/log.ts'
import { type SocketConnection, toClientConfig } from '../connection-options.ts'
import { findBinaryPackage } from './binaries.ts'
import { readServerPid } from './leftover-server.ts'
import { findProcess } from './processes.ts'
import { startEmbedded } from './start-embedded.ts'

const NOBODY = 65_534

/** Node 20 cannot run .ts. */
const PROGRAM = `
  const { startEmbedded } = await import(${JSON.stringify(pathToFileURL(join(PROJECT_ROOT, '.build/server/platform/db/embedded/start-embedded.js')))})
  const nothing = () => undefined
  const log = { debug: nothing, info: nothing, warn: nothing, error: nothing }
  try {
    const { connection, stop } = await startEmbedded({ dataDir: process.argv[1], log })
    console.log(JSON.stringify({ connection }))
    process.stdin.once('end', stop).resume()
  } catch (error) {
    console.log(JSON.stringify({ refusal: error.message }))
  }`

const reading = '-all,+dac_read_search'
const AS_NOBODY = [
  ...[
    'setpriv',
    `--reuid=${NOBODY}`,
    `--regid=${NOBODY}`,
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
  ],
  ...[`--inh-caps=${reading}`, `--ambient-caps=${reading}`, '--'],
]
/** Containers reduce root's capabilities like this. */
const AS_POOR_ROOT = [
  'setpriv',
  '--inh-caps=-all',
  '--bounding-set=-dac_read_search,-sys_ptrace',
  '--',
]
const WITHOUT_SETPRIV = [
  'unshare',
  '-m',
  'sh',
  '-c',
  'mount --bind /bin/false "$(command -v setpriv)" && exec "$@"',
  'sh',
]

const asRoot = process.platform === 'linux' && process.getuid?.() === 0
const canHideSetpriv = asRoot && spawnSync('unshare', ['-m', 'true']).status === 0
const binariesAreOpen = isOpen(join(findBinaryPackage(), 'native/bin'))

describe.runIf(asRoot)('startEmbedded', () => {
  let closed: string
  let open: string

  beforeEach(() => {
    closed = mkdtempSync(join(tmpdir(), 'closed-'))
    open = mkdtempSync(join(tmpdir(), 'open-'))
    chmodSync(open, 0o755)
  })
  afterEach(() => {
    for (const folder of [closed, open]) rmSync(folder, { recursive: true })
  })

  it('works as an ordinary user, and lets root in to look', async () => {
    const dataDir = join(open, 'data')
    mkdirSync(dataDir)
    chownSync(dataDir, NOBODY, NOBODY)
    const program = startProgram(AS_NOBODY, dataDir)
    const { connection } = await program.outcome
    expect(statSync(join(dataDir, 'db')).uid).toBe(NOBODY)
    expect(await askRole(connection)).toBe('sealroom')
    await program.finish()
    expect(existsSync(join(dataDir, 'db/postmaster.pid'))).toBe(false)

    const embedded = await startEmbedded({ dataDir, log: silentLog })
    expect(await askRole(embedded.connection)).toBe('sealroom')
    expect(statSync(join(dataDir, 'db')).uid).toBe(NOBODY)
    await embedded.stop()
  })

  it('as an ordinary user refuses the database folder of somebody else', async () => {
    mkdirSync(join(closed, 'db'))
    chownSync(closed, NOBODY, NOBODY)
    const { refusal } = await startProgram(AS_NOBODY, closed).outcome
    expect(refusal).toBe(
      `${closed}/db belongs to the user with number 0, and this program runs as nobody (${NOBODY}).`,
    )
  })

  it('lets no other account in, not even past the closed folder', async () => {
    const embedded = await startEmbedded({ dataDir: closed, log: silentLog })
    const program = `const { Client } = (await import('pg')).default
      const client = new Client(JSON.parse(process.argv[1]))
      try { await client.connect(); console.log('in') } catch (error) { console.log(error.code) } finally { await client.end() }`
    const tryAs = (prefix: string[], user: string) => {
      const words = [
        ...prefix,
        process.execPath,
        '--input-type=module',
        '-e',
        program,
        JSON.stringify({ ...embedded.connection, user }),
      ]
      return spawnSync(words[0] ?? '', words.slice(1), {
        cwd: PROJECT_ROOT,
        encoding: 'utf8',
      }).stdout.trim()
    }
    expect(tryAs([], 'sealroom')).toBe('in')
    chmodSync(embedded.connection.host, 0o755)
    for (const user of ['sealroom', 'sealroom_admin']) expect(tryAs(AS_NOBODY, user)).toBe('28000')
    await embedded.stop()
  })

  it('as root without CAP_DAC_READ_SEARCH names the folder that cannot be entered', async () => {
    const dataDir = join(closed, 'a/b')
    const { refusal } = await startProgram(AS_POOR_ROOT, dataDir).outcome
    expect(refusal).toContain(binariesAreOpen ? `cannot enter ${closed}.` : 'cannot enter ')
    expect(existsSync(join(dataDir, 'db'))).toBe(false)
  })

  it.runIf(binariesAreOpen)(
    'as root without CAP_DAC_READ_SEARCH works where all folders can be entered',
    async () => {
      const program = startProgram(AS_POOR_ROOT, open)
      const { connection } = await program.outcome
      expect(await askRole(connection)).toBe('sealroom')
      expect(statSync(join(open, 'db')).uid).not.toBe(0)
      await program.finish()
    },
  )

  it('leaves no orphan when the program is killed, and the next start finds a clean folder', async () => {
    const program = startProgram([], closed)
    await program.outcome
    const pid = readServerPid(join(closed, 'db')) ?? 0
    program.child.kill('SIGKILL')
    while (findProcess(pid) !== undefined) await delay(5)
    expect(existsSync(join(closed, 'db/postmaster.pid'))).toBe(false)
    const embedded = await startEmbedded({ dataDir: closed, log: silentLog })
    await embedded.stop()
  })

  it.runIf(canHideSetpriv)('without setpriv names the folder that cannot be entered', async () => {
    const { refusal } = await startProgram(WITHOUT_SETPRIV, closed).outcome
    expect(refusal).toContain(binariesAreOpen ? `cannot enter ${closed}.` : 'cannot enter ')
  })

  it.runIf(canHideSetpriv && binariesAreOpen)(
    'without setpriv works where all folders can be entered, and stops the orphan of a kill',
    async () => {
      const program = startProgram(WITHOUT_SETPRIV, open)
      const { connection } = await program.outcome
      const pid = readServerPid(join(open, 'db')) ?? 0
      program.child.kill('SIGKILL')
      await program.ended
      expect(await askRole(connection)).toBe('sealroom')

      const heir = startProgram(AS_POOR_ROOT, open)
      expect(await askRole((await heir.outcome).connection)).toBe('sealroom')
      expect(findProcess(pid)).toBeUndefined()
      await heir.finish()
    },
  )
})

interface ConnectionOutcome {
  readonly connection: SocketConnection
  readonly refusal?: string
}

interface Program {
  readonly child: ChildProcess
  readonly outcome: Promise<ConnectionOutcome>
  readonly ended: Promise<void>
  finish(): Promise<void>
}

function startProgram(prefix: readonly string[], dataDir: string): Program {
  const [program = '', ...args] = [
    ...prefix,
    process.execPath,
    '--input-type=module',
    '-e',
    PROGRAM,
    dataDir,
  ]
  const child = spawn(program, args, { cwd: '/', stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return {
    child,
    ended,
    outcome: readOutcome(child),
    finish: async () => {
      child.stdin.end()
      await ended
    },
  }
}

async function readOutcome(child: ChildProcess): Promise<ConnectionOutcome> {
  if (child.stdout === null) throw new Error('no output')
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line)
  throw new Error('the program ended without a word')
}

async function askRole(connection: SocketConnection): Promise<unknown> {
  const client = new Client(toClientConfig(connection))
  await client.connect()
  const { rows } = await client.query('select current_user as role')
  await client.end()
  return rows[0].role
}

function isOpen(folder: string): boolean {
  return (statSync(folder).mode & 0o001) !== 0 && (folder === '/' || isOpen(dirname(folder)))
}
