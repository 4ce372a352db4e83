import sharp from 'sharp'
import type { Size } from '../../../../paper/space/page-space.ts'
import { PdfError } from '../../pdf/pdf-error.ts'

const MAX_PIXELS = 50_000_000
const DENSITY = 300 / 72
const MAX_PIXELS_OF_ALL = 48_000_000

/**
 * The library fails on damaged PNGs.
 * @param boxes gives each image's largest box in points; others are omitted
 * @throws PdfError NOT_UNDERSTOOD if an image is damaged or too large
 */
export async function plainImages(
  images: readonly string[],
  boxes: ReadonlyMap<number, Size>,
): Promise<ReadonlyMap<number, Buffer>> {
  const area = [...boxes.values()].reduce((sum, { width, height }) => sum + width * height, 0)
  const density = Math.min(DENSITY, Math.sqrt(MAX_PIXELS_OF_ALL / area))
  const plain = new Map<number, Buffer>()
  // Decoding takes hundreds of megabytes.
  for (const [index, { width, height }] of boxes) {
    const image = images[index]
    if (image === undefined) throw new PdfError('NOT_UNDERSTOOD', 'an image is missing')
    const size = {
      width: Math.max(1, Math.ceil(width * density)),
      height: Math.max(1, Math.ceil(height * density)),
    }
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
    throw new PdfError(
      'NOT_UNDERSTOOD',
      `an image cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
    )
  }
}
