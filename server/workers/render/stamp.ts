import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Area } from '../../../paper/raster/page-raster.ts'
import { WATERMARK_COLORS, type WatermarkColor, type WatermarkLayout, type WatermarkRun } from '../../../paper/watermark/layout.ts'
import { type DarkAreas, darkAreas } from './dark-areas.ts'
import { markFont } from './mark-font.ts'
import type { Bitmap } from './open-document.ts'

/** Colours that stand for the tones while a stamp is drawn; they are told apart by red. */
const TONES: Record<WatermarkRun['tone'], string> = { ink: '#000', seal: '#f00' }

/** One line of the mark, drawn once and pressed onto a page at each tile: its visible pixels alone, around the line's centre. */
export interface Stamp {
  readonly fontSize: number
  /** How far pixels lie from the centre at most. */
  readonly reach: { readonly x: number; readonly y: number }
  /** Pairs of x and y. */
  readonly offsets: Int16Array
  /** For each pixel red, green and blue times opacity, then transparency; 0 to 255. */
  readonly onLight: Uint8Array
  readonly onDark: Uint8Array
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
  const onLight = new Uint8Array(4 * count)
  const onDark = new Uint8Array(4 * count)
  let next = 0
  for (let at = 0; at < data.length; at += 4) {
    const coverage = (data[at + 3] ?? 0) / 255
    if (coverage === 0) continue
    const pixel = at / 4
    const tone = (data[at] ?? 0) > 127 ? 'seal' : 'ink'
    offsets[2 * next] = (pixel % width) - reach.x
    offsets[2 * next + 1] = Math.floor(pixel / width) - reach.y
    blend(onLight, 4 * next, WATERMARK_COLORS.onLight[tone], coverage)
    blend(onDark, 4 * next, WATERMARK_COLORS.onDark[tone], coverage)
    next += 1
  }
  return { fontSize, reach, offsets, onLight, onDark }
}

function blend(terms: Uint8Array, at: number, { rgb, opacity }: WatermarkColor, coverage: number): void {
  const alpha = opacity * coverage
  terms[at] = rgb[0] * alpha
  terms[at + 1] = rgb[1] * alpha
  terms[at + 2] = rgb[2] * alpha
  terms[at + 3] = 255 * (1 - alpha)
}

/**
 * Presses a stamp onto a bitmap of a page, or of a part of it, at each tile of the page's layout. It touches the mark's own pixels only: a
 * page-sized overlay would cost far more.
 */
export function pressStamp(bitmap: Bitmap, { left, top }: Pick<Area, 'left' | 'top'>, stamp: Stamp, tiles: WatermarkLayout['tiles']): void {
  const dark = darkAreas(bitmap, stamp.fontSize)
  const { reach } = stamp
  for (const tile of tiles) {
    const [x, y] = [Math.round(tile.x) - left, Math.round(tile.y) - top]
    const isBeside = x < -reach.x || y < -reach.y || x >= bitmap.width + reach.x || y >= bitmap.height + reach.y
    if (!isBeside) pressOnce(bitmap, stamp, dark, x, y)
  }
}

function pressOnce({ data, width, height }: Bitmap, stamp: Stamp, dark: DarkAreas, left: number, top: number): void {
  const { offsets, onLight, onDark } = stamp
  for (let pixel = 0; pixel < offsets.length / 2; pixel++) {
    const x = left + (offsets[2 * pixel] ?? 0)
    const y = top + (offsets[2 * pixel + 1] ?? 0)
    if (x < 0 || x >= width || y < 0 || y >= height) continue
    const inks = dark.at(x, y) ? onDark : onLight
    const ink = 4 * pixel
    const at = 3 * (y * width + x)
    const through = (inks[ink + 3] ?? 0) / 255
    data[at] = (inks[ink] ?? 0) + (data[at] ?? 0) * through
    data[at + 1] = (inks[ink + 1] ?? 0) + (data[at + 1] ?? 0) * through
    data[at + 2] = (inks[ink + 2] ?? 0) + (data[at + 2] ?? 0) * through
  }
}
