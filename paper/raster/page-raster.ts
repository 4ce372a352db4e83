export interface Size {
  readonly width: number
  readonly height: number
}

/** Values are in pixels from the upper left. */
export interface Area extends Size {
  readonly left: number
  readonly top: number
}

export interface Tile {
  readonly column: number
  readonly row: number
}

/** A3 at 400 dpi has 31 million pixels, at 300 dpi 17. */
const IMAGE_PIXELS_MAX = 25_000_000
/** JPEG allows 65,535, but browsers refuse smaller sides. */
const IMAGE_SIDE_MAX = 16_384
/** PDFium bends lines longer than 32,000 pixels. */
const TILED_SIDE_MAX = 32_000
/** The value is in pixels. */
export const TILE_SIDE = 1_024

export function imageSize(page: Size, width: number): Size {
  const scale = Math.min(
    sideScale(page, width, IMAGE_SIDE_MAX),
    Math.sqrt(IMAGE_PIXELS_MAX / page.width / page.height),
  )
  return scaled(page, scale)
}

export const tiledSize = (page: Size, width: number): Size =>
  scaled(page, sideScale(page, width, TILED_SIDE_MAX))

export function tileArea({ width, height }: Size, { column, row }: Tile): Area | undefined {
  const [left, top] = [column * TILE_SIDE, row * TILE_SIDE]
  if (left >= width || top >= height) return undefined
  return {
    left,
    top,
    width: Math.min(TILE_SIDE, width - left),
    height: Math.min(TILE_SIDE, height - top),
  }
}

const sideScale = ({ width, height }: Size, asked: number, sideMax: number): number =>
  Math.min(asked / width, sideMax / Math.max(width, height))

const scaled = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
})
