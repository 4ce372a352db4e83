import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  STANDARD_STYLE,
  type WatermarkLayer,
  watermarkInPixels,
  watermarkText,
} from '../../../../paper/watermark/layout.ts'
import { silentLog } from '../../../platform/log/log.ts'
import { pdfOf } from '../../../test/fixtures/pdf-file.ts'
import { openRenderPool } from '../../../test/scenarios/rendering.ts'
import type { RenderSource } from '../index.ts'
import { drawMark, eachPixel } from './draw-mark.ts'
import { noiseBetween, noiseSeed, opacityNoise } from './opacity-noise.ts'

type OpacityNoise = ReturnType<typeof opacityNoise>

const noiseAt = ({ threads, columns, across, rows, down }: OpacityNoise, x: number, y: number) =>
  noiseBetween(threads, (rows[y] ?? 0) + (columns[x] ?? 0), across[x] ?? 0, down[y] ?? 0)

const { folder, pool } = await openRenderPool(silentLog)

const WIDTH = 1_200
const EMAIL = 'hong@example.com'
const markAt = (minute: number): string =>
  watermarkText({ email: EMAIL, at: `2026-11-20 15:${minute}` })

interface NoisePixels {
  readonly data: Buffer
  readonly width: number
  readonly height: number
}

async function drawn(
  source: RenderSource,
  text: string | undefined,
  reader = EMAIL,
): Promise<NoisePixels> {
  const mark = text === undefined ? 'unmarked' : { text, style: STANDARD_STYLE, reader }
  const { bytes } = await pool.renderPage(source, {
    page: 1,
    width: WIDTH,
    priority: 'visible',
    mark,
  })
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const asSent = async ({ data, width, height }: NoisePixels): Promise<NoisePixels> => ({
  width,
  height,
  data: await sharp(
    await sharp(data, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 80, chromaSubsampling: '4:2:0' })
      .toBuffer(),
  )
    .raw()
    .toBuffer(),
})

interface KnownMark {
  readonly kind: WatermarkLayer['kind']
  readonly opacity: Float32Array
  readonly color: Uint8Array
}

function knownMark({ width, height }: NoisePixels, text: string): KnownMark[] {
  return watermarkInPixels({ width: 400, height: 500 }, width, { text, style: STANDARD_STYLE }).map(
    (layer) => {
      const opacity = new Float32Array(width * height)
      const color = new Uint8Array(3 * width * height)
      const watermark = drawMark(layer)
      for (const place of layer.places)
        eachPixel(watermark, (left, top, covered, tone) => {
          const [x, y] = [Math.round(place.x) + left, Math.round(place.y) + top]
          if (x < 0 || x >= width || y < 0 || y >= height) return
          const { rgb, opacity: most } = layer.colors.onLight[tone]
          opacity[y * width + x] = (most * covered) / 255
          color.set(rgb, 3 * (y * width + x))
        })
      return { kind: layer.kind, opacity, color }
    },
  )
}

const mixed = (page: NoisePixels, known: readonly KnownMark[]): NoisePixels =>
  known.reduce(
    ({ data, ...size }, { opacity, color }) => ({
      ...size,
      data: data.map((below, at) => {
        const share = opacity[Math.floor(at / 3)] ?? 0
        return (color[at] ?? 0) * share + below * (1 - share)
      }) as Buffer,
    }),
    page,
  )

const unmixed = (page: NoisePixels, known: readonly KnownMark[]): NoisePixels =>
  known.reduceRight(
    ({ data, ...size }, { opacity, color }) => ({
      ...size,
      data: data.map((seen, at) => {
        const share = opacity[Math.floor(at / 3)] ?? 0
        return Math.min(255, Math.max(0, (seen - (color[at] ?? 0) * share) / (1 - share)))
      }) as Buffer,
    }),
    page,
  )

function remains(
  bare: NoisePixels,
  cleaned: NoisePixels,
  known: readonly KnownMark[],
): { letters: number; beside: number } {
  const sums = { letters: 0, beside: 0 }
  const counts = { letters: 0, beside: 0 }
  for (let pixel = 0; pixel < bare.width * bare.height; pixel += 1) {
    const large = known.reduce(
      (most, { kind, opacity }) => (kind === 'large' ? Math.max(most, opacity[pixel] ?? 0) : most),
      0,
    )
    const isBare = known.every(({ opacity }) => opacity[pixel] === 0)
    if (large <= 0.15 && !isBare) continue
    const part = isBare ? 'beside' : 'letters'
    sums[part] += Math.abs((bare.data[3 * pixel + 1] ?? 0) - (cleaned.data[3 * pixel + 1] ?? 0))
    counts[part] += 1
  }
  return { letters: sums.letters / counts.letters, beside: sums.beside / counts.beside }
}

