import { LINE_HEIGHT } from './note-text.ts'

export const BOX_TEXT = {
  /** The smallest size, in points, is legible when enlarged. */
  size: 12,
  least: 0.2,
  /** The value is in points. */
  padding: 2,
  lineHeight: LINE_HEIGHT,
} as const

const PRECISION = 1.02

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
