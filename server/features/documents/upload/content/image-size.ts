import { type ContentReader, MalformedError } from './content-reader.ts'

export interface ImageSize {
  readonly width: number
  readonly height: number
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const PNG_HEADER_SIZE = 13

/** @throws MalformedError */
export async function pngSize(content: ContentReader): Promise<ImageSize> {
  const head = await content.read(0, PNG_SIGNATURE.length + 8 + PNG_HEADER_SIZE)
  const chunk = head.subarray(PNG_SIGNATURE.length)
  const sound =
    head.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE) &&
    chunk.readUInt32BE(0) === PNG_HEADER_SIZE
  if (!sound || chunk.toString('latin1', 4, 8) !== 'IHDR') throw new MalformedError('no PNG header')
  return { width: chunk.readUInt32BE(8), height: chunk.readUInt32BE(12) }
}

const JPEG_START = 0xffd8
const MAX_JPEG_SEGMENTS = 1_000
/** These codes mark other segments. */
const NOT_FRAMES = [0xc4, 0xc8, 0xcc]

/** ITU-T T.81, B.2.2, defines the frame header. @throws MalformedError */
export async function jpegSize(content: ContentReader): Promise<ImageSize> {
  if ((await content.read(0, 2)).readUInt16BE(0) !== JPEG_START) throw new MalformedError('no JPEG')
  let at = 2
  for (let count = 0; count < MAX_JPEG_SEGMENTS; count += 1) {
    const segment = await content.read(at, 4)
    const code = segment.readUInt8(1)
    if (segment.readUInt8(0) !== 0xff) throw new MalformedError('a JPEG segment without a marker')
    if (code === 0xff) {
      at += 1
    } else if (code >= 0xc0 && code <= 0xcf && !NOT_FRAMES.includes(code)) {
      return frameSize(await content.read(at + 2, 8))
    } else {
      at += 2 + segmentLength(code, segment.readUInt16BE(2))
    }
  }
  throw new MalformedError('no frame header among the first JPEG segments')
}

function segmentLength(code: number, length: number): number {
  const outOfPlace = code < 0xc0 || (code >= 0xd0 && code <= 0xda)
  if (outOfPlace || length < 2)
    throw new MalformedError('a JPEG segment that cannot stand before the frame header')
  return length
}

function frameSize(frame: Buffer): ImageSize {
  const components = frame.readUInt8(7)
  if (components === 0 || frame.readUInt16BE(0) !== 8 + 3 * components)
    throw new MalformedError('a JPEG frame header of a wrong length')
  return { width: frame.readUInt16BE(5), height: frame.readUInt16BE(3) }
}

const BMP_FILE_HEADER_SIZE = 14
const BMP_CORE_SIZE = 12
/** OS/2 2 (short, long), Windows 3, masks, alpha mask, version 4 and 5 have these sizes. */
const BMP_INFO_SIZES = [16, 64, 40, 52, 56, 108, 124]
const BMP_DEPTHS = [1, 2, 4, 8, 16, 24, 32]

/** Top-down bitmaps store a negative height. @throws MalformedError */
export async function bmpSize(content: ContentReader): Promise<ImageSize> {
  const head = await content.read(0, BMP_FILE_HEADER_SIZE + BMP_CORE_SIZE)
  if (head.toString('latin1', 0, 2) !== 'BM') throw new MalformedError('no BMP')
  const headerSize = head.readUInt32LE(BMP_FILE_HEADER_SIZE)
  if (headerSize === BMP_CORE_SIZE) {
    requireBmpFormat(head.readUInt16LE(22), head.readUInt16LE(24))
    return { width: head.readUInt16LE(18), height: head.readUInt16LE(20) }
  }
  if (!BMP_INFO_SIZES.includes(headerSize)) throw new MalformedError('no BMP header')
  const info = await content.read(BMP_FILE_HEADER_SIZE, headerSize)
  requireBmpFormat(info.readUInt16LE(12), info.readUInt16LE(14))
  const width = info.readInt32LE(4)
  if (width < 0) throw new MalformedError('a BMP of negative width')
  return { width, height: Math.abs(info.readInt32LE(8)) }
}

function requireBmpFormat(planes: number, depth: number): void {
  if (planes !== 1 || !BMP_DEPTHS.includes(depth))
    throw new MalformedError(`a BMP of ${planes} planes and ${depth} bits`)
}
