import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompressSync, constants } from 'node:zlib'
import { Client } from 'pg'
import { expect } from 'vitest'
import { PROJECT_ROOT } from '../../server/platform/config/project-root.ts'
import { readServerNote } from '../../server/platform/config/server-note.ts'
import { chooseServerAccount } from '../../server/platform/db/embedded/server-account.ts'
import {
  type Ended,
  type Installation,
  installation,
  type RunningServer,
  runProgram,
} from '../../server/test/harness/server-process.ts'
import type { FilledRelease } from './fill-release.ts'

const HERE = path.dirname(fileURLToPath(import.meta.url))
const VERIFY = path.join(PROJECT_ROOT, '.build/server/cli/verify-export.js')
const CLOCK = new URL('../demo/set-clock.mjs', import.meta.url).href
const LARGE_WINDOW = { params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 } }
const MINUTE_MS = 60_000

/** What `fill-release.ts` left in the installation that `release.tar.br` holds. */
export const RELEASE: FilledRelease & { readonly commit: string; readonly madeAt: string } =
  JSON.parse(readFileSync(path.join(HERE, 'release.json'), 'utf8'))

/** A copy of the installation of the earlier release, under the present build. */
export class UpgradedInstallation {
  readonly place: Installation
  /** The exports that the earlier release made. */
  readonly files: string
  #running: RunningServer | undefined

  static async unpack(): Promise<UpgradedInstallation> {
    const place = await installation({}, { isNew: true, nodeOptions: ['--import', CLOCK] })
    await unpackInto(path.dirname(place.dataDir))
    return new UpgradedInstallation(place)
  }

  constructor(place: Installation) {
    this.place = place
    this.files = path.join(path.dirname(place.dataDir), 'files')
  }

  get server(): RunningServer {
    if (!this.#running) throw new Error('no server runs')
    return this.#running
  }

  /** By the server's clock, at least a minute passes. */
  async start(roles: string, laterMs = MINUTE_MS): Promise<void> {
    const behindMs = Date.now() - Date.parse(RELEASE.madeAt) - laterMs
    this.#running = await this.place.start({ ROLES: roles, DEMO_CLOCK_BEHIND_MS: String(behindMs) })
  }

  async stop(): Promise<void> {
    this.server.signal('SIGTERM')
    expect(await this.server.ended()).toMatchObject({ code: 0 })
  }

  async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new Client({
      ...readServerNote(this.place.dataDir, this.server.pid)?.database,
      ssl: false,
    })
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end()
    }
  }

  jobsThatWait(): Promise<object[]> {
    return this.query(
      'select task_identifier from graphile_worker.jobs where created_at < $1 and run_at <= now()',
      [new Date(Date.parse(RELEASE.madeAt))],
    )
  }

  async destructionOf(roomId: number): Promise<string | undefined> {
    return (
      await this.query<{ state: string }>('select state from destructions where room_id = $1', [
        roomId,
      ])
    )[0]?.state
  }

  verify(name: string, ...more: string[]): Promise<Ended> {
    return runProgram(process.execPath, [VERIFY, path.join(this.files, name), ...more], {
      PATH: process.env['PATH'] ?? '',
    }).ended()
  }
}

/** PostgreSQL's account owns the folder. */
async function unpackInto(folder: string): Promise<void> {
  const tar = spawn('tar', ['-C', folder, '--no-same-owner', '-x'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  tar.stdin.end(
    brotliDecompressSync(await readFile(path.join(HERE, 'release.tar.br')), LARGE_WINDOW),
  )
  const [code] = await once(tar, 'exit')
  expect(code).toBe(0)
  const database = path.join(folder, 'data', 'db')
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await chooseServerAccount(path.join(folder, 'none'), [])
  await promisify(execFile)('chown', ['-R', `${uid}:${gid}`, database])
}
