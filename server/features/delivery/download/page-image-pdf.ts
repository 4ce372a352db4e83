import PDFDocument from 'pdfkit'
import { PAGE_WIDTHS } from '../../../../contract/core/limits.ts'
import {
  type PageMark,
  RenderError,
  type RenderPool,
  type RenderSource,
} from '../../../workers/render/index.ts'
import type { PageSize } from '../../documents/index.ts'
import { type PlacedWord, writeWords } from './write-words.ts'

export interface Drawable {
  readonly source: RenderSource
  /** Page sizes of an image are in pixels, not points. */
  readonly isImage: boolean
  readonly pages: readonly PageSize[]
}

export interface CopyRequest {
  readonly drawable: Drawable
  readonly mark: PageMark
  readonly name: string
  readonly at: Date
  readonly asImages: boolean
}

/** A document of which so many pages fail at its beginning is damaged as a whole. */
const MOST_FAILED = 20
const POINTS_PER_INCH = 72
const DOTS_PER_INCH = 150
/** ISO 32000-1, annex C.2 gives this limit. */
const MAX_POINTS = 14_400
/** Images fill A4. Sizes are in points. */
const A4 = { short: 595, long: 842 } as const

/** Words of marked pages become invisible text. Pages that cannot be drawn are crossed out. @throws RenderError if none can */
export async function* pageImagePdf(
  pool: RenderPool,
  { drawable, mark, name, at, asImages }: CopyRequest,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const info = { Title: name, CreationDate: at, Creator: 'Sealroom', Producer: 'Sealroom' }
  // Compressed images dominate the file.
  const pdf = new PDFDocument({ autoFirstPage: false, compress: false, font: '', info })
  let failed: RenderError | undefined
  let drawn = 0
  for (const [index, page] of drawable.pages.entries()) {
    const { width, height } = paperOf(page, drawable.isImage)
    const asked = {
      page: index + 1,
      width: pixelsOf(width),
      priority: 'prefetch',
      signal,
      mark,
    } as const
    const image = await drawnOrFailed(pool, drawable.source, asked)
    pdf.addPage({ size: [width, height], margin: 0 })
    if (image instanceof RenderError) {
      failed ??= image
      if (drawn === 0 && index === MOST_FAILED) throw failed
      crossOut(pdf, { width, height })
      continue
    }
    drawn += 1
    const words =
      asImages || drawable.isImage || mark === 'unmarked'
        ? []
        : await wordsOf(pool, drawable.source, index + 1, signal)
    pdf.image(image.bytes, 0, 0, { width, height })
    writeWords(pdf, words, { height, scale: width / page.width })
    yield* written(pdf)
  }
  if (drawn === 0 && failed) throw failed
  pdf.end()
  yield* written(pdf)
}

/** These failures are of one page. */
const OF_ONE_PAGE: ReadonlySet<RenderError['code']> = new Set(['BROKEN', 'TOO_LARGE'])

async function drawnOrFailed(
  pool: RenderPool,
  source: RenderSource,
  asked: Parameters<RenderPool['renderPage']>[1],
): Promise<Awaited<ReturnType<RenderPool['renderPage']>> | RenderError> {
  try {
    return await pool.renderPage(source, asked)
  } catch (error) {
    if (error instanceof RenderError && OF_ONE_PAGE.has(error.code)) return error
    throw error
  }
}

/** A blank page would look as if nothing had been there. */
function crossOut(pdf: PDFKit.PDFDocument, { width, height }: PageSize): void {
  pdf
    .lineWidth(1)
    .strokeColor('#888')
    .rect(0.5, 0.5, width - 1, height - 1)
  pdf.moveTo(0, 0).lineTo(width, height).moveTo(width, 0).lineTo(0, height).stroke()
}

async function wordsOf(
  pool: RenderPool,
  source: RenderSource,
  page: number,
  signal: AbortSignal,
): Promise<readonly PlacedWord[]> {
  try {
    return (await pool.pageText(source, page, { signal })).runs
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof RenderError) return []
    throw error
  }
}

/** At most one page is buffered. */
function* written(pdf: PDFKit.PDFDocument): Generator<Buffer> {
  for (let piece: Buffer | null = pdf.read(); piece !== null; piece = pdf.read()) yield piece
}

function paperOf({ width, height }: PageSize, isImage: boolean): PageSize {
  const [across, down] = width > height ? [A4.long, A4.short] : [A4.short, A4.long]
  const scale = isImage
    ? Math.min(across / width, down / height)
    : Math.min(1, MAX_POINTS / Math.max(width, height))
  return { width: width * scale, height: height * scale }
}

export function pixelsOf(points: number): number {
  const wanted = (points / POINTS_PER_INCH) * DOTS_PER_INCH
  return PAGE_WIDTHS.reduce((best, step) =>
    Math.abs(step - wanted) < Math.abs(best - wanted) ? step : best,
  )
}
