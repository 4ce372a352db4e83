import PDFDocument from 'pdfkit'
import { BOX_TEXT, fittingSize } from '../../../../paper/fields/box-text.ts'
import type { Rect, Size } from '../../../../paper/space/page-space.ts'
import { builtFont } from '../../../platform/fonts/built-font.ts'
import type { PageDrawing } from '../protocol.ts'
import { Glyphs } from './glyphs.ts'
import { brokenLines, type Typeset, typeset } from './typeset.ts'

export const REGULAR = builtFont('NotoSansKR-Regular')
export const BOLD = builtFont('NotoSansKR-Bold')
export const FALLBACKS = [
  builtFont('NotoSans-Regular'),
  builtFont('NotoSansHans-Regular'),
  builtFont('NotoSansHant-Regular'),
  builtFont('NotoSansJP-Regular'),
]
/** This is in font sizes from the top. */
const BASELINE = 1.061

export class DrawingBoard {
  readonly pdf: PDFKit.PDFDocument
  readonly #glyphs: Glyphs
  readonly #images: ReadonlyMap<number, Buffer>
  readonly #opened = new Map<number, PDFKit.Mixins.ImageSrc>()
  readonly #written: Buffer[] = []
  readonly #ended: Promise<void>
  readonly #widths = new Map<string, Map<string, number>>()
  #multiply: unknown

  constructor(images: ReadonlyMap<number, Buffer>) {
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
    else this.#within(drawing)
    this.pdf.restore()
  }

  heightOf(
    text: string,
    width: number,
    { size, font = REGULAR }: { readonly size: number; readonly font?: string },
  ): number {
    return heightOf(this.#typeset(this.#glyphs.shown(text), font), width, size)
  }

  /** Overlong text never adds a page. */
  text(
    text: string,
    rect: Rect,
    {
      font = REGULAR,
      ...look
    }: { readonly size: number; readonly color: string; readonly font?: string },
  ): void {
    this.#write(this.#typeset(this.#glyphs.shown(text), font), rect, { ...look, font })
  }

  image(index: number, { x, y, w, h }: Rect): void {
    const image = this.#opened.get(index) ?? this.#open(index)
    if (image) this.pdf.image(image, x, y, { fit: [w, h], align: 'center', valign: 'center' })
  }

  #open(index: number): PDFKit.Mixins.ImageSrc | undefined {
    const bytes = this.#images.get(index)
    const image =
      bytes &&
      (this.pdf as unknown as { openImage(png: Buffer): PDFKit.Mixins.ImageSrc }).openImage(bytes)
    if (image) this.#opened.set(index, image)
    return image
  }

  async finish(): Promise<Buffer> {
    this.pdf.end()
    await this.#ended
    return Buffer.concat(this.#written)
  }

  #within({ text, rect, color, size }: Extract<PageDrawing, { kind: 'text' }>): void {
    this.pdf.rect(rect.x, rect.y, rect.w, rect.h).clip()
    if (size === undefined) this.#fitted(text, rect, color)
    else this.text(text, rect, { size, color })
  }

  #fitted(text: string, rect: Rect, color: string): void {
    const width = Math.max(rect.w - 2 * BOX_TEXT.padding, 1)
    const height = Math.max(rect.h - 2 * BOX_TEXT.padding, 1)
    const set = this.#typeset(this.#glyphs.shown(text), REGULAR)
    const fits = (size: number): boolean => heightOf(set, width, size) <= height
    const size = fittingSize(fits)
    const used = Math.min(heightOf(set, width, size), height)
    const place = {
      x: rect.x + BOX_TEXT.padding,
      y: rect.y + BOX_TEXT.padding + (height - used) / 2,
      w: width,
      h: height,
    }
    this.#write(set, place, { size, color, font: REGULAR })
  }

  #typeset(text: string, font: string): Typeset {
    return typeset(text, (character) =>
      this.#widthOf(character, this.#glyphs.runs(character)[0]?.file ?? REGULAR, font),
    )
  }

  #widthOf(character: string, file: string, font: string): number {
    const used = file === REGULAR ? font : file
    const known = this.#widths.get(used) ?? new Map<string, number>()
    this.#widths.set(used, known)
    const width =
      known.get(character) ?? this.pdf.font(used).fontSize(1_000).widthOfString(character) / 1_000
    known.set(character, width)
    return width
  }

  /** Line breaking would add pages. */
  #write(
    set: Typeset,
    { x, y, w }: Rect,
    { size, color, font }: { readonly size: number; readonly color: string; readonly font: string },
  ): void {
    this.pdf.fillColor(color)
    for (const [index, [from, to]] of brokenLines(set, w / size).entries()) {
      const top = y + index * BOX_TEXT.lineHeight * size
      if (top > this.pdf.page.height) break
      let left = x
      for (const { file, text } of this.#glyphs.runs(set.characters.slice(from, to).join(''))) {
        this.pdf.font(file === REGULAR ? font : file).fontSize(size)
        this.pdf.text(text, left, top + BASELINE * size, {
          lineBreak: false,
          baseline: 'alphabetic',
        })
        left += this.pdf.widthOfString(text)
      }
    }
  }

  #strokes({
    paths,
    thickness,
    color,
    opacity,
    isHighlight,
  }: Extract<PageDrawing, { kind: 'strokes' }>): void {
    if (isHighlight) this.#multiplied()
    this.pdf
      .lineWidth(thickness)
      .lineJoin('round')
      .lineCap('round')
      .strokeColor(color)
      .strokeOpacity(opacity)
    for (const path of paths) {
      for (let at = 0; at + 1 < path.length; at += 2) {
        const [x, y] = [path[at] ?? 0, path[at + 1] ?? 0]
        if (at === 0) this.pdf.moveTo(x, y)
        else this.pdf.lineTo(x, y)
      }
      if (path.length === 2) this.pdf.lineTo(path[0] ?? 0, path[1] ?? 0)
    }
    this.pdf.stroke()
  }

  /** The library has no blend mode. */
  #multiplied(): void {
    const state = this.#multiply ?? this.pdf.ref({ Type: 'ExtGState', BM: 'Multiply' })
    if (!this.#multiply) (state as { end(): void }).end()
    this.#multiply = state
    const page = this.pdf.page as unknown as { ext_gstates: Record<string, unknown> }
    page.ext_gstates['Multiply'] = state
    ;(this.pdf as unknown as { addContent(orders: string): void }).addContent('/Multiply gs')
  }
}

const heightOf = (set: Typeset, width: number, size: number): number =>
  brokenLines(set, width / size).length * BOX_TEXT.lineHeight * size
