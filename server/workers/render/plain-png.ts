import sharp from 'sharp'
import { RenderError } from './render-error.ts'

/** Pixels of an image that is drawn on a page. */
const MAX_PIXELS = 25_000_000

/**
 * An image as a PNG of the simplest kind: what puts images into PDFs takes no other, and ends over damaged ones.
 * @throws RenderError BROKEN where it cannot be read whole, or has too many pixels.
 */
export async function plainPng(image: Uint8Array): Promise<Buffer> {
  try {
    return await sharp(image, { limitInputPixels: MAX_PIXELS, failOn: 'warning' }).toColourspace('srgb').ensureAlpha().png().toBuffer()
  } catch (cause) {
    throw new RenderError('BROKEN', `an image cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
}
