import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, expect, test } from 'vitest'
import {
  endlessPagesPdf,
  endlessPdf,
  explodingPdf,
  unpackingPdf,
} from '../../../test/fixtures/costly-pdfs.ts'
import { EncryptedFolder } from '../../../test/fixtures/encrypted-folder.ts'
import { memoryLog } from '../../../test/fixtures/memory-log.ts'
import { pdfOf, textPage } from '../../../test/fixtures/pdf-file.ts'
import { ManualClock } from '../../../test/harness/clocks.ts'
import { createRenderPool, RenderError, type RenderPool } from '../index.ts'
import type { RenderPoolOptions } from './render-pool.ts'

const folder = new EncryptedFolder()
const log = memoryLog()
const pools: RenderPool[] = []
const small = folder.encrypt('pdf', pdfOf([textPage('one'), textPage('two')]))
const endless = folder.encrypt('pdf', endlessPdf())
const view = { page: 1, width: 200, priority: 'visible', mark: 'unmarked' } as const

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()))
})
afterAll(() => folder.remove())

async function pool(options: Partial<RenderPoolOptions> = {}): Promise<RenderPool> {
  const made = await createRenderPool({ size: 1, log, ...options })
  pools.push(made)
  return made
}

const failure = (code: string) => expect.objectContaining({ name: 'RenderError', code })

test('a page that does not end fails alone, at the deadline; what waited behind it is drawn', async () => {
  const made = await pool({ deadlineMs: 1_500 })
  const stuck = made.renderPage(endless, view)
  const next = made.renderPage(small, view)
  await expect(stuck).rejects.toEqual(failure('TIMEOUT'))
  expect((await next).width).toBe(200)
  expect(log.entries).toContainEqual(
    expect.objectContaining({ level: 'warn', document: endless.id, failure: 'TIMEOUT' }),
  )
})

test('a page that held up its worker is not tried again in other sizes, neither waiting ones nor new ones; the document’s others are drawn', async () => {
  const made = await pool({ deadlineMs: 1_500 })
  const source = folder.encrypt('pdf', endlessPdf(textPage('two')))
  const stuck = [200, 400, 600].map((width) => made.renderPage(source, { ...view, width }))
  for (const outcome of await Promise.allSettled(stuck))
    expect(outcome).toMatchObject({ status: 'rejected', reason: failure('TIMEOUT') })
  await expect(
    made.renderPage(source, { ...view, width: 4_096, tile: { column: 1, row: 1 } }),
  ).rejects.toEqual(failure('TIMEOUT'))
  expect((await made.renderPage(source, { ...view, page: 2 })).width).toBe(200)
  const held = log.entries.filter(
    (entry) => entry['document'] === source.id && entry['failure'] === 'TIMEOUT',
  )
  expect(held).toHaveLength(1)
})

const GIGABYTE = 2 ** 30

test('a page that needs too much memory fails alone, is not tried again in other sizes, and the machine keeps its memory', async () => {
  const made = await pool({ deadlineMs: 80_000 })
  await made.renderPage(small, view)
  const hungry = folder.encrypt('pdf', unpackingPdf())
  const before = process.memoryUsage.rss()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 20)
  const outcome = await made.renderPage(hungry, view).catch((error: unknown) => error)
  clearInterval(watch)
  expect(outcome).toEqual(failure('MEMORY'))
  expect(most - before).toBeLessThan(GIGABYTE)
  expect((await made.renderPage(small, view)).width).toBe(200)
  const failures = () =>
    log.entries.filter((entry) => entry['document'] === hungry.id && entry['failure'] === 'MEMORY')
      .length
  expect(failures()).toBe(1)
  await expect(made.renderPage(hungry, { ...view, width: 400 })).rejects.toEqual(failure('MEMORY'))
  expect(failures()).toBe(1)
}, 90_000)

test('forms that draw each other a million times end at the limit of memory, and the next document is drawn', async () => {
  const made = await pool({ deadlineMs: 170_000 })
  const fatal = made.renderPage(folder.encrypt('pdf', explodingPdf()), view)
  const next = made.renderPage(small, view)
  await expect(fatal).rejects.toEqual(failure('MEMORY'))
  expect((await next).width).toBe(200)
}, 180_000)

