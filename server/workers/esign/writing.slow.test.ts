import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LINE_HEIGHT } from '../../../paper/fields/note-text.ts'
import { unpackedPdf } from '../../test/fixtures/packed-pdf.ts'
import { line, pdfOf } from '../../test/fixtures/pdf-file.ts'
import {
  blackSquare,
  darkEdges,
  type SealedCopy,
  type Sealer,
  startSealer,
} from '../../test/fixtures/sealer.ts'
import type { AuditFacts, PageDrawing } from './index.ts'

const A4 = { width: 595, height: 842 }
const BOX = { x: 100, y: 200, w: 200, h: 40 }

let sealer: Sealer
beforeAll(async () => {
  sealer = await startSealer()
})
afterAll(() => sealer.close())

const textOf = async ({ source }: SealedCopy, page = 1): Promise<string> =>
  (await sealer.pool.pageText(source, page)).runs.map(({ text }) => text).join(' ')
const squeezed = (text: string): string => text.replace(/\s+/g, '')

describe('a text in a box', () => {
  const drawings: Extract<PageDrawing, { kind: 'text' }>[] = []
  /** A shared document is faster. @returns the page */
  const written = (
    text: string,
    more: { readonly size?: number; readonly rect?: typeof BOX } = {},
  ): number =>
    drawings.push({
      kind: 'text',
      page: drawings.length,
      rect: BOX,
      text,
      color: '#000000',
      ...more,
    })

  let copy: SealedCopy
  beforeAll(async () => {
    const pages = drawings.map(() => A4)
    copy = await sealer.seal(pdfOf(pages.map(() => ({ content: '' }))), { pages, drawings })
  })

  /** @param below is a brightness out of 765 */
  async function expectInBox(page: number, below?: number): Promise<void> {
    const edges = darkEdges(await sealer.look(copy.source, page, 1_190), below)
    expect(edges).toBeDefined()
    expect((edges?.left ?? 0) * A4.width).toBeGreaterThanOrEqual(BOX.x - 0.5)
    expect((edges?.top ?? 0) * A4.height).toBeGreaterThanOrEqual(BOX.y - 0.5)
    expect((edges?.right ?? 1) * A4.width).toBeLessThanOrEqual(BOX.x + BOX.w + 0.5)
    expect((edges?.bottom ?? 1) * A4.height).toBeLessThanOrEqual(BOX.y + BOX.h + 0.5)
  }

  const legible: readonly (readonly [string, string])[] = [
    ['Korean', '가나다라 동의합니다 漢字'],
    ['what ends a string of PDF', ') Tj ET Q 1 0 0 rg 0 0 595 842 re f ( \\) <41> /F1 [ ] % {}'],
    ['names of elsewhere', 'Nguyễn Thị Ặn, Łukasz Żółć, Иван, 简体 张伟 ひらがな'],
    ['a line break', '첫 줄\n둘째 줄'],
    ['a long word', 'A'.repeat(120)],
  ]
  it.each(legible.map(([name, text]) => [name, text, written(text)] as const))(
    'is found again as it was written, within its box: %s',
    async (_, text, page) => {
      expect(squeezed(await textOf(copy, page))).toBe(squeezed(text))
      await expectInBox(page)
    },
  )

  const long = '가나다라마바사 아자차카타파하 '.repeat(625)
  const longPage = written(long)
  it('is made as small as it must be: 10,000 letters', async () => {
    expect(squeezed(await textOf(copy, longPage)).length).toBe(squeezed(long).length)
    await expectInBox(longPage, 700)
  })

  const lacking: readonly (readonly [string, string])[] = [
    ['emoji', '서명 😀👨‍👩‍👧 끝'],
    ['right to left', 'שלום مرحبا ok'],
    ['nothing but what is not seen', '\u200b\u202e\ufeff'],
    ['half of a pair', 'a\ud83d'],
    ['marks upon marks', `Z${'\u0301'.repeat(300)}`],
  ]
  it.each(lacking.map(([name, text]) => [name, written(`${text} 확인`)] as const))(
    'has a box for each letter missing from the typeface, and breaks nothing: %s',
    async (_, page) => {
      expect(await textOf(copy, page)).toContain('확인')
      await expectInBox(page)
    },
  )

  const [letters, boxes] = [written('뷁뷁뷁'), written('□□□')]
  it('is drawn in letters, not in boxes', async () => {
    const dark = async (page: number): Promise<number> => {
      const { data } = await sealer.look(copy.source, page, 1_190)
      return data.reduce((sum, value, index) => sum + (index % 4 === 0 && value < 128 ? 1 : 0), 0)
    }
    expect(await dark(letters)).toBeGreaterThan((await dark(boxes)) * 1.5)
  })

  const large = written('크게 쓴 글', { size: 40, rect: { ...BOX, h: 60 } })
  it('of a size of its own is not made smaller', async () => {
    const edges = darkEdges(await sealer.look(copy.source, large, 1_190))
    expect(((edges?.bottom ?? 0) - (edges?.top ?? 0)) * A4.height).toBeGreaterThan(30)
  })

  it.each([
    ['of many lines', written(`첫 줄\n${'둘째 줄 가나다라마바사\n'.repeat(20)}`, { size: 14 })],
    ['of letters that are higher than its rectangle', written('큰 글자', { size: 90 })],
    ['of a word that is wider than its rectangle', written('W'.repeat(60), { size: 14 })],
  ])('is clipped to its rectangle, as its author and signers see it: %s', async (_, page) => {
    await expectInBox(page)
  })

  const [third, first] = ['\n\n가', '가'].map((text) =>
    written(text, { size: 20, rect: { ...BOX, h: 100 } }),
  )
  it('stands line below line as on the screen', async () => {
    const topOf = async (page = 0): Promise<number> =>
      (darkEdges(await sealer.look(copy.source, page, 2_380))?.top ?? 0) * A4.height
    expect((await topOf(third)) - (await topOf(first))).toBeCloseTo(2 * 20 * LINE_HEIGHT, 0)
  })
})

