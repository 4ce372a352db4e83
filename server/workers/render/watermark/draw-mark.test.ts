import fs from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { STANDARD_STYLE, watermarkText } from '../../../../paper/watermark/layout.ts'
import { silentLog } from '../../../platform/log/log.ts'
import { EncryptedFolder } from '../../../test/fixtures/encrypted-folder.ts'
import { type PdfPage, pdfOf } from '../../../test/fixtures/pdf-file.ts'
import { createRenderPool, type RenderPool, type RenderSource } from '../index.ts'

const WIDTH = 1200
const folder = new EncryptedFolder()
let pool: RenderPool
beforeAll(async () => {
  // Machines may lack system fonts.
  const fontconfig = path.join(folder.path, 'fonts.conf')
  fs.writeFileSync(fontconfig, '<?xml version="1.0"?><fontconfig></fontconfig>')
  import.meta.env['FONTCONFIG_FILE'] = fontconfig
  pool = await createRenderPool({ size: 1, log: silentLog })
})
afterAll(async () => {
  await pool.close()
  folder.remove()
})

const page = (content: string): RenderSource =>
  folder.encrypt('pdf', pdfOf([{ entries: '/MediaBox [0 0 600 800]', content } satisfies PdfPage]))
const blank = page('')
const black = page('0 g 0 0 600 800 re f')
const at = '2026-11-20 15:12'
const hong = watermarkText({ email: 'hong@example.com', at })

interface Bytes {
  readonly data: Buffer
  readonly width: number
  readonly height: number
}

async function draw(source: RenderSource, text?: string, width = WIDTH, by = pool): Promise<Bytes> {
  const { bytes } = await by.renderPage(source, {
    page: 1,
    width,
    priority: 'visible',
    mark: text === undefined ? 'unmarked' : { text, style: STANDARD_STYLE, reader: 'hong' },
  })
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

function difference(one: Bytes, other: Bytes, threshold = 12): number {
  let count = 0
  for (let index = 1; index < one.data.length; index += 3) {
    if (Math.abs((one.data[index] ?? 0) - (other.data[index] ?? 0)) > threshold) count += 1
  }
  return count / (one.width * one.height)
}

test('without a watermark nothing is on a blank page', async () => {
  expect((await draw(blank)).data.every((channel) => channel >= 254)).toBe(true)
})

test.each([
  ['white', blank],
  ['black', black],
])('on a %s page the mark shows in every part', async (_name, source) => {
  const [bare, marked] = [await draw(source), await draw(source, hong)]
  const cells = 6
  for (let row = 0; row < cells; row++) {
    for (let column = 0; column < cells; column++) {
      const area = (image: Bytes): Promise<Bytes> =>
        crop(image, column / cells, row / cells, 1 / cells)
      expect(difference(await area(bare), await area(marked))).toBeGreaterThan(0.01)
    }
  }
  expect(difference(bare, marked)).toBeLessThan(0.2)
})

test('black print stays black under the mark, and white print white', async () => {
  const stripes = (paper: string, print: string) =>
    page(
      `${paper} g 0 0 600 800 re f ${print} g ${Array.from({ length: 80 }, (_, line) => `0 ${line * 10} 600 3 re f`).join(' ')}`,
    )
  const onWhite = await draw(stripes('1', '0'), hong)
  const onBlack = await draw(stripes('0', '1'), hong)
  expect(most(printed(onWhite), (green) => green < 60)).toBeGreaterThan(0.995)
  expect(most(printed(onBlack), (green) => green > 180)).toBeGreaterThan(0.995)
})

test('the word Confidential is vermilion, the rest has no colour', async () => {
  const reddish = ({ data }: Bytes) => {
    let count = 0
    for (let index = 0; index < data.length; index += 3)
      if ((data[index] ?? 0) - (data[index + 2] ?? 0) > 40) count += 1
    return count
  }
  expect(reddish(await draw(blank, hong))).toBeGreaterThan(5_000)
  expect(reddish(await draw(blank, 'hong@example.com 2026-11-20 15:12'))).toBe(0)
})

test('two readers, and one reader at two moments, get different images; the same text gives the same one', async () => {
  const one = await draw(blank, hong)
  expect(
    difference(one, await draw(blank, watermarkText({ email: 'kims@example.com', at }))),
  ).toBeGreaterThan(0.001)
  expect(
    difference(
      one,
      await draw(blank, watermarkText({ email: 'hong@example.com', at: '2026-11-20 15:13' })),
    ),
  ).toBeGreaterThan(0.0003)
  expect(difference(one, await draw(blank, hong), 0)).toBe(0)
})

test('a cached page has no mark: the next reader never sees the mark of another', async () => {
  const kims = watermarkText({ email: 'kims@example.com', at })
  const alone = await createRenderPool({ size: 1, log: silentLog })
  try {
    const [bare, ofHong, ofKims, again] = [
      await draw(blank, undefined, WIDTH, alone),
      await draw(blank, hong, WIDTH, alone),
      await draw(blank, kims, WIDTH, alone),
      await draw(blank, undefined, WIDTH, alone),
    ]
    expect(again.data.equals(bare.data)).toBe(true)
    expect(ofKims.data.equals((await draw(blank, kims)).data)).toBe(true)
    expect(difference(ofHong, ofKims)).toBeGreaterThan(0.001)
  } finally {
    await alone.close()
  }
})

test('Korean and Latin letters come from the bundled font: boxes of a missing one would all look alike', async () => {
  const [ga, na] = [
    await draw(blank, '가가가가가가가가 Confidential'),
    await draw(blank, '나나나나나나나나 Confidential'),
  ]
  expect(difference(ga, na)).toBeGreaterThan(0.005)
  const [a, o] = [
    await draw(blank, 'aaaaaaaa Confidential'),
    await draw(blank, 'xxxxxxxx Confidential'),
  ]
  expect(difference(a, o)).toBeGreaterThan(0.002)
})

test('the mark reads the same at any width: a page of 600 px is the one of 1,200 px made smaller', async () => {
  const large = await draw(blank, hong)
  const half = await sharp(large.data, {
    raw: { width: large.width, height: large.height, channels: 3 },
  })
    .resize(600)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const small = await draw(blank, hong, 600)
  expect(
    difference({ data: half.data, width: half.info.width, height: half.info.height }, small, 60),
  ).toBeLessThan(0.01)
})

test('a thumbnail and a page one pixel wide are drawn too', async () => {
  expect((await draw(blank, hong, 114)).width).toBe(114)
  expect((await draw(blank, hong, 1)).width).toBe(1)
})

async function crop(image: Bytes, left: number, top: number, share: number): Promise<Bytes> {
  const { data, info } = await sharp(image.data, {
    raw: { width: image.width, height: image.height, channels: 3 },
  })
    .extract({
      left: Math.floor(left * image.width),
      top: Math.floor(top * image.height),
      width: Math.floor(share * image.width),
      height: Math.floor(share * image.height),
    })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

function most(values: readonly number[], holds: (value: number) => boolean): number {
  return values.filter(holds).length / values.length
}

function printed({ data, width, height }: Bytes): number[] {
  const greens: number[] = []
  for (let line = 0; line < 80; line++) {
    const y = height - 1 - Math.round(((line * 10 + 1.5) * height) / 800)
    for (let x = 0; x < width; x += 3) greens.push(data[3 * (y * width + x) + 1] ?? 0)
  }
  return greens
}
