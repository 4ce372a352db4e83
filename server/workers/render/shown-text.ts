import type { Area } from '../../../paper/raster/page-raster.ts'
import type { Bitmap } from './open-document.ts'
import type { PageArea, PageSize } from './protocol.ts'

/** Levels (0 to 255) of one colour by which pixels must differ to be told apart. */
const VISIBLE_LEVELS = 16
/** Pixels of a glyph's rim that may be those of what lies beside it. */
const RIM = 1
/** Pixels beside a glyph that are looked at. */
const BESIDE = 2
const CHANNELS = [0, 1, 2] as const

/** Least and most of each colour. */
interface Span {
  readonly least: number[]
  readonly most: number[]
}

/**
 * What tells whether a glyph that fills this part of a page is to be seen on the page as it is drawn. It is where its part is not all of one
 * colour, as the picture below invisible text of a scan; a stroke that fills its part stands out from what is on both of its sides. What is
 * covered up by a box does neither, also where the box ends with it.
 */
export function shownOn(bitmap: Bitmap, page: PageSize): (glyph: PageArea) => boolean {
  const scale = bitmap.width / page.width
  return (glyph) => {
    const [left, right] = [glyph.x * scale, (glyph.x + glyph.width) * scale]
    const [across, down] = [within(left, right, bitmap.width), within(glyph.y * scale, (glyph.y + glyph.height) * scale, bitmap.height)]
    if (!across || !down) return false
    const strip = (from: number, to: number): Span | undefined => {
      const [start, end] = [Math.max(0, from), Math.min(bitmap.width, to)]
      return start < end ? spanOf(bitmap, { left: start, top: down.from, width: end - start, height: down.to - down.from }) : undefined
    }
    const inside = strip(across.from, across.to)
    if (!inside) return false
    if (CHANNELS.some((channel) => (inside.most[channel] ?? 0) - (inside.least[channel] ?? 0) >= VISIBLE_LEVELS)) return true
    const before = strip(Math.floor(left) - BESIDE, Math.floor(left))
    const behind = strip(Math.ceil(right), Math.ceil(right) + BESIDE)
    return [before, behind].every((beside) => beside !== undefined && standsOut(inside, beside))
  }
}

/** The pixels of a stretch without its rim, one at least; undefined where none is on the page. */
function within(start: number, end: number, size: number): { from: number; to: number } | undefined {
  const rim = Math.min(RIM, (end - start) / 4)
  const from = Math.max(0, Math.ceil(start + rim))
  const to = Math.min(size, Math.floor(end - rim))
  if (from < to) return { from, to }
  const middle = Math.floor((start + end) / 2)
  return middle >= 0 && middle < size ? { from: middle, to: middle + 1 } : undefined
}

function standsOut(inside: Span, beside: Span): boolean {
  return CHANNELS.some(
    (channel) =>
      (inside.most[channel] ?? 0) - (beside.least[channel] ?? 0) >= VISIBLE_LEVELS ||
      (beside.most[channel] ?? 0) - (inside.least[channel] ?? 0) >= VISIBLE_LEVELS,
  )
}

function spanOf({ data, width: rowWidth }: Bitmap, { left, top, width, height }: Area): Span {
  const least = [255, 255, 255]
  const most = [0, 0, 0]
  for (let y = top; y < top + height; y += 1) {
    for (let x = left; x < left + width; x += 1) {
      for (const channel of CHANNELS) {
        const level = data[3 * (y * rowWidth + x) + channel] ?? 0
        least[channel] = Math.min(least[channel] ?? 0, level)
        most[channel] = Math.max(most[channel] ?? 0, level)
      }
    }
  }
  return { least, most }
}
