import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PDF, type PdfDict, PdfRef, type PdfStream } from '@libpdf/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { STANDARD_STYLE } from '../../../paper/watermark/layout.ts'
import { EncryptedFolder } from '../../test/fixtures/encrypted-folder.ts'
import { memoryLog } from '../../test/fixtures/memory-log.ts'
import { pdfOf, stream } from '../../test/fixtures/pdf-file.ts'
import { startWatermarker } from '../../test/fixtures/watermarker.ts'
import { describeWith, lackingPdfTools } from '../../test/harness/needs.ts'
import { createRenderPool, type RenderPool } from '../render/index.ts'

const MARK = { text: 'reader@example.com 2026-11-20 15:12 Confidential', style: STANDARD_STYLE }
const PAGES = 4
/** These are shares of identifying lines and visible changes. */
const LISTED = 0.5
const DAMAGED = 0.002

const contract = (page: number): string =>
  [
    ...Array.from(
      { length: 40 },
      (_, line) =>
        `BT /F1 10 Tf 60 ${780 - 14 * line} Td (Section ${page}.${line}: the seller sells, the buyer buys 0123456789) Tj ET`,
    ),
    ...Array.from(
      { length: 8 },
      (_, line) => `0.5 w 60 ${200 - 18 * line} m 535 ${200 - 18 * line} l S`,
    ),
    ...Array.from(
      { length: 8 },
      (_, line) =>
        `BT /F1 9 Tf 64 ${205 - 18 * line} Td (Item ${line}) Tj 200 0 Td (1,234,567) Tj ET`,
    ),
  ].join('\n')

const letter = (page: number): string =>
  Array.from(
    { length: 45 },
    (_, line) =>
      `BT /F1 11 Tf 60 ${780 - 16 * line} Td (Paragraph ${page}.${line}: what was agreed is agreed) Tj ET`,
  ).join('\n')

const PHOTO = stream(
  '/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8',
  '\x20\x90\xd0\x60',
)
const SHADE = '<< /Type /ExtGState /ca 0.6 >>'
const BROCHURE =
  '/Resources << /Font << /F1 3 0 R >> /XObject << /Im1 4 0 R >> /ExtGState << /G1 5 0 R >> >>'

const brochure = (page: number): string =>
  [
    'q 200 0 0 120 60 640 cm /Im1 Do Q',
    ...Array.from(
      { length: 6 },
      (_, bar) =>
        `q 1 0 0 1 ${300 + 35 * bar} 640 cm /G1 gs 0.2 0.4 0.7 rg 0 0 m 25 0 l 25 ${40 + 12 * bar} l 0 ${40 + 12 * bar} l h f Q`,
    ),
    ...Array.from(
      { length: 30 },
      (_, line) =>
        `BT /F1 11 Tf 60 ${600 - 16 * line} Td (Paragraph ${page}.${line}: what was agreed) Tj ET`,
    ),
  ].join('\n')

const folder = new EncryptedFolder()
const work = (name: string): string => path.join(folder.path, name)
const PIECE = String.raw`q [-\d. ]+ cm \/\w+ gs [^Q]*?[Bb]\*?\nQ`

function edited(pdf: Buffer, change: (text: string) => string): Buffer {
  writeFileSync(work('in.pdf'), pdf)
  execFileSync('qpdf', ['--qdf', '--object-streams=disable', work('in.pdf'), work('open.pdf')])
  writeFileSync(work('changed.pdf'), change(readFileSync(work('open.pdf'), 'latin1')), 'latin1')
  return execFileSync('fix-qdf', [work('changed.pdf')], { maxBuffer: 2 ** 26 })
}

const without =
  (pattern: RegExp) =>
  (pdf: Buffer): Buffer =>
    edited(pdf, (text) => text.replace(pattern, ''))

