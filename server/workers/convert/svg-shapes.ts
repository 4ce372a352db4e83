import { Path2D } from '@napi-rs/canvas'
import type { SvgElement } from './svg-tree.ts'
import { numberOf, numbersOf } from './svg-values.ts'

export interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const OUTLINES: Readonly<Record<string, (element: SvgElement) => Path2D>> = {
  rect(element) {
    const path = new Path2D()
    const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) =>
      numberOf(element, name),
    )
    const radius = numberOf(element, 'rx', numberOf(element, 'ry'))
    if (radius > 0) path.roundRect(x ?? 0, y ?? 0, width ?? 0, height ?? 0, radius)
    else path.rect(x ?? 0, y ?? 0, width ?? 0, height ?? 0)
    return path
  },
  line(element) {
    const path = new Path2D()
    path.moveTo(numberOf(element, 'x1'), numberOf(element, 'y1'))
    path.lineTo(numberOf(element, 'x2'), numberOf(element, 'y2'))
    return path
  },
  circle: (element) => round(element, numberOf(element, 'r'), numberOf(element, 'r')),
  ellipse: (element) => round(element, numberOf(element, 'rx'), numberOf(element, 'ry')),
  polyline: (element) => corners(element, false),
  polygon: (element) => corners(element, true),
  path: (element) => new Path2D(element.attributes.get('d') ?? ''),
}

function round(element: SvgElement, across: number, down: number): Path2D {
  const path = new Path2D()
  if (across > 0 && down > 0)
    path.ellipse(numberOf(element, 'cx'), numberOf(element, 'cy'), across, down, 0, 0, 2 * Math.PI)
  return path
}

function corners(element: SvgElement, isClosed: boolean): Path2D {
  const path = new Path2D()
  const numbers = numbersOf(element.attributes.get('points'))
  for (let at = 0; at + 1 < numbers.length; at += 2)
    path.lineTo(numbers[at] ?? 0, numbers[at + 1] ?? 0)
  if (isClosed) path.closePath()
  return path
}

export function pathOf(element: SvgElement): Path2D | undefined {
  return Object.hasOwn(OUTLINES, element.name) ? OUTLINES[element.name]?.(element) : undefined
}

export function boundsOf(path: Path2D): Bounds {
  const [left, top, right, bottom] = path.getBounds()
  return { x: left, y: top, width: right - left, height: bottom - top }
}
