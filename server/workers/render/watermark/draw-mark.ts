import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Area } from '../../../../paper/raster/page-raster.ts'
import type { WatermarkLayer, WatermarkRun } from '../../../../paper/watermark/layout.ts'
import type { Bitmap } from '../open-document.ts'
import { type DarkAreas, darkAreas } from './dark-areas.ts'
import { markFont, markWidths } from './mark-font.ts'
import { noiseBetween, type OpacityNoise } from './opacity-noise.ts'

/** These placeholders differ in red. */
const TONES: Record<WatermarkRun['tone'], string> = { ink: '#000', accent: '#f00' }

const INKS = ['ink', 'accent'] as const satisfies readonly WatermarkRun['tone'][]
const LEAST_COVERED = 10
/** The limit includes the opacity pattern. */
const MOST_OPAQUE = 0.7
/** Below letters of this coverage, colors keep only `LEVELS` levels. */
const FLATTENED = 64
const LEVELS = 5
const AS_IS = Uint8Array.from({ length: 256 }, (_, level) => level)
const FLAT = Uint8Array.from(
  { length: 256 },
  (_, level) => (Math.round((level * (LEVELS - 1)) / 255) * 255) / (LEVELS - 1),
)
/** Larger lines are drawn again for each part. */
const MOST_PIXELS = 1_500_000

/** Rows hold visible pixels relative to the center. A line is drawn once, blended at each place. */
export interface MarkPixels {
  readonly top: number
  readonly rows: Uint32Array
  readonly xs: Int16Array
  readonly coverage: Uint8Array
  readonly tones: Uint8Array
  readonly reach: number
}

interface Frame {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

function measure({ runs, fontSize, angle }: WatermarkLayer): {
  widths: number[]
  length: number
  frame: Frame
} {
  const widths = markWidths(runs, fontSize)
  const length = widths.reduce((sum, width) => sum + width, 0)
  const radians = (angle * Math.PI) / 180
  const half = (along: number, across: number) =>
    Math.ceil((length * along + 2 * fontSize * across) / 2)
  const x = half(Math.abs(Math.cos(radians)), Math.abs(Math.sin(radians)))
  const y = half(Math.abs(Math.sin(radians)), Math.abs(Math.cos(radians)))
  return { widths, length, frame: { left: -x, top: -y, right: x + 1, bottom: y + 1 } }
}

export function isDrawnOnce(layer: WatermarkLayer): boolean {
  const { left, top, right, bottom } = measure(layer).frame
  return (right - left) * (bottom - top) <= MOST_PIXELS
}

export function drawMark(layer: WatermarkLayer, within?: Frame): MarkPixels {
  const { runs, fontSize, angle } = layer
  const { widths, length, frame } = measure(layer)
  const drawn = within ? common(frame, within) : frame
  const canvas = createCanvas(
    Math.max(1, drawn.right - drawn.left),
    Math.max(1, drawn.bottom - drawn.top),
  )
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

function visiblePixels(context: SKRSContext2D, { left, top, right }: Frame): MarkPixels {
  const { data, width, height } = context.getImageData(
    0,
    0,
    context.canvas.width,
    context.canvas.height,
  )
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
      tones[next] = INKS.indexOf((data[at] ?? 0) > 127 ? 'accent' : 'ink')
      next += 1
    }
  }
  rows[height] = next
  return { top, rows, xs, coverage, tones, reach: Math.max(-left, right) }
}

export function eachPixel(
  { top, rows, xs, coverage, tones }: MarkPixels,
  call: (x: number, y: number, covered: number, tone: WatermarkRun['tone']) => void,
): void {
  for (let row = 0; row + 1 < rows.length; row += 1)
    for (let pixel = rows[row] ?? 0; pixel < (rows[row + 1] ?? 0); pixel += 1)
      call(xs[pixel] ?? 0, top + row, coverage[pixel] ?? 0, INKS[tones[pixel] ?? 0] ?? 'ink')
}

