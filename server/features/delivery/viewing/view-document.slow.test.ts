import fs from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS, PAGE_WIDTHS } from '../../../../contract/core/limits.ts'
import { endlessPdf, explodingPdf } from '../../../test/fixtures/costly-pdfs.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { WireAnswer, WireClient } from '../../../test/harness/wire-client.ts'

const SAMPLES: string = import.meta.env['SAMPLES_DIR'] ?? path.join(import.meta.dirname, '../../../../../shared/samples')
const isThere = (name: string): boolean => fs.existsSync(path.join(SAMPLES, name))
const sample = (name: string): Uint8Array<ArrayBuffer> => new Uint8Array(fs.readFileSync(path.join(SAMPLES, name)))

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function put(client: WireClient, name: string, bytes: Uint8Array): Promise<number> {
  const { http, json } = await client.upload([[name, new Uint8Array(bytes)]])
  expect(http).toBe(200)
  return (json.payload as { id: number }[])[0]!.id
}

interface Image {
  readonly http: number
  readonly headers: Headers
  readonly bytes: Buffer
}

async function page(client: WireClient, lease: string, number: number | string = 1, query = ''): Promise<Image> {
  const response = await client.fetch('GET', `/room/api/file/view/${lease}/pages/${number}${query}`)
  return { http: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

const manifest = (client: WireClient, lease: string): Promise<WireAnswer> => client.call('GET', `/room/api/file/view/${lease}`)
const close = (client: WireClient, lease: string): Promise<WireAnswer> => client.call('GET', `/room/api/file/removeTempFile/${lease}`)
const codeOf = ({ bytes }: Image): string => JSON.parse(bytes.toString()).code

describe('reading a document', () => {
  it.each([
    ['a PDF', 'a.pdf', async () => Buffer.from(makePdf(3)), 3, { width: 595, height: 842 }],
    [
      'a JPEG',
      'a.jpg',
      () =>
        sharp({ create: { width: 640, height: 480, channels: 3, background: '#369' } })
          .jpeg()
          .toBuffer(),
      1,
      { width: 640, height: 480 },
    ],
    [
      'a PNG',
      'a.png',
      () =>
        sharp({ create: { width: 120, height: 300, channels: 4, background: '#3698' } })
          .png()
          .toBuffer(),
      1,
      { width: 120, height: 300 },
    ],
  ] as const)('%s: a lease, its pages with sizes, and their images', async (_, name, make, pageCount, size) => {
    const room = await app.room()
    const bytes = await make()
    const { client } = await app.participant(room)
    const id = await put(room.operator, name, bytes)
    const lease = await client.openDocument(id)
    expect(lease).toEqual({
      name: expect.stringMatching(/^[\w-]{43}$/),
      path: `/room/api/file/view/${lease.name}`,
      originName: name,
      pageCount,
      status: 'READY',
      uploadedAt: (await client.items())[0]?.uploadedAt,
    })
    const sizes = await client.call('GET', lease.path)
    expect(sizes.json.payload).toEqual({
      status: 'READY',
      pages: Array(pageCount).fill(size),
      unit: name === 'a.pdf' ? 'point' : 'pixel',
      textLayer: false,
      selection: false,
    })
    for (let number = 1; number <= pageCount; number += 1) {
      const image = await page(client, lease.name, number, '?width=480')
      expect(image.http).toBe(200)
      expect(image.headers.get('content-type')).toBe('image/jpeg')
      expect(image.headers.get('cache-control')).toBe('no-store')
      const { format, width, height } = await sharp(image.bytes).metadata()
      expect({ format, width }).toEqual({ format: 'jpeg', width: 480 })
      expect(height).toBeCloseTo((480 * size.height) / size.width, -1)
      expect(image.bytes.equals(bytes)).toBe(false)
    }
    expect((await app.logged(room.roomId)).filter((kind) => kind === 'document.viewed')).toHaveLength(1)
  })

  it('rounds widths up to a step, and takes no others', async () => {
    const { operator } = await app.room()
    const { name } = await operator.openDocument(await put(operator, 'a.pdf', makePdf(1)))
    for (const [asked, step] of [
      [16, 64],
      [64, 64],
      [65, 128],
      [801, 1_200],
      [4_096, 4_096],
    ] as const) {
      expect(PAGE_WIDTHS).toContain(step)
      expect((await sharp((await page(operator, name, 1, `?width=${asked}`)).bytes).metadata()).width).toBe(step)
    }
    expect((await sharp((await page(operator, name)).bytes).metadata()).width).toBe(1_200)
    for (const query of [
      '?width=0',
      '?width=15',
      '?width=4097',
      '?width=5000',
      '?width=-1',
      '?width=1e2',
      '?width=',
      '?width=64&width=64',
      '?height=5',
      '?prefetch=2',
    ])
      expect({ query, http: (await page(operator, name, 1, query)).http }).toEqual({ query, http: 400 })
  })

  it('has no page 0 and none behind the last', async () => {
    const { operator } = await app.room()
    const { name } = await operator.openDocument(await put(operator, 'a.pdf', makePdf(2)))
    for (const [number, http] of [
      [0, 400],
      ['01', 400],
      ['-1', 400],
      ['1.0', 400],
      ['a', 400],
      [2, 200],
      [3, 404],
      ['9007199254740991', 404],
    ] as const)
      expect({ number, http: (await page(operator, name, number, '?width=64')).http }).toEqual({ number, http })
  })

  it('shows pages that differ, with a mark that differs by reader and is gone when it is switched off', async () => {
    const room = await app.room()
    const id = await put(room.operator, 'a.pdf', makePdf(2))
    const { client: one } = await app.participant(room)
    const { client: two } = await app.participant(room)
    const [leaseOne, leaseTwo] = [(await one.openDocument(id)).name, (await two.openDocument(id)).name]
    const marked = (await page(one, leaseOne)).bytes
    expect((await page(two, leaseTwo)).bytes.equals(marked)).toBe(false)
    expect((await page(one, leaseOne, 2)).bytes.equals(marked)).toBe(false)
    expect((await page(room.operator, (await room.operator.openDocument(id)).name)).bytes.equals(marked)).toBe(false)
    await room.operator.switches(false)
    const plain = (await page(one, leaseOne)).bytes
    expect(plain.equals(marked)).toBe(false)
    expect((await page(two, leaseTwo)).bytes.equals(plain)).toBe(true)
    await room.operator.switches(true)
    expect((await page(one, leaseOne)).bytes.equals(plain)).toBe(false)
  })
})

describe('a lease', () => {
  let room: TestRoom
  let id: number
  let client: WireClient
  beforeAll(async () => {
    room = await app.room()
    id = await put(room.operator, 'a.pdf', makePdf(1))
    client = (await app.participant(room)).client
  })

  const expectDead = async (who: WireClient, lease: string): Promise<void> => {
    expect(await manifest(who, lease)).toMatchObject({ http: 404, json: { code: 'NOT_FOUND' } })
    const image = await page(who, lease)
    expect({ http: image.http, code: codeOf(image) }).toEqual({ http: 404, code: 'NOT_FOUND' })
    expect((await close(who, lease)).http).toBe(404)
  }

  it('is of one session alone: neither another person nor another room nor the same person elsewhere can use or close it', async () => {
    const { name } = await client.openDocument(id)
    const other = await app.room()
    const { client: neighbour } = await app.participant(room)
    for (const who of [neighbour, room.operator, other.operator]) await expectDead(who, name)
    expect((await page(client, name)).http).toBe(200)
  })

  it('cannot be guessed, nor lead elsewhere', async () => {
    const { name } = await client.openDocument(id)
    for (const guess of [
      `${name}x`,
      name.slice(0, -1),
      name.toLowerCase(),
      'x',
      '..',
      '%2e%2e',
      '..%2f..%2fetc%2fpasswd',
      `${name}%2fpages`,
      "'%20or%201=1--",
      '__proto__',
    ])
      for (const at of ['view', 'removeTempFile']) {
        const { status } = await client.fetch('GET', `/room/api/file/${at}/${guess}`)
        expect({ guess, at, status }).toEqual({ guess, at, status: 404 })
      }
    expect((await manifest(client, name)).http).toBe(200)
  })

  it('ends for participants when the document is replaced or an older version comes back, and gives the new one; operators read on', async () => {
    const replaced = await put(room.operator, '바뀜.pdf', makePdf(1))
    const first = await client.openDocument(replaced)
    const operators = await room.operator.openDocument(replaced)
    expect((await room.operator.upload([['바뀜.pdf', makePdf(2)]], 0, 'replace')).http).toBe(200)
    for (const rest of ['', '/pages/1', '/pages/1/links', '/find?q=a']) {
      const response = await client.fetch('GET', `/room/api/file/view/${first.name}${rest}`)
      expect({ rest, status: response.status }).toEqual({ rest, status: 404 })
    }
    expect((await page(room.operator, operators.name)).http).toBe(200)
    const second = await client.openDocument(replaced)
    expect(second.pageCount).toBe(2)
    expect(second.uploadedAt > first.uploadedAt).toBe(true)
    expect((await page(client, second.name, 2)).http).toBe(200)
    const body = { fileId: replaced, id: room.operator.me.id, roomId: room.roomId, number: 1 }
    const restored = await room.operator.call('POST', '/room/api/file/versions/restore', { body })
    expect(restored.http).toBe(200)
    expect((await page(client, second.name)).http).toBe(404)
    expect((await client.openDocument(replaced)).pageCount).toBe(1)
  })

  it('ends ten minutes after its last use, and each use counts', async () => {
    const used = (await client.openDocument(id)).name
    const unused = (await client.openDocument(id)).name
    app.clock.advance(LIMITS.leaseIdleMs - 60_000)
    expect((await page(client, used)).http).toBe(200)
    app.clock.advance(61_000)
    await expectDead(client, unused)
    app.clock.advance(LIMITS.leaseIdleMs - 120_000)
    expect((await manifest(client, used)).http).toBe(200)
    await client.call('POST', '/room/api/room/alive')
    app.clock.advance(LIMITS.leaseIdleMs + 1_000)
    await expectDead(client, used)
    expect((await client.openDocument(id)).name).not.toBe(used)
    await client.call('POST', '/room/api/room/alive')
    await room.operator.call('POST', '/room/api/room/alive')
  })

  it('ends when it is closed, once', async () => {
    const { name } = await client.openDocument(id)
    expect((await close(client, name)).json).toEqual({ status: 'OK', payload: null })
    await expectDead(client, name)
  })

  it('ends with the session, with the access and with the document', async () => {
    const fresh = await app.room()
    const document = await put(fresh.operator, 'a.pdf', makePdf(1))
    const reader = await app.participant(fresh)
    const { name } = await reader.client.openDocument(document)
    await reader.client.logout()
    expect((await page(reader.client, name)).http).toBe(401)
    expect((await reader.client.call('GET', `/room/api/file/prepareFile/${document}`)).http).toBe(401)

    const blocked = await app.participant(fresh)
    const lease = await blocked.client.openDocument(document)
    await fresh.operator.setRight(blocked.memberId, 'access', false)
    expect((await page(blocked.client, lease.name)).http).toBe(401)

    const own = await fresh.operator.openDocument(document)
    await app.database.pool.query('update items set deleted_at = now() where id = $1', [document])
    await expectDeadButClosable(fresh.operator, own.name)
    expect((await fresh.operator.call('GET', `/room/api/file/prepareFile/${document}`)).http).toBe(404)
  })

  const expectDeadButClosable = async (who: WireClient, lease: string): Promise<void> => {
    expect((await manifest(who, lease)).http).toBe(404)
    expect((await page(who, lease)).http).toBe(404)
    expect((await close(who, lease)).http).toBe(200)
  }

  it('is not opened on what is a folder, unknown, of another room, or before the agreement', async () => {
    const folder = ((await room.operator.makeFolder('폴더')).json.payload as { id: number }).id
    const other = await app.room()
    const foreign = await put(other.operator, 'b.pdf', makePdf(1))
    for (const target of [folder, foreign, 999_999_999])
      expect((await client.call('GET', `/room/api/file/prepareFile/${target}`)).http).toBe(404)
    for (const target of ['0', '-1', '01', 'a', '9'.repeat(17)])
      expect((await client.call('GET', `/room/api/file/prepareFile/${target}`)).http).toBe(400)
    const early = app.stranger()
    await early.join(room.pin)
    expect(await early.call('GET', `/room/api/file/prepareFile/${id}`)).toMatchObject({ http: 403, json: { code: 'NOT_AGREED' } })
    expect((await app.logged(other.roomId)).filter((kind) => kind === 'document.viewed')).toEqual([])
  })
})

describe('a document that cannot be shown', () => {
  const TEXTS = {
    LOCKED: [
      'DOCUMENT_LOCKED',
      '비밀번호로 잠긴 문서라 미리 볼 수 없습니다.',
      'This document is password-protected and cannot be previewed.',
    ],
    BROKEN: ['DOCUMENT_BROKEN', '손상된 문서라 열 수 없습니다.', 'This document is damaged and cannot be opened.'],
  } as const

  const broken = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(4_000, 'x')])
  const cases: readonly [string, string, keyof typeof TEXTS, () => Uint8Array, string?][] = [
    ['one that is no PDF behind its first line', 'a.pdf', 'BROKEN', () => broken],
    ['one that is locked', 'a.pdf', 'LOCKED', () => sample('enc_user_aes256.pdf'), 'enc_user_aes256.pdf'],
    ['one that was locked long ago', 'a.pdf', 'LOCKED', () => sample('enc_user_rc4_40.pdf'), 'enc_user_rc4_40.pdf'],
  ]
  for (const [title, name, status, make, needed] of cases) {
    it.skipIf(needed !== undefined && !isThere(needed))(`${title} says so, in both languages`, async () => {
      const { operator, roomId } = await app.room()
      const id = await put(operator, name, make())
      const lease = await operator.openDocument(id)
      expect(lease).toMatchObject({ status, pageCount: 0, originName: name })
      const sizes = await manifest(operator, lease.name)
      if (status === 'LOCKED') expect(sizes.json.payload).toEqual({ status, pages: [], unit: 'point', textLayer: false, selection: false })
      else expect(sizes).toMatchObject({ http: 404, json: { code: 'NOT_FOUND' } })
      const [code, ko, en] = TEXTS[status]
      for (const [language, text] of [
        ['ko', ko],
        ['en', en],
      ]) {
        const { id: own, roomId: room } = operator.me
        const body = { fileId: id, id: own, roomId: room, type: 1 }
        const response = await operator.fetch('POST', '/room/api/file/load', { body, headers: { 'accept-language': language ?? '' } })
        expect({ http: response.status, ...((await response.json()) as object) }).toEqual({
          http: 422,
          status: 'EXCEPTION',
          payload: text,
          code,
        })
      }
      expect(await app.logged(roomId)).not.toContain('document.viewed')
    })
  }

  it.skipIf(!isThere('enc_owneronly_aes128.pdf'))('is none that only asks not to be changed', async () => {
    const { operator } = await app.room()
    const lease = await operator.openDocument(await put(operator, 'a.pdf', sample('enc_owneronly_aes128.pdf')))
    expect(lease.status).toBe('READY')
    expect((await page(operator, lease.name)).http).toBe(200)
  })

  it('holds up nobody: a page without end is given up, one that kills its worker fails alone', async () => {
    const quick = await startTestApp({ deadlineMs: 2_000 })
    try {
      const { operator } = await quick.room()
      const sound = await operator.openDocument(await put(operator, 'sound.pdf', makePdf(1)))
      for (const [name, bytes, codes] of [
        ['endless.pdf', endlessPdf(), ['DOCUMENT_SLOW']],
        ['exploding.pdf', explodingPdf(), ['BUSY', 'DOCUMENT_SLOW', 'DOCUMENT_TOO_LARGE']],
      ] as const) {
        const lease = await operator.openDocument(await put(operator, name, bytes))
        const stuck = page(operator, lease.name)
        expect((await page(operator, sound.name)).http).toBe(200)
        const image = await stuck
        expect(codes).toContain(codeOf(image))
        expect(image.http).toBe(codeOf(image) === 'BUSY' ? 503 : 422)
        expect((await page(operator, sound.name, 1, '?width=256')).http).toBe(200)
      }
    } finally {
      await quick.close()
    }
  })
})

describe('a page on its way', () => {
  it('does not reach a reader who was shut out meanwhile', async () => {
    const slow = await startTestApp({ deadlineMs: 5_000 })
    try {
      const room = await slow.room()
      const id = await put(room.operator, 'endless.pdf', endlessPdf())
      const { client, memberId } = await slow.participant(room)
      const { name } = await client.openDocument(id)
      const pending = page(client, name)
      await eventually(async () => {
        const { rows } = await slow.database.pool.query("select 1 from activity_entries where kind = 'document.viewed'")
        expect(rows).toHaveLength(1)
      })
      await room.operator.setRight(memberId, 'access', false)
      const image = await pending
      expect(image.http).toBe(401)
      expect(codeOf(image)).toBe('ACCESS_BLOCKED')
    } finally {
      await slow.close()
    }
  })
})
