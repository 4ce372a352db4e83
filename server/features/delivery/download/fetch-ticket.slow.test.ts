import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { largePdf } from '../../../test/fixtures/large-pdf.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { pdfOf } from '../../../test/fixtures/pdf-file.ts'
import { readZip } from '../../../test/fixtures/read-zip.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { startTestApp, type TestApp, type TestPerson, type TestRoom } from '../../../test/harness/test-app.ts'
import type { WireAnswer, WireClient } from '../../../test/harness/wire-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const content = Buffer.from(largePdf(50_000))

interface Prepared {
  readonly room: TestRoom
  readonly person: TestPerson
  readonly itemId: number
}

async function prepared(): Promise<Prepared> {
  const room = await app.room()
  await room.operator.switches(false)
  await room.operator.upload([['계약서.pdf', new Uint8Array(content)]])
  const person = await app.participant(room)
  await room.operator.setRight(person.memberId, 'download', true)
  return { room, person, itemId: (await room.operator.items())[0]?.id ?? 0 }
}

const ask = (client: WireClient, fileIds: readonly number[], more: object = {}): Promise<WireAnswer> =>
  client.call('POST', '/room/api/file/ticket', { body: { fileIds, kind: 'download', ...more } })

const issue = async (client: WireClient, fileIds: readonly number[], more: object = {}): Promise<string> =>
  ((await ask(client, fileIds, more)).json.payload as { url: string }).url

