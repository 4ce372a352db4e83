import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { largePdf } from '../../../test/fixtures/large-pdf.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { ItemRecord } from '../../../test/harness/wire-client.ts'
import {
  type Download,
  download,
  kindsOf,
  roomWith,
} from '../../../test/scenarios/delivery/originals.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const codeOf = ({ bytes }: Download): string => JSON.parse(bytes.toString()).code

describe('the original', () => {
  it('is what was uploaded, byte for byte, of any size', async () => {
    const room = await app.room()
    await room.operator.switches(false)
    const sizes = [1_000, 16_384 - 1, 16_384, 16_384 + 1, 65_536, 1_048_576, 1_048_577, 3_333_333]
    const files = sizes.map((size, index) => [`${index}.pdf`, largePdf(size)] as const)
    await room.operator.upload(files)
    const items = await room.operator.items()
    for (const [name, bytes] of files) {
      const {
        http,
        headers,
        bytes: got,
      } = await download(room.operator, items.find((item) => item.name === name)!.filename)
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
    expect(await kindsOf(app, room.roomId)).toEqual(sizes.map(() => 'document.downloaded'))
  })

  it('goes by right and watermark', async () => {
    const { room, item } = await roomWith(app, '가.pdf', makePdf(1))
    const { client, memberId } = await app.participant(room)
    for (const [right, watermark, http, code, kind] of [
      [false, false, 403, 'DOWNLOAD_DENIED', 'document.download-refused'],
      [false, true, 403, 'DOWNLOAD_DENIED', 'document.download-refused'],
      [true, true, 200, undefined, 'document.downloaded'],
      [true, false, 200, undefined, 'document.downloaded'],
    ] as const) {
      await room.operator.setRight(memberId, 'download', right)
      await room.operator.switches(watermark)
      const before = (await kindsOf(app, room.roomId)).length
      for (const headers of [{}, { range: 'bytes=5-9' }, { range: 'bytes=-1' }] as Record<
        string,
        string
      >[]) {
        const got = await download(client, item.filename, headers)
        expect({
          right,
          watermark,
          http: Math.min(got.http, 200) === 200 && got.http < 300 ? 200 : got.http,
        }).toEqual({
          right,
          watermark,
          http,
        })
        if (code !== undefined) expect(codeOf(got)).toBe(code)
        expect(got.headers.get('accept-ranges')).toBe(
          code === undefined && !watermark ? 'bytes' : null,
        )
      }
      expect((await kindsOf(app, room.roomId)).slice(before)).toEqual([kind, kind, kind])
    }
  })

  it('is not found by other rooms, by other names, or when it was deleted', async () => {
    const { room, item } = await roomWith(app, '가.pdf', makePdf(1))
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
      expect({ guess, http: (await download(room.operator, guess)).http }).toEqual({
        guess,
        http: 404,
      })
    await app.database.pool.query('update items set deleted_at = now() where id = $1', [item.id])
    expect((await download(room.operator, item.filename)).http).toBe(404)
    expect(await kindsOf(app, room.roomId)).toEqual([])
    expect(await kindsOf(app, other.roomId)).toEqual([])
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
    await app.database.pool.query('update items set name = $1 where room_id = $2', [
      `${stem.replace(/[\r\n]/g, '')}.pdf`,
      room.roomId,
    ])
    const { headers } = await download(room.operator, (await room.operator.items())[0]!.filename)
    const disposition = headers.get('content-disposition') ?? ''
    const encoded =
      /^attachment; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]+)$/.exec(disposition)?.[1] ?? ''
    expect(decodeURIComponent(encoded)).toBe(name)
    expect(headers.get('set-cookie')).toBeNull()
  })
})

describe('a range of the original', () => {
  const bytes = Buffer.from(largePdf(200_000))
  let room: TestRoom
  let item: ItemRecord
  beforeAll(async () => {
    const made = await roomWith(app, '가.pdf', new Uint8Array(bytes))
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
    expect({ http: got.http, digest: digest(got.bytes) }).toEqual({
      http: 206,
      digest: digest(bytes.subarray(start, end)),
    })
    expect(got.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${size}`)
    expect(got.headers.get('content-length')).toBe(String(end - start))
  })

  it.each(['bytes=0-1,5-6', 'bytes=5-4', 'lines=1-2', 'bytes=a-'])(
    '%s gives the whole',
    async (range) => {
      const got = await download(room.operator, item.filename, { range })
      expect({
        http: got.http,
        digest: digest(got.bytes),
        range: got.headers.get('content-range'),
      }).toEqual({
        http: 200,
        digest: digest(bytes),
        range: null,
      })
    },
  )

  it('on a condition gives the whole, since there is nothing that it could be compared with', async () => {
    const got = await download(room.operator, item.filename, {
      range: 'bytes=0-9',
      'if-range': '"x"',
    })
    expect({ http: got.http, length: got.bytes.length }).toEqual({ http: 200, length: size })
  })

  it('beyond the end is 416 and no download', async () => {
    const before = await kindsOf(app, room.roomId)
    for (const range of [`bytes=${size}-`, 'bytes=-0']) {
      const got = await download(room.operator, item.filename, { range })
      expect({ http: got.http, code: codeOf(got) }).toEqual({ http: 416, code: 'RANGE' })
    }
    expect(await kindsOf(app, room.roomId)).toEqual(before)
  })

  it('is right wherever it lies, and each is on record', async () => {
    const before = (await kindsOf(app, room.roomId)).length
    for (let round = 0; round < 25; round += 1) {
      const start = Math.floor(Math.random() * (size - 1))
      const end = start + 1 + Math.floor(Math.random() * (size - start - 1))
      const got = await download(room.operator, item.filename, {
        range: `bytes=${start}-${end - 1}`,
      })
      expect({ start, end, digest: digest(got.bytes) }).toEqual({
        start,
        end,
        digest: digest(bytes.subarray(start, end)),
      })
    }
    expect((await kindsOf(app, room.roomId)).slice(before)).toEqual(
      Array(25).fill('document.downloaded'),
    )
  })
})