test('a room uses all threads while no other waits, and gives one back to another that does', async () => {
  const made = await pool({ size: 2, deadlineMs: 120_000 })
  const room = randomUUID()
  const settled: string[] = []
  const hostile = ['one', 'two', 'three'].map((id) =>
    made
      .renderPage(folder.encrypt('pdf', endlessPdf(), id, room), view)
      .catch((error: unknown) => error)
      .finally(() => settled.push(id)),
  )
  expect((await made.renderPage(small, view)).width).toBe(200)
  expect(settled).toEqual([])
  expect(
    (
      await made.renderPage(
        folder.encrypt('pdf', pdfOf([textPage('honest')]), 'honest', room),
        view,
      )
    ).width,
  ).toBe(200)
  expect(settled).toEqual([])
  await made.close()
  expect(await Promise.all(hostile)).toEqual([1, 2, 3].map(() => failure('CLOSED')))
})

test('the only thread is given to another room as well, and so is the only one for what nobody waits for', async () => {
  const fresh = folder.encrypt('pdf', pdfOf([textPage('fresh')]))
  const one = await pool({ size: 1, deadlineMs: 120_000 })
  const seen = one
    .renderPage(folder.encrypt('pdf', endlessPdf()), view)
    .catch((error: unknown) => error)
  expect((await one.renderPage(fresh, view)).width).toBe(200)
  const two = await pool({ size: 2, deadlineMs: 120_000 })
  const unseen = two
    .renderPage(folder.encrypt('pdf', endlessPdf()), { ...view, priority: 'prefetch' })
    .catch((error: unknown) => error)
  expect((await two.inspect(fresh)).pages).toHaveLength(1)
  await Promise.all([one.close(), two.close()])
  expect(await Promise.all([seen, unseen])).toEqual([failure('CLOSED'), failure('CLOSED')])
})

test('a document of which pages are lost is refused as a whole, alone, and forgotten after a while', async () => {
  const clock = new ManualClock(new Date('2026-01-01T00:00:00Z'))
  const made = await pool({ deadlineMs: 1_500, clock })
  const room = randomUUID()
  const source = folder.encrypt('pdf', endlessPagesPdf(4, textPage('five')), 'lossy', room)
  for (const page of [1, 2, 3])
    await expect(made.renderPage(source, { ...view, page })).rejects.toEqual(failure('TIMEOUT'))
  const tried = () =>
    log.entries.filter((entry) => entry['document'] === 'lossy' && entry['failure'] === 'TIMEOUT')
      .length
  expect(tried()).toBe(3)
  for (const page of [4, 5])
    await expect(made.renderPage(source, { ...view, page })).rejects.toMatchObject({
      code: 'TIMEOUT',
      isRemembered: true,
    })
  await expect(made.pageText(source, 5)).rejects.toMatchObject({ isRemembered: true })
  await expect(
    made.renderPage({ ...source, id: 'lossy again' }, { ...view, page: 5 }),
  ).rejects.toMatchObject({ isRemembered: true })
  expect(tried()).toBe(3)
  expect(
    (
      await made.renderPage(
        folder.encrypt('pdf', pdfOf([textPage('honest')]), 'beside', room),
        view,
      )
    ).width,
  ).toBe(200)
  clock.advance(10 * 60_000)
  expect((await made.renderPage(source, { ...view, page: 5 })).width).toBe(200)
})

test('visible pages are drawn before prefetched ones, each kind in its order', async () => {
  const made = await pool()
  const drawn: string[] = []
  const ask = async (name: string, priority: 'visible' | 'prefetch') => {
    await made.renderPage(small, { ...view, priority })
    drawn.push(name)
  }
  await Promise.all([
    ask('running', 'prefetch'),
    ask('prefetch 1', 'prefetch'),
    ask('prefetch 2', 'prefetch'),
    ask('visible 1', 'visible'),
    ask('visible 2', 'visible'),
  ])
  expect(drawn).toEqual(['running', 'visible 1', 'visible 2', 'prefetch 1', 'prefetch 2'])
})

test('prefetching never takes the last worker: a visible page is drawn while two endless ones are prefetched', async () => {
  const made = await pool({ size: 2 })
  const stuck = [1, 2].map(() => made.renderPage(endless, { ...view, priority: 'prefetch' }))
  const outcomes = Promise.allSettled(stuck)
  expect((await made.renderPage(small, view)).width).toBe(200)
  await made.close()
  expect(await outcomes).toEqual(
    [1, 2].map(() => ({ status: 'rejected', reason: failure('CLOSED') })),
  )
})

