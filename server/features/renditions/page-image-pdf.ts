import PDFDocument from 'pdfkit'
import { PAGE_WIDTHS } from '../../../contract/core/limits.ts'
import type { PageMark, RenderPool, RenderSource } from '../../workers/render/index.ts'
import type { PageSize } from '../documents/index.ts'

/** A document of which pages can be drawn. */
export interface Drawable {
  readonly source: RenderSource
  /** Whether its sizes are pixels, not points. */
  readonly isImage: boolean
  readonly pages: readonly PageSize[]
}

/** What a copy is made of. */
export interface CopyRequest {
  readonly drawable: Drawable
  readonly mark: PageMark
  /** The name of the document. */
  readonly name: string
  readonly at: Date
  /** The pages are to be images, where otherwise the document itself is stamped. */
  readonly asImages: boolean
}

const POINTS_PER_INCH = 72
const DOTS_PER_INCH = 150
/** What readers bear at most (ISO 32000-1, annex C.2). */
const MAX_POINTS = 14_400
/** An image has no size on paper: it fills an A4 page, upright or lying. */
const A4 = { short: 595, long: 842 } as const

/**
 * A PDF whose pages are images, each of the size of its own page, drawn one at a time as they are read. Nothing of the document itself is
 * in it: no text, no attachment, no script.
 * @throws RenderError where a page cannot be drawn, or the signal's reason.
 */
export async function* pageImagePdf(
  pool: RenderPool,
  { drawable, mark, name, at }: CopyRequest,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const info = { Title: name, CreationDate: at, Creator: 'Sealroom', Producer: 'Sealroom' }
  // No font: nothing is written. No compression: the images have theirs.
  const pdf = new PDFDocument({ autoFirstPage: false, compress: false, font: '', info })
  for (const [index, page] of drawable.pages.entries()) {
    const { width, height } = paperOf(page, drawable.isImage)
    const { bytes } = await pool.renderPage(drawable.source, {
      page: index + 1,
      width: pixelsOf(width),
      // A reader who waits for a page comes before a copy of hundreds.
      priority: 'prefetch',
      signal,
      mark,
    })
    pdf.addPage({ size: [width, height], margin: 0 }).image(bytes, 0, 0, { width, height })
    yield* written(pdf)
  }
  pdf.end()
  yield* written(pdf)
}

/** What has been written so far; thus the library keeps no more than one page. */
function* written(pdf: PDFKit.PDFDocument): Generator<Buffer> {
  for (let piece: Buffer | null = pdf.read(); piece !== null; piece = pdf.read()) yield piece
}

/** The size of a page on paper, in points. */
function paperOf({ width, height }: PageSize, isImage: boolean): PageSize {
  const [across, down] = width > height ? [A4.long, A4.short] : [A4.short, A4.long]
  const scale = isImage ? Math.min(across / width, down / height) : Math.min(1, MAX_POINTS / Math.max(width, height))
  return { width: width * scale, height: height * scale }
}

/** The step of widths that comes nearest to the wanted resolution. @param points as wide as the page is on paper */
export function pixelsOf(points: number): number {
  const wanted = (points / POINTS_PER_INCH) * DOTS_PER_INCH
  return PAGE_WIDTHS.reduce((best, step) => (Math.abs(step - wanted) < Math.abs(best - wanted) ? step : best))
}
