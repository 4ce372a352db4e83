import { readdirSync, readFileSync, watch } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readServerNote } from '../../platform/config/server-note.ts'
import {
  enterAsOperator,
  type Installation,
  installation,
  killAll,
  type RunningServer,
  readFirstRoom,
} from '../harness/server-process.ts'
import { inTier } from '../harness/tier.ts'
import {
  Chance,
  makeFiller,
  type Progress,
  type SentFile,
  send,
  sha256,
  Upload,
} from '../harness/upload-stream.ts'
import { type ItemRecord, WireClient } from '../harness/wire-client.ts'

/** `npm run crash -- 200` sets both. 12 kills cover each moment twice, 18 all pairs. */
const POINTS = Number(process.env['CRASH_POINTS'] ?? inTier({ quick: 2, slow: 12 }))
const SEED = Number(process.env['CRASH_SEED'] ?? 20_261_120)

vi.setConfig({ testTimeout: Math.max(120_000, POINTS * 2_000), hookTimeout: 120_000 })

const STREAMS = 4
const NEVER = new Promise<void>(() => undefined)
const REQUESTS_AT_MOST = 30

/** The commit may precede a lost answer. Only a fully sent request may then exist unacknowledged, and must be whole. */
const MOMENTS = ['a chunk', 'a rename', 'a commit', 'a last byte', 'an answer', 'any time'] as const
type Moment = (typeof MOMENTS)[number]

/** If node alone dies, the database stops cleanly; if the postmaster dies, it recovers from its log. */
const VICTIMS = ['node', 'node and postmaster', 'node and every process of the database'] as const
type Victims = (typeof VICTIMS)[number]

