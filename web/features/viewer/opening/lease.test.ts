import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApi } from '../../../lib/api/api.ts'
import { Lease } from './lease.ts'

const PREFIX = '/api/room/api/file'
const realFetch = globalThis.fetch
const { signal } = new AbortController()
const request = (page: number) => ({ page, width: 800, isPrefetch: false })
const PAGES = {
  status: 'READY',
  pages: [{ width: 1, height: 2 }],
  unit: 'point',
  textLayer: false,
  selection: false,
}
const nameOf = (count: number) => `${count}`.padStart(43, 'A')

const refused: string[] = []
const api = createApi({
  bearer: () => 'token',
  language: () => 'ko',
  failureText: () => '',
  onRefused: ({ code }) => refused.push(code),
})

let server: Server
let calls: string[]
let reported: unknown[]
let live: Set<string>
let isThere: boolean
let isLocked: boolean
let isPending: boolean
let uploadedAt: string
let slow: number

function answerTo(path: string): { http: number; payload: unknown } {
  if (path.endsWith('/activity')) return { http: 200, payload: null }
  const [verb = '', name = '', rest = ''] = path.slice(PREFIX.length + 1).split(/\/(?=[^/]*)/, 3)
  if (verb === 'prepareFile') {
    const opened = nameOf(calls.filter((call) => call.includes('prepareFile')).length)
    if (isThere) live.add(opened)
    const status = isPending ? 'WAITING' : isLocked ? 'LOCKED' : 'READY'
    return {
      http: 200,
      payload: { name: opened, path: '', originName: 'a.pdf', pageCount: 1, status, uploadedAt },
    }
  }
  if (!live.has(name)) return { http: 404, payload: 'not found' }
  if (verb === 'removeTempFile') return { http: 200, payload: null }
  if (path.endsWith('/text')) return { http: 200, payload: { runs: [], cut: false } }
  if (/\/(links|find)$/.test(path)) return { http: 200, payload: [] }
  return { http: 200, payload: rest === '' ? PAGES : 'image' }
}