export interface Pressing {
  readonly bitmap: Bitmap
  readonly place: Pick<Area, 'left' | 'top'>
  readonly weave: OpacityNoise
  readonly fontSize: number
}

/**
 * A page-sized overlay costs more. Varying coverage leaves traces after subtracting.
 * @param markOf returns undefined for layers drawn again per part
 */
export function blendWatermark(
  { bitmap, place, weave, fontSize }: Pressing,
  layers: readonly WatermarkLayer[],
  markOf: (layer: WatermarkLayer) => MarkPixels | undefined,
): void {
  const dark = darkAreas(bitmap, fontSize)
  for (const layer of layers) {
    const inks = inksOf(layer)
    const mark = markOf(layer)
    for (const center of layer.places) {
      const [x, y] = [Math.round(center.x) - place.left, Math.round(center.y) - place.top]
      const frame = { left: -x, top: -y, right: bitmap.width - x, bottom: bitmap.height - y }
      blendOnce(bitmap, mark ?? drawMark(layer, frame), { inks, dark, weave, left: x, top: y })
    }
  }
}

/** The values are sorted by tone, first on light, then on dark ground. */
interface Inks {
  readonly rgb: Uint8Array
  /** The opacity is in parts of FULL, before the pattern. */
  readonly opacity: Uint32Array
}

/** Blending stays within 32 bits. */
const FULL = 2 ** 16
const MOST_PARTS = Math.round(MOST_OPAQUE * FULL)

function inksOf({ colors }: WatermarkLayer): Inks {
  const all = [colors.onLight, colors.onDark].flatMap((on) => INKS.map((tone) => on[tone]))
  return {
    rgb: Uint8Array.from(all.flatMap(({ rgb }) => rgb)),
    opacity: Uint32Array.from(all, ({ opacity }) => Math.round(opacity * FULL)),
  }
}

interface Spot {
  readonly inks: Inks
  readonly dark: DarkAreas
  readonly weave: OpacityNoise
  readonly left: number
  readonly top: number
}

/** The loop is hot. */
function blendOnce(
  { data, width, height }: Bitmap,
  mark: MarkPixels,
  { inks, dark, weave, left, top }: Spot,
): void {
  if (left + mark.reach < 0 || left - mark.reach >= width) return
  const { rows, xs, coverage, tones } = mark
  const { rgb, opacity } = inks
  const { isDark, columnOf, startOf } = dark
  const { threads, columns, across } = weave
  const from = Math.max(0, -top - mark.top)
  const to = Math.min(rows.length - 1, height - top - mark.top)
  for (let row = from; row < to; row += 1) {
    const y = top + mark.top + row
    const darkRow = startOf[y] ?? 0
    const threadRow = weave.rows[y] ?? 0
    const down = weave.down[y] ?? 0
    const pixels = y * width
    const end = rows[row + 1] ?? 0
    for (let pixel = rows[row] ?? 0; pixel < end; pixel += 1) {
      const x = left + (xs[pixel] ?? 0)
      if (x < 0 || x >= width) continue
      const noise = noiseBetween(threads, threadRow + (columns[x] ?? 0), across[x] ?? 0, down)
      const ink = (tones[pixel] ?? 0) + INKS.length * (isDark[darkRow + (columnOf[x] ?? 0)] ?? 0)
      const covered = coverage[pixel] ?? 0
      const opaque = ((Math.min((opacity[ink] ?? 0) * noise, MOST_PARTS) * covered) / 255) | 0
      const through = FULL - opaque
      const under = covered < FLATTENED ? AS_IS : FLAT
      const at = 3 * (pixels + x)
      const color = 3 * ink
      data[at] = ((rgb[color] ?? 0) * opaque + (under[data[at] ?? 0] ?? 0) * through) >> 16
      data[at + 1] =
        ((rgb[color + 1] ?? 0) * opaque + (under[data[at + 1] ?? 0] ?? 0) * through) >> 16
      data[at + 2] =
        ((rgb[color + 2] ?? 0) * opaque + (under[data[at + 2] ?? 0] ?? 0) * through) >> 16
    }
  }
}
