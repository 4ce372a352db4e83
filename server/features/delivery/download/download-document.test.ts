import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { largePdf } from '../../../test/fixtures/large-pdf.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { holdings } from '../../../test/harness/holdings.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { ItemRecord, WireClient } from '../../../test/harness/wire-client.ts'
import { bytesUntilCut } from '../../../test/scenarios/downloads.ts'
import { acceptOwn, setText } from '../../../test/scenarios/rooms/own-agreements.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

interface Download {
  readonly http: number
  readonly headers: Headers
  readonly bytes: Buffer
}

async function download(client: WireClient, filename: string, headers: Record<string, string> = {}): Promise<Download> {
  const response = await client.fetch('GET', `/room/api/file/${filename}`, { headers })
  return { http: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

const codeOf = ({ bytes }: Download): string => JSON.parse(bytes.toString()).code

async function roomWith(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<{ room: TestRoom; item: ItemRecord }> {
  const room = await app.room()
  await room.operator.switches(false)
  expect((await room.operator.upload([[name, bytes]])).http).toBe(200)
  return { room, item: (await room.operator.items())[0]! }
}

const kindsOf = async (roomId: number): Promise<string[]> =>
  (await app.logged(roomId)).filter((kind) => kind.startsWith('document.download'))

describe('the original', () => {
  it('is what was uploaded, byte for byte, of any size', async () => {
    const room = await app.room()
    await room.operator.switches(false)
    const sizes = [1_000, 16_384 - 1, 16_384, 16_384 + 1, 65_536, 1_048_576, 1_048_577, 3_333_333]
    const files = sizes.map((size, index) => [`${index}.pdf`, largePdf(size)] as const)
    await room.operator.upload(files)
    const items = await room.operator.items()
    for (const [name, bytes] of files) {
      const { http, headers, bytes: got } = await download(room.operator, items.find((item) => item.name === name)!.filename)
      expect({ name, http, length: got.length, digest: digest(got) }).toEqual({
        name,
        http: 200,
        length: bytes.length,
        digest: digest(bytes),
      })
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-length': String(bytes.length),
        'accept-ranges': 'bytes',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining('sandbox'),
      })
    }
    expect(await kindsOf(room.roomId)).toEqual(sizes.map(() => 'document.downloaded'))
  })

  it('goes by right and watermark', async () => {
    const { room, item } = await roomWith('가.pdf', makePdf(1))
    const { client, memberId } = await app.participant(room)
    for (const [right, watermark, http, code, kind] of [
      [false, false, 403, 'DOWNLOAD_DENIED', 'document.download-refused'],
      [false, true, 403, 'DOWNLOAD_DENIED', 'document.download-refused'],
      [true, true, 200, undefined, 'document.downloaded'],
      [true, false, 200, undefined, 'document.downloaded'],
    ] as const) {
      await room.operator.setRight(memberId, 'download', right)
      await room.operator.switches(watermark)
      const before = (await kindsOf(room.roomId)).length
      for (const headers of [{}, { range: 'bytes=5-9' }, { range: 'bytes=-1' }] as Record<string, string>[]) {
        const got = await download(client, item.filename, headers)
        expect({ right, watermark, http: Math.min(got.http, 200) === 200 && got.http < 300 ? 200 : got.http }).toEqual({
          right,
          watermark,
          http,
        })
        if (code !== undefined) expect(codeOf(got)).toBe(code)
        expect(got.headers.get('accept-ranges')).toBe(code === undefined && !watermark ? 'bytes' : null)
      }
      expect((await kindsOf(room.roomId)).slice(before)).toEqual([kind, kind, kind])
    }
  })

  it('is not found by other rooms, by other names, or when it was deleted', async () => {
    const { room, item } = await roomWith('가.pdf', makePdf(1))
    const other = await app.room()
    await other.operator.switches(false)
    const folder = ((await room.operator.makeFolder('폴더')).json.payload as { id: number }).id
    const folderName = (await room.operator.items()).find(({ id }) => id === folder)!.filename
    expect((await download(other.operator, item.filename)).http).toBe(404)
    for (const guess of [
      folderName,
      item.filename.replace('.pdf', ''),
      item.filename.toUpperCase(),
      `${item.id}`,
      'x.pdf',
      '..%2f..%2fetc%2fpasswd',
      encodeURIComponent("' or 1=1 --"),
    ])
      expect({ guess, http: (await download(room.operator, guess)).http }).toEqual({ guess, http: 404 })
    await app.database.pool.query('update items set deleted_at = now() where id = $1', [item.id])
    expect((await download(room.operator, item.filename)).http).toBe(404)
    expect(await kindsOf(room.roomId)).toEqual([])
    expect(await kindsOf(other.roomId)).toEqual([])
  })

  it.each([
    ['"; filename="evil.exe', '"; filename="evil.exe.pdf'],
    ['a\r\nset-cookie: x=1', 'aset-cookie: x=1.pdf'],
    ["it's (1)*", "it's (1)*.pdf"],
    ['한글 계약서', '한글 계약서.pdf'],
    ['😀 100%', '😀 100%.pdf'],
    ['<script>', '<script>.pdf'],
  ])('has a header that is safe with the name %j', async (stem, name) => {
    const room = await app.room()
    await room.operator.switches(false)
    await room.operator.upload([[`x.pdf`, makePdf(1)]])
    await app.database.pool.query('update items set name = $1 where room_id = $2', [`${stem.replace(/[\r\n]/g, '')}.pdf`, room.roomId])
    const { headers } = await download(room.operator, (await room.operator.items())[0]!.filename)
    const disposition = headers.get('content-disposition') ?? ''
    const encoded = /^attachment; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]+)$/.exec(disposition)?.[1] ?? ''
    expect(decodeURIComponent(encoded)).toBe(name)
    expect(headers.get('set-cookie')).toBeNull()
  })
})

