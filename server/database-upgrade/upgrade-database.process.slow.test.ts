import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { PostgresBinaries } from '../platform/db/embedded/binaries.ts'
import {
  finishUpgrade,
  formerFolderOf,
  upgradedClusterOf,
  upgradeFolderOf,
} from '../platform/db/embedded/finish-upgrade.ts'
import { provision } from '../platform/db/embedded/provision.ts'
import { type EmbeddedDatabase, startCluster } from '../platform/db/embedded/start-embedded.ts'
import { silentLog } from '../platform/log/log.ts'
import { makePdf } from '../test/fixtures/make-pdf.ts'
import {
  type Environment,
  enterAsOperator,
  type Installation,
  installation,
} from '../test/harness/server-process.ts'
import { findFormerBinaries } from './former-binaries.ts'
import { upgradeDatabase } from './upgrade-database.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 200_000 })

const FORMER = '17'
const SOCKET_URL = ({ connection: { host, port, user, database } }: EmbeddedDatabase): string =>
  `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`

describe('an upgrade of the embedded database to the next major version', () => {
  let programs: string
  let binaries: PostgresBinaries
  const homes: Installation[] = []
  const running: EmbeddedDatabase[] = []
  beforeAll(async () => {
    programs = await mkdtemp(path.join(os.tmpdir(), 'sealroom-former-'))
    binaries = await findFormerBinaries({ major: FORMER, given: undefined, scratch: programs })
  })
  afterAll(() => rm(programs, { recursive: true, force: true }))
  afterEach(async () => {
    for (const cluster of running.splice(0)) await cluster.stop()
    for (const home of homes.splice(0)) await home.remove()
  })

  async function startFormer(
    dataDir: string,
  ): Promise<{ readonly env: Environment; stop(): Promise<void> }> {
    const cluster = await startCluster({
      databaseFolder: path.join(dataDir, 'db'),
      runFolder: dataDir,
      binaries,
      log: silentLog,
    })
    running.push(cluster)
    await provision(cluster.superuser)
    return {
      env: { DATABASE_URL: SOCKET_URL(cluster) },
      async stop() {
        running.splice(running.indexOf(cluster), 1)
        await cluster.stop()
      },
    }
  }

  async function furnished() {
    const home = await installation({}, { isNew: true })
    homes.push(home)
    await mkdir(home.dataDir, { recursive: true })
    const former = await startFormer(home.dataDir)
    const server = await home.start(former.env)
    const made = await home.room(
      [
        'create',
        '--name',
        '이전 룸',
        '--operator-name',
        '김운영',
        '--operator-email',
        'op@example.com',
        '--json',
      ],
      former.env,
    )
    const room = JSON.parse(made.stdout)
    const operator = await enterAsOperator(server.url, room)
    const folder = await operator.newFolder('재무')
    await operator.put('계약서.pdf', makePdf(2, 'WORDS'), folder)
    server.signal('SIGTERM')
    await server.ended()
    await former.stop()
    return { home, room, folder }
  }

  const upgrade = (home: Installation, ...more: string[]) =>
    home.room(['database', 'upgrade', '--binaries', binaries.folder, ...more])

  async function expectWhole({
    home,
    room,
    folder,
  }: Awaited<ReturnType<typeof furnished>>): Promise<void> {
    const server = await home.start()
    const operator = await enterAsOperator(server.url, room)
    const [item] = await operator.items(folder)
    expect(item?.name).toBe('계약서.pdf')
    expect((await operator.openDocument(item?.id ?? 0)).status).toBe('READY')
    const next = await operator.newFolder('새 폴더')
    expect(next).toBeGreaterThan(item?.id ?? 0)
    const verified = await home.room(['verify', '--room', String(room.roomId), '--json'])
    expect(verified).toMatchObject({ code: 0 })
    server.signal('SIGTERM')
    await server.ended()
  }

  it('is asked for by the start, copies everything, and keeps the former database until it is removed', async () => {
    const furniture = await furnished()
    const { home } = furniture
    const refused = await home.launch().ended()
    expect(refused.code).not.toBe(0)
    expect(refused.stderr + refused.stdout).toContain('npm run room -- database upgrade')
    const done = await upgrade(home, '--json')
    expect(done).toMatchObject({ code: 0, stderr: '' })
    const kept = formerFolderOf(home.dataDir, FORMER)
    expect(JSON.parse(done.stdout)).toMatchObject({ upgraded: true, from: FORMER, to: '18', kept })
    expect(existsSync(upgradeFolderOf(home.dataDir))).toBe(false)
    await expectWhole(furniture)
    expect((await upgrade(home)).stdout).toContain('of the version that this release brings')
    expect(existsSync(kept)).toBe(true)
    expect((await home.room(['database', 'upgrade', '--remove-former'])).stdout).toContain(kept)
    expect(existsSync(kept)).toBe(false)
    await expectWhole(furniture)
  })

  it('is refused while a server runs, for an outside database, and with programs of another version', async () => {
    const home = await installation()
    homes.push(home)
    const server = await home.start()
    expect((await upgrade(home)).stderr).toContain('in use')
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
    const outside = await home.room(['database', 'upgrade'], {
      DATABASE_URL: 'postgres://sealroom@localhost/none',
    })
    expect(outside).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('outside PostgreSQL'),
    })
    const { home: other } = await furnished()
    const wrong = await other.room([
      'database',
      'upgrade',
      '--binaries',
      path.join(binaries.folder, 'nowhere'),
    ])
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('does not run') })
    expect(existsSync(path.join(other.dataDir, 'db/PG_VERSION'))).toBe(true)
  })

  it('goes on where it was stopped, copies again what changed since, and finishes a move that was interrupted', async () => {
    const furniture = await furnished()
    const { home, room } = furniture
    const { dataDir } = home
    const seen: string[] = []
    const request = { dataDir, binaries: binaries.folder, log: silentLog }
    const stopAt = (count: number) => (progress: { table: string }) => {
      seen.push(progress.table)
      if (seen.length === count) throw new Error('stopped')
    }
    await expect(upgradeDatabase({ ...request, onProgress: stopAt(40) })).rejects.toThrow('stopped')
    expect(existsSync(upgradedClusterOf(dataDir))).toBe(true)
    expect(existsSync(formerFolderOf(dataDir, FORMER))).toBe(false)
    const former = await startFormer(dataDir)
    const server = await home.start(former.env)
    const operator = await enterAsOperator(server.url, room)
    await operator.newFolder('그 사이')
    server.signal('SIGTERM')
    await server.ended()
    await former.stop()
    expect((await upgradeDatabase({ ...request, onProgress: () => undefined }))?.from).toBe(FORMER)
    // A power cut between the renames leaves this.
    await mkdir(upgradeFolderOf(dataDir), { recursive: true })
    renameSync(path.join(dataDir, 'db'), upgradedClusterOf(dataDir))
    writeFileSync(
      path.join(upgradeFolderOf(dataDir), 'complete.json'),
      JSON.stringify({ from: FORMER, control: 'x' }),
    )
    await expectWhole(furniture)
    const again = await home.start()
    const names = (await (await enterAsOperator(again.url, room)).items()).map(({ name }) => name)
    expect(names).toContain('그 사이')
    again.signal('SIGTERM')
    await again.ended()
  })

  it('is thrown away where the former release wrote after it was complete', async () => {
    const { home } = await furnished()
    const { dataDir } = home
    const request = {
      dataDir,
      binaries: binaries.folder,
      log: silentLog,
      onProgress: () => undefined,
    }
    await upgradeDatabase(request)
    // A power cut before the renames leaves this.
    await mkdir(upgradeFolderOf(dataDir), { recursive: true })
    renameSync(path.join(dataDir, 'db'), upgradedClusterOf(dataDir))
    renameSync(formerFolderOf(dataDir, FORMER), path.join(dataDir, 'db'))
    writeFileSync(
      path.join(upgradeFolderOf(dataDir), 'complete.json'),
      JSON.stringify({ from: FORMER, control: 'of before' }),
    )
    await expect(finishUpgrade(dataDir)).rejects.toThrow('database upgrade again')
    expect(existsSync(upgradeFolderOf(dataDir))).toBe(false)
    expect((await upgradeDatabase(request))?.to).toBe('18')
  })
})
