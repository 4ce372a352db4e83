import { LINE_HEIGHT } from './note-text.ts'

/** How a text stands in its box, on the screen of its signer as in the sealed document: in the middle of the height, as large as fits. */
export const BOX_TEXT = {
  /** No larger than this, and no smaller than what can still be read when it is enlarged; in points. */
  size: 12,
  least: 0.2,
  /** Points between the rim of the box and the text. */
  padding: 2,
  lineHeight: LINE_HEIGHT,
} as const

/** How much larger the size that is sought could be than the one that is found. */
const PRECISION = 1.02

/** The largest size of which `fits` holds; the least where none does. Where one fits, smaller ones do. */
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
