import PDFDocument from 'pdfkit'
import type { Rect, Size } from '../../../paper/space/page-space.ts'
import { fontFile } from '../convert/hwp-fonts.ts'
import { Glyphs } from './glyphs.ts'
import type { PageDrawing } from './protocol.ts'

const REGULAR = fontFile('kr', 'NotoSansKR-Regular')
export const BOLD = fontFile('kr', 'NotoSansKR-Bold')
/** For letters of Vietnamese or Polish names, and for Chinese and Japanese ones. */
const FALLBACKS = [
  fontFile('latin', 'NotoSans-Regular', 'ttf'),
  fontFile('sc', 'NotoSansHans-Regular'),
  fontFile('tc', 'NotoSansHant-Regular'),
  fontFile('jp', 'NotoSansJP-Regular'),
]
/** Texts that are fitted into a box are no larger than this, in points, and no smaller than what can still be read when it is enlarged. */
const FITTED_SIZE = 12
const LEAST_SIZE = 0.2
/** Points between the rim of a box and a text that is fitted into it. */
const PADDING = 2
/** Height of a line in heights of its letters; that of the font itself is meant for book pages. */
const LINE_HEIGHT = 1.25
/** Height of a line of the font itself, and how far it reaches above the baseline, of its size. */
const FONT_LINE = 1.448
const FONT_ASCENT = 1.16

/** Pages on which we draw, of which drawings for other documents are made. Places are in points from above on the left. */
export class DrawingBoard {
  readonly pdf: PDFKit.PDFDocument
  readonly #glyphs: Glyphs
  readonly #images: readonly Buffer[]
  readonly #written: Buffer[] = []
  readonly #ended: Promise<void>
  #multiply: unknown

  /** @param images PNGs that drawings refer to. */
  constructor(images: readonly Buffer[]) {
    this.#glyphs = new Glyphs([REGULAR, ...FALLBACKS])
    this.#images = images
    this.pdf = new PDFDocument({ autoFirstPage: false, font: '', compress: true })
    this.pdf.on('data', (piece: Buffer) => this.#written.push(piece))
    this.#ended = new Promise((resolve) => this.pdf.once('end', resolve))
  }

  addPage({ width, height }: Size): void {
    this.pdf.addPage({ size: [width, height], margin: 0 })
  }

  draw(drawing: PageDrawing): void {
    this.pdf.save()
    if (drawing.kind === 'strokes') this.#strokes(drawing)
    else if (drawing.kind === 'image') this.image(drawing.image, drawing.rect)
    else if (drawing.size === undefined) this.#fitted(drawing)
    else this.text(drawing.text, drawing.rect, { size: drawing.size, color: drawing.color })
    this.pdf.restore()
  }

  /** How high a text becomes that is written so wide. */
  heightOf(text: string, width: number, { size, font = REGULAR }: { readonly size: number; readonly font?: string }): number {
    return this.pdf
      .font(font)
      .fontSize(size)
      .heightOfString(this.#glyphs.shown(text), { width, lineGap: lineGap(size) })
  }

  /** Writes a text from the upper edge of a rectangle on, however high it becomes. */
  text(
    text: string,
    { x, y, w }: Rect,
    { size, color, font = REGULAR }: { readonly size: number; readonly color: string; readonly font?: string },
  ): void {
    const runs = this.#glyphs.runs(this.#glyphs.shown(text))
    this.pdf.fontSize(size).fillColor(color)
    for (const [index, run] of runs.entries()) {
      // Of several typefaces in a line all stand on one baseline.
      const options = { width: w, lineGap: lineGap(size), baseline: 'alphabetic' as const, continued: index < runs.length - 1 }
      this.pdf.font(run.file === REGULAR ? font : run.file)
      if (index === 0) this.pdf.text(run.text, x, y + lineGap(size) / 2 + FONT_ASCENT * size, options)
      else this.pdf.text(run.text, options)
    }
  }

  /** Draws an image as large as fits, in the middle. */
  image(index: number, { x, y, w, h }: Rect): void {
    const image = this.#images[index]
    if (image) this.pdf.image(image, x, y, { fit: [w, h], align: 'center', valign: 'center' })
  }

  /** The document with these pages. */
  async finish(): Promise<Buffer> {
    this.pdf.end()
    await this.#ended
    return Buffer.concat(this.#written)
  }

  #fitted({ text, rect, color }: Extract<PageDrawing, { kind: 'text' }>): void {
    const width = Math.max(rect.w - 2 * PADDING, 1)
    const height = Math.max(rect.h - 2 * PADDING, 1)
    const fits = (size: number): boolean => this.heightOf(text, width, { size }) <= height
    const size = fits(FITTED_SIZE) ? FITTED_SIZE : largest(fits)
    const used = Math.min(this.heightOf(text, width, { size }), height)
    this.pdf.rect(rect.x, rect.y, rect.w, rect.h).clip()
    this.text(text, { x: rect.x + PADDING, y: rect.y + PADDING + (height - used) / 2, w: width, h: height }, { size, color })
  }

  #strokes({ paths, thickness, color, opacity, isMarker }: Extract<PageDrawing, { kind: 'strokes' }>): void {
    if (isMarker) this.#multiplied()
    this.pdf.lineWidth(thickness).lineJoin('round').lineCap('round').strokeColor(color).strokeOpacity(opacity)
    for (const path of paths) {
      for (let at = 0; at + 1 < path.length; at += 2) {
        const [x, y] = [path[at] ?? 0, path[at + 1] ?? 0]
        if (at === 0) this.pdf.moveTo(x, y)
        else this.pdf.lineTo(x, y)
      }
      // A press without a movement is a dot.
      if (path.length === 2) this.pdf.lineTo(path[0] ?? 0, path[1] ?? 0)
    }
    this.pdf.stroke()
  }

  /** The library knows no blend modes. */
  #multiplied(): void {
    const state = this.#multiply ?? this.pdf.ref({ Type: 'ExtGState', BM: 'Multiply' })
    if (!this.#multiply) (state as { end(): void }).end()
    this.#multiply = state
    const page = this.pdf.page as unknown as { ext_gstates: Record<string, unknown> }
    page.ext_gstates['Multiply'] = state
    ;(this.pdf as unknown as { addContent(orders: string): void }).addContent('/Multiply gs')
  }
}

const lineGap = (size: number): number => (LINE_HEIGHT - FONT_LINE) * size

/** The largest size that fits, to a twentieth of itself. */
function largest(fits: (size: number) => boolean): number {
  let [low, high] = [LEAST_SIZE, FITTED_SIZE]
  while (high / low > 1.05) {
    const middle = Math.sqrt(low * high)
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}
