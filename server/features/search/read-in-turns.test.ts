import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ManualClock } from '../../platform/clock/clock.ts'
import { makePdf } from '../../test/make-pdf.ts'
import { sharedRenderPool } from '../../test/shared-workers.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/test-app.ts'
import { RenderError, type RenderPool } from '../../workers/render/index.ts'

/** What reading pages of a document does, where it is not what a reader of PDFs does. */
type Reading = (from: number) => Awaited<ReturnType<RenderPool['read']>>

let app: TestApp
let pool: RenderPool
let clock: ManualClock
/** By content. */
const names = new Map<string, string>()
/** By name. */
const readings = new Map<string, Reading>()
/** The document that the run at work reads. */
let atWork: string | undefined
let runJob: (name: string, payload: object, signal?: AbortSignal) => Promise<void>

beforeAll(async () => {
  app = await startTestApp()
  await app.stopJobs()
  pool = await sharedRenderPool(2, app.log)
  const read: RenderPool['read'] = async (source, { from }) => {
    atWork = names.get(source.context.file)
    const reading = readings.get(atWork ?? '')
    return reading ? reading(from) : { pages: [{ page: from, text: 'quick words', unseen: [] }], next: undefined }
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
  // The database notes its own time when something is queued.
  clock = new ManualClock(new Date(Date.now() + 60_000))
  readings.clear()
  await app.database.pool.query('delete from text_queue')
  await app.database.pool.query('delete from text_turns')
})

/** Puts a document into a room and has its text wait to be read; the more words, the larger it is. */
async function queued(room: TestRoom, name: string, { pages = 1, words = 1 } = {}): Promise<{ roomId: number; versionId: number }> {
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

/** What the next run reads. */
async function nextRead(signal?: AbortSignal): Promise<string | undefined> {
  clock.advance(1)
  atWork = undefined
  await runJob('search.readNext', {}, signal)
  return atWork
}

/** A page over which a worker is held up until its deadline. */
const endless: Reading = () => {
  clock.advance(20_000)
  throw new RenderError('TIMEOUT')
}

async function queue(): Promise<Record<string, unknown>[]> {
  const { rows } = await app.database.pool.query('select content_uid, attempts, costly, slow, started_at from text_queue order by size')
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
    // Slow ones are tried page by page, after everything else, until three pages of them were lost.
    expect(read).toEqual(['slow1', 'small', 'large', 'slow2', 'late', 'slow3', 'slow1', 'slow1', 'slow2', 'slow2', 'slow3', 'slow3'])
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
    expect([await nextRead(), await nextRead(), await nextRead(), await nextRead()]).toEqual(['quick', 'patient', 'patient', undefined])
    const { rows } = await app.database.pool.query('select first_page from text_blocks where room_id = $1 order by 1', [patient.roomId])
    expect(rows.map(({ first_page }) => first_page)).toEqual([1, 3, 5])
  })

  it('that fail for what a room has used up are put off, behind all others', async () => {
    const [hostile, other] = [await app.room(), await app.room()]
    readings.set('used up', () => {
      throw new RenderError('BUDGET')
    })
    await queued(hostile, 'used up')
    expect(await nextRead()).toBe('used up')
    expect(await queue()).toEqual([{ name: 'used up', attempts: 1, costly: 0, slow: true, started_at: null }])
    expect(await nextRead()).toBe(undefined)
    const { rows } = await app.database.pool.query(`select run_at from graphile_worker.jobs where key = 'search.readNext.later'`)
    expect(rows[0].run_at.getTime()).toBeGreaterThan(clock.now().getTime())
    readings.clear()
    clock.advance(10_000)
    await queued(hostile, 'own')
    await queued(other, 'other')
    expect([await nextRead(), await nextRead(), await nextRead(), await nextRead()]).toEqual(['other', 'own', 'used up', undefined])
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
    expect(await queue()).toEqual([{ name: 'killed', attempts: 1, costly: 0, slow: true, started_at: null }])
    readings.clear()
    expect([await nextRead(), await nextRead()]).toEqual(['killed', undefined])
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