beforeEach(async () => {
  calls = []
  refused.length = 0
  reported = []
  live = new Set()
  isThere = true
  isLocked = false
  isPending = false
  uploadedAt = '2026-01-01T00:00:00.000Z'
  slow = 0
  server = createServer(async (request, response) => {
    const path = (request.url ?? '').replace(/\?.*/, '')
    const body = Buffer.concat(await request.toArray()).toString()
    if (body !== '') reported.push(...JSON.parse(body))
    calls.push(path.slice(PREFIX.length))
    if (/\/(pages\/|find$)/.test(path) && slow > 0) {
      slow -= 1
      const body = JSON.stringify({ status: 'EXCEPTION', payload: 'slow', code: 'SLOW' })
      response
        .writeHead(503, { 'content-type': 'application/json', 'retry-after': '0.01' })
        .end(body)
      return
    }
    const { http, payload } = answerTo(path)
    const envelope =
      http === 200
        ? { status: 'OK', payload, cut: false, fontsMissing: false }
        : { status: 'EXCEPTION', payload, code: 'NOT_FOUND' }
    response.writeHead(http, { 'content-type': 'application/json' }).end(JSON.stringify(envelope))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  globalThis.fetch = (input, init) => realFetch(new URL(String(input), base), init)
})

afterEach(async () => {
  globalThis.fetch = realFetch
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

test('one lease serves all pages and is given back', async () => {
  const lease = new Lease(api, 7)
  expect((await lease.leasePages()).pages).toEqual([{ width: 1, height: 2 }])
  await lease.image(request(1), signal)
  await lease.image(request(2), signal)
  lease.close()
  const name = nameOf(1)
  await expect
    .poll(() => calls)
    .toEqual([
      '/prepareFile/7',
      `/view/${name}`,
      `/view/${name}/pages/1`,
      `/view/${name}/pages/2`,
      `/removeTempFile/${name}`,
    ])
})

test('what is drawn ahead is asked for when nobody waits for a page any more, and not once nobody wants it', async () => {
  const lease = new Lease(api, 7)
  await lease.open()
  const unwanted = new AbortController()
  const ahead = [3, 4].map((page) =>
    lease.image({ ...request(page), isPrefetch: true }, page === 4 ? unwanted.signal : signal),
  )
  const awaited = [1, 2].map((page) => lease.image(request(page), signal))
  unwanted.abort()
  await Promise.allSettled([...ahead, ...awaited])
  const pages = calls.flatMap((call) => /\/pages\/(\d)$/.exec(call)?.[1] ?? [])
  expect([pages.slice(0, 2).sort(), pages.slice(2)]).toEqual([['1', '2'], ['3']])
  await expect(ahead[1]).rejects.toMatchObject({ name: 'AbortError' })
})

test('an expired lease is renewed, once for all pages that notice', async () => {
  const lease = new Lease(api, 7)
  await lease.open()
  live.clear()
  await Promise.all([1, 2, 3].map((page) => lease.image(request(page), signal)))
  expect(calls.filter((call) => call.startsWith('/prepareFile'))).toHaveLength(2)
})

test('a document that is gone is asked for once more and then fails', async () => {
  const lease = new Lease(api, 7)
  await lease.open()
  live.clear()
  isThere = false
  await expect(lease.image(request(1), signal)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(calls.filter((call) => call.includes('/pages/'))).toHaveLength(2)
})

test('a lease that ran out on a locked document says that its password must be given again', async () => {
  isLocked = true
  let asks = 0
  const lease = new Lease(api, 7, {
    onLocked: () => {
      asks += 1
    },
  })
  await lease.open()
  expect(asks).toBe(0)
  live.clear()
  await lease.image(request(1), signal)
  expect(asks).toBe(1)
})

test('a document that was replaced is not read on: no page of the new one is asked for as if it were of the old', async () => {
  let replaced = 0
  const lease = new Lease(api, 7, {
    onReplaced: () => {
      replaced += 1
    },
  })
  await lease.image(request(1), signal)
  live.clear()
  await lease.image(request(2), signal)
  expect(replaced).toBe(0)
  live.clear()
  uploadedAt = '2026-01-02T00:00:00.000Z'
  await expect(lease.image(request(3), signal)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(replaced).toBe(1)
  expect(calls.filter((call) => call.endsWith('/pages/3'))).toHaveLength(1)
})

test('a document whose pages are still being made has no lease to give back', async () => {
  isPending = true
  const lease = new Lease(api, 7)
  await lease.open()
  lease.close()
  await new Promise((resolve) => setImmediate(resolve))
  expect(calls).toEqual(['/prepareFile/7'])
})

test('a lease that was never opened is not closed', async () => {
  new Lease(api, 7).close()
  await new Promise((resolve) => setImmediate(resolve))
  expect(calls).toEqual([])
})

test('the last times go with the lease, in the one call that closes it', async () => {
  const lease = new Lease(api, 7)
  await lease.open()
  await lease.reportTimes([{ page: 1, seconds: 60 }])
  lease.close([
    { page: 1, seconds: 60, ago: 3 },
    { page: 2, seconds: 4 },
  ])
  const reports = { type: 'view', name: nameOf(1) }
  await expect
    .poll(() => reported)
    .toEqual([
      { ...reports, page: 1, seconds: 60 },
      { ...reports, page: 1, seconds: 60, ago: 3, last: true },
      { ...reports, page: 2, seconds: 4, last: true },
    ])
  expect(calls.filter((call) => call.includes('removeTempFile'))).toEqual([])
  lease.close([{ page: 2, seconds: 4 }])
  await new Promise((resolve) => setImmediate(resolve))
  expect(calls.filter((call) => call.includes('prepareFile'))).toHaveLength(1)
})

test('a slow page is requested again after the server’s delay, and waiting callers are notified', async () => {
  const lease = new Lease(api, 7)
  slow = 2
  const heard: true[] = []
  await lease.image({ ...request(1), onSlow: () => heard.push(true) }, signal)
  expect(heard).toHaveLength(2)
  expect(calls.filter((call) => call.endsWith('/pages/1'))).toHaveLength(3)

  slow = 1_000
  const gone = new AbortController()
  const image = lease.image({ ...request(2), onSlow: () => gone.abort() }, gone.signal)
  await expect(image).rejects.toMatchObject({ name: 'AbortError' })
  expect(calls.filter((call) => call.endsWith('/pages/2'))).toHaveLength(1)
})

test.each([
  ['pages/1/text', (lease: Lease, until: AbortSignal) => lease.text(1, until)],
  ['pages/1/links', (lease: Lease, until: AbortSignal) => lease.links(1, until)],
  ['find', (lease: Lease, until: AbortSignal) => lease.find('words', { from: 1, to: 1 }, until)],
] as const)('%s that takes long is asked for again, until nobody wants it', async (path, ask) => {
  const asked = () => calls.filter((call) => call.endsWith(`/${path}`)).length
  const lease = new Lease(api, 7)
  slow = 2
  await ask(lease, signal)
  expect([asked(), refused]).toEqual([3, ['SLOW', 'SLOW']])
  expect(calls.filter((call) => call.includes('prepareFile'))).toHaveLength(1)

  slow = 1_000
  const gone = new AbortController()
  const answer = ask(lease, gone.signal)
  await expect.poll(asked).toBeGreaterThan(3)
  gone.abort()
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
  const before = asked()
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(asked()).toBeLessThanOrEqual(before + 1)
})
