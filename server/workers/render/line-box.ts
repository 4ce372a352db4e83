import type { PageArea } from './protocol.ts'

/** A point of a page as it is displayed, from its upper left. */
export type Point = readonly [x: number, y: number]

/** A box that lies along the direction in which a line runs. Lengths in the units of the page. */
export interface LineBox {
  /** Degrees, clockwise from rightwards. */
  readonly angle: number
  readonly from: number
  readonly to: number
  /** Across the line, towards its feet. */
  readonly top: number
  readonly bottom: number
}

/** How far from a line, in shares of its height, something may lie and still belong to it. */
const NEAR = 0.5

/** The smallest box along a direction that holds the points. */
export function boxAround(points: readonly Point[], angle: number): LineBox {
  const [cos, sin] = turn(angle)
  const along = points.map(([x, y]) => x * cos + y * sin)
  const across = points.map(([x, y]) => y * cos - x * sin)
  return { angle, from: Math.min(...along), to: Math.max(...along), top: Math.min(...across), bottom: Math.max(...across) }
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

/** Whether two boxes lie on one line, whatever is between them. */
export function onOneLine(a: LineBox, b: LineBox): boolean {
  const height = Math.max(a.bottom - a.top, b.bottom - b.top)
  const apart = Math.abs(a.top + a.bottom - b.top - b.bottom) / 2
  return Math.abs(a.angle - b.angle) < 1 && apart <= NEAR * height
}

/** Whether a box lies beside another on its line, or over it. */
export function isBeside(a: LineBox, b: LineBox): boolean {
  const height = Math.max(a.bottom - a.top, b.bottom - b.top)
  return onOneLine(a, b) && Math.max(a.from - b.to, b.from - a.to) <= NEAR * height
}

/** The corner of a box where a line begins, at its head. */
export function cornerOf({ angle, from, top }: LineBox): Point {
  return pointAt(angle, from, top)
}

/** The upright rectangle around a box. */
export function areaOf({ angle, from, to, top, bottom }: LineBox): PageArea {
  const upright = boxAround(
    [pointAt(angle, from, top), pointAt(angle, to, top), pointAt(angle, from, bottom), pointAt(angle, to, bottom)],
    0,
  )
  return {
    x: rounded(upright.from),
    y: rounded(upright.top),
    width: rounded(upright.to - upright.from),
    height: rounded(upright.bottom - upright.top),
  }
}

/** Whether an area is one that can be told: neither empty nor boundless. */
export const isSound = ({ x, y, width, height }: PageArea): boolean => width > 0 && height > 0 && Number.isFinite(x + y + width + height)

/** A length as it is told: a hundredth of a point is finer than any screen. */
export const rounded = (length: number): number => Math.round(length * 100) / 100

function pointAt(angle: number, along: number, across: number): Point {
  const [cos, sin] = turn(angle)
  return [along * cos - across * sin, along * sin + across * cos]
}

function turn(angle: number): readonly [cos: number, sin: number] {
  const radians = (angle * Math.PI) / 180
  return [Math.cos(radians), Math.sin(radians)]
}
