import { Readable } from 'node:stream'
import type { RenderPool } from '../../workers/render/index.ts'
import { type CopyRequest, pageImagePdf } from './page-image-pdf.ts'
import type { ReadyCopy } from './prepared-copies.ts'
import type { RenditionParts } from './renditions.parts.ts'
import { stampDocument } from './stamp-document.ts'

/** A copy on its way out. */
export interface Copy {
  readonly name: string
  readonly type: 'application/pdf' | 'image/jpeg'
  readonly body: Readable
  /** Bytes, where they are known before they are read. */
  readonly size?: number
  /** Pages that became pictures where the document itself was to be stamped. */
  readonly pictures?: number
}

const IMAGES: ReadonlySet<string> = new Set(['jpg', 'jpeg', 'png', 'bmp'])
const JPEGS: ReadonlySet<string> = new Set(['jpg', 'jpeg'])
/** No image is drawn wider. */
const MAX_WIDTH = 16_384

/** Whether files with this extension are images. */
export const isImage = (ext: string): boolean => IMAGES.has(ext)

/** Only images and PDFs are sent to a printer. */
export const isPrintable = (ext: string): boolean => ext === 'pdf' || isImage(ext)

/** What the marked copy of a document is called: an image stays one, as a JPEG; all else becomes a PDF. */
export function copyName(name: string): string {
  const { stem, ext } = split(name)
  if (JPEGS.has(ext)) return name
  return isImage(ext) ? `${stem}.jpg` : pdfName(name)
}

function pdfName(name: string): string {
  const { stem, ext } = split(name)
  return ext === 'pdf' ? name : `${stem}.pdf`
}

function split(name: string): { stem: string; ext: string } {
  const dot = name.lastIndexOf('.')
  return { stem: name.slice(0, dot), ext: name.slice(dot + 1).toLowerCase() }
}

/**
 * The copy that a download delivers while the watermark is on. A document stays what it is, with the mark on its pages, which is done before
 * this answers; where that is not possible or not wanted it becomes page images with the mark burned in, drawn as they are read. An image is drawn anew.
 * @throws RenderError or Refusal where its pages cannot be drawn, PdfError where too many wait; what fails later ends the body.
 */
export async function stampedCopy(
  parts: Pick<RenditionParts, 'pool' | 'stamps' | 'log'>,
  request: CopyRequest,
  signal: AbortSignal,
): Promise<Copy> {
  const { drawable, mark, name, asImages } = request
  if (drawable.isImage) return imageCopy(parts.pool, request, signal)
  const ready = asImages || mark === 'unmarked' ? undefined : await stampDocument(parts, drawable, mark, signal)
  if (ready) return readyCopy(ready, name)
  return asImages ? printedCopy(parts.pool, request, signal) : picturedCopy(parts.pool, request, signal)
}

/** A copy that was made before. */
export function readyCopy(ready: ReadyCopy, name: string): Copy {
  const { size, pictures } = ready
  return { name: pdfName(name), type: 'application/pdf', body: ready.body(), size, ...(pictures > 0 ? { pictures } : {}) }
}

/** A copy of page images where the document could not be stamped. */
export async function picturedCopy(pool: RenderPool, request: CopyRequest, signal: AbortSignal): Promise<Copy> {
  return { ...(await printedCopy(pool, request, signal)), pictures: request.drawable.pages.length }
}

async function imageCopy(pool: RenderPool, { drawable, mark, name }: CopyRequest, signal: AbortSignal): Promise<Copy> {
  const { bytes } = await pool.renderPage(drawable.source, {
    page: 1,
    width: Math.min(Math.round(drawable.pages[0]?.width ?? MAX_WIDTH), MAX_WIDTH),
    priority: 'prefetch',
    signal,
    mark,
  })
  return { name: copyName(name), type: 'image/jpeg', body: Readable.from(bytes), size: bytes.length }
}

/**
 * A PDF of page images, of an image too: what a printer is given. Its first page is drawn before this answers, so that one that cannot be is
 * refused in words. @throws RenderError
 */
export async function printedCopy(pool: RenderPool, request: CopyRequest, signal: AbortSignal): Promise<Copy> {
  const name = pdfName(request.name)
  const pieces = pageImagePdf(pool, { ...request, name }, signal)
  const first = await pieces.next()
  const body = Readable.from(begunWith(first, pieces), { objectMode: false })
  return { name, type: 'application/pdf', body }
}

async function* begunWith(first: IteratorResult<Buffer, void>, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (first.done) return
  yield first.value
  yield* rest
}