describe(`${POINTS} kills with SIGKILL during uploads (seed ${SEED})`, () => {
  const chance = new Chance(SEED)
  const expected = new Map<string, SentFile>()
  const tally = {
    acknowledged: 0,
    'sent, kept': 0,
    'sent, gone': 0,
    streaming: 0,
    orphans: 0,
    'temp files': 0,
  }
  let place: Installation
  let server: RunningServer
  let operator: WireClient

  beforeAll(async () => {
    place = await installation()
    server = await place.start()
    operator = await enterAsOperator(server.url, readFirstRoom(place.dataDir))
    await operator.switches(false)
    const seed = {
      path: 'first.pdf',
      size: 10_000,
      sha256: sha256(makeFiller('first.pdf', 10_000)),
    }
    await operator.upload([[seed.path, new Uint8Array(makeFiller(seed.path, seed.size))]])
    expected.set(seed.path, seed)
  })
  afterAll(() => place.remove())

  for (let point = 1; point <= POINTS; point += 1) {
    const moment = MOMENTS[point % MOMENTS.length] as Moment
    const victims = VICTIMS[
      (point + Math.floor(point / MOMENTS.length)) % VICTIMS.length
    ] as Victims
    it(`${point}: ${victims} killed at ${moment}: what was acknowledged is whole, nothing is there by halves`, async () => {
      const uploads = await uploadUntilKilled(point, moment, victims)
      tally.orphans +=
        storedBlobs().length -
        expected.size -
        uploads.filter(isAcknowledged).flatMap(({ files }) => files).length
      tally['temp files'] += readdirSync(path.join(place.dataDir, 'tmp')).length
      server = await place.start()
      const found = await walk(`p${point}`)
      await settle(uploads, found)
      await checkFiles(found)
      await checkTotals()
      checkProcesses()
    })
  }

  it('every file of every point is still listed with its size and every byte of it', async () => {
    const found = await walk('')
    expect([...found.keys()].sort()).toEqual([...expected.keys()].sort())
    await checkFiles(found)
    if (POINTS >= MOMENTS.length) {
      expect(tally.acknowledged).toBeGreaterThan(0)
      expect(tally.streaming).toBeGreaterThan(0)
      expect(tally.orphans).toBeGreaterThan(0)
      expect(tally['temp files']).toBeGreaterThan(0)
    }
    process.stdout.write(`kills ${POINTS}, files ${expected.size}, ${JSON.stringify(tally)}\n`)
  })

  it('stops cleanly in the end', async () => {
    server.signal('SIGTERM')
    expect(await server.ended()).toMatchObject({ code: 0 })
    expect(place.databaseServers()).toEqual([])
  })

  async function uploadUntilKilled(
    point: number,
    moment: Moment,
    victims: Victims,
  ): Promise<Upload[]> {
    const uploads: Upload[] = []
    const { progress, struck, release } = await killAt(moment, victims)
    const stream = async (number: number): Promise<void> => {
      for (let count = 0; count < REQUESTS_AT_MOST && !struck(); count += 1) {
        const upload = new Upload(makeFiles(`p${point}/${number}-${count}`), chance.next() < 0.4)
        uploads.push(upload)
        await send(server.url, operator.me, upload, progress)
        if (upload.state !== 'acknowledged')
          expect(struck(), 'a connection broke before the kill').toBe(true)
      }
    }
    await Promise.all(Array.from({ length: STREAMS }, (_, number) => stream(number)))
    release()
    server.signal('SIGKILL')
    await server.ended()
    return uploads
  }

  async function killAt(
    moment: Moment,
    victims: Victims,
  ): Promise<{ progress: Progress; struck: () => boolean; release: () => void }> {
    let left = moment === 'a chunk' ? chance.whole(1, 300) : chance.whole(1, 12)
    const pause = moment === 'a rename' || moment === 'a last byte' ? chance.whole(0, 30) : 0
    let killed = false
    const kill = (): void => {
      if (killed) return
      killed = true
      const database =
        victims === 'node'
          ? []
          : victims === 'node and postmaster'
            ? [postmaster()]
            : place.databaseServers()
      server.signal('SIGKILL')
      killAll(database, 'SIGKILL')
    }
    const happened = (what: Moment) => (): void => {
      if (what !== moment || --left !== 0) return
      if (pause === 0) kill()
      else void wait(pause).then(kill)
    }
    const watchers = [watchRenames(happened('a rename')), await watchCommits(happened('a commit'))]
    const timer = moment === 'any time' ? setTimeout(kill, chance.whole(0, 700)) : undefined
    const chunkBegins = happened('a chunk')
    return {
      progress: {
        chunk: () => {
          chunkBegins()
          // System buffers would accept a short upload, so the client waits.
          return killed ? NEVER : undefined
        },
        sent: happened('a last byte'),
        acknowledged: happened('an answer'),
      },
      struck: () => killed,
      release: () => {
        clearTimeout(timer)
        for (const stop of watchers) stop()
      },
    }
  }

  function watchRenames(renamed: () => void): () => void {
    const temp = path.join(place.dataDir, 'tmp')
    const watcher = watch(temp, (event, name) => {
      if (event === 'rename' && name !== null && !readdirSync(temp).includes(name)) renamed()
    })
    return () => watcher.close()
  }

  async function watchCommits(committed: () => void): Promise<() => void> {
    const client = connection()
    client.on('error', () => undefined)
    client.on('notification', committed)
    await client.connect()
    await client.query('listen sealroom')
    return () => void client.end().catch(() => undefined)
  }

  function makeFiles(prefix: string): SentFile[] {
    const several = chance.next() < 0.3
    const names = several
      ? ['가/하나.pdf', '가/나/둘.pdf', '셋.pdf'].map((name) => `${prefix}/${name}`)
      : [`${prefix}.pdf`]
    return names.map((name) => {
      const bytes = makeFiller(name, chance.size(10_000, several ? 500_000 : 3_000_000))
      return { path: name, size: bytes.length, sha256: sha256(bytes) }
    })
  }

  async function settle(
    uploads: readonly Upload[],
    found: ReadonlyMap<string, ItemRecord>,
  ): Promise<void> {
    const rightful = new Set<string>()
    for (const { state, files } of uploads) {
      const seen = files.filter((file) => found.has(file.path))
      if (state === 'streaming')
        expect(seen, 'a file of which the last byte was never sent').toEqual([])
      if (state === 'acknowledged') expect(seen).toEqual(files)
      if (state === 'sent') expect([0, files.length]).toContain(seen.length)
      tally[state === 'sent' ? (seen.length > 0 ? 'sent, kept' : 'sent, gone') : state] += 1
      for (const file of seen) {
        rightful.add(file.path)
        expected.set(file.path, file)
      }
    }
    expect([...found.keys()].filter((seen) => !rightful.has(seen))).toEqual([])
  }

  async function walk(below: string): Promise<Map<string, ItemRecord>> {
    operator = clientOf(server.url)
    const files = new Map<string, ItemRecord>()
    const enter = async (parent: number): Promise<number> => {
      const { payload, nextCursor } = (await operator.list(parent, { limit: 1_000 })).json
      expect(nextCursor).toBeUndefined()
      let inside = 0
      for (const item of payload as ItemRecord[]) {
        if (parent === 0 && below !== '' && item.name !== below) continue
        const count = item.type === 5 ? await enter(item.id) : 1
        expect(count, `folder ${item.path} is empty`).toBeGreaterThan(0)
        if (item.type === 4) {
          expect(files.has(item.path), `${item.path} is there twice`).toBe(false)
          files.set(item.path, item)
        }
        inside += count
      }
      return inside
    }
    await enter(0)
    return files
  }

  function clientOf(url: string): WireClient {
    const client = new WireClient(url)
    client.session = operator.session
    return client
  }

  async function checkFiles(found: ReadonlyMap<string, ItemRecord>): Promise<void> {
    const items = [...found.values()]
    for (const item of items) {
      const file = expected.get(item.path)
      const response = await operator.fetch('GET', `/room/api/file/${item.filename}`)
      const bytes = new Uint8Array(await response.arrayBuffer())
      expect({
        path: item.path,
        size: item.size,
        length: bytes.length,
        sha256: sha256(bytes),
      }).toEqual({
        path: item.path,
        size: file?.size,
        length: file?.size,
        sha256: file?.sha256,
      })
    }
    const one = items.at(-1)
    if (!one) return
    const lease = await operator.openDocument(one.id)
    const page = await operator.fetch('GET', `${lease.path}/pages/1`, { query: { width: 128 } })
    expect([lease.status, page.status, page.headers.get('content-type')]).toEqual([
      'READY',
      200,
      'image/jpeg',
    ])
    expect((await page.arrayBuffer()).byteLength).toBeGreaterThan(500)
  }

  function storedBlobs(): string[] {
    const blobs = path.join(place.dataDir, 'blobs')
    return readdirSync(blobs).flatMap((fan) => readdirSync(path.join(blobs, fan)))
  }

  function connection(): Client {
    return new Client({ ...readServerNote(place.dataDir, server.pid)?.database, ssl: false })
  }

  async function checkTotals(): Promise<void> {
    const sizes = [...expected.values()].map(({ size }) => size)
    const client = connection()
    await client.connect()
    try {
      const { rows } = await client.query(
        `select storage_used::int8 as bytes, file_count::int4 as files,
           (select count(*) from activity_entries where kind = 'document.uploaded' and room_id = rooms.id)::int4 as logged
         from rooms where id = $1`,
        [operator.me.roomId],
      )
      expect({ ...rows[0], bytes: Number(rows[0].bytes) }).toEqual({
        bytes: sizes.reduce((sum, size) => sum + size, 0),
        files: sizes.length,
        logged: sizes.length,
      })
      const held = await client.query('select blob_id from file_segments order by 1')
      expect(storedBlobs().sort()).toEqual(held.rows.map((row: { blob_id: string }) => row.blob_id))
    } finally {
      await client.end()
    }
    expect(readdirSync(path.join(place.dataDir, 'tmp'))).toEqual([])
  }

  function checkProcesses(): void {
    const running = place.databaseServers()
    expect(running).toContain(postmaster())
    for (const pid of running.filter((each) => each !== postmaster())) {
      expect([postmaster(), undefined], `PostgreSQL ${pid} is an orphan`).toContain(parentOf(pid))
    }
  }

  function postmaster(): number {
    return Number.parseInt(readFileSync(path.join(place.dataDir, 'db/postmaster.pid'), 'utf8'), 10)
  }

  function parentOf(pid: number): number | undefined {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    } catch {
      return undefined
    }
  }
})

const isAcknowledged = ({ state }: Upload): boolean => state === 'acknowledged'
