import { appendFileSync, statfsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readServerNote } from '../../platform/config/server-note.ts'
import { isErrno } from '../../platform/encryption/durable-files.ts'
import { describeWith } from '../harness/needs.ts'
import { putPreparedDatabase } from '../harness/prepared-database.ts'
import {
  enterAsOperator,
  type Installation,
  installation,
  type RunningServer,
  readFirstRoom,
} from '../harness/server-process.ts'
import { makeFiller } from '../harness/upload-stream.ts'
import { type WireAnswer, WireClient } from '../harness/wire-client.ts'
import { type SmallDisk, smallDisk } from '../servers/small-disk.ts'
import { type Attached, injectFault, lackingStrace, skipUntraced } from '../servers/system-calls.ts'
import { diskBlobs } from './blob-holders.ts'
import { violations } from './invariants.ts'
import { Ledger, sentFile, unlessBroken } from './ledger.ts'
import { type FaultPlace, openPlace } from './place.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

async function upload(
  operator: WireClient,
  ledger: Ledger,
  name: string,
  size = 40_000,
): Promise<WireAnswer | undefined> {
  const bytes = new Uint8Array(makeFiller(name, size))
  const answer = await unlessBroken(operator.upload([[name, bytes]]))
  ledger.note([sentFile(name, bytes)], answer)
  return answer
}

describeWith('a disk', lackingStrace, () => {
  beforeEach(skipUntraced)

  let place: FaultPlace
  let server: RunningServer
  let operator: WireClient
  let injected: Attached | undefined
  // strace counts calls per thread.
  const start = () => place.start({ ROLES: 'web', LOG_LEVEL: 'silent', UV_THREADPOOL_SIZE: '1' })

  beforeAll(async () => {
    place = await openPlace()
    server = await start()
    await place.worker()
    operator = await place.enter(server.url)
  })
  afterEach(() => injected?.detach())
  afterAll(() => place.close())

  it.each([
    ['fsync:signal=SIGKILL:when=1', 'syncs the bytes'],
    ['rename:signal=SIGKILL:when=1', 'renames the file'],
    ['fsync:signal=SIGKILL:when=2', 'syncs the folder'],
  ])('that loses its server (%s) as it %s has nothing of the document', async (fault) => {
    injected = await injectFault(server.pid, fault)
    expect(await upload(operator, place.ledger, `${fault}.pdf`)).toBeUndefined()
    await server.ended()
    server = await start()
    expect((await operator.items()).filter(({ name }) => name === `${fault}.pdf`)).toEqual([])
  })

  it.each([
    ['fsync:error=EIO:when=1', 500],
    ['fsync:error=EIO:when=2', 500],
    ['rename:error=EIO', 500],
    ['fsync:error=ENOSPC:when=1', 507],
    ['rename:error=ENOSPC', 507],
  ])(
    'that fails (%s) while a document comes refuses it, and takes the next',
    async (fault, status) => {
      injected = await injectFault(server.pid, fault)
      expect((await upload(operator, place.ledger, `${fault}.pdf`))?.http).toBe(status)
      await injected.detach()
      expect((await upload(operator, place.ledger, `after ${fault}.pdf`))?.http).toBe(200)
    },
  )

  it('that fails while a document is fetched gives no other bytes, and all of them later', async () => {
    await upload(operator, place.ledger, 'fetched.pdf', 3_000_000)
    const item = (await operator.items()).find(({ name }) => name === 'fetched.pdf')
    injected = await injectFault(server.pid, 'pread64:error=EIO')
    const fetched = await operator.fetch('GET', `/room/api/file/${item?.filename}`)
    const whole = await fetched.arrayBuffer().then(
      (bytes) => fetched.status === 200 && bytes.byteLength === 3_000_000,
      () => false,
    )
    expect(whole).toBe(false)
    await injected.detach()
  })

  it('has, after all of that, what was acknowledged and nothing else', async () => {
    expect(await place.violations(operator)).toEqual([])
  })
})

describe('a full disk with everything on it', () => {
  const SIZE = 200_000_000
  let disk: SmallDisk
  let home: Installation | undefined

  beforeAll(async () => {
    disk = await smallDisk(String(SIZE))
  })
  afterEach(() => home?.remove())
  afterAll(() => disk.remove())

  it('refuses what it cannot keep, and goes on once there is room', async (test) => {
    disk.skipUnmounted(test)
    const { folder } = disk
    const dataDir = path.join(folder, 'data')
    await mkdir(dataDir, { mode: 0o700 })
    await putPreparedDatabase(dataDir)
    home = await installation({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }, { isNew: true })
    let server = await home.start()
    let operator = await enterAsOperator(server.url, readFirstRoom(dataDir))
    await operator.switches(false)
    const ledger = new Ledger()
    const ballast = path.join(folder, 'ballast')
    const fillUpTo = (left: number): void => {
      const { bavail, bsize } = statfsSync(folder)
      try {
        appendFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - left)))
      } catch (error) {
        if (!isErrno(error, 'ENOSPC')) throw error
      }
    }
    await upload(operator, ledger, 'before.pdf', 500_000)
    fillUpTo(2_000_000)
    expect((await upload(operator, ledger, 'large.pdf', 6_000_000))?.http).toBe(507)
    fillUpTo(0)
    for (let count = 0; count < 12; count += 1)
      await upload(operator, ledger, `full ${count}.pdf`, 20_000)
    await Promise.all(
      Array.from({ length: 8 }, (_, count) => unlessBroken(operator.makeFolder(`voll ${count}`))),
    )

    const writing = new Pool({
      ...readServerNote(dataDir, server.pid)?.database,
      ssl: false,
      max: 1,
    })
    writing.on('error', () => undefined)
    for (let megabytes = 0; megabytes < 40 && server.child.exitCode === null; megabytes += 1)
      await writing
        .query(`select pg_logical_emit_message(true, 'fill', repeat('x', 1000000))`)
        .catch(() => wait(100))
    await writing.end()
    expect(await server.ended()).toMatchObject({ code: 1 })

    await rm(ballast)
    server = await home.start()
    operator = Object.assign(new WireClient(server.url), { session: operator.session })
    expect((await upload(operator, ledger, 'after.pdf', 500_000))?.http).toBe(200)
    const pool = new Pool({ ...readServerNote(dataDir, server.pid)?.database, ssl: false })
    try {
      expect(await violations({ ledger, operator, pool, blobs: diskBlobs(dataDir) })).toEqual([])
    } finally {
      await pool.end()
    }
  })
})