function averaged(images: readonly NoisePixels[]): NoisePixels {
  const [first] = images as readonly [NoisePixels, ...NoisePixels[]]
  return {
    ...first,
    data: first.data.map(
      (_, at) => images.reduce((sum, { data }) => sum + (data[at] ?? 0), 0) / images.length,
    ) as Buffer,
  }
}

const page = (content: string): RenderSource =>
  folder.encrypt('pdf', pdfOf([{ entries: '/MediaBox [0 0 400 500]', content }]))
const TEXT = Array.from(
  { length: 45 },
  (_, line) =>
    `BT /F1 8 Tf 20 ${485 - 11 * line} Td (Section ${line}: the seller sells what the buyer buys, for 0123456789) Tj ET`,
)
const SHADES = Array.from(
  { length: 50 },
  (_, row) => `${(0.6 + (0.4 * ((row * 7) % 11)) / 11).toFixed(2)} g 0 ${row * 10} 400 10 re f`,
)

test.each([
  ['white', ''],
  ['with text', TEXT.join('\n')],
  ['of light shades', SHADES.join('\n')],
])(
  'who knows letters, places and colours leaves traces of the mark on a page %s',
  async (_, content) => {
    const source = page(content)
    const bare = await drawn(source, undefined)
    const known = knownMark(bare, markAt(12))
    const cleaned = unmixed(await drawn(source, markAt(12)), known)
    const even = unmixed(await asSent(mixed(bare, known)), known)
    const [ours, ofEven] = [remains(bare, cleaned, known), remains(bare, even, known)]
    expect(ours.letters).toBeGreaterThan(8 * ours.beside)
    expect(ours.letters).toBeGreaterThan(1.6 * ofEven.letters)
  },
)

test('nor do images of many minutes average out to the page', async () => {
  const source = page(TEXT.join('\n'))
  const bare = await drawn(source, undefined)
  const minutes = [10, 21, 32, 43, 54]
  const cleaned = []
  for (const minute of minutes)
    cleaned.push(unmixed(await drawn(source, markAt(minute)), knownMark(bare, markAt(minute))))
  const { letters, beside } = remains(bare, averaged(cleaned), knownMark(bare, markAt(10)))
  expect(letters).toBeGreaterThan(8 * beside)
})

test('the weave is another one for each document, page and reader, and the same for all minutes', async () => {
  const key = Buffer.alloc(32, 7)
  const seeds = [
    noiseSeed(key, 1, 'a'),
    noiseSeed(key, 2, 'a'),
    noiseSeed(key, 1, 'b'),
    noiseSeed(Buffer.alloc(32, 8), 1, 'a'),
  ]
  expect(new Set(seeds.map((seed) => seed.toString('hex'))).size).toBe(4)
  const [one, other] = [page(''), page('')]
  const images = [
    await drawn(one, markAt(12)),
    await drawn(one, markAt(12), 'kim'),
    await drawn(other, markAt(12)),
  ]
  expect(new Set(images.map(({ data }) => data.toString('base64'))).size).toBe(3)
  expect((await drawn(one, markAt(12))).data.equals(images[0]!.data)).toBe(true)
})

test('the weave of a part is that of the page, smooth, and the same at every width', () => {
  const seed = noiseSeed(Buffer.alloc(32, 7), 1, 'a')
  const whole = opacityNoise({ left: 0, top: 0, width: 1_200, height: 1_700 }, 1_200, seed)
  const part = opacityNoise({ left: 700, top: 1_111, width: 100, height: 100 }, 1_200, seed)
  const wide = opacityNoise({ left: 7_000, top: 11_110, width: 1_000, height: 1_000 }, 12_000, seed)
  const seen: number[] = []
  const unlike: (readonly number[])[] = []
  for (let y = 0; y < 100; y += 1) {
    for (let x = 0; x < 100; x += 1) {
      const ofPart = noiseAt(part, x, y)
      if (ofPart !== noiseAt(whole, 700 + x, 1_111 + y)) unlike.push([x, y])
      if (Math.abs(noiseAt(wide, 10 * x + 5, 10 * y + 5) - ofPart) >= 0.5) unlike.push([x, y])
      seen.push(ofPart)
    }
  }
  expect(unlike).toEqual([])
  const mean = seen.reduce((sum, factor) => sum + factor, 0) / seen.length
  const spread = Math.sqrt(
    seen.reduce((sum, factor) => sum + (factor - mean) ** 2, 0) / seen.length,
  )
  expect(Math.min(...seen)).toBeGreaterThanOrEqual(0.6)
  expect(Math.max(...seen)).toBeLessThanOrEqual(1.4)
  expect(mean).toBeCloseTo(1, 1)
  expect(spread).toBeGreaterThan(0.1)
})