describe('what is drawn', () => {
  const strokes = (isHighlight: boolean, opacity = 1): PageDrawing => ({
    kind: 'strokes',
    page: 0,
    paths: [[50, 142, 500, 142]],
    thickness: 12,
    color: isHighlight ? '#ffff00' : '#0000ff',
    opacity,
    isHighlight,
  })
  const at = async (copy: SealedCopy, x: number, y: number, page = 1): Promise<number[]> => {
    const { width, data } = await sealer.look(copy.source, page, 595)
    return [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)]
  }
  const page = { content: `0 g 100 690 100 20 re f ${line('x', [500, 20])}` }

  describe('by hand', () => {
    let copy: SealedCopy
    beforeAll(async () => {
      const drawings = [strokes(true), strokes(false, 0.5), strokes(false)].map(
        (drawing, number) => ({ ...drawing, page: number }),
      )
      copy = await sealer.seal(pdfOf([page, page, page]), { pages: [A4, A4, A4], drawings })
    })

    it('marks as a marker does: what is dark under it stays dark', async () => {
      const [red = 0, green = 0, blue = 255] = await at(copy, 300, 142)
      expect(red > 230 && green > 230 && blue < 60).toBe(true)
      expect(Math.max(...(await at(copy, 150, 142)))).toBeLessThan(40)
    })

    it('covers with ink as much as its opacity says', async () => {
      const [red = 0, , blue = 0] = await at(copy, 300, 142, 2)
      expect(red > 100 && red < 155 && blue > 230).toBe(true)
      const [covered = 255] = await at(copy, 300, 142, 3)
      expect(covered).toBeLessThan(25)
    })
  })

  it('is refused where an image cannot be read, rather than left out', async () => {
    const image: PageDrawing = { kind: 'image', page: 0, rect: BOX, image: 0 }
    const broken = createCanvas(8, 8).toBuffer('image/png').subarray(0, 40).toString('base64')
    await expect(
      sealer.seal(pdfOf([page]), { pages: [A4], images: [broken], drawings: [image] }),
    ).rejects.toMatchObject({
      code: 'NOT_UNDERSTOOD',
    })
  })

  it('leaves what the document showed as it was: annotations, filled forms, several pages', async () => {
    const form =
      '<< /Type /XObject /Subtype /Form /BBox [0 0 100 50] /Length 26 >>\nstream\n0 0.5 0 rg 0 0 100 50 re f \nendstream'
    const note = '<< /Type /Annot /Subtype /Stamp /Rect [200 300 300 350] /AP << /N 4 0 R >> >>'
    const before = pdfOf(
      [{ content: line('page'), entries: '/Annots [5 0 R]' }, { content: line('second') }],
      { extra: [form, note] },
    )
    const copy = await sealer.seal(before, { pages: [A4, A4] })
    const [x, y] = [250, 842 - 325]
    const [red = 255, green = 0] = await at(copy, x, y)
    expect(red < 30 && green > 100).toBe(true)
    expect(await textOf(copy, 2)).toContain('second')
    expect(unpackedPdf(copy.bytes)).not.toContain('/Annot')
  })
})

