import { Transformer } from '@napi-rs/image'
import sharp, { type Sharp } from 'sharp'
import { decodeBmp } from '../render/images/bmp-document.ts'
import { RenderError } from '../render/render-error.ts'
import { ImageError } from './image-error.ts'
import { imageType } from './image-type.ts'

/** 50 megapixels take 200 MB. */
const MAX_PIXELS = 50_000_000
const SVG_SIDE = 1_000
const SVG_DENSITY = 72
const MAX_SVG_DENSITY = 2_400

/** Returns an upright PNG of the first frame, without metadata. @throws ImageError */
export async function decodeImage(bytes: Buffer, maxSide: number): Promise<Buffer> {
  try {
    return await (await opened(bytes))
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png()
      .toBuffer()
  } catch (error) {
    if (error instanceof ImageError) throw error
    if (error instanceof RenderError)
      throw new ImageError(error.code === 'TOO_LARGE' ? 'TOO_LARGE' : 'BROKEN', error.message)
    // The image causes decoders' errors.
    throw new ImageError('BROKEN', error instanceof Error ? error.message : String(error))
  }
}

async function opened(bytes: Buffer): Promise<Sharp> {
  const type = imageType(bytes)
  if (type === undefined) throw new ImageError('TYPE')
  if (type === 'bmp') return decodeBmp(bytes, MAX_PIXELS)
  if (type === 'ico') return decodeIco(bytes)
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const
  const { width, height } = await sharp(bytes, { ...options, limitInputPixels: false }).metadata()
  requireSize(width, height)
  if (type !== 'svg') return sharp(bytes, options).autoOrient()
  const density = Math.min(
    Math.max((SVG_DENSITY * SVG_SIDE) / Math.max(width, height), 1),
    MAX_SVG_DENSITY,
  )
  return sharp(bytes, { ...options, density })
}

function decodeIco(bytes: Buffer): Sharp {
  const icon = new Transformer(bytes)
  const { width, height } = icon.metadataSync()
  requireSize(width, height)
  const pixels = icon.rawPixelsSync()
  const channels = pixels.length / (width * height)
  if (channels !== 3 && channels !== 4)
    throw new ImageError('BROKEN', `an icon of ${channels} channels`)
  return sharp(pixels, { raw: { width, height, channels } })
}

function requireSize(width: number, height: number): void {
  if (width * height > MAX_PIXELS) throw new ImageError('TOO_LARGE', `${width} by ${height} pixels`)
}