describe('a range of the original', () => {
  const bytes = Buffer.from(largePdf(200_000))
  let room: TestRoom
  let item: ItemRecord
  beforeAll(async () => {
    const made = await roomWith('가.pdf', new Uint8Array(bytes))
    room = made.room
    item = made.item
  })

  const size = bytes.length
  it.each([
    ['bytes=0-0', 0, 1],
    ['bytes=0-9', 0, 10],
    ['bytes=16383-16384', 16_383, 16_385],
    ['bytes=100-', 100, size],
    ['bytes=-10', size - 10, size],
    [`bytes=${size - 1}-`, size - 1, size],
    [`bytes=${size - 5}-${size + 500}`, size - 5, size],
    [`bytes=-${size + 1}`, 0, size],
  ])('%s', async (range, start, end) => {
    const got = await download(room.operator, item.filename, { range })
    expect({ http: got.http, digest: digest(got.bytes) }).toEqual({ http: 206, digest: digest(bytes.subarray(start, end)) })
    expect(got.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${size}`)
    expect(got.headers.get('content-length')).toBe(String(end - start))
  })

  it.each(['bytes=0-1,5-6', 'bytes=5-4', 'lines=1-2', 'bytes=a-'])('%s gives the whole', async (range) => {
    const got = await download(room.operator, item.filename, { range })
    expect({ http: got.http, digest: digest(got.bytes), range: got.headers.get('content-range') }).toEqual({
      http: 200,
      digest: digest(bytes),
      range: null,
    })
  })

  it('on a condition gives the whole, since there is nothing that it could be compared with', async () => {
    const got = await download(room.operator, item.filename, { range: 'bytes=0-9', 'if-range': '"x"' })
    expect({ http: got.http, length: got.bytes.length }).toEqual({ http: 200, length: size })
  })

  it('beyond the end is 416 and no download', async () => {
    const before = await kindsOf(room.roomId)
    for (const range of [`bytes=${size}-`, 'bytes=-0']) {
      const got = await download(room.operator, item.filename, { range })
      expect({ http: got.http, code: codeOf(got) }).toEqual({ http: 416, code: 'RANGE' })
    }
    expect(await kindsOf(room.roomId)).toEqual(before)
  })

  it('is right wherever it lies, and each is on record', async () => {
    const before = (await kindsOf(room.roomId)).length
    for (let round = 0; round < 25; round += 1) {
      const start = Math.floor(Math.random() * (size - 1))
      const end = start + 1 + Math.floor(Math.random() * (size - start - 1))
      const got = await download(room.operator, item.filename, { range: `bytes=${start}-${end - 1}` })
      expect({ start, end, digest: digest(got.bytes) }).toEqual({ start, end, digest: digest(bytes.subarray(start, end)) })
    }
    expect((await kindsOf(room.roomId)).slice(before)).toEqual(Array(25).fill('document.downloaded'))
  })
})

describe('content that was tampered with', () => {
  const blobsOf = async (roomId: number): Promise<string[]> => {
    const { rows } = await app.database.pool.query('select blob_id from file_segments where room_id = $1 order by version_id', [roomId])
    return rows.map(({ blob_id }: { blob_id: string }) => path.join(app.dataDir, 'blobs', blob_id.slice(0, 2), blob_id))
  }

  async function receive(client: WireClient, filename: string): Promise<{ http: number; whole: boolean; bytes: Buffer }> {
    const response = await client.fetch('GET', `/room/api/file/${filename}`)
    const chunks: Uint8Array[] = []
    let whole = response.ok
    try {
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) chunks.push(chunk)
    } catch {
      whole = false
    }
    return { http: response.status, whole, bytes: response.ok ? Buffer.concat(chunks) : Buffer.alloc(0) }
  }

  const content = largePdf(2_200_000)
  const cases: readonly [string, (own: string, other: string) => Promise<void>][] = [
    ['a bit of the header', (own) => flip(own, 3)],
    ['a bit of the first chunk', (own) => flip(own, 200)],
    ['a bit in the middle', (own) => flip(own, 1_500_000)],
    ['its last bit', async (own) => flip(own, (await fs.stat(own)).size - 1)],
    ['its end cut off', async (own) => fs.truncate(own, (await fs.stat(own)).size - 1)],
    ['a whole chunk cut off', async (own) => fs.truncate(own, (await fs.stat(own)).size - 16_400)],
    ['a byte added', (own) => fs.appendFile(own, 'x')],
    ['nothing left', (own) => fs.truncate(own, 0)],
    ['another file of the room in its place', (own, other) => fs.copyFile(other, own)],
    ['the file gone', (own) => fs.unlink(own)],
  ]
  it.each(cases)('%s: no wrong byte leaves', async (_, tamper) => {
    const room = await app.room()
    await room.operator.switches(false)
    await room.operator.upload([
      ['1.pdf', content],
      ['2.pdf', largePdf(2_200_000)],
    ])
    const items = await room.operator.items()
    const [own = '', other = ''] = await blobsOf(room.roomId)
    await tamper(own, other)
    const got = await receive(room.operator, items[0]!.filename)
    expect(got.whole).toBe(false)
    expect(Buffer.from(content.subarray(0, got.bytes.length)).equals(got.bytes)).toBe(true)
    const lease = await room.operator.fetch('GET', `/room/api/file/prepareFile/${items[1]!.id}`)
    expect(lease.status).toBe(200)
    expect((await receive(room.operator, items[1]!.filename)).whole).toBe(true)
    await fs.rm(own, { force: true })
  })

  async function flip(file: string, at: number): Promise<void> {
    const handle = await fs.open(file, 'r+')
    const byte = Buffer.alloc(1)
    await handle.read(byte, 0, 1, at)
    await handle.write(Buffer.from([byte[0]! ^ 1]), 0, 1, at)
    await handle.close()
  }

  it('two blobs in each other’s place, and rows of another file: nothing opens', async () => {
    const room = await app.room()
    const neighbour = await app.room()
    for (const { operator } of [room, neighbour]) {
      await operator.switches(false)
      await operator.upload([['1.pdf', largePdf(50_000)]])
    }
    await app.database.pool.query(
      `update file_segments a set wrapped_key = b.wrapped_key, blob_id = 'x' || b.blob_id, size = b.size from file_segments b where a.room_id = $1 and b.room_id = $2`,
      [room.roomId, neighbour.roomId],
    )
    const [item] = await room.operator.items()
    expect(await receive(room.operator, item!.filename)).toMatchObject({ http: 500, whole: false })
  })
})

describe('a download under way', () => {
  const BIG = 60_000_000
  let room: TestRoom
  let item: ItemRecord
  beforeAll(async () => {
    const made = await roomWith('큰 것.pdf', largePdf(BIG))
    room = made.room
    item = made.item
  })

  type Person = Awaited<ReturnType<TestApp['participant']>>
  const cases: readonly [string, number, (person: Person) => Promise<unknown>][] = [
    ['the right is taken away', 403, ({ memberId }) => room.operator.setRight(memberId, 'download', false)],
    ['the watermark is switched on', 200, () => room.operator.switches(true)],
    ['the access is blocked', 401, ({ memberId }) => room.operator.setRight(memberId, 'access', false)],
    ['the person leaves', 401, ({ client }) => client.logout()],
  ]
  it.each(cases)('is cut when %s, and cannot be resumed', async (_, status, revoke) => {
    await room.operator.switches(false)
    const person = await app.participant(room)
    await room.operator.setRight(person.memberId, 'download', true)
    const request = `GET /api/room/api/file/${item.filename} HTTP/1.1\r\nhost: room.test\r\nauthorization: Bearer ${person.client.me.jwt}\r\n\r\n`
    const received = await bytesUntilCut(app, request, () => revoke(person))
    expect(received).toBeLessThan(BIG / 2)
    const resumed = await download(person.client, item.filename, { range: `bytes=${received}-` })
    expect(resumed.http).toBe(status)
    if (status === 200) expect(resumed.headers.get('content-type')).toBe('application/pdf')
    expect(resumed.bytes.length).toBeLessThan(BIG / 2)
    expect((await kindsOf(room.roomId)).filter((kind) => kind === 'document.downloaded').length).toBeGreaterThan(0)
  })

  it('ends with its peer, and the server goes on', async () => {
    await room.operator.switches(false)
    for (let round = 0; round < 5; round += 1) {
      const controller = new AbortController()
      const response = await fetch(`${app.base}/api/room/api/file/${item.filename}`, {
        headers: { authorization: `Bearer ${room.operator.me.jwt}` },
        signal: controller.signal,
      })
      await (response.body as unknown as ReadableStream<Uint8Array>).getReader().read()
      controller.abort()
    }
    expect((await download(room.operator, item.filename, { range: 'bytes=0-3' })).bytes.toString()).toBe('%PDF')
    expect((await holdings(app, room.roomId)).temp).toBe(0)
  })

  it('is cut when the room has a new agreement, which was not accepted', async () => {
    await room.operator.switches(false)
    const person = await app.participant(room)
    await room.operator.setRight(person.memberId, 'download', true)
    const request = `GET /api/room/api/file/${item.filename} HTTP/1.1\r\nhost: room.test\r\nauthorization: Bearer ${person.client.me.jwt}\r\n\r\n`
    const received = await bytesUntilCut(app, request, async () => {
      await setText(room.operator, 0)
    })
    expect(received).toBeLessThan(BIG / 2)
    expect((await download(person.client, item.filename, { range: `bytes=${received}-` })).http).toBe(403)
    await acceptOwn(person.client, 1)
    expect((await download(person.client, item.filename, { range: 'bytes=0-3' })).bytes.toString()).toBe('%PDF')
    await acceptOwn(room.operator, 1)
  })
})
