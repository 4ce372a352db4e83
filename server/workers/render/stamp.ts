import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Area } from '../../../paper/raster/page-raster.ts'
import type { WatermarkLayer, WatermarkRun } from '../../../paper/watermark/layout.ts'
import { type DarkAreas, darkAreas } from './dark-areas.ts'
import { markFont, markWidths } from './mark-font.ts'
import type { Bitmap } from './open-document.ts'
import { type Weave, weaveAt } from './weave.ts'

/** Colours that stand for the tones while a stamp is drawn; they are told apart by red. */
const TONES: Record<WatermarkRun['tone'], string> = { ink: '#000', seal: '#f00' }

const INKS = ['ink', 'seal'] as const satisfies readonly WatermarkRun['tone'][]
/** What covers less of a pixel (0 to 255) changes no level of it that anybody could see. */
const LEAST_COVERED = 10
/** No letter hides more than this of what lies under it, wherever the weave makes it denser. */
const MOST_OPAQUE = 0.7
/** Where letters cover at least so much (0 to 255), of what lies under them only so many levels of each colour remain. */
const FLATTENED = 64
const LEVELS = 5
const AS_IS = Uint8Array.from({ length: 256 }, (_, level) => level)
const FLAT = Uint8Array.from({ length: 256 }, (_, level) => (Math.round((level * (LEVELS - 1)) / 255) * 255) / (LEVELS - 1))
/** Lines whose rectangle has more pixels are drawn anew for each part of a page, as far as they reach into it. */
const MOST_PIXELS = 1_500_000

/** One line of the mark, drawn once and pressed onto a page at each tile: its visible pixels alone, row by row, around the line's centre. */
export interface Stamp {
  /** The row of the first pixels, from the centre. */
  readonly top: number
  /** Where the pixels of each row begin, and behind the last one where they end. */
  readonly rows: Uint32Array
  /** Of each pixel, from the centre. */
  readonly xs: Int16Array
  /** How much of each pixel a letter covers, 0 to 255. */
  readonly coverage: Uint8Array
  /** The tone of each pixel, as an index of INKS. */
  readonly tones: Uint8Array
  /** How far pixels lie from the centre at most, to each side. */
  readonly reach: number
}

/** Where pixels are wanted, from the centre of a line. */
interface Frame {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The widths of a line's runs, and a rectangle around its centre that it cannot leave. */
function measure({ runs, fontSize, angle }: WatermarkLayer): { widths: number[]; length: number; frame: Frame } {
  const widths = markWidths(runs, fontSize)
  const length = widths.reduce((sum, width) => sum + width, 0)
  const radians = (angle * Math.PI) / 180
  const half = (along: number, across: number) => Math.ceil((length * along + 2 * fontSize * across) / 2)
  const x = half(Math.abs(Math.cos(radians)), Math.abs(Math.sin(radians)))
  const y = half(Math.abs(Math.sin(radians)), Math.abs(Math.cos(radians)))
  return { widths, length, frame: { left: -x, top: -y, right: x + 1, bottom: y + 1 } }
}

/** Whether a line is drawn once for all parts of all pages. */
export function isDrawnOnce(layer: WatermarkLayer): boolean {
  const { left, top, right, bottom } = measure(layer).frame
  return (right - left) * (bottom - top) <= MOST_PIXELS
}

/** Draws a line of a mark. @param within what is wanted of it; all unless given */
export function drawStamp(layer: WatermarkLayer, within?: Frame): Stamp {
  const { runs, fontSize, angle } = layer
  const { widths, length, frame } = measure(layer)
  const drawn = within ? common(frame, within) : frame
  const canvas = createCanvas(Math.max(1, drawn.right - drawn.left), Math.max(1, drawn.bottom - drawn.top))
  const context = canvas.getContext('2d')
  context.font = markFont(fontSize)
  context.textBaseline = 'middle'
  context.translate(-drawn.left, -drawn.top)
  context.rotate((angle * Math.PI) / 180)
  let x = -length / 2
  for (const [index, run] of runs.entries()) {
    context.fillStyle = TONES[run.tone]
    context.fillText(run.text, x, 0)
    x += widths[index] ?? 0
  }
  return visiblePixels(context, drawn)
}

const common = (one: Frame, other: Frame): Frame => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
})

function visiblePixels(context: SKRSContext2D, { left, top, right }: Frame): Stamp {
  const { data, width, height } = context.getImageData(0, 0, context.canvas.width, context.canvas.height)
  let count = 0
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) >= LEAST_COVERED) count += 1
  const rows = new Uint32Array(height + 1)
  const xs = new Int16Array(count)
  const coverage = new Uint8Array(count)
  const tones = new Uint8Array(count)
  let next = 0
  for (let row = 0; row < height; row += 1) {
    rows[row] = next
    for (let column = 0, at = 4 * row * width; column < width; column += 1, at += 4) {
      const covered = data[at + 3] ?? 0
      if (covered < LEAST_COVERED) continue
      xs[next] = column + left
      coverage[next] = covered
      tones[next] = INKS.indexOf((data[at] ?? 0) > 127 ? 'seal' : 'ink')
      next += 1
    }
  }
  rows[height] = next
  return { top, rows, xs, coverage, tones, reach: Math.max(-left, right) }
}

