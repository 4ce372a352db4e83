import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { ManualClock } from '../../test/harness/clocks.ts'
import { sharedRenderPool } from '../../test/harness/shared-workers.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import { freshKeyring } from '../../test/scenarios/full-room.ts'
import { findings, foundIn } from '../../test/scenarios/searching.ts'
import { RenderError, type RenderPool } from '../../workers/render/index.ts'
import { indexKeyOf } from '../rooms/index.ts'
import { gramsOfPages, tokensOf } from './grams.ts'
import { blockPurpose, unpackPages } from './text-block.ts'

type BlockReading = (from: number) => Awaited<ReturnType<RenderPool['read']>>

let app: TestApp
let pool: RenderPool
let clock: ManualClock
const names = new Map<string, string>()
const readings = new Map<string, BlockReading>()
let atWork: string | undefined
let runJob: (name: string, payload: object, signal?: AbortSignal) => Promise<void>

beforeAll(async () => {
  app = await startTestApp()
  await app.stopJobs()
  pool = await sharedRenderPool(2, app.log)
  const read: RenderPool['read'] = async (source, { from }) => {
    atWork = names.get(source.context.file)
    const reading = readings.get(atWork ?? '')
    return reading
      ? reading(from)
      : { pages: [{ page: from, text: 'quick words', unseen: [] }], next: undefined }
  }
  const reader = new Proxy(pool, {
    get(_, name) {
      if (name === 'read') return read
      const value: unknown = Reflect.get(pool, name)
      return typeof value === 'function' ? value.bind(pool) : value
    },
  })
  const handlers = await app.handlersOf({ pool: reader, clock: { now: () => clock.now() } })
  runJob = async (name, payload, signal = new AbortController().signal) => {
    const handler = handlers.find((one) => one.name === name)
    if (!handler) throw new Error(`no handler ${name}`)
    await handler.run(payload, { signal, attempt: 1, lastAttempt: false })
  }
})
afterAll(async () => {
  await pool.close()
  await app.close()
})
beforeEach(async () => {
  // The database queues by its own clock.
  clock = new ManualClock(new Date(Date.now() + 60_000))
  readings.clear()
  await app.database.pool.query('delete from text_queue')
  await app.database.pool.query('delete from text_turns')
})

async function queued(
  room: TestRoom,
  name: string,
  { pages = 1, words = 1 } = {},
): Promise<{ roomId: number; versionId: number }> {
  const itemId = await room.operator.put(`${name}.pdf`, makePdf(pages, 'word '.repeat(words)))
  const { rows } = await app.database.pool.query(
    'select v.id::int as id, content_uid from items join file_versions v on v.id = version_id where items.id = $1',
    [itemId],
  )
  names.set(rows[0].content_uid, name)
  const version = { roomId: room.roomId, versionId: rows[0].id }
  await runJob('renditions.inspect', version)
  return version
}

async function nextRead(signal?: AbortSignal): Promise<string | undefined> {
  clock.advance(1)
  atWork = undefined
  await runJob('search.readNext', {}, signal)
  return atWork
}

const endless: BlockReading = () => {
  clock.advance(20_000)
  throw new RenderError('TIMEOUT')
}

async function queue(): Promise<Record<string, unknown>[]> {
  const { rows } = await app.database.pool.query(
    'select content_uid, attempts, costly, slow, started_at from text_queue order by size',
  )
  return rows.map(({ content_uid, ...row }) => ({ name: names.get(content_uid), ...row }))
}

