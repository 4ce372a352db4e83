import { createCanvas, SvgExportFlag } from '@napi-rs/canvas'
import type { WatermarkRun } from '../../../../paper/watermark/layout.ts'
import { markFont, markWidths } from '../../render/watermark/mark-font.ts'

export const OUTLINE_SIZE = 100

/** Skia writes these commands, absolute: M, L, C, Q or Z. */
export interface PathOrder {
  readonly command: string
  readonly numbers: readonly number[]
}

/** Shapes need no font and cannot be searched. They start at the left end's middle, y downward. */
export function glyphPaths(text: string): { width: number; shapes: PathOrder[][] } {
  const [width = 0] = markWidths([{ text }], OUTLINE_SIZE)
  const canvas = createCanvas(
    Math.ceil(width) + 2 * OUTLINE_SIZE,
    4 * OUTLINE_SIZE,
    SvgExportFlag.ConvertTextToPaths,
  )
  const context = canvas.getContext('2d')
  context.font = markFont(OUTLINE_SIZE)
  context.textBaseline = 'middle'
  context.fillText(text, OUTLINE_SIZE, 2 * OUTLINE_SIZE)
  const drawn = canvas.getContent().toString('utf8')
  return {
    width,
    shapes: [...drawn.matchAll(/ d="([^"]*)"/g)].map(([, shape = '']) => ordersOf(shape)),
  }
}

export function placesOf(runs: readonly WatermarkRun[]): number[] {
  const widths = markWidths(runs, OUTLINE_SIZE)
  let x = -widths.reduce((sum, width) => sum + width, 0) / 2
  return widths.map((width) => {
    x += width
    return x - width
  })
}

function ordersOf(shape: string): PathOrder[] {
  return [...shape.matchAll(/([A-Za-z])([^A-Za-z]*)/g)].map(([, command = '', list = '']) => {
    if (!'MLCQZ'.includes(command)) throw new Error(`a path with the unknown command ${command}`)
    const numbers = (list.match(/-?[\d.]+(?:e-?\d+)?/g) ?? []).map(
      (number, index) => Number(number) - (index % 2 === 0 ? 1 : 2) * OUTLINE_SIZE,
    )
    return { command, numbers }
  })
}