describe('what does not fit a page', () => {
  const low = { x: 100, y: 800, w: 60, h: 60 }
  const long = `a${'\n'.repeat(998)}b`
  const text = { kind: 'text', color: '#cccccc' } as const
  const misfits: readonly (readonly [string, (page: number) => PageDrawing])[] = [
    [
      'a text of many lines in a box at the lower edge',
      (page) => ({ ...text, page, rect: low, text: long }),
    ],
    [
      'a remark of many lines at the lower edge',
      (page) => ({ ...text, page, rect: low, text: long, size: 12 }),
    ],
    [
      'a remark beyond the lower edge',
      (page) => ({ ...text, page, rect: { ...low, y: 900 }, text: 'beyond it all', size: 40 }),
    ],
    [
      'long words in a box that has hardly any width',
      (page) => ({ ...text, page, rect: { ...low, w: 1 }, text: 'W'.repeat(1_000) }),
    ],
  ]
  const pages = misfits.flatMap(() => [A4, A4])

  let copy: SealedCopy
  beforeAll(async () => {
    const dots = pages.map(
      (_, page): PageDrawing => ({
        kind: 'image',
        page,
        image: 0,
        rect: { x: 20 + 50 * page, y: 20, w: 40, h: 40 },
      }),
    )
    const audit = {
      document: [{ ko: '문서', en: 'Document', value: 'audited' }],
      people: [],
      events: [],
      notes: [],
    }
    const drawings = [...misfits.map(([, drawing], index) => drawing(2 * index)), ...dots]
    copy = await sealer.seal(pdfOf(pages.map(() => ({ content: '' }))), {
      pages,
      images: [blackSquare()],
      drawings,
      audit,
    })
  })

  it.each(misfits.map(([name], index) => [name, 2 * index] as const))(
    'moves nothing onto another page: %s',
    async (_, first) => {
      expect([copy.pageCount, copy.auditPages]).toEqual([pages.length + 1, 1])
      for (const page of [first, first + 1]) {
        const edges = darkEdges(await sealer.look(copy.source, page + 1, 595))
        expect([
          Math.round((edges?.left ?? 0) * 595),
          Math.round((edges?.right ?? 0) * 595),
        ]).toEqual([20 + 50 * page, 60 + 50 * page])
      }
      expect(await textOf(copy, pages.length + 1)).toContain('audited')
    },
  )
})

describe('an image', () => {
  const widthsIn = ({ bytes }: SealedCopy): number[] =>
    [...bytes.toString('latin1').matchAll(/\/Subtype \/Image[^>]*?\/Width (\d+)/g)].map(
      ([, width]) => Number(width),
    )
  const placed = (count: number): PageDrawing[] =>
    Array.from({ length: count }, (_, at) => ({
      kind: 'image',
      page: 0,
      rect: { x: 10 + 20 * at, y: 20, w: 12, h: 12 },
      image: 0,
    }))

  it('that stands in many places is in the file once', async () => {
    const sealed = async (count: number): Promise<number> =>
      widthsIn(
        await sealer.seal(pdfOf([{ content: '' }]), {
          pages: [A4],
          images: [blackSquare()],
          drawings: placed(count),
        }),
      ).length
    const once = await sealed(1)
    expect(once).toBeGreaterThan(0)
    expect(await sealed(25)).toBe(once)
  })

  it('is no finer than its largest box needs', async () => {
    const large = createCanvas(3_000, 3_000).toBuffer('image/png').toString('base64')
    const [small, larger] = placed(2)
    const drawings: PageDrawing[] = [
      small,
      { ...larger, rect: { x: 100, y: 100, w: 24, h: 48 } } as PageDrawing,
    ].filter((one) => one !== undefined)
    const widths = widthsIn(
      await sealer.seal(pdfOf([{ content: '' }]), { pages: [A4], images: [large], drawings }),
    )
    expect(widths.length).toBeGreaterThan(0)
    expect([...new Set(widths)]).toEqual([100])
  })
})

