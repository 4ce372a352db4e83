import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EncryptedFolder } from '../../test/fixtures/encrypted-folder.ts'
import { memoryLog } from '../../test/fixtures/memory-log.ts'
import { line, pdfOf, revised, stream } from '../../test/fixtures/pdf-file.ts'
import {
  expectMarked,
  startWatermarker,
  type Watermarker,
} from '../../test/fixtures/watermarker.ts'
import { createRenderPool, type RenderPool } from './index.ts'

const folder = new EncryptedFolder()
let pool: RenderPool
let watermarker: Watermarker
beforeAll(async () => {
  pool = await createRenderPool({ size: 1, log: memoryLog() })
  watermarker = await startWatermarker()
})
afterAll(async () => {
  await Promise.all([pool.close(), watermarker.close()])
  folder.remove()
})

/** Values are in points from the lower left. */
type AnnotationRect = readonly [left: number, bottom: number, right: number, top: number]
const PLACE: AnnotationRect = [300, 300, 500, 340]
const RECT = `/Rect [${PLACE.join(' ')}]`
const LAYER = '<< /Type /OCG /Name (off) >>'
const RED = stream('/Type /XObject /Subtype /Form /BBox [0 0 200 40]', '1 0 0 rg 0 0 200 40 re f')
const WORDS = stream(
  '/Type /XObject /Subtype /Form /BBox [0 0 200 40] /Resources << /Font << /F1 3 0 R >> >>',
  'BT /F1 14 Tf 5 15 Td (stated words) Tj ET',
)
const FIRST = 7
const wide = (words: string): string =>
  `<FEFF${Buffer.from(words, 'utf16le').swap16().toString('hex')}>`

function annotated(...annotations: readonly string[]): Buffer {
  const references = annotations.map((_, index) => `${FIRST + index} 0 R`)
  const fields = references.filter((_, index) => annotations[index]?.includes('/Widget'))
  const form = `/AcroForm << /Fields [${fields.join(' ')}] /DA (/Helv 0 Tf 0 g) /DR << /Font << /Helv 3 0 R >> >> >>`
  return pdfOf([{ content: line('page'), entries: `/Annots [${references.join(' ')}]` }], {
    extra: [LAYER, RED, WORDS, ...annotations.map((entries) => `<< /Type /Annot ${entries} >>`)],
    catalog: `/OCProperties << /OCGs [4 0 R] /D << /OFF [4 0 R] >> >> ${form}`,
  })
}

async function inked(
  pdf: Buffer,
  [left, bottom, right, top]: AnnotationRect = PLACE,
): Promise<number> {
  const request = { page: 1, width: 1_190, mark: 'unmarked', priority: 'visible' } as const
  const { bytes } = await pool.renderPage(folder.encrypt('pdf', pdf), request)
  const part = {
    left: 2 * left,
    top: 2 * (842 - top),
    width: 2 * (right - left),
    height: 2 * (top - bottom),
  }
  const data = await sharp(bytes).extract(part).raw().toBuffer()
  let count = 0
  for (let at = 0; at < data.length; at += 3)
    if (Math.min(data[at] ?? 255, data[at + 1] ?? 255, data[at + 2] ?? 255) < 200) count += 1
  return count
}

async function foundWords(
  pdf: Buffer,
  words: string,
): Promise<{ find: number; read: boolean; copy: number }> {
  const source = folder.encrypt('pdf', pdf)
  const copy = folder.encrypt('pdf', (await watermarker.watermark(pdf)).bytes)
  const search = { words, from: 1, to: 1, limit: 10 }
  const { pages } = await pool.read(source, { from: 1, to: 1 })
  const blank = (text: string, [from, to]: readonly [number, number]) =>
    text.slice(0, from) + ' '.repeat(to - from) + text.slice(to)
  return {
    find: (await pool.find(source, { ...search, seenOnly: true })).hits.length,
    read: pages.some(({ text, unseen }) => unseen.reduce(blank, text).includes(words)),
    copy: (await pool.find(copy, { ...search, seenOnly: false })).hits.length,
  }
}

const QUADS = '/QuadPoints [300 340 500 340 300 300 500 300]'
const SHAPES: readonly [string, string][] = [
  ['ink', '/Subtype /Ink /C [1 0 0] /InkList [[300 300 400 340 500 300]]'],
  ['a polyline', '/Subtype /PolyLine /C [0 0 1] /Vertices [300 300 400 340 500 300]'],
  ['a polygon', '/Subtype /Polygon /C [0 0 1] /Vertices [300 300 400 340 500 300]'],
  [
    'a line with an arrow',
    '/Subtype /Line /C [0 .5 0] /L [300 300 500 340] /LE [/None /ClosedArrow] /BS << /W 2 >>',
  ],
  ['a highlight', `/Subtype /Highlight /C [1 1 0] ${QUADS}`],
  ['an underline', `/Subtype /Underline /C [1 0 0] ${QUADS}`],
  ['struck out text', `/Subtype /StrikeOut /C [1 0 0] ${QUADS}`],
]

