import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { JobHandler } from '../../../platform/jobs/job.ts'
import { makeDocx } from '../../../test/fixtures/make-docx.ts'
import { makeHwp } from '../../../test/fixtures/make-hwp.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { makeWorkbook } from '../../../test/fixtures/make-workbook.ts'
import { ManualClock } from '../../../test/harness/clocks.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { ConvertError, type Converter } from '../../../workers/convert/index.ts'

let app: TestApp
let room: TestRoom
let clock: ManualClock
let handlers: readonly JobHandler[]
let makes: (signal: AbortSignal) => Promise<Buffer>
let asked: string[]
let hasOffice: boolean
beforeAll(async () => {
  app = await startTestApp()
  await app.stopJobs()
  const convert: Converter['convert'] = async function* ({ extension, input }, signal) {
    input.destroy()
    asked.push(extension)
    yield await makes(signal)
  }
  const converter: Converter = {
    convert,
    missingOfficeParts: async () => (hasOffice ? [] : ['sandbox']),
    hwpGuard: async () => 'sandbox',
  }
  handlers = await app.handlersOf({ converter, clock: { now: () => clock.now() } })
})
afterAll(() => app.close())
beforeEach(async () => {
  clock = new ManualClock(new Date())
  asked = []
  hasOffice = true
  for (const table of ['conversions', 'conversion_turns'])
    await app.database.pool.query(`delete from ${table}`)
  await app.database.pool.query(
    "update file_versions set preview_layout = 1 where status = 'READY'",
  )
  room = await app.room()
})

async function run(
  name: string,
  payload: object,
  signal = new AbortController().signal,
): Promise<void> {
  clock.advance(1)
  await handlers
    .find((one) => one.name === name)
    ?.run(payload, { signal, attempt: 1, lastAttempt: false })
}
const runLane = (lane = 0) => run('renditions.convertNext', { lane })
const start = () => run('renditions.revive', {})

const pdf = (pages: number) => async () => Buffer.from(makePdf(pages))
const makesPages = (pages: number): void => {
  makes = pdf(pages)
}

interface Version {
  readonly id: number
  readonly status: string
  readonly pages: number
  readonly layout: number | null
  readonly blob: string
}

async function versionOf(itemId: number): Promise<Version> {
  const { rows } = await app.database.pool.query(
    `select v.id::int, v.status, v.page_count as pages, v.preview_layout as layout, s.blob_id as blob
     from file_versions v join items i on i.version_id = v.id join file_segments s on s.version_id = v.id and s.purpose = 'preview'
     where i.id = $1`,
    [itemId],
  )
  return rows[0]
}

const waiting = async (): Promise<number> =>
  (await app.database.pool.query('select from conversions')).rowCount ?? 0

async function put(name: string, bytes: Uint8Array): Promise<number> {
  const id = await room.operator.put(name, bytes)
  const { rows } = await app.database.pool.query(
    'select version_id::int as id from items where id = $1',
    [id],
  )
  await run('renditions.inspect', { roomId: room.roomId, versionId: rows[0].id })
  return id
}

const sheet = (name: string) => makeWorkbook({ sheets: [{ name, cells: { A1: name } }] })

async function earlier(name: string): Promise<number> {
  const id = await put(`${name}.xlsx`, await sheet(name))
  makesPages(1)
  await runLane()
  await app.database.pool.query(
    'update file_versions set preview_layout = null where item_id = $1',
    [id],
  )
  asked = []
  return id
}