/** Calls for each pixel of a stamp, with its place from the centre. */
export function eachPixel(
  { top, rows, xs, coverage, tones }: Stamp,
  call: (x: number, y: number, covered: number, tone: WatermarkRun['tone']) => void,
): void {
  for (let row = 0; row + 1 < rows.length; row += 1)
    for (let pixel = rows[row] ?? 0; pixel < (rows[row + 1] ?? 0); pixel += 1)
      call(xs[pixel] ?? 0, top + row, coverage[pixel] ?? 0, INKS[tones[pixel] ?? 0] ?? 'ink')
}

/** A page, or a part of it, to press a mark onto. */
export interface Pressing {
  readonly bitmap: Bitmap
  /** Where the upper left of the bitmap lies on the page. */
  readonly place: Pick<Area, 'left' | 'top'>
  readonly weave: Weave
  /** A letter's height, which decides how large areas of one ground are. */
  readonly fontSize: number
}

/**
 * Presses a mark onto a bitmap of a page, or of a part of it, at each tile of the page's layers. It touches the mark's own pixels only: a
 * page-sized overlay would cost far more. Whoever calculates it out, knowing letters, places and colours, leaves traces: how
 * much the letters cover differs from spot to spot with the weave, and under them fewer colours are left.
 * @param stampOf the stamp of a layer; undefined where it is drawn anew for each part
 */
export function pressMark(
  { bitmap, place, weave, fontSize }: Pressing,
  layers: readonly WatermarkLayer[],
  stampOf: (layer: WatermarkLayer) => Stamp | undefined,
): void {
  const dark = darkAreas(bitmap, fontSize)
  for (const layer of layers) {
    const inks = inksOf(layer)
    const stamp = stampOf(layer)
    for (const tile of layer.tiles) {
      const [x, y] = [Math.round(tile.x) - place.left, Math.round(tile.y) - place.top]
      const frame = { left: -x, top: -y, right: bitmap.width - x, bottom: bitmap.height - y }
      pressOnce(bitmap, stamp ?? drawStamp(layer, frame), { inks, dark, weave, left: x, top: y })
    }
  }
}

/** Colours and opacities, of each tone on light, then on dark ground. */
interface Inks {
  readonly rgb: Uint8Array
  readonly opacity: Float64Array
}

function inksOf({ colors }: WatermarkLayer): Inks {
  const all = [colors.onLight, colors.onDark].flatMap((on) => INKS.map((tone) => on[tone]))
  return { rgb: Uint8Array.from(all.flatMap(({ rgb }) => rgb)), opacity: Float64Array.from(all, ({ opacity }) => opacity) }
}

interface Spot {
  readonly inks: Inks
  readonly dark: DarkAreas
  readonly weave: Weave
  readonly left: number
  readonly top: number
}

/** It runs for each pixel of each line of each page: nothing is called or made in it but what compiles to arithmetic. */
function pressOnce({ data, width, height }: Bitmap, stamp: Stamp, { inks, dark, weave, left, top }: Spot): void {
  if (left + stamp.reach < 0 || left - stamp.reach >= width) return
  const { rows, xs, coverage, tones } = stamp
  const { rgb, opacity } = inks
  const { isDark, columnOf, startOf } = dark
  const from = Math.max(0, -top - stamp.top)
  const to = Math.min(rows.length - 1, height - top - stamp.top)
  for (let row = from; row < to; row += 1) {
    const y = top + stamp.top + row
    const darkRow = startOf[y] ?? 0
    const pixels = y * width
    const end = rows[row + 1] ?? 0
    for (let pixel = rows[row] ?? 0; pixel < end; pixel += 1) {
      const x = left + (xs[pixel] ?? 0)
      if (x < 0 || x >= width) continue
      const ink = (tones[pixel] ?? 0) + INKS.length * (isDark[darkRow + (columnOf[x] ?? 0)] ?? 0)
      const covered = coverage[pixel] ?? 0
      const opaque = (Math.min((opacity[ink] ?? 0) * weaveAt(weave, x, y), MOST_OPAQUE) * covered) / 255
      const through = 1 - opaque
      const below = covered < FLATTENED ? AS_IS : FLAT
      const at = 3 * (pixels + x)
      data[at] = (rgb[3 * ink] ?? 0) * opaque + (below[data[at] ?? 0] ?? 0) * through
      data[at + 1] = (rgb[3 * ink + 1] ?? 0) * opaque + (below[data[at + 1] ?? 0] ?? 0) * through
      data[at + 2] = (rgb[3 * ink + 2] ?? 0) * opaque + (below[data[at + 2] ?? 0] ?? 0) * through
    }
  }
}