describe('an annotation without an appearance', () => {
  test.each(SHAPES)('%s is drawn, in the marked copy as well', async (_, entries) => {
    const pdf = annotated(`${entries} /F 4 ${RECT}`)
    expect(await inked(pdf)).toBeGreaterThan(200)
    expectMarked(await watermarker.watermark(pdf))
  })

  test.each(SHAPES)(
    '%s is drawn where its shape is, wherever its rectangle is said to be',
    async (_, entries) => {
      for (const rect of ['[0 0 0 0]', '[500 45 440 130]']) {
        const pdf = annotated(`${entries} /F 4 /Rect ${rect}`)
        expect(await inked(pdf)).toBeGreaterThan(200)
        expect(await inked(pdf, [50, 40, 250, 200])).toBe(0)
        expectMarked(await watermarker.watermark(pdf))
      }
    },
  )

  test('is not drawn, read or copied where it is hidden, by its flags or with its layer', async () => {
    for (const hidden of ['/F 2', '/F 32', '/F 4 /OC 4 0 R']) {
      const shapes = SHAPES.map(([, entries]) => `${entries} ${hidden} ${RECT}`)
      const texts = [
        `/Subtype /FreeText /DA (/Helv 12 Tf 0 g) /Contents (stated words) ${hidden} ${RECT}`,
        `/Subtype /Widget /FT /Tx /T (a) /DA (/Helv 12 Tf 0 g) /V (stated words) ${hidden} ${RECT}`,
        `/Subtype /Widget /FT /Tx /T (b) /DA (/Helv 12 Tf 0 g) /V (stated words) /AP << /N 6 0 R >> ${hidden} ${RECT}`,
        `/Subtype /Stamp /AP << /N 5 0 R >> ${hidden} ${RECT}`,
      ]
      const pdf = annotated(...shapes, ...texts)
      expect(await inked(pdf)).toBe(0)
      expect(await foundWords(pdf, 'stated words')).toMatchObject({ find: 0, read: false })
      expectMarked(await watermarker.watermark(pdf))
    }
  })

  test('is drawn with its layer where that is on', async () => {
    const pdf = annotated(`/Subtype /Stamp /F 4 /AP << /N 5 0 R >> /OC 4 0 R ${RECT}`)
      .toString('latin1')
      .replace('/D << /OFF ', '/D << /ON  ')
    expect(await inked(Buffer.from(pdf, 'latin1'))).toBeGreaterThan(10_000)
  })
})

describe('what was filled in or written on a page', () => {
  const FIELD = `/Subtype /Widget /FT /Tx /T (a) /F 4 /DA (/Helv 12 Tf 0 g) ${RECT}`
  const FREE = `/Subtype /FreeText /F 4 /DA (/Helv 12 Tf 0 g) ${RECT}`

  test.each([
    ['filled in', FIELD, 'V'],
    ['filled in', FREE, 'Contents'],
    ['계약 금액 만원', FIELD, 'V'],
    ['계약 금액 만원', FREE, 'Contents'],
    ['계약 금액 만원', `${FIELD} /Ff 4096`, 'V'],
    ['日本語', FIELD, 'V'],
    ['СУВОРОВ', FREE, 'Contents'],
    ['Łódź', FIELD, 'V'],
    ['Ελληνικά', FREE, 'Contents'],
  ])('is drawn, found and copied: %s in %s', async (words, entries, key) => {
    const pdf = annotated(`${entries} /${key} ${wide(words)}`)
    expect(await inked(pdf, [302, 302, 498, 338])).toBeGreaterThan(100)
    expect(await foundWords(pdf, words)).toEqual({ find: 1, read: true, copy: 1 })
    expectMarked(await watermarker.watermark(pdf))
  })

  test.each([
    ['שלום עולם טוב', ['טוב', 'עולם', 'שלום']],
    ['מחיר 1,250 (abc) כולל', ['כולל', 'abc', '1,250', 'מחיר']],
    ['total שלום עולם 12', ['total', '12', 'עולם', 'שלום']],
    ['مرحبا بالعالم', ['بالعالم', 'مرحبا']],
  ])('stands from right to left where it is written so, and is found: %s', async (words, order) => {
    const source = folder.encrypt('pdf', annotated(`${FIELD} /V ${wide(words)}`))
    const places = await Promise.all(
      order.map(async (word) => {
        const { hits } = await pool.find(source, {
          words: word,
          from: 1,
          to: 1,
          limit: 10,
          seenOnly: true,
        })
        expect({ word, hits: hits.length }).toEqual({ word, hits: 1 })
        return hits[0]?.rects[0]?.x ?? 0
      }),
    )
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(new Set(places).size).toBe(order.length)
  })

  test('has the appearance from the document, not a generated one, and is found by it', async () => {
    const pdf = annotated(`${FIELD} /V (other value) /AP << /N 6 0 R >>`)
    expect(await foundWords(pdf, 'stated words')).toEqual({ find: 1, read: true, copy: 1 })
    expect(await foundWords(pdf, 'other value')).toEqual({ find: 0, read: false, copy: 0 })
  })

  test('does not reveal a password, and an empty place for a signature stays empty', async () => {
    const pdf = annotated(
      `${FIELD} /Ff 8192 /V (secret word)`,
      `/Subtype /Widget /FT /Sig /T (s) /F 4 ${RECT}`,
    )
    expect(await foundWords(pdf, 'secret word')).toEqual({ find: 0, read: false, copy: 0 })
    expect(await inked(pdf)).toBe(0)
  })

  test('leaves with its text, however much of it there is, and with marks between', async () => {
    const lines = Array.from(
      { length: 40 },
      (_, row) =>
        `1 0 0 1 5 ${780 - 19 * row} Tm (Line ${row} of a long text in a form that fills its page) Tj`,
    )
    const long = stream(
      '/Type /XObject /Subtype /Form /BBox [0 0 500 800] /Resources << /Font << /F1 3 0 R >> >>',
      `BT /F1 18 Tf ${lines.join(' ')} ET`,
    )
    const pdf = annotated(
      `/Subtype /Widget /FT /Tx /T (a) /F 4 /Rect [50 20 550 820] /AP << /N 8 0 R >>`,
      `/Subtype /Highlight /F 4 /C [1 1 0] ${RECT} ${QUADS}`,
    )
    const whole = revised(pdf, 8, long, 12)
    expectMarked(await watermarker.watermark(whole))
  })
})

