import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { pdfOf } from '../../../test/fixtures/pdf-file.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import type { WireClient } from '../../../test/harness/wire-client.ts'
import {
  ask,
  content,
  downloads,
  type Prepared,
  prepared,
  visit,
} from '../../../test/scenarios/delivery/tickets.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('a ticket while the watermark is on', () => {
  async function marked(): Promise<Prepared & { readonly url: string; readonly word: string }> {
    const its = await prepared(app)
    await its.room.operator.switches(true)
    const { url, prepare } = (await ask(its.person.client, [its.itemId])).json.payload as {
      url: string
      prepare?: string
    }
    return { ...its, url, word: prepare ?? '' }
  }

  const prepare = (client: WireClient, ticket: string, signal?: AbortSignal): Promise<Response> =>
    fetch(`${app.base}/api/room/api/file/ticket/prepare`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.me.jwt}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ticket }),
      ...(signal ? { signal } : {}),
    })

  const states = (lines: string): string[] =>
    lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).state)

  it('gives the marked copy, once', async () => {
    const { url } = await marked()
    const got = await visit(app, url)
    expect({ http: got.http, type: got.headers.get('content-type') }).toEqual({
      http: 200,
      type: 'application/pdf',
    })
    expect(got.headers.get('content-length')).toBe(String(got.bytes.length))
    expect(got.bytes.equals(content)).toBe(false)
    expect((await visit(app, url, { range: 'bytes=1-' })).http).toBe(404)
  })

  it('reports progress while the copy is made, keeps it ready, and restarts its wait from then', async () => {
    const its = await marked()
    app.clock.advance(LIMITS.ticketMs - 5_000)
    const response = await prepare(its.person.client, its.word)
    expect(response.headers.get('content-type')).toContain('application/x-ndjson')
    const heard = states(await response.text())
    expect(heard[0]).toBe('preparing')
    expect(heard.at(-1)).toBe('ready')
    expect(await downloads(app, its)).toEqual([])
    app.clock.advance(LIMITS.ticketMs - 5_000)
    const got = await visit(app, its.url)
    expect({ http: got.http, start: got.bytes.subarray(0, 5).toString() }).toEqual({
      http: 200,
      start: '%PDF-',
    })
    expect(await downloads(app, its)).toEqual(['document.downloaded'])
    expect((await prepare(its.person.client, its.word)).status).toBe(404)
  })

  it.each(['some', 'all'])('reports once ready that %s pages became pictures', async (pictures) => {
    const its = await marked()
    const pages = Array(pictures === 'all' ? 201 : 1).fill({
      content: 'BT ET /OC /L BDC',
      entries: '/MediaBox [0 0 99 99]',
    })
    await its.room.operator.upload([['이상한 것.pdf', new Uint8Array(pdfOf(pages))]])
    const itemId =
      (await its.room.operator.items()).find(({ name }) => name === '이상한 것.pdf')?.id ?? 0
    const asked = (await ask(its.person.client, [itemId])).json.payload as { prepare?: string }
    const lines = (await (await prepare(its.person.client, asked.prepare ?? '')).text())
      .trim()
      .split('\n')
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ state: 'ready', pictures })
  })

  it('ends ten minutes after it was asked for, however often it is prepared', {
    timeout: 120_000,
  }, async () => {
    const its = await marked()
    const step = LIMITS.ticketMs - 10_000
    const whole = Math.floor((LIMITS.ticketEndMs - LIMITS.ticketMs) / step)
    for (let times = 0; times < whole; times += 1) {
      app.clock.advance(step)
      expect(states(await (await prepare(its.person.client, its.word)).text()).at(-1)).toBe('ready')
    }
    app.clock.advance(LIMITS.ticketEndMs - whole * step)
    expect((await prepare(its.person.client, its.word)).status).toBe(404)
    expect((await visit(app, its.url)).http).toBe(404)
    expect(await downloads(app, its)).toEqual([])
  })

  it('gives nothing that was prepared once the right is gone or copies are to be images', async () => {
    const its = await marked()
    await (await prepare(its.person.client, its.word)).text()
    await its.room.operator.call('PUT', '/room/api/room/update/viewing', {
      body: { id: its.room.roomId, imageCopies: true },
    })
    const images = await visit(app, its.url)
    expect({ http: images.http, isImages: images.bytes.includes('/DCTDecode') }).toEqual({
      http: 200,
      isImages: true,
    })
    const other = await marked()
    await (await prepare(other.person.client, other.word)).text()
    await other.room.operator.setRight(other.person.memberId, 'download', false)
    expect((await visit(app, other.url)).http).toBe(403)
  })

  it('is prepared once at a time, and two of a member are', { timeout: 120_000 }, async () => {
    const room = await app.room()
    const itemId = await room.operator.put('긴 것.pdf', makePdf(300, 'PAGE'))
    const { client, memberId } = await app.participant(room)
    await room.operator.setRight(memberId, 'download', true)
    await room.operator.openDocument(itemId)
    const word = async (): Promise<string> =>
      ((await ask(client, [itemId])).json.payload as { prepare: string }).prepare
    const [one, two, three] = [await word(), await word(), await word()]
    const outcomes = async (words: readonly string[]): Promise<string[]> => {
      const answers = await Promise.all(
        words.map(async (each) => (await prepare(client, each)).text()),
      )
      const last = answers.map(
        (text) =>
          JSON.parse(text.trim().split('\n').at(-1) ?? '') as { state: string; code?: string },
      )
      return last.map(({ state, code }) => code ?? state).sort()
    }
    expect(await outcomes(Array(10).fill(one))).toEqual([...Array(9).fill('BUSY'), 'ready'])
    expect(await outcomes([one, two, three])).toEqual(['BUSY', 'ready', 'ready'])
    expect(await outcomes([three])).toEqual(['ready'])
  })

  it('is prepared for its own session alone', async () => {
    const its = await marked()
    expect((await prepare(its.room.operator, its.word)).status).toBe(404)
    expect((await prepare(its.person.client, `${its.word.slice(1)}x`)).status).toBe(404)
  })

  it('is prepared no further when nobody listens, or the right is taken away', {
    timeout: 90_000,
  }, async () => {
    const room = await app.room()
    await room.operator.upload([['긴 것.pdf', makePdf(1_500, 'PAGE')]])
    const person = await app.participant(room)
    await room.operator.setRight(person.memberId, 'download', true)
    const itemId = (await room.operator.items())[0]?.id ?? 0
    await room.operator.openDocument(itemId)
    const temp = async (): Promise<number> =>
      (await fs.readdir(path.join(app.dataDir, 'tmp'))).length
    const word = async (): Promise<string> =>
      ((await ask(person.client, [itemId])).json.payload as { prepare: string }).prepare

    const leaving = new AbortController()
    const left = await prepare(person.client, await word(), leaving.signal)
    await left.body?.getReader().read()
    leaving.abort()
    await eventually(async () => expect(await temp()).toBe(0))

    const response = await prepare(person.client, await word())
    const reader = (response.body as unknown as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    await room.operator.setRight(person.memberId, 'download', false)
    let rest = ''
    for (let read = await reader.read(); !read.done; read = await reader.read())
      rest += Buffer.from(read.value).toString()
    const last = JSON.parse(rest.trim().split('\n').at(-1) ?? '')
    expect(last).toMatchObject({ state: 'failed', code: 'DOWNLOAD_DENIED' })
    await eventually(async () => expect(await temp()).toBe(0))
  })
})
