import { LINE_HEIGHT } from './note-text.ts'

/** Text is vertically centered and as large as fits, on screen and in the signed PDF. */
export const BOX_TEXT = {
  /** The value is in points. The smallest size is legible when enlarged. */
  size: 12,
  least: 0.2,
  /** The value is in points. */
  padding: 2,
  lineHeight: LINE_HEIGHT,
} as const

const PRECISION = 1.02

/** Returns the largest size that fits. `fits` must be monotonic. */
export function fittingSize(fits: (size: number) => boolean): number {
  if (fits(BOX_TEXT.size)) return BOX_TEXT.size
  let [low, high]: [number, number] = [BOX_TEXT.least, BOX_TEXT.size]
  while (high / low > PRECISION) {
    const middle = Math.sqrt(low * high)
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}
