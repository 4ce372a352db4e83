import { DOMMatrix } from '@napi-rs/canvas'
import type { SvgElement } from './svg-tree.ts'

export function numberOf(element: SvgElement, name: string, otherwise = 0, whole = 1): number {
  const text = element.attributes.get(name)
  const value = Number.parseFloat(text ?? '')
  if (!Number.isFinite(value)) return otherwise
  return text?.trim().endsWith('%') ? (value / 100) * whole : value
}

export const referenceOf = (element: SvgElement, name: string): string | undefined =>
  idIn(element.attributes.get(name))

export const idIn = (value: string | undefined): string | undefined =>
  /^url\(["']?#([^"')]+)["']?\)/.exec(value?.trim() ?? '')?.[1]

export const numbersOf = (text: string | undefined): number[] =>
  (text ?? '')
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number)
    .filter(Number.isFinite)

const STEPS: Readonly<
  Record<string, (matrix: DOMMatrix, numbers: readonly number[]) => DOMMatrix>
> = {
  matrix: (matrix, [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]) =>
    matrix.multiply(new DOMMatrix([a, b, c, d, e, f])),
  translate: (matrix, [x = 0, y = 0]) => matrix.translate(x, y),
  scale: (matrix, [x = 1, y = x]) => matrix.multiply(new DOMMatrix([x, 0, 0, y, 0, 0])),
  rotate: (matrix, [angle = 0, x = 0, y = 0]) =>
    matrix.translate(x, y).multiply(turned(angle)).translate(-x, -y),
  skewX: (matrix, [angle = 0]) =>
    matrix.multiply(new DOMMatrix([1, 0, Math.tan((angle * Math.PI) / 180), 1, 0, 0])),
  skewY: (matrix, [angle = 0]) =>
    matrix.multiply(new DOMMatrix([1, Math.tan((angle * Math.PI) / 180), 0, 1, 0, 0])),
}

function turned(degrees: number): DOMMatrix {
  const radians = (degrees * Math.PI) / 180
  return new DOMMatrix([
    Math.cos(radians),
    Math.sin(radians),
    -Math.sin(radians),
    Math.cos(radians),
    0,
    0,
  ])
}

export function transformOf(text: string | undefined): DOMMatrix | undefined {
  if (!text) return undefined
  let matrix = new DOMMatrix()
  for (const [, name = '', numbers] of text.matchAll(/(\w+)\s*\(([^)]*)\)/g))
    matrix = STEPS[name]?.(matrix, numbersOf(numbers)) ?? matrix
  return matrix
}