describe('the texts of documents', () => {
  it('are read in turns by room, so that however many slow ones a room has, those of another wait for one reading at most', async () => {
    const [hostile, other] = [await app.room(), await app.room()]
    for (const [index, name] of ['slow1', 'slow2', 'slow3'].entries()) {
      readings.set(name, endless)
      await queued(hostile, name, { pages: 3, words: 10 * (index + 1) })
    }
    const read = [await nextRead()]
    await queued(other, 'large', { words: 90 })
    await queued(other, 'small')
    read.push(await nextRead(), await nextRead(), await nextRead())
    await queued(other, 'late')
    for (let next = await nextRead(); next; next = await nextRead()) read.push(next)
    expect(read).toEqual([
      'slow1',
      'small',
      'large',
      'slow2',
      'late',
      'slow3',
      'slow1',
      'slow1',
      'slow2',
      'slow2',
      'slow3',
      'slow3',
    ])
    expect(await queue()).toEqual([])
  })

  it('are read in turns by room where all are quick, in each the smallest first', async () => {
    const [one, two] = [await app.room(), await app.room()]
    await queued(one, 'large', { words: 90 })
    await queued(one, 'small')
    await queued(one, 'middle', { words: 30 })
    await queued(two, 'other', { words: 200 })
    const read: unknown[] = []
    for (let next = await nextRead(); next; next = await nextRead()) read.push(next)
    expect(read).toEqual(['small', 'other', 'middle', 'large'])
  })

  it('whose pages take long are read in shorter blocks, each behind what else waits', async () => {
    const [patient, other] = [await app.room(), await app.room()]
    readings.set('patient', (from) => {
      clock.advance(6_000)
      return { pages: [{ page: from, text: 'patient words', unseen: [] }], next: undefined }
    })
    await queued(patient, 'patient', { pages: 5 })
    expect(await nextRead()).toBe('patient')
    await queued(other, 'quick')
    expect([await nextRead(), await nextRead(), await nextRead(), await nextRead()]).toEqual([
      'quick',
      'patient',
      'patient',
      undefined,
    ])
    const { rows } = await app.database.pool.query(
      'select first_page from text_blocks where room_id = $1 order by 1',
      [patient.roomId],
    )
    expect(rows.map(({ first_page }) => first_page)).toEqual([1, 3, 5])
  })

  it('that fail for what a room has used up are put off, behind all others', async () => {
    const [hostile, other] = [await app.room(), await app.room()]
    readings.set('used up', () => {
      throw new RenderError('BUDGET')
    })
    await queued(hostile, 'used up')
    expect(await nextRead()).toBe('used up')
    expect(await queue()).toEqual([
      { name: 'used up', attempts: 1, costly: 0, slow: true, started_at: null },
    ])
    expect(await nextRead()).toBe(undefined)
    const { rows } = await app.database.pool.query(
      `select run_at from graphile_worker.jobs where key = 'search.readNext.later'`,
    )
    expect(rows[0].run_at.getTime()).toBeGreaterThan(Date.now())
    readings.clear()
    clock.advance(10_000)
    await queued(hostile, 'own')
    await queued(other, 'other')
    expect([await nextRead(), await nextRead(), await nextRead(), await nextRead()]).toEqual([
      'other',
      'own',
      'used up',
      undefined,
    ])
  })

  it('that a kill cut short are read later, and those that the end of the server cut short at once', async () => {
    const room = await app.room()
    await queued(room, 'killed')
    await app.database.pool.query('update text_queue set started_at = now(), attempts = 1')
    await queued(room, 'other', { words: 50 })
    expect([await nextRead(), await nextRead()]).toEqual(['other', undefined])
    clock.advance(10_000)
    const stopping = new AbortController()
    readings.set('killed', () => {
      stopping.abort(new Error('the server stops'))
      throw new Error('the server stops')
    })
    expect(await nextRead(stopping.signal)).toBe('killed')
    expect(await queue()).toEqual([
      { name: 'killed', attempts: 1, costly: 0, slow: true, started_at: null },
    ])
    readings.clear()
    expect([await nextRead(), await nextRead()]).toEqual(['killed', undefined])
  })

  it('wait as long as the clock of the server says where it is behind that of the database, and are not looked for meanwhile', async () => {
    const room = await app.room()
    clock = new ManualClock(new Date(Date.now() - 120_000))
    await queued(room, 'ahead')
    expect(await nextRead()).toBeUndefined()
    const { rows } = await app.database.pool.query(
      `select extract(epoch from run_at - now())::int4 as seconds from graphile_worker.jobs where key = 'search.readNext.later'`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].seconds).toBeGreaterThan(60)
    clock.advance(180_000)
    expect(await nextRead()).toBe('ahead')
  })

  it('that an earlier release has queued are read, each once', async () => {
    const room = await app.room()
    const version = await queued(room, 'earlier')
    await app.database.pool.query('delete from text_queue')
    await runJob('search.read', version)
    await runJob('search.read', version)
    expect([await nextRead(), await nextRead()]).toEqual(['earlier', undefined])
    await runJob('search.read', version)
    expect(await queue()).toEqual([])
  })
})

