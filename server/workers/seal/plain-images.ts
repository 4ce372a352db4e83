import sharp from 'sharp'
import type { Size } from '../../../paper/space/page-space.ts'
import { PdfError } from '../pdf/pdf-error.ts'

/** Pixels of an image that is drawn on a page. */
const MAX_PIXELS = 50_000_000
/** Pixels for a point: that of print. */
const DENSITY = 300 / 72
/** Pixels of all images of a document together: they are packed at once. */
const MAX_PIXELS_OF_ALL = 48_000_000

/**
 * Images as PNGs of the simplest kind, no finer than they are seen: what puts images into PDFs takes no other, and ends over damaged ones.
 * @param images in base64
 * @param boxes the largest box in which each image stands, in points; one that stands nowhere is left out.
 * @throws PdfError NOT_UNDERSTOOD where one cannot be read whole, or has too many pixels.
 */
export async function plainImages(images: readonly string[], boxes: ReadonlyMap<number, Size>): Promise<ReadonlyMap<number, Buffer>> {
  const area = [...boxes.values()].reduce((sum, { width, height }) => sum + width * height, 0)
  const density = Math.min(DENSITY, Math.sqrt(MAX_PIXELS_OF_ALL / area))
  const plain = new Map<number, Buffer>()
  // One after the other: each may take hundreds of megabytes while it is read.
  for (const [index, { width, height }] of boxes) {
    const image = images[index]
    if (image === undefined) throw new PdfError('NOT_UNDERSTOOD', 'an image is missing')
    const size = { width: Math.max(1, Math.ceil(width * density)), height: Math.max(1, Math.ceil(height * density)) }
    plain.set(index, await plainPng(Buffer.from(image, 'base64'), size))
  }
  return plain
}

async function plainPng(image: Uint8Array, { width, height }: Size): Promise<Buffer> {
  try {
    return await sharp(image, { limitInputPixels: MAX_PIXELS, failOn: 'warning' })
      .resize({ width, height, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .png()
      .toBuffer()
  } catch (cause) {
    throw new PdfError('NOT_UNDERSTOOD', `an image cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
}