async function rewritten(
  pdf: Buffer,
  change: (page: PdfDict, resolve: (value: unknown) => unknown) => void,
): Promise<Buffer> {
  const document = await PDF.load(pdf)
  const resolve = (value: unknown): unknown =>
    value instanceof PdfRef ? document.getObject(value) : value
  for (const page of document.getPages()) change(page.dict, resolve)
  return Buffer.from(await document.save())
}

type Attempt = (pdf: Buffer) => Buffer | Promise<Buffer>

const cleaned: Attempt = (pdf) => {
  writeFileSync(work('in.pdf'), pdf)
  execFileSync('mutool', ['clean', '-gggg', '-s', '-z', work('in.pdf'), work('clean.pdf')])
  return readFileSync(work('clean.pdf'))
}
const withoutResources =
  (kind: 'XObject' | 'ExtGState'): Attempt =>
  (pdf) =>
    rewritten(pdf, (page, resolve) => (resolve(page.get('Resources')) as PdfDict).delete(kind))
const CALLS = /\/\w+ Do\b/g
const PATHS = /^[-\d. ]+ (?:[mlcvy]|re)\n|^h\n|^[fFBbSs]\*?\n/gm
const PIECES = new RegExp(PIECE, 'g')
const OF_COLOR = /q [-\d. ]+ cm \/\w+ gs 0?\.[01]\d* 0?\.[01]\d* 0?\.[12]\d* rg[^Q]*Q/g
const BEHIND = /(?<=\nn\nQ\n)[\s\S]*?(?=endstream)/g

const ATTEMPTS: readonly [string, Attempt][] = [
  ['an expression that takes out what calls drawings', without(/q \/\w+ Do Q\n/g)],
  ['an expression that takes out images and drawings wherever they are called', without(CALLS)],
  [
    'an expression that takes out what is painted under a graphics state of its own',
    without(PIECES),
  ],
  [
    'an expression that takes out what is filled and stroked',
    without(/(?:^-?[\d.]+ -?[\d.]+ [ml]\n)+(?:h\n)?(?:.*\n)*?[Bb]\*?\n/gm),
  ],
  ['an expression that takes out every path', without(PATHS)],
  ['an expression by colour', without(OF_COLOR)],
  ['an expression that takes out what leans', without(/q (?:(?!0 )[-\d.]+ ){4}[-\d. ]+ cm[^Q]*Q/g)],
  ['an expression for what stands behind the page’s own orders', without(BEHIND)],
  [
    'what the first page has, taken out of all',
    (pdf) =>
      edited(pdf, (text) => {
        const first = text.indexOf('endstream', text.search(/(?:Section|Paragraph) 0\./))
        const pieces = text.slice(0, first).match(new RegExp(PIECE, 'g')) ?? []
        expect(pieces.length).toBeGreaterThan(5)
        return pieces.reduce((left, piece) => left.replaceAll(piece, ''), text)
      }),
  ],
  ['mutool clean, with all that it tidies', cleaned],
  ['a library that takes all drawings from the resources', withoutResources('XObject')],
  ['a library that takes all graphics states from the resources', withoutResources('ExtGState')],
  [
    'a library that keeps no more of a page than up to its last text',
    (pdf) =>
      rewritten(pdf, (page, resolve) => {
        for (const part of page.getArray('Contents') ?? []) {
          const stream = resolve(part) as PdfStream
          const text = Buffer.from(stream.getDecodedData()).toString('latin1')
          stream.delete('Filter')
          stream.setData(Buffer.from(`${text.slice(0, text.lastIndexOf('ET') + 2)}\nQ`, 'latin1'))
        }
      }),
  ],
]

