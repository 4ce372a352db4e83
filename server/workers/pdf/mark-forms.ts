import { randomInt } from 'node:crypto'
import { layoutWatermark, WATERMARK_COLORS, type WatermarkColor, type WatermarkLayout } from '../../../paper/watermark/layout.ts'
import { PdfDict, PdfName, PdfNumber, type PdfRef, PdfStream } from './libpdf.ts'
import { OUTLINE_SIZE, outlineRuns } from './mark-outline.ts'
import { pdfNumber } from './numbers.ts'
import { type PageBox, shownSize, type Transform, toUserSpace } from './page-box.ts'
import type { PdfDocument } from './pdf-document.ts'
import { arrayOf } from './prune.ts'

/** Width of the light rim of a letter, both sides together, at OUTLINE_SIZE. */
const RIM = 10

/** The lines of a page are dealt out to so many drawings. */
const PARTS = 3
/** Of each drawing there are so many, as long as there are as many pages. */
const VARIANTS = 4
/** How far the points of a variant lie from where they belong, at OUTLINE_SIZE: too little to be seen. */
const JITTER = 0.2

/**
 * The mark as drawings that a document holds once for each size and turn of its pages. Each page draws all lines, but picks the drawings
 * among variants that are nowhere the same, so that no single object has the mark of all pages in it.
 */
export class MarkForms {
  readonly #document: PdfDocument
  readonly #text: string
  readonly #variants: number
  readonly #forms = new Map<string, readonly PdfRef[]>()
  readonly #lines: PdfRef[] = []

  constructor(document: PdfDocument, text: string) {
    this.#document = document
    this.#text = text
    this.#variants = Math.min(VARIANTS, document.pages.length)
  }

  /** The drawings for pages of this shape, in their user space, upright as they are shown, over what is seen of them. */
  formsFor(box: PageBox): readonly PdfRef[] {
    const key = `${box.seen.join(' ')} ${box.turn}`
    const known = this.#forms.get(key)
    if (known) return known
    const layout = layoutWatermark(shownSize(box), this.#text)
    if (this.#lines.length === 0)
      for (let variant = 0; variant < this.#variants; variant += 1) this.#lines.push(this.#document.add(lineForm(layout.runs)))
    const forms = Array.from({ length: PARTS }, (_, part) => {
      const tiles = layout.tiles.filter((_tile, index) => index % PARTS === part)
      return this.#lines.map((line) => this.#document.add(pageForm(box, { ...layout, tiles }, line)))
    }).flat()
    this.#forms.set(key, forms)
    return forms
  }

  /** Which of the drawings one page draws: all lines once. */
  pick(): number[] {
    return Array.from({ length: PARTS }, (_, part) => part * this.#variants + randomInt(this.#variants))
  }
}

function pageForm(box: PageBox, { fontSize, angle, tiles }: WatermarkLayout, line: PdfRef): PdfStream {
  const scale = fontSize / OUTLINE_SIZE
  const radians = (angle * Math.PI) / 180
  const [along, across] = [scale * Math.cos(radians), scale * Math.sin(radians)]
  const lines = tiles.map(({ x, y }) => `q ${matrix([along, across, -across, along, x, y])} cm /L Do Q`)
  const content = [`${matrix(toUserSpace(box))} cm`, ...lines].join('\n')
  return form(box.seen, PdfDict.of({ XObject: PdfDict.of({ L: line }) }), content)
}

const matrix = (transform: Transform): string => transform.map(pdfNumber).join(' ')

/**
 * A line in two tones: light letters with a rim, and dark ones upon them. On white the dark ones are seen, on black the light ones, on what
 * lies between both; a blend mode that turns colours around would vanish on grey.
 */
function lineForm(runs: WatermarkLayout['runs']): PdfStream {
  const outlines = outlineRuns(runs, JITTER)
  const states = new PdfDict()
  const drawn = (['onDark', 'onLight'] as const).flatMap((ground) =>
    outlines.map(({ tone, path }) => {
      const name = `${ground}${tone}`
      const color = WATERMARK_COLORS[ground][tone]
      states.set(name, opacityState(color))
      const rgb = color.rgb.map((value) => pdfNumber(value / 255)).join(' ')
      return ground === 'onDark' ? `/${name} gs ${rgb} rg ${rgb} RG\n${path}B\n` : `/${name} gs ${rgb} rg\n${path}f\n`
    }),
  )
  const reach = 100 * OUTLINE_SIZE
  return form([-reach, -reach, reach, reach], PdfDict.of({ ExtGState: states }), `${RIM} w 1 j 1 J [] 0 d\n${drawn.join('')}`)
}

/** All that could make a drawing vanish is said anew. */
function opacityState({ opacity }: WatermarkColor): PdfDict {
  return PdfDict.of({
    Type: PdfName.of('ExtGState'),
    ca: PdfNumber.of(opacity),
    CA: PdfNumber.of(opacity),
    BM: PdfName.of('Normal'),
    SMask: PdfName.of('None'),
  })
}

function form(box: readonly number[], resources: PdfDict, content: string): PdfStream {
  return new PdfStream(
    PdfDict.of({
      Type: PdfName.of('XObject'),
      Subtype: PdfName.of('Form'),
      BBox: arrayOf(box.map((value) => PdfNumber.of(value))),
      Resources: resources,
    }),
    Buffer.from(content, 'latin1'),
  )
}
