import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type Area, TILE_SIDE, tiledSize } from '../../../paper/raster/page-raster.ts'
import { STANDARD_STYLE, watermarkText } from '../../../paper/watermark/layout.ts'
import { type PdfPage, pdfOf, stream } from '../../test/fixtures/pdf-file.ts'
import { openRenderPool } from '../../test/scenarios/rendering.ts'
import type { RenderSource } from './index.ts'

const { folder, pool } = await openRenderPool()

const WIDTH = 1_200
const MARK = watermarkText({ email: 'hong@example.com', at: '2026-11-20 15:12' })
const failure = (code: string) => expect.objectContaining({ name: 'RenderError', code })

interface DecodedTile {
  readonly data: Buffer
  readonly width: number
  readonly height: number
}

async function decoded(bytes: Buffer): Promise<DecodedTile> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const marked = {
  priority: 'visible',
  mark: { text: MARK, style: STANDARD_STYLE, reader: 'hong' },
} as const
const whole = async (source: RenderSource, width: number): Promise<DecodedTile> =>
  decoded((await pool.renderPage(source, { page: 1, width, ...marked })).bytes)

async function stitched(
  source: RenderSource,
  width: number,
  options: object = marked,
): Promise<DecodedTile> {
  const { pages } = await pool.inspect(source)
  const size = tiledSize(pages[0]!, width)
  const pieces = []
  for (let row = 0; row * TILE_SIDE < size.height; row += 1) {
    for (let column = 0; column * TILE_SIDE < size.width; column += 1) {
      const { bytes } = await pool.renderPage(source, {
        page: 1,
        width,
        tile: { column, row },
        priority: 'visible',
        mark: 'unmarked',
        ...options,
      })
      pieces.push({ input: bytes, left: column * TILE_SIDE, top: row * TILE_SIDE })
    }
  }
  const { data, info } = await sharp({ create: { ...size, channels: 3, background: '#f0f' } })
    .composite(pieces)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const cut = async ({ data, width, height }: DecodedTile, area: Area): Promise<DecodedTile> => ({
  ...area,
  data: await sharp(data, { raw: { width, height, channels: 3 } })
    .extract(area)
    .raw()
    .toBuffer(),
})

function difference(one: DecodedTile, other: DecodedTile): number {
  expect({ width: one.width, height: one.height }).toEqual({
    width: other.width,
    height: other.height,
  })
  let count = 0
  for (let at = 1; at < one.data.length; at += 3)
    if (Math.abs((one.data[at] ?? 0) - (other.data[at] ?? 0)) > 24) count += 1
  return count / (one.width * one.height)
}

const A4 = '/MediaBox [0 0 595 842]'
const lines = Array.from(
  { length: 60 },
  (_, line) =>
    `BT /F1 9 Tf 40 ${800 - line * 13} Td (Section ${line}: the seller sells and the buyer buys 0123456789) Tj ET`,
)
const TEXT = lines.join('\n')
const FIELDS = `0.1 g 60 90 217 133 re f 0.15 g 301 400 251 311 re f 0.5 0.2 0.1 rg 83 501 99 177 re f 0 0 1 RG 3 w 0 0 m 595 842 l S 1 0 0 RG 10 800 m 300 -200 500 900 590 20 c S`
const page = (
  entries: string,
  content = `${FIELDS}\n0 g\n${TEXT}`,
  extra: readonly string[] = [],
): RenderSource => folder.encrypt('pdf', pdfOf([{ entries, content } satisfies PdfPage], { extra }))

describe('the tiles of a page are the page, with its mark running on from one to the next', () => {
  const shading =
    '<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 595 842] /Function << /FunctionType 2 /Domain [0 1] /C0 [0 0 0] /C1 [1 1 1] /N 1 >> /Extend [true true] >>'
  const glass = '<< /Type /ExtGState /ca 0.4 /BM /Multiply >>'
  const group = stream(
    '/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Group << /S /Transparency /I true >>',
    '0.2 g 100 100 333 333 re f 1 0 0 rg 200 50 77 600 re f',
  )
  const field =
    '<< /Type /Annot /Subtype /Widget /FT /Sig /T (signature) /F 4 /Rect [250 350 450 450] /AP << /N 5 0 R >> >>'
  const seal = stream(
    '/Type /XObject /Subtype /Form /BBox [0 0 200 100]',
    '1 0 0 RG 8 w 20 20 160 60 re S 20 20 m 180 80 l S',
  )
  const picture = (width: number, height: number) =>
    stream(
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8`,
      Array.from({ length: width * height }, (_, at) =>
        String.fromCharCode((at * 37 + Math.floor(at / width) * 101) % 128),
      ).join(''),
    )
  const withPicture = (matrix: string, image: string) =>
    page(`${A4} /Resources << /XObject << /I 4 0 R >> >>`, `q ${matrix} cm /I Do Q`, [image])

  test.each<[string, () => RenderSource]>([
    ['upright', () => page(A4)],
    ['turned by 90', () => page(`${A4} /Rotate 90`)],
    ['turned by 180', () => page(`${A4} /Rotate 180`)],
    ['turned by 270', () => page(`${A4} /Rotate 270`)],
    ['cropped', () => page(`${A4} /CropBox [73 111 501 777]`)],
    [
      'cropped and turned, its corner elsewhere',
      () => page('/MediaBox [-200 -100 595 842] /CropBox [-73 11 501 777] /Rotate 90'),
    ],
    ['in large units', () => page(`${A4} /UserUnit 4`)],
    [
      'with a gradient from dark to light',
      () => page(`${A4} /Resources << /Shading << /S 4 0 R >> >>`, `/S sh`, [shading]),
    ],
    [
      'with glass',
      () =>
        page(
          `${A4} /Resources << /ExtGState << /G 4 0 R >> /XObject << /X 5 0 R >> >>`,
          `0.9 g 0 0 595 842 re f /G gs /X Do`,
          [glass, group],
        ),
    ],
    ['with a picture', () => withPicture('501 0 0 707 50 60', picture(90, 120))],
    [
      'with a picture that lies on its side',
      () => withPicture('0 600 -500 0 550 60', picture(90, 120)),
    ],
    [
      'with a filled field',
      () =>
        folder.encrypt(
          'pdf',
          pdfOf([{ entries: `${A4} /Annots [4 0 R]`, content: TEXT }], {
            catalog: '/AcroForm << /Fields [4 0 R] >>',
            extra: [field, seal],
          }),
        ),
    ],
  ])('%s', async (_name, make) => {
    const source = make()
    expect(difference(await whole(source, WIDTH), await stitched(source, WIDTH))).toBeLessThan(
      0.0002,
    )
  })

  test('with a picture that lies askew, whose pixels PDFium places less exactly the farther they lie from where it draws', async () => {
    const source = withPicture('501 33 -40 707 50 60', picture(9, 12))
    expect(difference(await whole(source, WIDTH), await stitched(source, WIDTH))).toBeLessThan(0.04)
  })

  test('and none comes without it, while bare ones do not have it', async () => {
    const source = page(A4, '')
    const bare = await stitched(source, WIDTH, { mark: 'unmarked' })
    const all = await stitched(source, WIDTH)
    expect(bare.data.every((channel) => channel >= 254)).toBe(true)
    const { width, height } = bare
    for (let top = 0; top < height; top += TILE_SIDE) {
      for (let left = 0; left < width; left += TILE_SIDE) {
        const area = {
          left,
          top,
          width: Math.min(TILE_SIDE, width - left),
          height: Math.min(TILE_SIDE, height - top),
        }
        expect(difference(await cut(bare, area), await cut(all, area))).toBeGreaterThan(0.005)
      }
    }
  })
})

describe('the tiles of an image', () => {
  const scene = async (width: number, height: number) => {
    const noise = await sharp({
      create: {
        width,
        height,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 30 },
      },
    })
      .raw()
      .toBuffer()
    const field = (part: number, color: string) =>
      sharp({
        create: {
          width: Math.round(width * part),
          height: Math.round(height * part),
          channels: 3,
          background: color,
        },
      })
        .png()
        .toBuffer()
    return sharp(noise, { raw: { width, height, channels: 3 } }).composite([
      {
        input: await field(0.31, '#000'),
        left: Math.round(width * 0.05),
        top: Math.round(height * 0.07),
      },
      {
        input: await field(0.21, '#c00'),
        left: Math.round(width * 0.7),
        top: Math.round(height * 0.11),
      },
      {
        input: await field(0.41, '#fff'),
        left: Math.round(width * 0.13),
        top: Math.round(height * 0.53),
      },
    ])
  }

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'a JPEG whose rows lie as EXIF calls %i',
    async (orientation) => {
      const bytes = await (await scene(1_300, 1_160))
        .withMetadata({ orientation })
        .jpeg()
        .toBuffer()
      const source = folder.encrypt('jpeg', bytes)
      const [one, other] = [await whole(source, WIDTH), await stitched(source, WIDTH)]
      expect(difference(one, other)).toBeLessThan(0.0002)
      const shown = await decoded(
        await sharp(bytes).autoOrient().resize({ width: WIDTH }).jpeg().toBuffer(),
      )
      expect(difference(await stitched(source, WIDTH, { mark: 'unmarked' }), shown)).toBeLessThan(
        0.05,
      )
    },
  )

  test('a PNG, transparent ones on white', async () => {
    const clear = await (await scene(1_250, 1_150)).ensureAlpha(0.5).png().toBuffer()
    const source = folder.encrypt('png', clear)
    expect(difference(await whole(source, WIDTH), await stitched(source, WIDTH))).toBeLessThan(
      0.0002,
    )
  })

  test('a BMP', async () => {
    const [width, height] = [1_200, 1_100]
    const { data } = await (await scene(width, height))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const source = folder.encrypt('bmp', bmp(data, width, height))
    expect(difference(await whole(source, WIDTH), await stitched(source, WIDTH))).toBeLessThan(
      0.0002,
    )
  })

  function bmp(rgb: Buffer, width: number, height: number): Buffer {
    const head = Buffer.alloc(54)
    head.write('BM')
    head.writeUInt32LE(54 + rgb.length, 2)
    head.writeUInt32LE(54, 10)
    head.writeUInt32LE(40, 14)
    head.writeInt32LE(width, 18)
    head.writeInt32LE(-height, 22)
    head.writeUInt16LE(1, 26)
    head.writeUInt16LE(24, 28)
    head.writeUInt32LE(rgb.length, 34)
    const bgr = Buffer.from(rgb)
    for (let at = 0; at < bgr.length; at += 3)
      [bgr[at], bgr[at + 2]] = [bgr[at + 2] ?? 0, bgr[at] ?? 0]
    return Buffer.concat([head, bgr])
  }
})

describe('a tile', () => {
  const square = (column: number, row: number) => ({ tile: { column, row } })
  const asked = { page: 1, priority: 'visible', mark: 'unmarked' } as const

  test('is sharper than the whole page can be, also of giant pages and of strips', async () => {
    for (const [entries, width] of [
      ['/MediaBox [0 0 595 842]', 19_200],
      ['/MediaBox [0 0 14400 14400] /UserUnit 10', 19_200],
      ['/MediaBox [0 0 100 14400]', 2_400],
    ] as const) {
      const source = page(entries, '')
      const [paper] = (await pool.inspect(source)).pages
      const size = tiledSize(paper!, width)
      const last = square(
        Math.ceil(size.width / TILE_SIDE) - 1,
        Math.ceil(size.height / TILE_SIDE) - 1,
      )
      const image = await pool.renderPage(source, {
        ...asked,
        width,
        ...last,
        mark: { text: MARK, style: STANDARD_STYLE, reader: 'hong' },
      })
      expect(image.width).toBe(((size.width - 1) % TILE_SIDE) + 1)
      expect(image.height).toBe(((size.height - 1) % TILE_SIDE) + 1)
      expect(size.width).toBeGreaterThan((await pool.renderPage(source, { ...asked, width })).width)
    }
  })

  test('beyond the page is none, and the document stays readable', async () => {
    const source = page('/MediaBox [0 0 600 800]', '')
    for (const tile of [square(3, 0), square(0, 4), square(99, 99)])
      await expect(pool.renderPage(source, { ...asked, width: 2_400, ...tile })).rejects.toEqual(
        failure('NO_PAGE'),
      )
    for (const tile of [square(-1, 0), square(0, 0.5), square(Number.NaN, 0)])
      await expect(pool.renderPage(source, { ...asked, width: 2_400, ...tile })).rejects.toThrow(
        RangeError,
      )
    expect(
      await pool.renderPage(source, { ...asked, width: 2_400, ...square(2, 3) }),
    ).toMatchObject({ width: 352, height: 128 })
  })
})