const CHAINS: readonly [string, readonly Attempt[]][] = [
  [
    'drawings that are called, then what has the colours of the mark',
    [without(CALLS), without(OF_COLOR)],
  ],
  [
    'drawings that are called, then what stands behind the page’s own orders',
    [without(CALLS), without(BEHIND)],
  ],
  [
    'what has the colours of the mark, then what stands behind, then drawings',
    [without(OF_COLOR), without(BEHIND), without(CALLS)],
  ],
  ['mutool clean, then drawings that are called', [cleaned, without(CALLS)]],
  ['mutool clean, then what stands behind the page’s own orders', [cleaned, without(BEHIND)]],
  [
    'mutool clean, then a library that takes out graphics states',
    [cleaned, withoutResources('ExtGState')],
  ],
  [
    'a library that takes out drawings, then one that takes out graphics states',
    [withoutResources('XObject'), withoutResources('ExtGState')],
  ],
  [
    'a library that takes out drawings, then what has the colours of the mark',
    [withoutResources('XObject'), without(OF_COLOR)],
  ],
]
/** SECURITY.md names these. */
const COMPLETE: readonly [string, readonly Attempt[]][] = [
  ['drawings that are called, then every path', [without(CALLS), without(PATHS)]],
  [
    'drawings that are called, then what is painted under a graphics state of its own',
    [without(CALLS), without(PIECES)],
  ],
  ['mutool clean, then drawings, then every path', [cleaned, without(CALLS), without(PATHS)]],
]

let pool: RenderPool
const marked = new Map<string, { pdf: Buffer; copy: Buffer }>()

describeWith('the mark of a marked copy', lackingPdfTools, () => {
  beforeAll(async () => {
    pool = await createRenderPool({ size: 1, log: memoryLog() })
    const watermarker = await startWatermarker()
    for (const [name, content] of [
      ['a contract', contract],
      ['a letter', letter],
      ['a brochure', brochure],
    ] as const) {
      const entries = name === 'a brochure' ? BROCHURE : ''
      const pdf = pdfOf(
        Array.from({ length: PAGES }, (_, page) => ({ entries, content: content(page) })),
        { extra: [PHOTO, SHADE] },
      )
      marked.set(name, { pdf, copy: (await watermarker.watermark(pdf)).bytes })
    }
    await watermarker.close()
  })
  afterAll(async () => {
    await pool.close()
    folder.remove()
  })

  async function outcomeOf(name: string, attempts: readonly Attempt[]) {
    const { pdf, copy } = marked.get(name) as { pdf: Buffer; copy: Buffer }
    let tried = copy
    for (const attempt of attempts) tried = await attempt(tried)
    const [before, after] = [
      folder.encrypt('pdf', pdf, randomUUID()),
      folder.encrypt('pdf', tried, randomUUID()),
    ]
    const { left, changed } = await pool.checkMark(before, after, {
      page: PAGES,
      width: 800,
      mark: MARK,
    })
    return {
      left,
      changed,
      outcome: left >= LISTED ? 'still there' : changed > DAMAGED ? 'damaged' : 'removed',
    }
  }

  for (const name of ['a contract', 'a letter']) {
    it.each(ATTEMPTS)(
      `of ${name} outlasts %s, or the pages are visibly damaged`,
      async (_, attempt) => {
        expect(await outcomeOf(name, [attempt])).not.toMatchObject({ outcome: 'removed' })
      },
    )
    it.each(CHAINS)(
      `of ${name} outlasts %s, or the pages are visibly damaged`,
      async (_, attempts) => {
        expect(await outcomeOf(name, attempts)).not.toMatchObject({ outcome: 'removed' })
      },
    )
  }
  it.each([...CHAINS, ...COMPLETE])(
    'of a page with pictures and charts outlasts %s, or the page is visibly damaged',
    async (_, attempts) => {
      expect(await outcomeOf('a brochure', attempts)).not.toMatchObject({ outcome: 'removed' })
    },
  )
  it('of a page without pictures comes out by two expressions for its two kinds, as the security policy says', async () => {
    expect(await outcomeOf('a contract', [without(CALLS), without(PIECES)])).toMatchObject({
      outcome: 'removed',
    })
  })
  it.each(COMPLETE)(
    'of a page of text alone comes out by %s, as the security policy says',
    async (_, attempts) => {
      expect(await outcomeOf('a letter', attempts)).toMatchObject({ outcome: 'removed' })
    },
  )
})