test('an aborted request is dropped at once, whether it waits or runs, and the worker stays', async () => {
  const made = await pool({ deadlineMs: 4_000 })
  const leaving = new AbortController()
  const running = made.renderPage(endless, { ...view, signal: leaving.signal })
  const waiting = made.renderPage(small, { ...view, signal: leaving.signal })
  leaving.abort(new Error('the reader left'))
  await expect(running).rejects.toThrow('the reader left')
  await expect(waiting).rejects.toThrow('the reader left')
  await expect(made.renderPage(small, { ...view, signal: leaving.signal })).rejects.toThrow(
    'the reader left',
  )
  expect((await made.renderPage(small, view)).width).toBe(200)
})

test('who asks for too much at once is BUSY alone, and others have their turn before all that waits', async () => {
  const made = await pool()
  const [one, two] = [
    { ...small, owner: 1 },
    { ...small, owner: 2 },
  ]
  const drawn: string[] = []
  const flood = Array.from({ length: 200 }, () =>
    made.renderPage(one, view).then(() => drawn.push('one')),
  )
  const outcomes = Promise.allSettled(flood)
  await made.renderPage(two, view).then(() => drawn.push('two'))
  expect(drawn.length).toBeLessThanOrEqual(3)
  const refused = (await outcomes).filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(139)
  for (const { reason } of refused) expect(reason).toEqual(failure('BUSY'))
  expect((await made.renderPage(one, view)).width).toBe(200)
})

test('past 2,000 waiting jobs the pool is BUSY', async () => {
  const made = await pool()
  const asked = Promise.allSettled(
    Array.from({ length: 2_002 }, () => made.renderPage(endless, view)),
  )
  await expect(made.renderPage(small, view)).rejects.toEqual(failure('BUSY'))
  await made.close()
  const codes = (await asked).map(
    (outcome) =>
      outcome.status === 'rejected' && outcome.reason instanceof RenderError && outcome.reason.code,
  )
  expect(codes.filter((code) => code === 'CLOSED')).toHaveLength(2_001)
  expect(codes.filter((code) => code === 'BUSY')).toHaveLength(1)
})

test('a closed pool takes nothing more', async () => {
  const made = await pool()
  await made.close()
  await expect(made.renderPage(small, view)).rejects.toEqual(failure('CLOSED'))
  await expect(made.inspect(small)).rejects.toEqual(failure('CLOSED'))
})

test('a worker that has opened 200 documents is replaced without anyone noticing', async () => {
  const made = await pool()
  const page = pdfOf([textPage('x')])
  for (let count = 0; count < 205; count++) {
    expect(
      (await made.inspect(folder.encrypt('pdf', page, `document ${count}`))).pages,
    ).toHaveLength(1)
  }
  const retired = log.entries.filter(
    (entry) =>
      entry['msg'] === 'render worker retired' && String(entry['document']).startsWith('document'),
  )
  expect(retired).toMatchObject([{ document: 'document 199' }])
})

test('a request that no caller can mean is refused before it reaches a worker', async () => {
  const made = await pool()
  for (const request of [
    { page: 0 },
    { page: 1.5 },
    { width: 0 },
    { width: 1e9 },
    { width: Number.NaN },
  ]) {
    await expect(made.renderPage(small, { ...view, ...request })).rejects.toThrow(RangeError)
  }
})

test('a page beyond the last one is NO_PAGE and not worth a line in the log', async () => {
  const made = await pool()
  const before = log.entries.length
  await expect(made.renderPage(small, { ...view, page: 3 })).rejects.toEqual(failure('NO_PAGE'))
  expect((await made.renderPage(small, { ...view, page: 2 })).width).toBe(200)
  expect(log.entries).toHaveLength(before)
})

test('no key appears in the log', async () => {
  const made = await pool()
  await expect(
    made.renderPage(folder.encrypt('pdf', Buffer.from('%PDF-1.7 nothing')), view),
  ).rejects.toEqual(failure('BROKEN'))
  for (const source of [small, endless]) {
    for (const { key } of source.segments) {
      const bytes = Buffer.from(key)
      for (const form of ['hex', 'base64', 'base64url'] as const)
        expect(log.text()).not.toContain(bytes.toString(form))
      expect(log.text()).not.toContain([...bytes].join(','))
    }
  }
})