describe('a comment', () => {
  const count = async (pdf: Buffer, words: string, seenOnly: boolean): Promise<number> =>
    (await pool.find(folder.encrypt('pdf', pdf), { words, from: 1, to: 1, limit: 10, seenOnly }))
      .hits.length

  test.each([
    '/Subtype /Text',
    `/Subtype /Highlight ${QUADS}`,
    '/Subtype /Stamp /AP << /N 5 0 R >>',
  ])(
    'is found at its sign by who may have the text, and by nobody who sees the page alone (%s)',
    async (entries) => {
      const pdf = annotated(`${entries} /F 4 ${RECT} /Contents ${wide('기밀 유지 의견')}`)
      const source = folder.encrypt('pdf', pdf)
      const { hits } = await pool.find(source, {
        words: '유지 의견',
        from: 1,
        to: 1,
        limit: 10,
        seenOnly: false,
      })
      expect(hits).toEqual([{ page: 1, rects: [{ x: 300, y: 502, width: 200, height: 40 }] }])
      expect(await count(pdf, '유지 의견', true)).toBe(0)
      const [read] = (await pool.read(source, { from: 1, to: 1 })).pages
      const at = read?.text.indexOf('기밀') ?? -1
      expect(at).toBeGreaterThan(0)
      expect(read?.unseen).toContainEqual([at, at + 2])
      expect((await pool.pageText(source, 1)).runs.map(({ text }) => text)).toEqual(['page'])
    },
  )

  test('is not found where it is hidden, off the page, or repeats the page’s words', async () => {
    for (const entries of ['/F 2', '/F 32', '/F 4 /OC 4 0 R'])
      expect(
        await count(
          annotated(`/Subtype /Text ${entries} ${RECT} /Contents (private remark)`),
          'remark',
          false,
        ),
      ).toBe(0)
    const beside = annotated(
      '/Subtype /Text /F 4 /Rect [700 900 720 920] /Contents (private remark)',
    )
    expect(
      (await pool.read(folder.encrypt('pdf', beside), { from: 1, to: 1 })).pages[0]?.text,
    ).not.toContain('remark')
    expect(
      await count(annotated(`/Subtype /Text /F 4 ${RECT} /Contents (page)`), 'page', false),
    ).toBe(1)
  })
})

describe('a link', () => {
  test('has no border that covers what it links, and looks in the marked copy as it did', async () => {
    const pdf = annotated(
      `/Subtype /Link /F 4 /Border [0 0 112] /C [0 0 1] /Rect [300 300 400 320]`,
      `/Subtype /Link /F 4 /AP << /N 5 0 R >> /Rect [300 400 500 440]`,
    )
    expect(await inked(pdf, [304, 304, 396, 316])).toBe(0)
    expect(await inked(pdf, [300, 400, 500, 440])).toBeGreaterThan(10_000)
    expectMarked(await watermarker.watermark(pdf))
  })
})

describe('a document that is badly written', () => {
  test('is marked where only the viewer’s engine finds its objects, and where a stream ends too early or is empty', async () => {
    const lost = annotated()
      .toString('latin1')
      .replace(
        /(\d{10}) 00000 n/g,
        (_, at) => `${String(Number(at) + 3).padStart(10, '0')} 00000 n`,
      )
    const empty = pdfOf([{ content: line('text'), entries: '/Contents [4 0 R 6 0 R]' }], {
      extra: [stream('/Filter /FlateDecode', '')],
    })
    for (const pdf of [Buffer.from(lost, 'latin1'), empty])
      expectMarked(await watermarker.watermark(pdf))
  })
})
