import type { Area } from '../../../../paper/raster/page-raster.ts'
import type { Bitmap } from '../open-document.ts'
import type { PageArea, PageSize } from '../protocol.ts'

/** Levels (0 to 255) are distinguishable beyond this. */
const VISIBLE_LEVELS = 16
/** Edge pixels may be surroundings. */
const RIM = 1
/** The distance is in pixels. */
const BESIDE = 2
const CHANNELS = [0, 1, 2] as const

interface ToneSpan {
  readonly least: number[]
  readonly most: number[]
}

/** A glyph is visible with several colors, as over a scan, or contrast on both sides. */
export function shownOn(bitmap: Bitmap, page: PageSize): (glyph: PageArea) => boolean {
  const scale = bitmap.width / page.width
  return (glyph) => {
    const [left, right] = [glyph.x * scale, (glyph.x + glyph.width) * scale]
    const [across, down] = [
      within(left, right, bitmap.width),
      within(glyph.y * scale, (glyph.y + glyph.height) * scale, bitmap.height),
    ]
    if (!across || !down) return false
    const strip = (from: number, to: number): ToneSpan | undefined => {
      const [start, end] = [Math.max(0, from), Math.min(bitmap.width, to)]
      return start < end
        ? spanOf(bitmap, {
            left: start,
            top: down.from,
            width: end - start,
            height: down.to - down.from,
          })
        : undefined
    }
    const inside = strip(across.from, across.to)
    if (!inside) return false
    if (
      CHANNELS.some(
        (channel) => (inside.most[channel] ?? 0) - (inside.least[channel] ?? 0) >= VISIBLE_LEVELS,
      )
    )
      return true
    const before = strip(Math.floor(left) - BESIDE, Math.floor(left))
    const behind = strip(Math.ceil(right), Math.ceil(right) + BESIDE)
    return [before, behind].every((beside) => beside !== undefined && standsOut(inside, beside))
  }
}

function within(
  start: number,
  end: number,
  size: number,
): { from: number; to: number } | undefined {
  const rim = Math.min(RIM, (end - start) / 4)
  const from = Math.max(0, Math.ceil(start + rim))
  const to = Math.min(size, Math.floor(end - rim))
  if (from < to) return { from, to }
  const middle = Math.floor((start + end) / 2)
  return middle >= 0 && middle < size ? { from: middle, to: middle + 1 } : undefined
}

function standsOut(inside: ToneSpan, beside: ToneSpan): boolean {
  return CHANNELS.some(
    (channel) =>
      (inside.most[channel] ?? 0) - (beside.least[channel] ?? 0) >= VISIBLE_LEVELS ||
      (beside.most[channel] ?? 0) - (inside.least[channel] ?? 0) >= VISIBLE_LEVELS,
  )
}

/** The loop is hot. */
function spanOf({ data, width: rowWidth }: Bitmap, { left, top, width, height }: Area): ToneSpan {
  let [leastRed, leastGreen, leastBlue, mostRed, mostGreen, mostBlue] = [255, 255, 255, 0, 0, 0]
  for (let y = top; y < top + height; y += 1) {
    const end = 3 * (y * rowWidth + left + width)
    for (let at = 3 * (y * rowWidth + left); at < end; at += 3) {
      const [red, green, blue] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
      if (red < leastRed) leastRed = red
      if (red > mostRed) mostRed = red
      if (green < leastGreen) leastGreen = green
      if (green > mostGreen) mostGreen = green
      if (blue < leastBlue) leastBlue = blue
      if (blue > mostBlue) mostBlue = blue
    }
  }
  return { least: [leastRed, leastGreen, leastBlue], most: [mostRed, mostGreen, mostBlue] }
}
