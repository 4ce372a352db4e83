import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'
import { makePdf } from '../fixtures/make-pdf.ts'
import {
  type Environment,
  enterAsOperator,
  type Installation,
  installation,
  runProgram,
  until,
} from '../harness/server-process.ts'
import { WireClient } from '../harness/wire-client.ts'
import { ProgramClient } from '../programs/program-client.ts'
import {
  findOutsidePostgres,
  type OutsidePostgres,
  outsidePostgres,
} from '../servers/outside-postgres.ts'

vi.setConfig({ testTimeout: 400_000, hookTimeout: 200_000 })

const ROOM = path.join(PROJECT_ROOT, '.build/server/cli/room.js')
const bin = await findOutsidePostgres()

describe('a backup', () => {
  let folder: string
  const homes: Installation[] = []
  let outside: OutsidePostgres | undefined
  let databases = 0
  beforeAll(async () => {
    if (bin !== undefined) outside = await outsidePostgres(bin)
  })
  afterAll(() => outside?.remove())
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'sealroom-backup-'))
  })
  afterEach(async () => {
    for (const home of homes.splice(0)) await home.remove()
    await rm(folder, { recursive: true, force: true })
  })

  const at = (...names: string[]): string => path.join(folder, ...names)
  async function place(settings: Environment = {}, isNew = false): Promise<Installation> {
    const home = await installation(settings, { isNew })
    homes.push(home)
    return home
  }
  const freshDatabase = async (): Promise<Environment> => {
    databases += 1
    return outside ? { DATABASE_URL: await outside.createDatabase(`backup${databases}`) } : {}
  }
  const stop = async (server: {
    signal(signal: NodeJS.Signals): void
    ended(): Promise<unknown>
  }): Promise<void> => {
    server.signal('SIGTERM')
    await server.ended()
  }
  async function backUp(
    home: Installation,
    ...more: string[]
  ): Promise<{ place: string; keysPlace: string; destroyed: number }> {
    const done = await home.room([
      'backup',
      '--out',
      at('out'),
      '--keys',
      at('keys'),
      '--json',
      ...more,
    ])
    expect(done).toMatchObject({ code: 0, stderr: '' })
    return JSON.parse(done.stdout)
  }
  async function contentOf(client: WireClient, id: number): Promise<Buffer> {
    const item = (await client.items()).find((each) => each.id === id)
    return Buffer.from(
      await (await client.fetch('GET', `/room/api/file/${item?.filename}`)).arrayBuffer(),
    )
  }
  const flip = (file: string): void => {
    const bytes = readFileSync(file)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    writeFileSync(file, bytes)
  }
  const linkedBlobs = (backup: string): number => {
    const blobs = path.join(backup, 'blobs')
    const files = readdirSync(blobs).flatMap((name) =>
      readdirSync(path.join(blobs, name)).map((id) => path.join(blobs, name, id)),
    )
    return files.filter((file) => statSync(file).nlink > 1).length
  }
  const firstBlob = (backup: string): string => {
    const blobs = path.join(backup, 'blobs')
    const fanOut =
      readdirSync(blobs).find((name) => readdirSync(path.join(blobs, name)).length > 0) ?? ''
    return path.join(blobs, fanOut, readdirSync(path.join(blobs, fanOut))[0] ?? '')
  }

  it.each([
    ['an embedded database', 'an outside one'],
    ['an outside database', 'an embedded one'],
  ])('of %s, made while documents come and go, comes back on %s', async (from) => {
    const isFromOutside = from.includes('outside')
    const home = await place(isFromOutside ? await freshDatabase() : {})
    const server = await home.start()
    const room = await home.createRoom()
    const { key } = JSON.parse(
      (await home.room(['api-key', 'create', '--scope', 'rooms:read', '--json'])).stdout,
    )
    const operator = await enterAsOperator(server.url, room)
    await operator.switches(false)
    const kept = [makePdf(1), makePdf(2), makePdf(3)].map((pdf) => Buffer.from(pdf))
    const ids: number[] = []
    for (const [index, pdf] of kept.entries())
      ids.push(await operator.put(`kept ${index}.pdf`, pdf))
    const trashed = await operator.put('trashed.pdf', makePdf(1))
    await operator.deleteItem(trashed)

    let isOver = false
    const busy = (async () => {
      for (let index = 0; !isOver; index += 1) {
        const id = await operator.put(`passing ${index}.pdf`, makePdf(1))
        await operator.deleteItem(id)
        await operator.destroyItem(id)
      }
    })()
    const first = await backUp(home)
    const second = await backUp(home)
    isOver = true
    await busy
    expect(existsSync(path.join(first.place, 'instance-id'))).toBe(false)
    expect(statSync(first.keysPlace).mode & 0o777).toBe(0o700)
    expect(statSync(path.join(first.keysPlace, 'root.key')).mode & 0o777).toBe(0o600)
    expect(linkedBlobs(second.place)).toBeGreaterThanOrEqual(kept.length)
    const late = await operator.put('late.pdf', makePdf(1))
    await stop(server)

    const target = await place(
      { ...(isFromOutside ? {} : await freshDatabase()), KEY_DIR: at('new-keys') },
      true,
    )
    const restored = await target.room([
      'restore',
      '--from',
      second.place,
      '--keys',
      second.keysPlace,
      '--json',
    ])
    expect(restored).toMatchObject({ code: 0, stderr: '' })
    const { snapshotAt } = JSON.parse(restored.stdout)
    expect((await target.room(['list'])).stdout).toContain('(frozen)')
    expect((await target.room(['verify', '--room', String(room.roomId)])).code).toBe(0)
    const again = await target.start()
    const old = new WireClient(again.url)
    old.session = operator.session
    expect((await old.list()).http).toBe(401)
    expect((await new ProgramClient(again.url, key).get('/rooms')).json.code).toBe(
      'API_KEY_REVOKED',
    )
    const back = await enterAsOperator(again.url, room)
    for (const [index, pdf] of kept.entries())
      expect((await contentOf(back, ids[index] ?? 0)).equals(pdf)).toBe(true)
    expect((await back.items()).map(({ id }) => id)).not.toContain(late)
    expect((await back.upload([['new.pdf', makePdf(1)]])).http).not.toBe(200)
    const log = await back.call('GET', `/room/api/room/roomActivity/list/${room.roomId}`)
    expect(log.text).toMatch(/백업에서 복원|restored to the backup of/)
    expect(log.text).toContain(snapshotAt.slice(0, 10))
    expect((await target.room(['restore', '--from', second.place])).stderr).toContain(
      'is not empty',
    )
    const reopened = await back.call('PUT', '/room/api/room/ending/phase', {
      body: { id: room.roomId, phase: 'open' },
    })
    expect(reopened.http).toBe(200)
    expect((await back.trashed()).map(({ id }) => id)).toContain(trashed)
    expect(await back.put('new.pdf', makePdf(1))).toBeGreaterThan(trashed)
  })

  it('brings no destroyed room back, and its drill touches nothing', async () => {
    const home = await place()
    const room = await home.createRoom()
    const other = await home.createRoom('남는 룸')
    const server = await home.start()
    for (const each of [room, other])
      await (await enterAsOperator(server.url, each)).put('a.pdf', makePdf(1))
    const made = await backUp(home)
    const before = readdirSync(home.dataDir).sort()
    const drilled = await home.room([
      'backup',
      'drill',
      '--from',
      made.place,
      '--keys',
      made.keysPlace,
      '--json',
    ])
    expect(drilled).toMatchObject({ code: 0, stderr: '' })
    const { rooms, faults } = JSON.parse(drilled.stdout)
    expect(faults).toEqual([])
    expect(rooms.filter((each: { files: number }) => each.files === 1)).toHaveLength(2)
    expect(rooms.every((each: { log: string }) => each.log === 'sound')).toBe(true)
    expect(readdirSync(home.dataDir).sort()).toEqual(before)
    expect(
      (
        await home.room([
          'destroy',
          '--room',
          String(room.roomId),
          '--confirm',
          room.roomNo,
          '--now',
        ])
      ).code,
    ).toBe(0)
    await stop(server)

    const target = await place({ KEY_DIR: `${home.dataDir}-keys` }, true)
    expect(
      await target.room(['restore', '--from', made.place, '--keys', made.keysPlace]),
    ).toMatchObject({ code: 0 })
    const again = await target.start()
    await until(
      async () => /\(destroyed\)/.test((await target.room(['list'])).stdout),
      'the room to be destroyed again',
      90_000,
    )
    expect((await enterAsOperator(again.url, other)).me.roomId).toBe(other.roomId)
  })

  it('is refused where it is damaged, newer or without keys, and the drill names the damage', async () => {
    const home = await place()
    const server = await home.start()
    const room = await home.createRoom()
    await (await enterAsOperator(server.url, room)).put('a.pdf', makePdf(1))
    await stop(server)
    const made = await backUp(home)
    const target = await place({ KEY_DIR: at('new-keys') }, true)
    const refused = async (
      backup: string,
      words: string,
      keys: readonly string[] = ['--keys', made.keysPlace],
    ): Promise<void> => {
      const done = await target.room(['restore', '--from', backup, ...keys])
      expect(done).toMatchObject({ code: 1, stdout: '' })
      expect(done.stderr).toContain(words)
      expect([existsSync(target.dataDir), existsSync(at('new-keys'))]).toEqual([false, false])
    }
    await refused(made.place, 'holds no keys', [])
    await refused(at('keys'), 'is not a backup')
    for (const damage of [
      'tables/public.items.gz',
      path.relative(made.place, firstBlob(made.place)),
    ]) {
      const copy = at('damaged')
      await cp(made.place, copy, { recursive: true })
      flip(path.join(copy, damage))
      await refused(copy, damage)
      const drilled = await home.room(['backup', 'drill', '--from', copy, '--keys', made.keysPlace])
      expect(drilled).toMatchObject({ code: 1, stdout: '' })
      expect(drilled.stderr).toContain(`${damage} is damaged`)
      await rm(copy, { recursive: true })
    }
    const manifestFile = path.join(made.place, 'manifest.json')
    const { manifest } = JSON.parse(readFileSync(manifestFile, 'utf8'))
    const rewrite = (changed: object): void => {
      const sha256 = createHash('sha256').update(JSON.stringify(changed)).digest('hex')
      writeFileSync(manifestFile, JSON.stringify({ manifest: changed, sha256 }))
    }
    rewrite({
      ...manifest,
      migrations: [...manifest.migrations, { name: '9999_future.sql', checksum: '0'.repeat(64) }],
    })
    await refused(made.place, 'newer than this program')
    rewrite({ ...manifest, format: 2, release: '9.0.0' })
    await refused(made.place, '9.0.0')
    flip(manifestFile)
    await refused(made.place, 'checksum')
    const nested = await home.room(['backup', '--out', at('out'), '--keys', at('out', 'keys')])
    expect(nested).toMatchObject({ code: 1, stdout: '' })
  })

  it('killed at any moment leaves no backup that looks whole, and a killed restore nothing that starts', async () => {
    const home = await place()
    const server = await home.start()
    const room = await home.createRoom()
    const operator = await enterAsOperator(server.url, room)
    for (let index = 0; index < 5; index += 1) await operator.put(`${index}.pdf`, makePdf(1))
    const killed = async (
      settings: Environment,
      args: readonly string[],
      moment: () => boolean,
    ): Promise<void> => {
      const program = runProgram(process.execPath, [ROOM, ...args], settings)
      await until(
        () => moment() || program.child.exitCode !== null,
        'the moment of the kill',
        60_000,
      )
      program.signal('SIGKILL')
      await program.ended()
    }
    const parts = (): string[] => (existsSync(at('out')) ? readdirSync(at('out')) : [])
    for (const inside of ['tables', 'blobs', 'blobs.txt'])
      await killed(home.env, ['backup', '--out', at('out')], () =>
        parts().some((name) => existsSync(at('out', name, inside))),
      )
    for (const name of parts())
      expect(name.endsWith('.part') || existsSync(at('out', name, 'manifest.json'))).toBe(true)
    const made = await backUp(home)
    expect(parts().filter((name) => name.endsWith('.part'))).toEqual([])

    for (const inside of ['restore-unfinished', 'db', 'blobs']) {
      const target = await place({ KEY_DIR: at(`keys-of-${inside}`) }, true)
      const args = ['restore', '--from', made.place, '--keys', made.keysPlace]
      await killed(target.env, args, () => existsSync(path.join(target.dataDir, inside)))
      for (const next of [await target.launch().ended(), await target.room(args)]) {
        expect(next.code).toBe(1)
        expect(next.stderr).toContain('was not finished')
      }
    }
    await stop(server)
  })

  it('is listed, and removed past its days together with its keys', async () => {
    const home = await place()
    await home.createRoom()
    const made = await backUp(home)
    const untouched = await home.room(['backup', 'prune', '--out', at('out'), '--json'])
    expect(JSON.parse(untouched.stdout)).toEqual({ removed: [], keysRemoved: [], unreachable: [] })
    const pruned = await home.room(['backup', 'prune', '--out', at('out'), '--json'], {
      BACKUP_DAYS: '0',
      KEY_BACKUP_DAYS: '0',
    })
    expect(JSON.parse(pruned.stdout)).toEqual({
      removed: [made.place],
      keysRemoved: [made.keysPlace],
      unreachable: [],
    })
    expect([existsSync(made.place), existsSync(made.keysPlace)]).toEqual([false, false])
    const [listed] = JSON.parse((await home.room(['backup', 'list', '--json'])).stdout)
    expect(listed).toMatchObject({
      place: made.place,
      removedAt: expect.any(String),
      keysRemovedAt: expect.any(String),
    })
  })
})
