import { Transformer } from '@napi-rs/image'
import sharp, { type Sharp } from 'sharp'
import { RenderError } from '../render-error.ts'

/** [MS-WMF] 2.2.2.1 makes core headers shorter. */
const HEAD_SIZE = 26
const CORE_HEADER_SIZE = 12

/** @throws RenderError TOO_LARGE or BROKEN, or an error of the decoder */
export function decodeBmp(bytes: Buffer, maxPixels: number): Sharp {
  const { width, height } = headedSize(bytes)
  if (width * height > maxPixels) throw new RenderError('TOO_LARGE', `${width} by ${height} pixels`)
  const pixels = new Transformer(bytes).rawPixelsSync()
  const channels = [1, 3, 4].find((count) => count === pixels.length / (width * height))
  if (channels !== 1 && channels !== 3 && channels !== 4)
    throw new RenderError('BROKEN', 'the pixels are not those of the header')
  return sharp(pixels, { raw: { width, height, channels } })
}

/** The decoder rejects contradicting images. */
function headedSize(bytes: Buffer): { width: number; height: number } {
  if (bytes.length < HEAD_SIZE) throw new RenderError('BROKEN', 'a BMP without a header')
  const isCore = bytes.readUInt32LE(14) === CORE_HEADER_SIZE
  const width = isCore ? bytes.readUInt16LE(18) : bytes.readInt32LE(18)
  // The height is negative if rows start at the top.
  const height = isCore ? bytes.readUInt16LE(20) : Math.abs(bytes.readInt32LE(22))
  if (width < 1 || height < 1) throw new RenderError('BROKEN', `${width} by ${height} pixels`)
  return { width, height }
}
