import { layoutWatermark } from '../../../paper/watermark/layout.ts'
import type { Bitmap } from './open-document.ts'
import type { MarkCheck } from './protocol.ts'
import { drawStamp } from './stamp.ts'

/** How much of a pixel (0 to 255) a letter covers that surely does. */
const COVERED = 120
/** Levels, of red, green and blue together, by which a pixel must differ to count as covered, and to count as changed. */
const COVERING_LEVELS = 10
const CHANGING_LEVELS = 96
/** Share of a line's pixels that must be covered. */
const LINE_SHOWN = 0.3
/** Pixels around a letter that its rim and its rounding may reach. */
const REACH = 3

/** Compares two drawings of a page, the second with the mark of this text, both without any mark pressed into them. */
export function checkMark(before: Bitmap, after: Bitmap, text: string): MarkCheck {
  const { width, height } = before
  if (after.width !== width || after.height !== height) return { shown: 0, changed: 1 }
  const layout = layoutWatermark(before, text)
  const { offsets, coverage } = drawStamp(layout)
  const lines = new Uint8Array(width * height)
  let seen = 0
  let counted = 0
  for (const tile of layout.tiles) {
    let [covered, letters] = [0, 0]
    for (let pixel = 0; pixel < coverage.length; pixel += 1) {
      const x = Math.round(tile.x) + (offsets[2 * pixel] ?? 0)
      const y = Math.round(tile.y) + (offsets[2 * pixel + 1] ?? 0)
      if (x < 0 || x >= width || y < 0 || y >= height) continue
      widen(lines, width, height, x, y)
      if ((coverage[pixel] ?? 0) < COVERED) continue
      letters += 1
      if (difference(before, after, y * width + x) >= COVERING_LEVELS) covered += 1
    }
    if (letters === 0) continue
    counted += 1
    if (covered / letters >= LINE_SHOWN) seen += 1
  }
  return { shown: counted === 0 ? 0 : seen / counted, changed: changedBeside(before, after, lines) }
}

function widen(lines: Uint8Array, width: number, height: number, x: number, y: number): void {
  for (let row = Math.max(0, y - REACH); row <= Math.min(height - 1, y + REACH); row += 1) {
    lines.fill(1, row * width + Math.max(0, x - REACH), row * width + Math.min(width, x + REACH + 1))
  }
}

function changedBeside(before: Bitmap, after: Bitmap, lines: Uint8Array): number {
  let [beside, changed] = [0, 0]
  for (const [pixel, isLine] of lines.entries()) {
    if (isLine === 1) continue
    beside += 1
    if (difference(before, after, pixel) >= CHANGING_LEVELS) changed += 1
  }
  return beside === 0 ? 0 : changed / beside
}

function difference({ data }: Bitmap, { data: other }: Bitmap, pixel: number): number {
  const at = 3 * pixel
  return (
    Math.abs((data[at] ?? 0) - (other[at] ?? 0)) +
    Math.abs((data[at + 1] ?? 0) - (other[at + 1] ?? 0)) +
    Math.abs((data[at + 2] ?? 0) - (other[at + 2] ?? 0))
  )
}
