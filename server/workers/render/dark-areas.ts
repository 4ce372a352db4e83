import type { Bitmap } from './open-document.ts'

/** Below this mean (0 to 255) an area counts as dark; light letters show better on what lies below, dark ones above. */
const DARK = 125
/** Samples along each side of an area. */
const SAMPLES = 5

/** Which areas of a page are dark. */
export interface DarkAreas {
  at(x: number, y: number): boolean
}

/** Judges a page by square areas somewhat larger than a letter, so that a letter has one colour and print does not count as a dark area. */
export function darkAreas(bitmap: Bitmap, fontSize: number): DarkAreas {
  const side = Math.max(SAMPLES, Math.round(2 * fontSize))
  const columns = Math.ceil(bitmap.width / side)
  const rows = Math.ceil(bitmap.height / side)
  const dark = new Uint8Array(columns * rows)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      dark[row * columns + column] = meanGreen(bitmap, column * side, row * side, side) < DARK ? 1 : 0
    }
  }
  return { at: (x, y) => dark[Math.floor(y / side) * columns + Math.floor(x / side)] === 1 }
}

/** Green stands for brightness: it makes up most of it. */
function meanGreen({ data, width, height }: Bitmap, left: number, top: number, side: number): number {
  const stepX = Math.min(side, width - left) / SAMPLES
  const stepY = Math.min(side, height - top) / SAMPLES
  let sum = 0
  for (let row = 0; row < SAMPLES; row++) {
    for (let column = 0; column < SAMPLES; column++) {
      const x = Math.floor(left + (column + 0.5) * stepX)
      const y = Math.floor(top + (row + 0.5) * stepY)
      sum += data[3 * (y * width + x) + 1] ?? 0
    }
  }
  return sum / SAMPLES ** 2
}
