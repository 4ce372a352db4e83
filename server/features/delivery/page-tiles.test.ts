import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TILE_SIDE } from '../../../paper/raster/page-raster.ts'
import { pdfOf, textPage } from '../../test/fixtures/pdf-file.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import type { WireClient } from '../../test/harness/wire-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface Image {
  readonly http: number
  readonly headers: Headers
  readonly bytes: Buffer
}

async function ask(client: WireClient, lease: string, query: string): Promise<Image> {
  const response = await client.fetch('GET', `/room/api/file/view/${lease}/pages/1${query}`)
  return {
    http: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

const codeOf = ({ bytes }: Image): string => JSON.parse(bytes.toString()).code

interface TilePixels {
  readonly data: Buffer
  readonly width: number
  readonly height: number
}

async function pixelsOf(image: Sharp): Promise<TilePixels> {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

async function stitched(client: WireClient, lease: string): Promise<TilePixels> {
  const [width, height] = [1_600, Math.round((1_600 * 842) / 595)]
  const pieces = []
  for (let row = 0; row * TILE_SIDE < height; row += 1) {
    for (let column = 0; column * TILE_SIDE < width; column += 1) {
      const { http, bytes } = await ask(client, lease, `?width=${width}&tile=${column}.${row}`)
      expect(http).toBe(200)
      pieces.push({ input: bytes, left: column * TILE_SIDE, top: row * TILE_SIDE })
    }
  }
  return pixelsOf(
    sharp(
      await sharp({ create: { width, height, channels: 3, background: '#f0f' } })
        .composite(pieces)
        .png()
        .toBuffer(),
    ),
  )
}

function difference(one: TilePixels, other: TilePixels): number {
  expect({ width: one.width, height: one.height }).toEqual({
    width: other.width,
    height: other.height,
  })
  return (
    one.data.filter((value, at) => Math.abs(value - (other.data[at] ?? 0)) > 24).length /
    one.data.length
  )
}

const DOCUMENT = pdfOf([
  {
    ...textPage('Share purchase agreement'),
    content: `0.2 g 60 90 317 433 re f ${textPage('Share purchase').content}`,
  },
])

describe('a tile of a page', () => {
  let room: TestRoom
  let reader: WireClient
  let lease: string
  let itemId: number
  beforeAll(async () => {
    room = await app.room()
    itemId = await room.operator.put('a.pdf', DOCUMENT)
    reader = (await app.participant(room)).client
    lease = (await reader.openDocument(itemId)).name
  })

  it('is a JPEG that nobody stores, of 1,024 pixels or what is left of the page', async () => {
    const { http, headers, bytes } = await ask(reader, lease, '?width=19200&tile=17.26')
    expect({
      http,
      type: headers.get('content-type'),
      store: headers.get('cache-control'),
    }).toEqual({
      http: 200,
      type: 'image/jpeg',
      store: 'no-store',
    })
    const { format, width, height } = await sharp(bytes).metadata()
    expect({ format, width, height }).toEqual({
      format: 'jpeg',
      width: TILE_SIDE,
      height: Math.round((19_200 * 842) / 595) - 26 * TILE_SIDE,
    })
    expect(bytes.length).toBeLessThan(1_000_000)
  })

  it('carries its part of the mark of the whole page, which runs on from one tile to the next', async () => {
    // The mark contains the minute, which must not end within the test.
    app.clock.advance(60_000 - (app.clock.now().getTime() % 60_000))
    const whole = await pixelsOf(sharp((await ask(reader, lease, '?width=1600')).bytes))
    const marked = await stitched(reader, lease)
    expect(difference(marked, whole)).toBeLessThan(0.0005)

    await room.operator.switches(false)
    const bare = await pixelsOf(sharp((await ask(reader, lease, '?width=1600')).bytes))
    expect(difference(await stitched(reader, lease), bare)).toBeLessThan(0.0005)
    await room.operator.switches(true)
    for (let row = 0; row < 3; row += 1) {
      const [top, bottom] = [row * TILE_SIDE, Math.min((row + 1) * TILE_SIDE, marked.height)].map(
        (line) => 3 * line * marked.width,
      )
      const rowOf = ({ data, width, height }: TilePixels): TilePixels => ({
        data: data.subarray(top, bottom),
        width,
        height,
      })
      expect(difference(rowOf(marked), rowOf(bare))).toBeGreaterThan(0.01)
    }
  })

  it('names its reader: that of another differs', async () => {
    const other = (await app.participant(room)).client
    const query = '?width=3200&tile=1.1'
    const own = await ask(reader, lease, query)
    const theirs = await ask(other, (await other.openDocument(itemId)).name, query)
    expect(theirs.http).toBe(200)
    expect(theirs.bytes.equals(own.bytes)).toBe(false)
  })

  it.each([
    ['a width that is no step', '?width=4801&tile=0.0'],
    ['a width between two steps, which an image is rounded up from', '?width=2000&tile=0.0'],
    ['a step of whole images alone', '?width=4096&tile=0.0'],
    ['no width', '?tile=0.0'],
    ['a width beyond the largest step', '?width=32000&tile=0.0'],
    ['a width without a tile that only tiles have', '?width=9600'],
    ['a negative place', '?width=4800&tile=-1.0'],
    ['a place of one number', '?width=4800&tile=1'],
    ['a place of three', '?width=4800&tile=1.1.1'],
    ['another separator', '?width=4800&tile=1,1'],
    ['leading zeros', '?width=4800&tile=01.1'],
    ['three digits', '?width=4800&tile=100.0'],
    ['an exponent', '?width=4800&tile=1e1.0'],
    ['an empty place', '?width=4800&tile='],
    ['two places', '?width=4800&tile=0.0&tile=1.1'],
    ['a rectangle of its own', '?width=4800&tile=0.0&height=5'],
  ])('is not given for %s', async (_, query) => {
    const image = await ask(reader, lease, query)
    expect({ http: image.http, code: codeOf(image) }).toEqual({ http: 400, code: 'BAD_REQUEST' })
  })

  it('is none beyond the page', async () => {
    for (const tile of ['1.0', '0.2', '99.99']) {
      const image = await ask(reader, lease, `?width=800&tile=${tile}`)
      expect({ tile, http: image.http, code: codeOf(image) }).toEqual({
        tile,
        http: 404,
        code: 'NOT_FOUND',
      })
    }
    expect((await ask(reader, lease, '?width=800&tile=0.1')).http).toBe(200)
  })

  it('is given to nobody without the lease, and to its holder no longer than the page', async () => {
    const query = '?width=4800&tile=1.1'
    const { client, memberId } = await app.participant(room)
    const own = (await client.openDocument(itemId)).name
    for (const who of [client, room.operator]) expect((await ask(who, lease, query)).http).toBe(404)
    expect((await ask(app.stranger(), lease, query)).http).toBe(401)
    expect((await ask(client, own, query)).http).toBe(200)
    await room.operator.setRight(memberId, 'access', false)
    expect((await ask(client, own, query)).http).toBe(401)
  })
})
