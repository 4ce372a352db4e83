import sharp, { type Sharp } from 'sharp'
import type { Area } from '../../../../paper/raster/page-raster.ts'
import type { ByteSource } from '../byte-source.ts'
import type { Bitmap, OpenDocument } from '../open-document.ts'
import type { PageSize, RenderSource } from '../protocol.ts'
import { RenderError } from '../render-error.ts'
import { NO_TEXT } from '../text/page-text.ts'
import { decodeBmp } from './bmp-document.ts'
import { type Orientation, storedArea, storedSize, upright } from './image-orientation.ts'
import { cutOut, type ImagePixels, type KeptPixels, partToKeep } from './kept-pixels.ts'

type ImageKind = Exclude<RenderSource['kind'], 'pdf'>

const MAX_FILE_SIZE = 256 * 2 ** 20
/** JPEGs decode at the needed size, interlaced PNGs whole. Phone photographs have 200 million pixels. */
const MAX_PIXELS: Record<ImageKind, number> = {
  jpeg: 268_000_000,
  png: 100_000_000,
  bmp: 100_000_000,
}
/** Signatures keep SVG, TIFF and PDF from libvips. */
const SIGNATURES: Record<ImageKind, Buffer> = {
  jpeg: Buffer.from('ffd8ff', 'hex'),
  png: Buffer.from('89504e470d0a1a0a', 'hex'),
  bmp: Buffer.from('BM'),
}

/** Flattening drops alpha. */
const CHANNELS = 3

// Requests need different images, so a cache is useless.
sharp.concurrency(1)
sharp.cache(false)

/** Only `kept` occupies memory. */
export async function openImage(
  source: ByteSource,
  kind: ImageKind,
  deadlineMs: number,
  kept: KeptPixels,
): Promise<OpenDocument> {
  if (source.size > MAX_FILE_SIZE) throw new RenderError('TOO_LARGE', `${source.size} bytes`)
  const { autoOrient: size, orientation = 1 } = await decoding(() =>
    imageOf(source, kind, false).metadata(),
  )
  if (size.width * size.height > MAX_PIXELS[kind])
    throw new RenderError('TOO_LARGE', `${size.width} by ${size.height} pixels`)
  return {
    pageCount: 1,
    pageSize: () => size,
    draw: (_index, pixels, part) =>
      draw(() => imageOf(source, kind, MAX_PIXELS[kind]), {
        source,
        kept,
        pixels,
        part,
        orientation,
        deadlineMs,
      }),
    text: (_index, read) => read(NO_TEXT),
    links: () => ({ links: [], cut: false, fontsMissing: false }),
    unprotected: () => undefined,
    withAppearances: () => undefined,
    close: () => kept.drop(source),
  }
}

function imageOf(source: ByteSource, kind: ImageKind, limitInputPixels: number | false): Sharp {
  const bytes = readAll(source, kind)
  return kind === 'bmp'
    ? decodeBmp(bytes, MAX_PIXELS.bmp)
    : sharp(bytes, { limitInputPixels, failOn: 'error' })
}

interface Drawing {
  readonly source: ByteSource
  readonly kept: KeptPixels
  readonly pixels: PageSize
  readonly part: Area
  readonly orientation: Orientation
  readonly deadlineMs: number
}

/** A rotation holds all pixels. */
async function draw(image: () => Sharp, drawing: Drawing): Promise<Bitmap> {
  const { part, orientation } = drawing
  const { data, channels, area } = await storedPixels(image, drawing)
  if (orientation === 1) return { data, width: area.width, height: area.height }
  const raw = { width: area.width, height: area.height, channels }
  const turned = await upright(sharp(data, { raw }), orientation).raw().toBuffer()
  return { data: turned, width: part.width, height: part.height }
}

async function storedPixels(
  image: () => Sharp,
  { source, kept, pixels, part, orientation, deadlineMs }: Drawing,
): Promise<ImagePixels> {
  const size = storedSize(pixels, orientation)
  const wanted = storedArea(part, pixels, orientation)
  const known = kept.cut(source, size, wanted)
  if (known) return known
  const isTile = wanted.width < size.width || wanted.height < size.height
  const area = isTile ? partToKeep(size, wanted, CHANNELS) : wanted
  // Dropping first avoids holding two parts at once.
  if (isTile) kept.drop()
  const { data, info } = await decoding(() =>
    image()
      // Native work outlives a stopped thread and needs a deadline of its own.
      .timeout({ seconds: Math.ceil(deadlineMs / 1000) })
      .resize({ ...size, fit: 'fill' })
      .extract(area)
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true }),
  )
  const drawn = { data, channels: info.channels, size, area }
  if (!isTile) return drawn
  kept.keep(source, drawn)
  return cutOut(drawn, wanted)
}

function readAll(source: ByteSource, kind: ImageKind): Buffer {
  const bytes = Buffer.allocUnsafe(source.size)
  source.readInto(bytes, 0, 0, source.size)
  if (!bytes.subarray(0, SIGNATURES[kind].length).equals(SIGNATURES[kind]))
    throw new RenderError('BROKEN', `not a ${kind}`)
  return bytes
}

/** The image causes libvips' errors. */
async function decoding<T>(decode: () => Promise<T>): Promise<T> {
  try {
    return await decode()
  } catch (error) {
    if (error instanceof RenderError) throw error
    throw new RenderError('BROKEN', error instanceof Error ? error.message : 'unknown')
  }
}
