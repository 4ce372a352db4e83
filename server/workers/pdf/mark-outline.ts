import { randomInt } from 'node:crypto'
import { createCanvas, SvgExportFlag } from '@napi-rs/canvas'
import type { WatermarkRun } from '../../../paper/watermark/layout.ts'
import { markFont } from '../render/mark-font.ts'
import { pdfNumber } from './numbers.ts'

/** Outlines are taken at this size of the font, in whole units, and scaled. */
export const OUTLINE_SIZE = 100

/** A piece of the mark as a path of PDF: at OUTLINE_SIZE, around the middle of the line, downwards. */
export interface RunOutline {
  readonly tone: WatermarkRun['tone']
  readonly path: string
}

/**
 * The letters of a mark as shapes: nothing that could be searched, selected, or lack a font.
 * @param jitter how far each shape may lie beside its place, at OUTLINE_SIZE.
 */
export function outlineRuns(runs: readonly WatermarkRun[], jitter: number): RunOutline[] {
  const font = markFont(OUTLINE_SIZE)
  const measure = createCanvas(1, 1).getContext('2d')
  measure.font = font
  const widths = runs.map(({ text }) => measure.measureText(text).width)
  const length = widths.reduce((sum, width) => sum + width, 0)
  const aside = (): number => (randomInt(-1_000, 1_001) / 1_000) * jitter
  let x = -length / 2
  return runs.map(({ text, tone }, index) => {
    const width = widths[index] ?? 0
    const canvas = createCanvas(Math.ceil(width) + 2 * OUTLINE_SIZE, 4 * OUTLINE_SIZE, SvgExportFlag.ConvertTextToPaths)
    const context = canvas.getContext('2d')
    context.font = font
    context.textBaseline = 'middle'
    context.fillText(text, OUTLINE_SIZE, 2 * OUTLINE_SIZE)
    const shapes = [
      ...canvas
        .getContent()
        .toString('utf8')
        .matchAll(/ d="([^"]*)"/g),
    ].map(([, shape = '']) => shape)
    const path = shapes.map((shape) => pathOperators(shape, x - OUTLINE_SIZE + aside(), aside() - 2 * OUTLINE_SIZE)).join('')
    x += width
    return { tone, path }
  })
}

/** The path data of SVG, with absolute commands as Skia writes them, as operators of PDF, moved. */
function pathOperators(shape: string, dx: number, dy: number): string {
  let operators = ''
  let [currentX, currentY] = [0, 0]
  for (const [, command = '', list = ''] of shape.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const numbers = (list.match(/-?[\d.]+(?:e-?\d+)?/g) ?? []).map((text, index) => Number(text) + (index % 2 === 0 ? dx : dy))
    operators += operator(command, numbers, [currentX, currentY])
    if (numbers.length >= 2) [currentX = 0, currentY = 0] = numbers.slice(-2)
  }
  return operators
}

function operator(command: string, points: readonly number[], [x, y]: readonly [number, number]): string {
  const write = (...values: number[]): string => values.map((value) => pdfNumber(Math.round(value * 10) / 10)).join(' ')
  switch (command) {
    case 'M':
      return `${write(...points)} m\n`
    case 'L':
      return pairs(points, 2)
        .map((line) => `${write(...line)} l\n`)
        .join('')
    case 'C':
      return pairs(points, 6)
        .map((curve) => `${write(...curve)} c\n`)
        .join('')
    case 'Q': {
      const [cx = 0, cy = 0, toX = 0, toY = 0] = points
      // A quadratic curve as a cubic one.
      return `${write(x + (2 / 3) * (cx - x), y + (2 / 3) * (cy - y), toX + (2 / 3) * (cx - toX), toY + (2 / 3) * (cy - toY), toX, toY)} c\n`
    }
    case 'Z':
      return 'h\n'
    default:
      throw new Error(`a path with the unknown command ${command}`)
  }
}

function pairs(numbers: readonly number[], size: number): number[][] {
  return Array.from({ length: numbers.length / size }, (_, index) => numbers.slice(index * size, (index + 1) * size))
}
