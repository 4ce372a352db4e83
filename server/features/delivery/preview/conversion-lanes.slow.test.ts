import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { JobHandler } from '../../../platform/jobs/job.ts'
import { makeHwp } from '../../../test/fixtures/make-hwp.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { ManualClock } from '../../../test/harness/clocks.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { ConvertError, type Converter } from '../../../workers/convert/index.ts'

type Conversion = (name: string, signal: AbortSignal) => Promise<void>

let app: TestApp
let clock: ManualClock
let handlers: readonly JobHandler[]
const conversions = new Map<number, Conversion>()
beforeAll(async () => {
  app = await startTestApp()
  await app.stopJobs()
  handlers = await makeHandlers()
})
afterAll(() => app.close())
beforeEach(async () => {
  clock = new ManualClock(new Date())
  await app.database.pool.query('delete from conversions')
  await app.database.pool.query('delete from conversion_turns')
})

async function queued(room: TestRoom, name: string, length = 10): Promise<void> {
  const itemId = await room.operator.put(
    `${name}.hwp`,
    makeHwp('가나다라마바사아자차'.repeat(length)),
  )
  const { rows } = await app.database.pool.query(
    'select version_id::int as id from items where id = $1',
    [itemId],
  )
  await handler('renditions.inspect').then(({ run }) =>
    run({ roomId: room.roomId, versionId: rows[0].id }, context()),
  )
}

const context = (signal = new AbortController().signal) => ({
  signal,
  attempt: 1,
  lastAttempt: false,
})

function makeHandlers(): Promise<readonly JobHandler[]> {
  const convert: Converter['convert'] = async function* (source, signal) {
    source.input.destroy()
    const { rows: atWork } = await app.database.pool.query(
      `select items.name, conversions.lane from conversions join items on items.version_id = conversions.version_id
       where lane is not null and conversions.size = $1 order by started_at desc limit 1`,
      [source.size],
    )
    const [{ name, lane }] = atWork
    await conversions.get(lane)?.(name.replace('.hwp', ''), signal)
    yield Buffer.from(makePdf(1))
  }
  const converter: Converter = {
    convert,
    missingOfficeParts: async () => [],
    hwpGuard: async () => 'sandbox',
  }
  return app.handlersOf({ converter, clock: { now: () => clock.now() } })
}

async function handler(name: string): Promise<JobHandler> {
  const found = handlers.find((one) => one.name === name)
  if (!found) throw new Error(`no handler ${name}`)
  return found
}

async function run(lane: number, conversion: Conversion, signal?: AbortSignal): Promise<void> {
  clock.advance(1)
  conversions.set(lane, conversion)
  await (await handler('renditions.convertNext')).run({ lane }, context(signal))
}

async function rows(): Promise<Record<string, unknown>[]> {
  const { rows: found } = await app.database.pool.query(
    `select replace(items.name, '.hwp', '') as name, attempts, slow, conversions.lane, file_versions.status
     from conversions join items on items.version_id = conversions.version_id join file_versions on file_versions.id = items.version_id
     order by 1`,
  )
  return found
}

const endless: Conversion = (_, signal) =>
  new Promise((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  )

describe('conversions', () => {
  it('are made in turns by room, in each the smallest document first, however many one room has', async () => {
    const [one, two] = [await app.room(), await app.room()]
    for (const [name, length] of [
      ['large', 900],
      ['small', 10],
      ['middle', 300],
    ] as const)
      await queued(one, name, length)
    await queued(two, 'other', 1_500)
    const made: string[] = []
    for (let count = 0; count < 5; count++)
      await run(count % 2, async (name) => void made.push(name))
    expect(made).toEqual(['small', 'other', 'middle', 'large'])
    expect(await rows()).toEqual([])
  })

  it('that a kill cut short are taken up by their lane alone, and given up once three runs were lost', async () => {
    const [one, two] = [await app.room(), await app.room()]
    await queued(one, 'lost')
    await queued(two, 'fatal', 50)
    const kill = (room: TestRoom, lane: number, attempts: number) =>
      app.database.pool.query(
        'update conversions set lane = $2, attempts = $3 where room_id = $1',
        [room.roomId, lane, attempts],
      )
    await kill(one, 0, 1)
    await kill(two, 1, 3)
    const made: string[] = []
    await run(0, async (name) => void made.push(name))
    expect(made).toEqual(['lost'])
    await run(0, async (name) => void made.push(name))
    expect(await rows()).toMatchObject([{ name: 'fatal', lane: 1, attempts: 3 }])
    await run(1, async (name) => void made.push(name))
    expect(made).toEqual(['lost'])
    const { rows: versions } = await app.database.pool.query(
      'select status from file_versions where room_id = $1',
      [two.roomId],
    )
    expect(versions).toEqual([{ status: 'BROKEN' }])
  })

  it('that fail in passing are tried again later, and after all others where time was why', async () => {
    const [one, two] = [await app.room(), await app.room()]
    await queued(one, 'busy')
    await run(0, async () => {
      throw new ConvertError('TIMEOUT')
    })
    expect(await rows()).toEqual([
      { name: 'busy', attempts: 1, slow: true, lane: null, status: 'WORKING' },
    ])
    await queued(one, 'own')
    await queued(two, 'other', 900)
    const made: string[] = []
    clock.advance(60_000)
    for (let count = 0; count < 3; count++) await run(0, async (name) => void made.push(name))
    expect(made).toEqual(['other', 'own', 'busy'])
  })

  it('of a room in both lanes let one go while another room waits, are no attempt then, and come last', {
    timeout: 60_000,
  }, async () => {
    const [hostile, other] = [await app.room(), await app.room()]
    for (const name of ['a', 'b', 'c']) await queued(hostile, name)
    const stopping = new AbortController()
    const older = run(0, endless, stopping.signal)
    await expect.poll(async () => (await rows()).filter(({ lane }) => lane !== null).length).toBe(1)
    const newer = run(1, endless, stopping.signal)
    await expect.poll(async () => (await rows()).filter(({ lane }) => lane !== null).length).toBe(2)
    clock.advance(30_000)
    await queued(other, 'honest')
    await newer
    const made: string[] = []
    await run(1, async (name) => void made.push(name))
    expect(made).toEqual(['honest'])
    const left = await rows()
    expect(left.filter(({ lane }) => lane === 0)).toHaveLength(1)
    expect(left.filter(({ slow }) => slow)).toMatchObject([{ attempts: 0, lane: null }])
    stopping.abort(new Error('the server stops'))
    await older
    expect((await rows()).map(({ attempts, lane }) => [attempts, lane])).toEqual([
      [0, null],
      [0, null],
      [0, null],
    ])
    const rest: string[] = []
    for (let count = 0; count < 3; count++)
      await run(count % 2, async (name) => void rest.push(name))
    expect(rest.at(-1)).toBe(left.find(({ slow }) => slow)?.['name'])
  })

  it('are queued once more after they ended meanwhile', async () => {
    const room = await app.room()
    await queued(room, 'again')
    await run(0, async () => {
      await app.database.pool.query('update conversions set lane = null, attempts = 0')
    })
    expect(await rows()).toMatchObject([{ name: 'again', attempts: 0, lane: null }])
  })
})