async function visit(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.base}/api${url}`, { headers })
  return { http: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

const downloads = async ({ room }: Prepared): Promise<string[]> => (await app.logged(room.roomId)).filter((kind) => /download/.test(kind))

describe('a ticket', () => {
  it('gives its download once, without a token, and is not in the log nor readable in the database', async () => {
    const its = await prepared()
    const url = await issue(its.person.client, [its.itemId])
    expect(url).toMatch(/^\/room\/api\/file\/ticket\/[\w-]{43}$/)
    expect(await downloads(its)).toEqual([])
    const got = await visit(url)
    expect(got.http).toBe(200)
    expect(got.bytes.equals(content)).toBe(true)
    expect(Object.fromEntries(got.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('계약서.pdf')}`,
    })
    expect(await downloads(its)).toEqual(['document.downloaded'])
    for (const headers of [
      {},
      { range: 'bytes=0-' },
      { range: 'bytes=0-5' },
      { range: 'bytes=-5' },
      { range: 'bytes=1-', 'if-range': '"x"' },
      { range: 'bytes=1-,0-0' },
      { range: 'bytes=5-2' },
      { range: 'bytes=1-x' },
    ])
      expect((await visit(url, headers as Record<string, string>)).http).toBe(404)
    expect(await downloads(its)).toEqual(['document.downloaded'])
    const word = url.split('/').at(-1) ?? ''
    expect(JSON.stringify(app.log.entries)).not.toContain(word)
    const { rows } = await app.database.pool.query('select * from tickets')
    expect(JSON.stringify(rows)).not.toContain(word)
  })

  it('goes on with an original until ten minutes after it was asked for, each range on record and under the rights of that moment', async () => {
    const its = await prepared()
    const { room, person } = its
    const url = await issue(person.client, [its.itemId])
    app.clock.advance(LIMITS.ticketMs / 2)
    expect((await visit(url, { range: 'bytes=0-999' })).bytes.equals(content.subarray(0, 1_000))).toBe(true)
    const rest = await visit(url, { range: 'bytes=1000-' })
    expect({ http: rest.http, range: rest.headers.get('content-range') }).toEqual({
      http: 206,
      range: `bytes 1000-${content.length - 1}/${content.length}`,
    })
    expect(rest.bytes.equals(content.subarray(1_000))).toBe(true)
    expect(await downloads(its)).toEqual(Array(2).fill('document.downloaded'))

    await room.operator.switches(true)
    expect((await visit(url, { range: 'bytes=1000-' })).http).toBe(404)
    await room.operator.switches(false)
    await room.operator.setRight(person.memberId, 'download', false)
    expect((await visit(url, { range: 'bytes=1000-' })).http).toBe(403)
    await room.operator.setRight(person.memberId, 'download', true)
    expect((await visit(url, { range: 'bytes=1000-' })).http).toBe(206)

    app.clock.advance(LIMITS.ticketEndMs - LIMITS.ticketMs)
    expect((await visit(url, { range: 'bytes=1000-' })).http).toBe(206)
    app.clock.advance(LIMITS.ticketMs / 2)
    expect((await visit(url, { range: 'bytes=1000-' })).http).toBe(404)
  })

  it('is one of so many of its member, over all sessions; one more ends the oldest, and nobody else has fewer for it', {
    timeout: 120_000,
  }, async () => {
    const its = await prepared()
    const [first, second] = [await issue(its.person.client, [its.itemId]), await issue(its.person.client, [its.itemId])]
    const other = await issue(its.room.operator, [its.itemId])
    const again = app.stranger()
    await again.join(its.person.pin)
    await again.agree()
    await Promise.all(Array.from({ length: LIMITS.ticketsPerMember - 1 }, () => issue(again, [its.itemId])))
    const { rows } = await app.database.pool.query('select count(*)::int as held from tickets where member_id = $1', [its.person.memberId])
    expect(rows).toEqual([{ held: LIMITS.ticketsPerMember }])
    expect((await visit(first)).http).toBe(404)
    for (const url of [second, other]) expect((await visit(url)).http).toBe(200)
  })

  it('is dead 60 seconds after it was asked for', async () => {
    const its = await prepared()
    const url = await issue(its.person.client, [its.itemId])
    app.clock.advance(LIMITS.ticketMs)
    expect((await visit(url)).http).toBe(404)
    expect((await visit(url, { range: 'bytes=5-' })).http).toBe(404)
    expect(await downloads(its)).toEqual([])
  })

  it('is used by one of many who come at once', async () => {
    const its = await prepared()
    const url = await issue(its.person.client, [its.itemId])
    const answers = await Promise.all(Array.from({ length: 10 }, () => visit(url)))
    expect(answers.map(({ http }) => http).sort()).toEqual([200, ...Array(9).fill(404)])
    expect(await downloads(its)).toEqual(['document.downloaded'])
  })

  type Action = (its: Prepared) => Promise<unknown>
  it.each<[string, number, string, Action]>([
    ['the right is taken away', 403, 'DOWNLOAD_DENIED', ({ room, person }) => room.operator.setRight(person.memberId, 'download', false)],
    ['the access is blocked', 401, 'ACCESS_BLOCKED', ({ room, person }) => room.operator.setRight(person.memberId, 'access', false)],
    ['the person was removed', 401, 'SESSION_ENDED', ({ room, person }) => room.operator.remove(person.memberId)],
    ['the session has ended', 401, 'SESSION_ENDED', ({ person }) => person.client.logout()],
    ['the document was deleted', 404, 'NOT_FOUND', ({ room, itemId }) => room.operator.deleteItem(itemId)],
  ])('gives nothing when %s', async (_, http, code, action) => {
    const its = await prepared()
    const url = await issue(its.person.client, [its.itemId])
    await action(its)
    const got = await visit(url)
    expect({ http: got.http, code: JSON.parse(got.bytes.toString()).code }).toEqual({ http, code })
    expect(await downloads(its)).toEqual(http === 403 ? ['document.download-refused'] : [])
  })

  it('gives nothing to another session, and stays for its own', async () => {
    const its = await prepared()
    const { room, person } = its
    const url = await issue(person.client, [its.itemId])
    const other = await app.room()
    for (const client of [room.operator, other.operator])
      expect((await visit(url, { authorization: `Bearer ${client.me.jwt}` })).http).toBe(404)
    expect((await visit(url, { authorization: 'Bearer x' })).http).toBe(401)
    expect((await visit(url, { authorization: `Bearer ${person.client.me.jwt}` })).http).toBe(200)
  })

  it('of another word, or none, is not found', async () => {
    const its = await prepared()
    const url = await issue(its.person.client, [its.itemId])
    for (const path of [`${url}x`, url.slice(0, -1), '/room/api/file/ticket/x', `/room/api/file/ticket/${'a'.repeat(43)}`])
      expect((await visit(path)).http).toBe(404)
    expect((await visit(`/room/api/file/ticket/${'a'.repeat(101)}`)).http).toBe(400)
    expect((await visit('/room/api/file/ticket/a%00b')).http).toBe(400)
  })

  it('shows a person the reason where the browser requests a page', async () => {
    const its = await prepared()
    const url = await issue(its.person.client, [its.itemId])
    await its.room.operator.setRight(its.person.memberId, 'download', false)
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
    const got = await visit(url, { accept, 'accept-language': 'ko' })
    expect({ http: got.http, type: got.headers.get('content-type'), text: got.bytes.toString() }).toEqual({
      http: 403,
      type: 'text/plain; charset=utf-8',
      text: '다운로드 권한이 없습니다.',
    })
    const english = await visit('/room/api/file/ticket/x', { accept, 'accept-language': 'en' })
    expect({ http: english.http, text: english.bytes.toString() }).toEqual({ http: 404, text: 'Not found.' })
  })

  it('is refused at once where its download would be, and for what makes no sense', async () => {
    const its = await prepared()
    const { room, person } = its
    const folder = await room.operator.newFolder('폴더')
    for (const [fileIds, more] of [
      [[its.itemId, folder], {}],
      [[its.itemId], { kind: 'zip', version: 1 }],
      [[its.itemId], { kind: 'message' }],
      [[its.itemId, 1], { kind: 'archive' }],
      [[], {}],
      [[its.itemId], { version: 0 }],
    ] as const)
      expect((await ask(room.operator, fileIds, more)).http).toBe(400)
    for (const fileIds of [[folder], [its.itemId + 10_000]]) expect((await ask(room.operator, fileIds)).http).toBe(404)
    expect((await ask(room.operator, [its.itemId], { kind: 'archive' })).http).toBe(404)
    await room.operator.setRight(person.memberId, 'download', false)
    for (const kind of ['download', 'zip']) {
      const answer = await ask(person.client, [its.itemId], { kind })
      expect({ http: answer.http, code: answer.json.code }).toEqual({ http: 403, code: 'DOWNLOAD_DENIED' })
    }
    expect(await downloads(its)).toEqual(Array(2).fill('document.download-refused'))
  })
})