describe('layers', () => {
  it('keep their default visibility in every context', async () => {
    const state = '<< /View << /ViewState /OFF >> /Print << /PrintState /ON >> >>'
    const again = '/AS [<< /Event /Print /Category [/Print] /OCGs [4 0 R] >>]'
    const copy = await sealer.seal(
      pdfOf(
        [
          {
            content: '/OC /L BDC 0 g 100 690 100 20 re f EMC',
            entries: '/Resources << /Properties << /L 4 0 R >> >>',
          },
        ],
        {
          extra: [`<< /Type /OCG /Name (a layer) /Usage ${state} >>`],
          catalog: `/OCProperties << /OCGs [4 0 R] /D << /ON [4 0 R] ${again} >> /Configs [<< /OFF [4 0 R] >>] >>`,
        },
      ),
      { pages: [A4] },
    )
    const all = unpackedPdf(copy.bytes)
    for (const word of ['/OCProperties', '/OCG', '(a layer)'])
      expect({ word, is: all.includes(word) }).toEqual({ word, is: true })
    for (const word of ['/Usage', '/AS', '/Configs', '/ViewState'])
      expect({ word, is: all.includes(word) }).toEqual({ word, is: false })
    expect(darkEdges(await sealer.look(copy.source, 1, 595))).toBeDefined()
  })
})

describe('what has no appearance of its own', () => {
  const widget = (field: string): string =>
    `<< /Type /Annot /Subtype /Widget /Rect [10 10 90 30] ${field} >>`

  it('is not left out of what is sealed where readers show it', async () => {
    const pdf = pdfOf([{ content: '', entries: '/Annots [4 0 R]' }], {
      extra: [widget('/FT /Tx /V (900)')],
      catalog: '/AcroForm << /Fields [4 0 R] >>',
    })
    await expect(sealer.seal(pdf, { pages: [A4] })).rejects.toMatchObject({
      code: 'NOT_UNDERSTOOD',
    })
  })

  it('is left out where there is nothing to show: empty texts, a button that is off, a signature', async () => {
    const fields = [
      '/FT /Tx',
      '/FT /Tx /V ()',
      '/FT /Btn /AS /Off /V /Off /AP << /N << /Yes 3 0 R >> >>',
      '/FT /Sig /V << /Type /Sig >>',
    ]
    const pdf = pdfOf(
      fields.map((_, index) => ({ content: '', entries: `/Annots [${4 + index} 0 R]` })),
      { extra: fields.map(widget), catalog: '/AcroForm << /Fields [4 0 R 5 0 R 6 0 R 7 0 R] >>' },
    )
    expect(await sealer.seal(pdf, { pages: fields.map(() => A4) })).toMatchObject({
      pageCount: fields.length,
    })
  })
})

describe('the pages behind the document', () => {
  const facts = (people: number): AuditFacts => ({
    document: [{ ko: '문서 이름', en: 'Document', value: '계약서 ) Tj (1).pdf' }],
    people: Array.from({ length: people }, (_, number) => ({
      name: `홍길동 ${number} ) ET`,
      email: `signer${number}@example.com`,
      lines: [{ ko: '서명', en: 'Signed', value: '2026-11-22 19:00:00 +09:00 (Asia/Seoul)' }],
      images: [],
    })),
    events: [{ ko: '봉인', en: 'Sealed', value: 'x'.repeat(5_000) }],
    notes: [{ ko: '안내', en: 'Note' }],
  })

  it('are A4, as many as are needed, and name everybody literally', async () => {
    const copy = await sealer.seal(
      pdfOf([{ content: line('page'), entries: '/MediaBox [0 0 300 300]' }]),
      { audit: facts(60) },
    )
    const { pages } = await sealer.pool.inspect(copy.source)
    expect(copy.auditPages).toBeGreaterThan(2)
    expect(pages).toHaveLength(1 + copy.auditPages)
    for (const page of pages.slice(1)) expect(page).toEqual(A4)
    let all = ''
    for (let page = 2; page <= pages.length; page += 1) all += await textOf(copy, page)
    for (let number = 0; number < 60; number += 1) {
      expect(squeezed(all)).toContain(squeezed(`홍길동 ${number} ) ET`))
      expect(all).toContain(`signer${number}@example.com`)
    }
    expect(squeezed(all)).toContain(squeezed('계약서 ) Tj (1).pdf'))
    expect(all).toContain('+09:00')
  })

  it('are left out where there is nothing to list', async () => {
    const copy = await sealer.seal(pdfOf([{ content: line('page') }]))
    expect([copy.pageCount, copy.auditPages]).toEqual([1, 0])
  })
})
