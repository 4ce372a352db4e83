import { Readable } from 'node:stream'
import type { RenderPool } from '../../../workers/render/index.ts'
import type { DeliveryParts } from '../delivery.parts.ts'
import { type CopyRequest, pageImagePdf } from './page-image-pdf.ts'
import type { ReadyCopy } from './prepared-copies.ts'
import { watermarkDocument } from './watermark-document.ts'

export interface Copy {
  readonly name: string
  readonly type: 'application/pdf' | 'image/jpeg'
  readonly body: Readable
  readonly size?: number
  readonly pictures?: number
}

const IMAGES: ReadonlySet<string> = new Set(['jpg', 'jpeg', 'png', 'bmp'])
const JPEGS: ReadonlySet<string> = new Set(['jpg', 'jpeg'])
const MAX_WIDTH = 16_384

export const isImage = (ext: string): boolean => IMAGES.has(ext)

export const isPrintable = (ext: string): boolean => ext === 'pdf' || isImage(ext)

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

/** Later failures end the body. @throws RenderError or Refusal for undrawable pages, PdfError if too many wait */
export async function markedCopy(
  parts: Pick<DeliveryParts, 'pool' | 'watermarks' | 'log'>,
  request: CopyRequest,
  signal: AbortSignal,
): Promise<Copy> {
  const { drawable, mark, name, asImages } = request
  if (drawable.isImage) return imageCopy(parts.pool, request, signal)
  const ready =
    asImages || mark === 'unmarked'
      ? undefined
      : await watermarkDocument(parts, drawable, mark, signal)
  if (ready) return readyCopy(ready, name)
  return asImages
    ? printedCopy(parts.pool, request, signal)
    : picturedCopy(parts.pool, request, signal)
}

export function readyCopy(ready: ReadyCopy, name: string): Copy {
  const { size, pictures } = ready
  return {
    name: pdfName(name),
    type: 'application/pdf',
    body: ready.body(),
    size,
    ...(pictures > 0 ? { pictures } : {}),
  }
}

export async function picturedCopy(
  pool: RenderPool,
  request: CopyRequest,
  signal: AbortSignal,
): Promise<Copy> {
  return { ...(await printedCopy(pool, request, signal)), pictures: request.drawable.pages.length }
}

async function imageCopy(
  pool: RenderPool,
  { drawable, mark, name }: CopyRequest,
  signal: AbortSignal,
): Promise<Copy> {
  const { bytes } = await pool.renderPage(drawable.source, {
    page: 1,
    width: Math.min(Math.round(drawable.pages[0]?.width ?? MAX_WIDTH), MAX_WIDTH),
    priority: 'prefetch',
    signal,
    mark,
  })
  return {
    name: copyName(name),
    type: 'image/jpeg',
    body: Readable.from(bytes),
    size: bytes.length,
  }
}

/** A failure of the first page becomes a proper answer. @throws RenderError */
export async function printedCopy(
  pool: RenderPool,
  request: CopyRequest,
  signal: AbortSignal,
): Promise<Copy> {
  const name = pdfName(request.name)
  const pieces = pageImagePdf(pool, { ...request, name }, signal)
  const first = await pieces.next()
  const body = Readable.from(begunWith(first, pieces), { objectMode: false })
  return { name, type: 'application/pdf', body }
}

async function* begunWith(
  first: IteratorResult<Buffer, void>,
  rest: AsyncGenerator<Buffer>,
): AsyncGenerator<Buffer> {
  if (first.done) return
  yield first.value
  yield* rest
}
