/** How a text stands in its box, on the screen of its signer as in the sealed document: in the middle of the height, as large as fits. */
export const BOX_TEXT = {
  /** No larger than this, and no smaller than what can still be read when it is enlarged; in points. */
  size: 12,
  least: 0.2,
  /** Points between the rim of the box and the text. */
  padding: 2,
  /** Height of a line in heights of its letters; that of a font itself is meant for book pages. */
  lineHeight: 1.25,
} as const

const ROUNDS = 12

/** The largest size of which `fits` holds, to a part of a hundred; the least where none does. Larger texts never fit where smaller ones do not. */
export function fittingSize(fits: (size: number) => boolean): number {
  if (fits(BOX_TEXT.size)) return BOX_TEXT.size
  let [low, high]: [number, number] = [BOX_TEXT.least, BOX_TEXT.size]
  for (let round = 0; round < ROUNDS && high - low > low / 100; round += 1) {
    const middle = (low + high) / 2
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}
