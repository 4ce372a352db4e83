import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import { endlessPdf } from '../../test/fixtures/costly-pdfs.ts'
import { memoryLog } from '../../test/fixtures/memory-log.ts'
import { type PdfPage, pdfOf, stream, textPage } from '../../test/fixtures/pdf-file.ts'
import { openRenderPool } from '../../test/scenarios/rendering.ts'
import { createRenderPool, type RenderSource, type TextRuns } from './index.ts'

const log = memoryLog()
const { folder, pool } = await openRenderPool(log)

const failure = (code: string) => expect.objectContaining({ name: 'RenderError', code })
const seal = (...pages: PdfPage[]): RenderSource => folder.encrypt('pdf', pdfOf(pages))
const words = ({ runs }: TextRuns): string =>
  runs.map(({ text, eol }) => (eol ? `${text}\n` : text)).join('')
const A4 = '/MediaBox [0 0 595 842]'

function mapped(bytes: string, map: readonly (readonly [string, string])[] | string): RenderSource {
  const entries =
    typeof map === 'string'
      ? map
      : `${map.length} beginbfchar ${map.map(([code, to]) => `<${code}> <${to}>`).join(' ')} endbfchar`
  const cmap = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def 1 begincodespacerange <00> <FF> endcodespacerange ${entries} endcmap end end`
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 4 0 R >>'
  const page = {
    entries: `${A4} /Resources << /Font << /F2 5 0 R >> >>`,
    content: `BT /F2 24 Tf 72 700 Td (${bytes}) Tj ET`,
  }
  return folder.encrypt(
    'pdf',
    pdfOf([page], { extra: [stream('', typeof map === 'string' ? map : cmap), font] }),
  )
}

describe('the text of a page', () => {
  test('comes in words, each with its space, in lines', async () => {
    const source = seal({
      entries: A4,
      content: 'BT /F1 20 Tf 72 700 Td (Share purchase) Tj 0 -30 Td (agreement) Tj ET',
    })
    expect(await pool.pageText(source, 1)).toEqual({
      runs: [
        {
          text: 'Share ',
          x: 72,
          y: expect.closeTo(123, -1),
          width: expect.closeTo(60, -1),
          height: expect.closeTo(23, 0),
        },
        {
          text: 'purchase',
          x: expect.closeTo(131, -1),
          y: expect.closeTo(123, -1),
          width: expect.closeTo(85, -1),
          height: expect.closeTo(23, 0),
          eol: true,
        },
        {
          text: 'agreement',
          x: 72,
          y: expect.closeTo(153, -1),
          width: expect.closeTo(98, -1),
          height: expect.closeTo(23, 0),
        },
      ],
      cut: false,
    })
  })

  test('has ligatures, pairs and Jamo as they are written, and no hyphen that parts a word', async () => {
    const source = mapped('ABCDE', [
      ['41', 'D83EDD1D'],
      ['42', '006600660069'],
      ['43', '1112'],
      ['44', '1161'],
      ['45', '11AB'],
    ])
    expect(words(await pool.pageText(source, 1))).toBe('🤝ffi\u1112\u1161\u11ab')
    const hyphenated = seal({
      entries: A4,
      content: 'BT /F1 20 Tf 72 700 Td (confi-) Tj 0 -30 Td (dential) Tj ET',
    })
    expect(words(await pool.pageText(hyphenated, 1))).toBe('confi\u00addential')
  })

  test.each<[string, Parameters<typeof mapped>[1], string]>([
    ['none', [], 'ABC'],
    ['noise', 'garbage <<<< (', 'ABC'],
    [
      'nothing that can be said',
      [
        ['41', '0000'],
        ['42', 'D83D'],
        ['43', '0007'],
      ],
      '',
    ],
  ])('of a font with a map to Unicode that is %s', async (_, map, text) => {
    expect(words(await pool.pageText(mapped('ABC', map), 1)).trim()).toBe(text)
  })

  test('is that of a Korean font which the document does not carry', async () => {
    const font = [
      '<< /Type /Font /Subtype /Type0 /BaseFont /HYSMyeongJo-Medium /Encoding /UniKS-UCS2-H /DescendantFonts [5 0 R] >>',
      '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HYSMyeongJo-Medium /CIDSystemInfo << /Registry (Adobe) /Ordering (Korea1) /Supplement 1 >> /FontDescriptor 6 0 R >>',
      '<< /Type /FontDescriptor /FontName /HYSMyeongJo-Medium /Flags 6 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
    ]
    const hex = [...'주식 매매']
      .map((character) => character.charCodeAt(0).toString(16).padStart(4, '0'))
      .join('')
    const page = {
      entries: `${A4} /Resources << /Font << /K 4 0 R >> >>`,
      content: `BT /K 20 Tf 72 700 Td <${hex}> Tj ET`,
    }
    const { runs } = await pool.pageText(folder.encrypt('pdf', pdfOf([page], { extra: font })), 1)
    expect(runs.map(({ text }) => text)).toEqual(['주식 ', '매매'])
    for (const { width } of runs) expect(width).toBeGreaterThan(35)
  })

  test('of a million characters is cut, and the page costs what it costs', async () => {
    const line = `(${'abcdefghi '.repeat(100)}) Tj 0 -2 Td`
    const source = seal({
      entries: A4,
      content: `BT /F1 2 Tf 10 800 Td ${Array(1_000).fill(line).join('\n')} ET`,
    })
    const text = await pool.pageText(source, 1)
    expect(text.cut).toBe(true)
    expect(words(text).length).toBeLessThanOrEqual(LIMITS.pageCharacters)
    expect(words(text).length).toBeGreaterThan(LIMITS.pageCharacters / 2)
    expect(
      await pool.find(source, { words: 'zebra', from: 1, to: 1, limit: 10, seenOnly: false }),
    ).toEqual({
      hits: [],
      next: undefined,
      cut: true,
    })
    expect(
      (await pool.find(source, { words: 'abc', from: 1, to: 1, limit: 10, seenOnly: false })).hits,
    ).toHaveLength(10)
  })

  test('is none of a page without any, of an image, and of what it fails on', async () => {
    expect(await pool.pageText(seal({ entries: A4, content: '0 0 100 100 re f' }), 1)).toEqual({
      runs: [],
      cut: false,
    })
    const image = await sharp({
      create: { width: 60, height: 40, channels: 3, background: '#fff' },
    })
      .png()
      .toBuffer()
    const source = folder.encrypt('png', image)
    expect(await pool.pageText(source, 1)).toEqual({ runs: [], cut: false })
    expect(await pool.pageLinks(source, 1, true)).toEqual({
      links: [],
      cut: false,
      fontsMissing: false,
    })
    expect(
      await pool.find(source, { words: 'a', from: 1, to: 1, limit: 10, seenOnly: false }),
    ).toEqual({
      hits: [],
      next: undefined,
      cut: false,
    })
    for (const read of [pool.pageText(source, 2), pool.pageLinks(source, 2, true)])
      await expect(read).rejects.toEqual(failure('NO_PAGE'))
  })

  test('is what is displayed: not what the crop cuts off, nor what lies beyond all bounds', async () => {
    const content = `BT /F1 20 Tf 72 700 Td (shown) Tj ET BT /F1 20 Tf 72 100 Td (hidden) Tj ET BT /F1 20 Tf 99999 700 Td (far) Tj ET BT /F1 9999999 Tf 72 700 Td (huge) Tj ET`
    const source = seal({ entries: `${A4} /CropBox [0 400 595 842]`, content })
    const { runs } = await pool.pageText(source, 1)
    expect(words({ runs, cut: false })).toContain('shown')
    expect(words({ runs, cut: false })).not.toMatch(/hidden|far/)
    for (const { x, y, width, height } of runs)
      expect(Number.isFinite(x + y + width + height)).toBe(true)
    for (const [wanted, hits] of [
      ['shown', 1],
      ['hidden', 0],
      ['far', 0],
    ] as const) {
      expect(
        (await pool.find(source, { words: wanted, from: 1, to: 1, limit: 10, seenOnly: false }))
          .hits,
      ).toHaveLength(hits)
    }
  })

  test('needs no drawing: that of a page which cannot be drawn is there', async () => {
    expect(await pool.pageText(folder.encrypt('pdf', endlessPdf()), 1)).toEqual({
      runs: [],
      cut: false,
    })
  })
})

function explodingText(): Buffer {
  const depth = 7
  const forms = Array.from({ length: depth }, (_, index) => {
    const last = index === depth - 1
    const resources = last ? '/Font << /F1 3 0 R >>' : `/XObject << /X ${5 + index} 0 R >>`
    return stream(
      `/Type /XObject /Subtype /Form /BBox [0 0 1000 1000] /Resources << ${resources} >>`,
      last ? 'BT /F1 9 Tf 10 10 Td (needle abc) Tj ET' : '/X Do '.repeat(10),
    )
  })
  const bomb = { entries: `${A4} /Resources << /XObject << /X 4 0 R >> >>`, content: '/X Do' }
  return pdfOf([textPage('needle'), bomb], { extra: forms })
}

test('a page whose text does not end fails alone, and another is read', async () => {
  const made = await createRenderPool({ size: 1, deadlineMs: 2_000, log })
  try {
    const bomb = folder.encrypt('pdf', explodingText())
    for (const read of [
      made.pageText(bomb, 2),
      made.find(bomb, { words: 'needle', from: 2, to: 2, limit: 10, seenOnly: false }),
    ]) {
      const outcome = await read.then(
        ({ cut }) => (cut ? 'cut' : 'whole'),
        ({ code }: { code: string }) => code,
      )
      expect(['TIMEOUT', 'CRASHED', 'MEMORY', 'TOO_LARGE', 'cut']).toContain(outcome)
    }
    expect(words(await made.pageText(bomb, 1))).toBe('needle')
  } finally {
    await made.close()
  }
}, 30_000)

const SCALE = 2

interface Ink {
  readonly points: readonly (readonly [number, number])[]
}

async function inkOf(source: RenderSource): Promise<Ink> {
  const { pages } = await pool.inspect(source)
  const image = await pool.renderPage(source, {
    page: 1,
    width: Math.round((pages[0]?.width ?? 1) * SCALE),
    priority: 'visible',
    mark: 'unmarked',
  })
  const { data, info } = await sharp(image.bytes)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const points: [number, number][] = []
  for (const [at, grey] of data.entries())
    if (grey < 100) points.push([(at % info.width) / SCALE, Math.floor(at / info.width) / SCALE])
  return { points }
}

function within(
  run: TextRuns['runs'][number],
  [x, y]: readonly [number, number],
): readonly [number, number] {
  const radians = ((run.angle ?? 0) * Math.PI) / 180
  const [dx, dy] = [x - run.x, y - run.y]
  return [
    dx * Math.cos(radians) + dy * Math.sin(radians),
    dy * Math.cos(radians) - dx * Math.sin(radians),
  ]
}

function inheriting(content: string, entries: string): RenderSource {
  const pdf = pdfOf([{ entries: '', content }]).toString('latin1')
  return folder.encrypt(
    'pdf',
    Buffer.from(pdf.replace('/Type /Pages', `/Type /Pages ${entries}`), 'latin1'),
  )
}

const TOLERANCE = 1.5

describe('the boxes of text', () => {
  const placed = fc.record({
    rotate: fc.constantFrom(0, 90, 180, 270),
    inherited: fc.boolean(),
    crop: fc.constantFrom('', '/CropBox [40 60 500 700]', '/CropBox [-50 -50 560 900]'),
    media: fc.constantFrom('/MediaBox [0 0 595 842]', '/MediaBox [20 -30 595 842]'),
    angle: fc.constantFrom(0, 15, 30, 45, 60, 90, 110, 135, 180, 200, 225, 270, 300, 315, 345),
    size: fc.integer({ min: 14, max: 40 }),
  })

  test('are where the ink is, however page and line are turned and cropped', async () => {
    await fc.assert(
      fc.asyncProperty(placed, async ({ rotate, inherited, crop, media, angle, size }) => {
        const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
        const matrix = [cos, sin, -sin, cos, 280, 380].map((entry) => entry.toFixed(5)).join(' ')
        const entries = `${media} ${crop} /Rotate ${rotate}`
        const content = `BT /F1 ${size} Tf ${matrix} Tm (Hxgfl) Tj ET`
        const source = inherited ? inheriting(content, entries) : seal({ entries, content })
        const { runs } = await pool.pageText(source, 1)
        expect(runs.map(({ text }) => text)).toEqual(['Hxgfl'])
        const run = runs[0]!
        expect(((run.angle ?? 0) + 720) % 360).toBeCloseTo((720 + rotate - angle) % 360, 0)
        const { points } = await inkOf(source)
        expect(points.length).toBeGreaterThan(100)
        const places = points.map((point) => within(run, point))
        for (const [along, across] of places) {
          expect(
            along > -TOLERANCE && along < run.width + TOLERANCE,
            `along ${along} of ${run.width}`,
          ).toBe(true)
          expect(
            across > -TOLERANCE && across < run.height + TOLERANCE,
            `across ${across} of ${run.height}`,
          ).toBe(true)
        }
        const inked =
          Math.max(...places.map(([along]) => along)) - Math.min(...places.map(([along]) => along))
        expect(inked / run.width).toBeGreaterThan(0.85)
        expect(run.height).toBeLessThan(1.6 * size)

        const search = { words: 'HXG', from: 1, to: 1, limit: 10 }
        const { hits } = await pool.find(source, { ...search, seenOnly: false })
        expect(hits).toHaveLength(1)
        expect((await pool.find(source, { ...search, seenOnly: true })).hits).toEqual(hits)
        const rects = hits[0]!.rects
        expect(rects).toHaveLength(angle % 90 === 0 ? 1 : 3)
        const found = points.filter(([x, y]) =>
          rects.some(
            (rect) =>
              x >= rect.x - 1 &&
              x <= rect.x + rect.width + 1 &&
              y >= rect.y - 1 &&
              y <= rect.y + rect.height + 1,
          ),
        )
        expect(found.length / points.length).toBeGreaterThan(0.6)
      }),
      { numRuns: 40 },
    )
  }, 60_000)
})

describe('a search', () => {
  const book = (pages: number): RenderSource =>
    seal(
      ...Array.from({ length: pages }, (_, index) => textPage(`chapter ${index + 1} of the book`)),
    )
  const search = { words: 'Chapter', from: 1, to: 20_000, limit: 1_000, seenOnly: false }

  async function findAll(source: RenderSource, wanted: typeof search) {
    const hits: { page: number }[] = []
    let slices = 0
    for (let from: number | undefined = wanted.from; from !== undefined; ) {
      const found = await pool.find(source, { ...wanted, from })
      hits.push(...found.hits)
      slices += 1
      from = found.next
    }
    return { pages: hits.map(({ page }) => page), slices }
  }

  test('goes through all pages in slices, and the second time knows them', async () => {
    const source = book(300)
    expect((await findAll(source, search)).pages).toEqual(
      Array.from({ length: 300 }, (_, index) => index + 1),
    )
    expect((await findAll(source, { ...search, words: '299 of' })).pages).toEqual([299])
    expect((await findAll(source, { ...search, words: 'nowhere' })).pages).toEqual([])
  })

  test('keeps to its pages and its limit', async () => {
    const source = book(20)
    expect((await findAll(source, { ...search, from: 5, to: 7 })).pages).toEqual([5, 6, 7])
    expect((await findAll(source, { ...search, from: 30 })).pages).toEqual([])
    expect(await pool.find(source, { ...search, limit: 3 })).toMatchObject({
      hits: [{ page: 1 }, { page: 2 }, { page: 3 }],
      cut: true,
    })
    expect(await pool.find(source, { ...search, to: 3, limit: 3 })).toMatchObject({
      hits: [{}, {}, {}],
      cut: false,
    })
  })

  test('gives way to a page that somebody looks at', async () => {
    const source = book(2_000)
    const other = seal(textPage('another document'))
    const order: string[] = []
    const searching = findAll(source, { ...search, words: 'nowhere' }).then(({ slices }) => {
      order.push('searched')
      return slices
    })
    await pool.renderPage(other, { page: 1, width: 200, priority: 'visible', mark: 'unmarked' })
    order.push('drawn')
    expect(await searching).toBeGreaterThan(1)
    expect(order).toEqual(['drawn', 'searched'])
  }, 60_000)
})
