import type { WatermarkLayer } from '../../../../paper/watermark/layout.ts'
import type { Bitmap } from '../open-document.ts'
import type { MarkCheck } from '../protocol.ts'
import { drawMark, eachPixel } from './draw-mark.ts'

/** A letter surely covers a pixel from this coverage (0 to 255). */
const COVERED = 120
const COVERING_LEVELS = 6
const CHANGING_LEVELS = 96
/** These are pixels. Smaller letters are ignored unless all are. */
const LEGIBLE = 5
/** This share of the pixels must be covered. */
const LINE_SHOWN = 0.3
/** Edges reach this far in pixels, outlines in font sizes. */
const REACH = 3
const SIMPLIFIED = 0.06

export function checkMark(
  before: Bitmap,
  after: Bitmap,
  layers: readonly WatermarkLayer[],
): MarkCheck {
  const { width, height } = before
  if (after.width !== width || after.height !== height) return { shown: 0, left: 0, changed: 1 }
  const lines = new Uint8Array(width * height)
  const judged = layers.map((layer) => ({
    shown: shownOf(before, after, layer, lines),
    fontSize: layer.fontSize,
  }))
  const largest = Math.max(...judged.map(({ fontSize }) => fontSize))
  const shown = judged
    .filter(({ fontSize }) => fontSize >= Math.min(LEGIBLE, largest))
    .map((layer) => layer.shown)
  return {
    shown: Math.min(...shown),
    left: Math.max(...shown),
    changed: changedBeside(before, after, lines),
  }
}

function shownOf(before: Bitmap, after: Bitmap, layer: WatermarkLayer, lines: Uint8Array): number {
  const { width, height } = before
  const mark = drawMark(layer)
  const reach = REACH + Math.ceil(layer.fontSize * SIMPLIFIED)
  let [seen, counted] = [0, 0]
  for (const place of layer.places) {
    let [covered, letters] = [0, 0]
    eachPixel(mark, (left, top, coverage) => {
      const [x, y] = [Math.round(place.x) + left, Math.round(place.y) + top]
      if (x < 0 || x >= width || y < 0 || y >= height) return
      widen(lines, { width, height, reach }, x, y)
      if (coverage < COVERED) return
      letters += 1
      if (difference(before, after, y * width + x) >= COVERING_LEVELS) covered += 1
    })
    if (letters === 0) continue
    counted += 1
    if (covered / letters >= LINE_SHOWN) seen += 1
  }
  return counted === 0 ? 0 : seen / counted
}

function widen(
  lines: Uint8Array,
  { width, height, reach }: { width: number; height: number; reach: number },
  x: number,
  y: number,
): void {
  for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row += 1) {
    lines.fill(
      1,
      row * width + Math.max(0, x - reach),
      row * width + Math.min(width, x + reach + 1),
    )
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