describe('the PDF of a sheet from an earlier release', () => {
  it('is made again once, and is shown until the new one is there', async () => {
    const id = await earlier('old')
    const before = await versionOf(id)
    expect(before).toMatchObject({ status: 'READY', pages: 1, layout: null })
    await start()
    makes = async () => {
      expect(await room.operator.openDocument(id)).toMatchObject({ status: 'READY', pageCount: 1 })
      await app.database.pool.query('delete from leases')
      return Buffer.from(makePdf(3))
    }
    await runLane()
    const after = await versionOf(id)
    expect(after).toMatchObject({ status: 'READY', pages: 3, layout: 1 })
    expect(after.blob).not.toBe(before.blob)
    const lease = await room.operator.openDocument(id)
    expect(lease).toMatchObject({ status: 'READY', pageCount: 3 })
    expect(
      (await room.operator.fetch('GET', `/room/api/file/view/${lease.name}/pages/3`)).status,
    ).toBe(200)
    for (let starts = 0; starts < 2; starts += 1) await start()
    expect(await waiting()).toBe(0)
    expect(asked).toEqual(['xlsx'])
  })

  it('stays as it is for who reads it, and is made again when nobody does', async () => {
    const id = await earlier('read')
    const before = await versionOf(id)
    const lease = await room.operator.openDocument(id)
    await start()
    makesPages(2)
    await runLane()
    expect([asked, await waiting(), await versionOf(id)]).toEqual([[], 1, before])
    expect(
      (await room.operator.fetch('GET', `/room/api/file/view/${lease.name}/pages/1`)).status,
    ).toBe(200)
    clock.advance(LIMITS.leaseIdleMs + 60_000)
    makes = async () => {
      await app.database.pool.query("update leases set used_at = now() + interval '1 hour'")
      return Buffer.from(makePdf(2))
    }
    await runLane()
    expect([asked, await waiting(), await versionOf(id)]).toEqual([['xlsx'], 1, before])
    await room.operator.call('GET', `/room/api/file/removeTempFile/${lease.name}`)
    await app.database.pool.query('delete from leases')
    clock.advance(LIMITS.leaseIdleMs + 60_000)
    makesPages(2)
    await runLane()
    expect([await waiting(), await versionOf(id)]).toMatchObject([0, { pages: 2, layout: 1 }])
  })

  it('stays where another one cannot be made, and is not tried at the next start', async () => {
    const id = await earlier('poor')
    const before = await versionOf(id)
    await start()
    makes = async () => {
      throw new ConvertError('BROKEN')
    }
    await runLane()
    expect(await versionOf(id)).toEqual({ ...before, layout: 1 })
    await start()
    expect([asked.length, await waiting()]).toEqual([1, 0])
  })

  it('is made again for its copies as well, and its text is read again', async () => {
    const id = await earlier('shared')
    expect((await room.operator.copyItem(id, 'copy.xlsx', 0)).json.status).toBe('OK')
    await app.database.pool.query(
      "update content_texts set state = 'READ', next_page = 2 where room_id = $1",
      [room.roomId],
    )
    await start()
    expect(await waiting()).toBe(1)
    makesPages(2)
    await runLane()
    const { rows } = await app.database.pool.query(
      'select count(*)::int as versions, min(page_count) as pages, min(preview_layout) as layout from file_versions where room_id = $1',
      [room.roomId],
    )
    expect(rows).toEqual([{ versions: 2, pages: 2, layout: 1 }])
    const texts = await app.database.pool.query(
      'select state, next_page from content_texts where room_id = $1',
      [room.roomId],
    )
    expect(texts.rows).toEqual([{ state: 'WAITING', next_page: 1 }])
    await start()
    expect(await waiting()).toBe(0)
  })

  it('is made after documents without pages, and yields to them', async () => {
    await earlier('last')
    await start()
    makes = (signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
      )
    const renewal = runLane()
    await expect.poll(() => asked).toEqual(['xlsx'])
    await put('fresh.hwp', makeHwp('가나다'))
    await renewal
    const { rows } = await app.database.pool.query(
      'select renewal, attempts, lane, slow from conversions order by renewal',
    )
    expect(rows).toEqual([
      { renewal: false, attempts: 0, lane: null, slow: false },
      { renewal: true, attempts: 0, lane: null, slow: false },
    ])
    makesPages(1)
    for (let runs = 0; runs < 2; runs += 1) await runLane()
    expect(asked).toEqual(['xlsx', 'hwp', 'xlsx'])
  })

  it('is that of a Hangul document as well, also where nothing reads Office documents', async () => {
    const id = await put('글.hwp', makeHwp('글'))
    makesPages(1)
    await runLane()
    expect(await versionOf(id)).toMatchObject({ pages: 1, layout: 1 })
    await app.database.pool.query(
      'update file_versions set preview_layout = null where item_id = $1',
      [id],
    )
    const sheetId = await earlier('sheet')
    hasOffice = false
    await start()
    makesPages(2)
    for (let runs = 0; runs < 2; runs += 1) await runLane()
    expect(asked).toEqual(['hwp'])
    expect(await versionOf(id)).toMatchObject({ pages: 2, layout: 1 })
    expect(await versionOf(sheetId)).toMatchObject({ pages: 1, layout: null })
    expect(await waiting()).toBe(0)
  })

  it('is that of texts and slides never: they were paper already', async () => {
    const id = await put('글.docx', await makeDocx('글'))
    makesPages(1)
    await runLane()
    await app.database.pool.query(
      'update file_versions set preview_layout = null where item_id = $1',
      [id],
    )
    await start()
    expect(await waiting()).toBe(0)
  })
})
