export interface Size {
  readonly width: number
  readonly height: number
}

/** A part of a page, in pixels from its upper left. */
export interface Area extends Size {
  readonly left: number
  readonly top: number
}

/** A square of the grid over a page that is drawn in tiles, from 0. */
export interface Tile {
  readonly column: number
  readonly row: number
}

/** No image of a whole page has more pixels than this; an A3 page at 400 dpi has 31 million, at 300 dpi 17. */
const IMAGE_PIXELS_MAX = 25_000_000
/** JPEG ends at 65,535; browsers refuse sooner. */
const IMAGE_SIDE_MAX = 16_384
/** PDFium cuts the coordinates of lines 32,000 pixels away from where it draws: what reaches farther would be bent. */
const TILED_SIDE_MAX = 32_000
/** Tiles are so many pixels wide and high; those at the right and lower edge are smaller where the page ends. */
export const TILE_SIDE = 1_024

/** Pixels of the image of a whole page of the asked width, narrower where the page is so long that its image would go beyond the limits. */
export function imageSize(page: Size, width: number): Size {
  const scale = Math.min(sideScale(page, width, IMAGE_SIDE_MAX), Math.sqrt(IMAGE_PIXELS_MAX / page.width / page.height))
  return scaled(page, scale)
}

/** Pixels of a page of the asked width that is drawn in tiles, narrower where it is so long that it would go beyond the limits. */
export const tiledSize = (page: Size, width: number): Size => scaled(page, sideScale(page, width, TILED_SIDE_MAX))

/** Where a tile lies on a page of this size; undefined for one beyond it. */
export function tileArea({ width, height }: Size, { column, row }: Tile): Area | undefined {
  const [left, top] = [column * TILE_SIDE, row * TILE_SIDE]
  if (left >= width || top >= height) return undefined
  return { left, top, width: Math.min(TILE_SIDE, width - left), height: Math.min(TILE_SIDE, height - top) }
}

const sideScale = ({ width, height }: Size, asked: number, sideMax: number): number =>
  Math.min(asked / width, sideMax / Math.max(width, height))

const scaled = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
})