describe('a ticket for a zip', () => {
  it('gives it once, and no part of it again', async () => {
    const its = await prepared()
    const url = await issue(its.person.client, [its.itemId], { kind: 'zip' })
    const got = await visit(url)
    expect(readZip(got.bytes).map(({ name }) => name)).toEqual(['계약서.pdf'])
    for (const headers of [{}, { range: 'bytes=1-' }]) expect((await visit(url, headers as Record<string, string>)).http).toBe(404)
  })
})

describe('a ticket while the watermark is on', () => {
  async function marked(): Promise<Prepared & { readonly url: string; readonly word: string }> {
    const its = await prepared()
    await its.room.operator.switches(true)
    const { url, prepare } = (await ask(its.person.client, [its.itemId])).json.payload as { url: string; prepare?: string }
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
    const got = await visit(url)
    expect({ http: got.http, type: got.headers.get('content-type') }).toEqual({ http: 200, type: 'application/pdf' })
    expect(got.headers.get('content-length')).toBe(String(got.bytes.length))
    expect(got.bytes.equals(content)).toBe(false)
    expect((await visit(url, { range: 'bytes=1-' })).http).toBe(404)
  })

  it('reports progress while the copy is made, keeps it ready, and restarts its wait from then', async () => {
    const its = await marked()
    app.clock.advance(LIMITS.ticketMs - 5_000)
    const response = await prepare(its.person.client, its.word)
    expect(response.headers.get('content-type')).toContain('application/x-ndjson')
    const heard = states(await response.text())
    expect(heard[0]).toBe('preparing')
    expect(heard.at(-1)).toBe('ready')
    expect(await downloads(its)).toEqual([])
    app.clock.advance(LIMITS.ticketMs - 5_000)
    const got = await visit(its.url)
    expect({ http: got.http, start: got.bytes.subarray(0, 5).toString() }).toEqual({ http: 200, start: '%PDF-' })
    expect(await downloads(its)).toEqual(['document.downloaded'])
    expect((await prepare(its.person.client, its.word)).status).toBe(404)
  })

  it.each(['some', 'all'])('reports once ready that %s pages became pictures', async (pictures) => {
    const its = await marked()
    const pages = Array(pictures === 'all' ? 21 : 1).fill({ content: 'BT ET /OC /L BDC', entries: '/MediaBox [0 0 99 99]' })
    await its.room.operator.upload([['이상한 것.pdf', new Uint8Array(pdfOf(pages))]])
    const itemId = (await its.room.operator.items()).find(({ name }) => name === '이상한 것.pdf')?.id ?? 0
    const asked = (await ask(its.person.client, [itemId])).json.payload as { prepare?: string }
    const lines = (await (await prepare(its.person.client, asked.prepare ?? '')).text()).trim().split('\n')
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ state: 'ready', pictures })
  })

  it('ends ten minutes after it was asked for, however often it is prepared', { timeout: 120_000 }, async () => {
    const its = await marked()
    const step = LIMITS.ticketMs - 10_000
    const whole = Math.floor((LIMITS.ticketEndMs - LIMITS.ticketMs) / step)
    for (let times = 0; times < whole; times += 1) {
      app.clock.advance(step)
      expect(states(await (await prepare(its.person.client, its.word)).text()).at(-1)).toBe('ready')
    }
    app.clock.advance(LIMITS.ticketEndMs - whole * step)
    expect((await prepare(its.person.client, its.word)).status).toBe(404)
    expect((await visit(its.url)).http).toBe(404)
    expect(await downloads(its)).toEqual([])
  })

  it('gives nothing that was prepared once the right is gone or copies are to be images', async () => {
    const its = await marked()
    await (await prepare(its.person.client, its.word)).text()
    await its.room.operator.call('PUT', '/room/api/room/update/viewing', { body: { id: its.room.roomId, imageCopies: true } })
    const images = await visit(its.url)
    expect({ http: images.http, isImages: images.bytes.includes('/DCTDecode') }).toEqual({ http: 200, isImages: true })
    const other = await marked()
    await (await prepare(other.person.client, other.word)).text()
    await other.room.operator.setRight(other.person.memberId, 'download', false)
    expect((await visit(other.url)).http).toBe(403)
  })

  it('is prepared once at a time, and two of a member are', { timeout: 120_000 }, async () => {
    const room = await app.room()
    const itemId = await room.operator.put('긴 것.pdf', makePdf(300, 'PAGE'))
    const { client, memberId } = await app.participant(room)
    await room.operator.setRight(memberId, 'download', true)
    await room.operator.openDocument(itemId)
    const word = async (): Promise<string> => ((await ask(client, [itemId])).json.payload as { prepare: string }).prepare
    const [one, two, three] = [await word(), await word(), await word()]
    const outcomes = async (words: readonly string[]): Promise<string[]> => {
      const answers = await Promise.all(words.map(async (each) => (await prepare(client, each)).text()))
      const last = answers.map((text) => JSON.parse(text.trim().split('\n').at(-1) ?? '') as { state: string; code?: string })
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

  it('is prepared no further when nobody listens, or the right is taken away', { timeout: 90_000 }, async () => {
    const room = await app.room()
    await room.operator.upload([['긴 것.pdf', makePdf(1_500, 'PAGE')]])
    const person = await app.participant(room)
    await room.operator.setRight(person.memberId, 'download', true)
    const itemId = (await room.operator.items())[0]?.id ?? 0
    await room.operator.openDocument(itemId)
    const temp = async (): Promise<number> => (await fs.readdir(path.join(app.dataDir, 'tmp'))).length
    const word = async (): Promise<string> => ((await ask(person.client, [itemId])).json.payload as { prepare: string }).prepare

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
    for (let read = await reader.read(); !read.done; read = await reader.read()) rest += Buffer.from(read.value).toString()
    const last = JSON.parse(rest.trim().split('\n').at(-1) ?? '')
    expect(last).toMatchObject({ state: 'failed', code: 'DOWNLOAD_DENIED' })
    await eventually(async () => expect(await temp()).toBe(0))
  })
})

describe('a ticket for an older version', () => {
  it('is for operators with the operator area open, then too', async () => {
    const its = await prepared()
    const { room, person } = its
    expect((await ask(person.client, [its.itemId], { version: 1 })).json.code).toBe('NOT_OPERATOR')
    expect((await ask(room.operator, [its.itemId], { version: 2 })).http).toBe(404)
    const url = await issue(room.operator, [its.itemId], { version: 1 })
    expect((await visit(url)).bytes.equals(content)).toBe(true)
    const later = await issue(room.operator, [its.itemId], { version: 1 })
    await app.database.pool.query('update sessions set raised_at = null where room_id = $1', [room.roomId])
    const got = await visit(later)
    expect({ http: got.http, code: JSON.parse(got.bytes.toString()).code }).toEqual({ http: 403, code: 'NOT_RAISED' })
    expect((await ask(room.operator, [its.itemId], { version: 1 })).json.code).toBe('NOT_RAISED')
  })
})

describe('tickets that nobody can use any more', () => {
  it('are removed', async () => {
    const its = await prepared()
    await issue(its.person.client, [its.itemId])
    app.clock.advance(LIMITS.ticketEndMs)
    const young = await prepared()
    await issue(young.person.client, [young.itemId])
    await app.database.pool.query("select graphile_worker.add_job('renditions.tidy')")
    await eventually(async () => {
      const { rows } = await app.database.pool.query('select room_id from tickets')
      expect(rows).toEqual([{ room_id: young.room.roomId }])
    })
  })
})
