import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Area } from '../../../paper/raster/page-raster.ts'
import { WATERMARK_COLORS, type WatermarkLayout, type WatermarkRun } from '../../../paper/watermark/layout.ts'
import { type DarkAreas, darkAreas } from './dark-areas.ts'
import { markFont } from './mark-font.ts'
import type { Bitmap } from './open-document.ts'
import type { Weave } from './weave.ts'

/** Colours that stand for the tones while a stamp is drawn; they are told apart by red. */
const TONES: Record<WatermarkRun['tone'], string> = { ink: '#000', seal: '#f00' }

const INKS = ['ink', 'seal'] as const satisfies readonly WatermarkRun['tone'][]
/** No letter hides more than this of what lies under it. */
const MOST_OPAQUE = 0.62
/** Where letters cover at least so much (0 to 255), of what lies under them only so many levels of each colour remain. */
const FLATTENED = 64
const LEVELS = 5
const AS_IS = Uint8Array.from({ length: 256 }, (_, level) => level)
const FLAT = Uint8Array.from({ length: 256 }, (_, level) => (Math.round((level * (LEVELS - 1)) / 255) * 255) / (LEVELS - 1))

/** One line of the mark, drawn once and pressed onto a page at each tile: its visible pixels alone, around the line's centre. */
export interface Stamp {
  readonly fontSize: number
  /** How far pixels lie from the centre at most. */
  readonly reach: { readonly x: number; readonly y: number }
  /** Pairs of x and y. */
  readonly offsets: Int16Array
  /** How much of each pixel a letter covers, 0 to 255. */
  readonly coverage: Uint8Array
  /** The tone of each pixel, as an index of INKS. */
  readonly tones: Uint8Array
}

/** Draws one line of a mark. */
export function drawStamp({ runs, fontSize, angle }: WatermarkLayout): Stamp {
  const font = markFont(fontSize)
  const measure = createCanvas(1, 1).getContext('2d')
  measure.font = font
  const widths = runs.map((run) => measure.measureText(run.text).width)
  const length = widths.reduce((sum, width) => sum + width, 0)

  const radians = (angle * Math.PI) / 180
  const half = (along: number, across: number) => Math.ceil((length * along + 2 * fontSize * across) / 2)
  const reach = {
    x: half(Math.abs(Math.cos(radians)), Math.abs(Math.sin(radians))),
    y: half(Math.abs(Math.sin(radians)), Math.abs(Math.cos(radians))),
  }
  const canvas = createCanvas(2 * reach.x + 1, 2 * reach.y + 1)
  const context = canvas.getContext('2d')
  context.font = font
  context.textBaseline = 'middle'
  context.translate(reach.x, reach.y)
  context.rotate(radians)
  let x = -length / 2
  for (const [index, run] of runs.entries()) {
    context.fillStyle = TONES[run.tone]
    context.fillText(run.text, x, 0)
    x += widths[index] ?? 0
  }
  return visiblePixels(context, fontSize, reach)
}

function visiblePixels(context: SKRSContext2D, fontSize: number, reach: Stamp['reach']): Stamp {
  const { data, width } = context.getImageData(0, 0, context.canvas.width, context.canvas.height)
  let count = 0
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) count += 1
  const offsets = new Int16Array(2 * count)
  const coverage = new Uint8Array(count)
  const tones = new Uint8Array(count)
  let next = 0
  for (let at = 0; at < data.length; at += 4) {
    const covered = data[at + 3] ?? 0
    if (covered === 0) continue
    const pixel = at / 4
    offsets[2 * next] = (pixel % width) - reach.x
    offsets[2 * next + 1] = Math.floor(pixel / width) - reach.y
    coverage[next] = covered
    tones[next] = INKS.indexOf((data[at] ?? 0) > 127 ? 'seal' : 'ink')
    next += 1
  }
  return { fontSize, reach, offsets, coverage, tones }
}

/** A page, or a part of it, to press a mark onto. */
export interface Pressing {
  readonly bitmap: Bitmap
  /** Where the upper left of the bitmap lies on the page. */
  readonly place: Pick<Area, 'left' | 'top'>
  readonly weave: Weave
}

/**
 * Presses a stamp onto a bitmap of a page, or of a part of it, at each tile of the page's layout. It touches the mark's own pixels only: a
 * page-sized overlay would cost far more. Whoever calculates it out, knowing letters, places and colours, leaves traces: how
 * much the letters cover differs from spot to spot with the weave, and under them fewer colours are left.
 */
export function pressStamp({ bitmap, place, weave }: Pressing, stamp: Stamp, tiles: WatermarkLayout['tiles']): void {
  const dark = darkAreas(bitmap, stamp.fontSize)
  const { reach } = stamp
  for (const tile of tiles) {
    const [x, y] = [Math.round(tile.x) - place.left, Math.round(tile.y) - place.top]
    const isBeside = x < -reach.x || y < -reach.y || x >= bitmap.width + reach.x || y >= bitmap.height + reach.y
    if (!isBeside) pressOnce(bitmap, stamp, { dark, weave, left: x, top: y })
  }
}

/** Of each tone on light, then on dark ground: red, green, blue. */
const COLORS = Uint8Array.from([WATERMARK_COLORS.onLight, WATERMARK_COLORS.onDark].flatMap((on) => INKS.flatMap((tone) => on[tone].rgb)))
const OPACITIES = Float64Array.from(
  [WATERMARK_COLORS.onLight, WATERMARK_COLORS.onDark].flatMap((on) => INKS.map((tone) => on[tone].opacity)),
)

interface Spot {
  readonly dark: DarkAreas
  readonly weave: Weave
  readonly left: number
  readonly top: number
}

function pressOnce({ data, width, height }: Bitmap, { offsets, coverage, tones }: Stamp, { dark, weave, left, top }: Spot): void {
  for (let pixel = 0; pixel < coverage.length; pixel++) {
    const x = left + (offsets[2 * pixel] ?? 0)
    const y = top + (offsets[2 * pixel + 1] ?? 0)
    if (x < 0 || x >= width || y < 0 || y >= height) continue
    const color = (dark.at(x, y) ? INKS.length : 0) + (tones[pixel] ?? 0)
    const covered = coverage[pixel] ?? 0
    const opacity = (OPACITIES[color] ?? 0) * weave.at(x, y)
    const opaque = (Math.min(opacity, MOST_OPAQUE) * covered) / 255
    const through = 1 - opaque
    const below = covered < FLATTENED ? AS_IS : FLAT
    const at = 3 * (y * width + x)
    data[at] = (COLORS[3 * color] ?? 0) * opaque + (below[data[at] ?? 0] ?? 0) * through
    data[at + 1] = (COLORS[3 * color + 1] ?? 0) * opaque + (below[data[at + 1] ?? 0] ?? 0) * through
    data[at + 2] = (COLORS[3 * color + 2] ?? 0) * opaque + (below[data[at + 2] ?? 0] ?? 0) * through
  }
}
