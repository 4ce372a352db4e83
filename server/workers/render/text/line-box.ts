import type { PageArea } from '../protocol.ts'

/** The origin is the displayed page's upper left. */
export type LinePoint = readonly [x: number, y: number]

export interface LineBox {
  /** The angle counts degrees clockwise from rightward. */
  readonly angle: number
  readonly from: number
  readonly to: number
  /** Coordinates increase downward. */
  readonly top: number
  readonly bottom: number
}

/** The value is in line heights. */
const NEAR = 0.5

export function boxAround(points: readonly LinePoint[], angle: number): LineBox {
  const [cos, sin] = turn(angle)
  const along = points.map(([x, y]) => x * cos + y * sin)
  const across = points.map(([x, y]) => y * cos - x * sin)
  return {
    angle,
    from: Math.min(...along),
    to: Math.max(...along),
    top: Math.min(...across),
    bottom: Math.max(...across),
  }
}

export function union(a: LineBox, b: LineBox): LineBox {
  return {
    angle: a.angle,
    from: Math.min(a.from, b.from),
    to: Math.max(a.to, b.to),
    top: Math.min(a.top, b.top),
    bottom: Math.max(a.bottom, b.bottom),
  }
}

export function onOneLine(a: LineBox, b: LineBox): boolean {
  const height = Math.max(a.bottom - a.top, b.bottom - b.top)
  const apart = Math.abs(a.top + a.bottom - b.top - b.bottom) / 2
  return Math.abs(a.angle - b.angle) < 1 && apart <= NEAR * height
}

export function isBeside(a: LineBox, b: LineBox): boolean {
  const height = Math.max(a.bottom - a.top, b.bottom - b.top)
  return onOneLine(a, b) && Math.max(a.from - b.to, b.from - a.to) <= NEAR * height
}

export function cornerOf({ angle, from, top }: LineBox): LinePoint {
  return pointAt(angle, from, top)
}

export function areaOf({ angle, from, to, top, bottom }: LineBox): PageArea {
  const upright = boxAround(
    [
      pointAt(angle, from, top),
      pointAt(angle, to, top),
      pointAt(angle, from, bottom),
      pointAt(angle, to, bottom),
    ],
    0,
  )
  return {
    x: rounded(upright.from),
    y: rounded(upright.top),
    width: rounded(upright.to - upright.from),
    height: rounded(upright.bottom - upright.top),
  }
}

export const isSound = ({ x, y, width, height }: PageArea): boolean =>
  width > 0 && height > 0 && Number.isFinite(x + y + width + height)

export const rounded = (length: number): number => Math.round(length * 100) / 100

function pointAt(angle: number, along: number, across: number): LinePoint {
  const [cos, sin] = turn(angle)
  return [along * cos - across * sin, along * sin + across * cos]
}

function turn(angle: number): readonly [cos: number, sin: number] {
  const radians = (angle * Math.PI) / 180
  return [Math.cos(radians), Math.sin(radians)]
}
