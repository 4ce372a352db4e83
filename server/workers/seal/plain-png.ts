import { createCanvas, loadImage } from '@napi-rs/canvas'
import { PdfError } from '../pdf/pdf-error.ts'

/** Pixels of an image that is drawn on a page. */
const MAX_PIXELS = 25_000_000

/**
 * An image as a PNG of the simplest kind, since the library that puts images into PDFs takes no other, and ends over damaged ones.
 * @throws PdfError NOT_UNDERSTOOD where it cannot be read: a signature is not to vanish. TOO_LARGE
 */
export async function plainPng(png: Uint8Array): Promise<Buffer> {
  const image = await loadImage(png).catch(() => {
    throw new PdfError('NOT_UNDERSTOOD', 'an image cannot be read')
  })
  const { width, height } = image
  if (width * height > MAX_PIXELS) throw new PdfError('TOO_LARGE', 'an image has too many pixels')
  const canvas = createCanvas(width, height)
  canvas.getContext('2d').drawImage(image, 0, 0)
  return await canvas.encode('png')
}
