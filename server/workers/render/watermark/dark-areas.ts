import type { Area, Size } from '../../../../paper/raster/page-raster.ts'
import type { Bitmap } from '../open-document.ts'

/** Below this brightness (0 to 255) light letters are more legible. */
const DARK = 125
const SAMPLES = 5

export interface DarkAreas {
  /** Dark areas are 1, row by row. */
  readonly isDark: Uint8Array
  /** These give each pixel column's area column, each pixel row's first area. */
  readonly columnOf: Uint32Array
  readonly startOf: Uint32Array
}

/** A letter fits in a side, so print does not count as dark. */
const sideOf = (fontSize: number): number => Math.max(SAMPLES, Math.round(2 * fontSize))

/** Only whole areas match the whole page's judgment. */
export function widenedToAreas(
  { left, top, width, height }: Area,
  page: Size,
  fontSize: number,
): Area {
  const side = sideOf(fontSize)
  const from = { left: Math.floor(left / side) * side, top: Math.floor(top / side) * side }
  const until = (end: number, last: number) => Math.min(Math.ceil(end / side) * side, last)
  return {
    ...from,
    width: until(left + width, page.width) - from.left,
    height: until(top + height, page.height) - from.top,
  }
}

/** @param bitmap a page, or from `widenedToAreas` */
export function darkAreas(bitmap: Bitmap, fontSize: number): DarkAreas {
  const side = sideOf(fontSize)
  const columns = Math.ceil(bitmap.width / side)
  const rows = Math.ceil(bitmap.height / side)
  const isDark = new Uint8Array(columns * rows)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      isDark[row * columns + column] =
        meanGreen(bitmap, column * side, row * side, side) < DARK ? 1 : 0
    }
  }
  const columnOf = Uint32Array.from({ length: bitmap.width }, (_, x) => Math.floor(x / side))
  const startOf = Uint32Array.from(
    { length: bitmap.height },
    (_, y) => Math.floor(y / side) * columns,
  )
  return { isDark, columnOf, startOf }
}

function meanGreen(
  { data, width, height }: Bitmap,
  left: number,
  top: number,
  side: number,
): number {
  const areaWidth = Math.min(side, width - left)
  const areaHeight = Math.min(side, height - top)
  let sum = 0
  for (let row = 0; row < SAMPLES; row++) {
    for (let column = 0; column < SAMPLES; column++) {
      const x = left + Math.floor(((column + 0.5) * areaWidth) / SAMPLES)
      const y = top + Math.floor(((row + 0.5) * areaHeight) / SAMPLES)
      sum += data[3 * (y * width + x) + 1] ?? 0
    }
  }
  return sum / SAMPLES ** 2
}