describe('the texts that an earlier reader read', () => {
  async function readEarlier(room: TestRoom): Promise<void> {
    const { pool: database } = app.database
    await database.query('update content_texts set reader = 0 where room_id = $1', [room.roomId])
    const keyring = await freshKeyring(app)
    const { room: key } = await keyring.keysOf(app.database.db, room.roomId)
    const { rows } = await database.query(
      'select content_uid, first_page, sealed from text_blocks where room_id = $1',
      [room.roomId],
    )
    for (const { content_uid, first_page, sealed: encrypted } of rows) {
      const block = await keyring.content.open(
        app.database.db,
        room.roomId,
        blockPurpose(content_uid, first_page),
        encrypted,
      )
      const tokens = tokensOf(indexKeyOf(key), gramsOfPages(await unpackPages(block)))
      const values = [content_uid, first_page, tokens]
      await database.query(
        'update text_blocks set packed = null, tokens = $3 where content_uid = $1 and first_page = $2',
        values,
      )
    }
  }

  it('are read once more, behind all that is new, and found as they are until then', async () => {
    const room = await app.room()
    readings.set('form', (from) => ({
      pages: [{ page: from, text: 'printed words', unseen: [] }],
      next: undefined,
    }))
    await queued(room, 'form', { pages: 3 })
    expect([await nextRead(), await nextRead()]).toEqual(['form', undefined])
    await readEarlier(room)
    expect(await foundIn(room.operator, 'printed words')).toEqual({ 'form.pdf': [1, 2, 3] })

    readings.set('form', (from) => {
      clock.advance(6_000)
      return {
        pages: [{ page: from, text: 'printed words and typed values', unseen: [] }],
        next: undefined,
      }
    })
    await runJob('search.readUnread', {})
    await queued(room, 'new', { words: 90 })
    expect([await nextRead(), await nextRead()]).toEqual(['new', 'form'])
    expect(await foundIn(room.operator, 'typed values')).toEqual({})
    expect(await findings(room.operator, 'printed words')).toMatchObject({
      payload: [{ pages: { length: 3 } }],
      indexing: 0,
    })
    expect(await nextRead()).toBe('form')
    expect(await foundIn(room.operator, 'typed values')).toEqual({ 'form.pdf': [1, 2, 3] })
    expect(await findings(room.operator, 'printed words', { sort: 'relevance' })).toMatchObject({
      payload: [{ pages: { length: 3 } }],
    })

    for (let start = 0; start < 2; start += 1) {
      await runJob('search.readUnread', {})
      expect([await nextRead(), await queue()]).toEqual([undefined, []])
    }
  })

  it('stay where a page of them cannot be read again, and are not tried at each start', async () => {
    const room = await app.room()
    await queued(room, 'kept', { pages: 2 })
    expect([await nextRead(), await nextRead()]).toEqual(['kept', undefined])
    await readEarlier(room)
    let pages = 0
    readings.set('kept', (from) => {
      pages += 1
      return from === 1 && pages === 1
        ? { pages: [{ page: 1, text: 'other words', unseen: [] }], next: undefined }
        : endless(from)
    })
    await runJob('search.readUnread', {})
    for (let next = await nextRead(); next; next = await nextRead()) expect(next).toBe('kept')
    expect(await foundIn(room.operator, 'quick words')).toEqual({ 'kept.pdf': [1, 2] })
    expect(await foundIn(room.operator, 'other words')).toEqual({})
    await runJob('search.readUnread', {})
    expect([await nextRead(), await queue()]).toEqual([undefined, []])
    const { rows } = await app.database.pool.query(
      'select first_page from text_blocks where room_id = $1',
      [room.roomId],
    )
    expect(rows).toEqual([{ first_page: 1 }])
  })
})
