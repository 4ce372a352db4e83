// User space is the PDF's: points, origin lower left, unrotated (ISO 32000-2, 8.3.2). The displayed page has its origin upper left. The
// API's A4 reference page is 595 by 842.

export interface SpacePoint {
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Rect {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

export interface PageShape {
  /** Two opposite corners have any order and are clipped to the media box. */
  readonly crop: readonly [x0: number, y0: number, x1: number, y1: number]
  /** The rotation is any multiple of 90 degrees, clockwise. */
  readonly rotate: number
  /** A unit has this many points (ISO 32000-2, 14.11.2). */
  readonly userUnit?: number
}

/** The coefficients have PDF order: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export const A4_REFERENCE: Size = { width: 595, height: 842 }

const quarterTurns = (rotate: number): number => ((Math.round(rotate / 90) % 4) + 4) % 4

function edgesOf({ crop: [x0, y0, x1, y1] }: PageShape) {
  return {
    left: Math.min(x0, x1),
    right: Math.max(x0, x1),
    bottom: Math.min(y0, y1),
    top: Math.max(y0, y1),
  }
}

export function displayedSize(shape: PageShape): Size {
  const { left, right, bottom, top } = edgesOf(shape)
  const { userUnit = 1, rotate } = shape
  const [across, along] = [(right - left) * userUnit, (top - bottom) * userUnit]
  return quarterTurns(rotate) % 2 === 0
    ? { width: across, height: along }
    : { width: along, height: across }
}

/** Content under this matrix appears upright. */
export function userFromDisplayed(shape: PageShape): Matrix {
  const { left, right, bottom, top } = edgesOf(shape)
  const unit = 1 / (shape.userUnit ?? 1)
  switch (quarterTurns(shape.rotate)) {
    case 1:
      return [0, unit, unit, 0, left, bottom]
    case 2:
      return [-unit, 0, 0, unit, right, bottom]
    case 3:
      return [0, -unit, -unit, 0, right, top]
    default:
      return [unit, 0, 0, -unit, left, top]
  }
}

export const stretched = ({ x, y, w, h }: Rect, across: number, along: number): Rect => ({
  x: x * across,
  y: y * along,
  w: w * across,
  h: h * along,
})

export const stretchedPath = (path: readonly number[], across: number, along: number): number[] =>
  path.map((value, index) => value * (index % 2 === 0 ? across : along))

/** @param page in points */
export const displayedFromReference = (rect: Rect, page: Size): Rect =>
  stretched(rect, page.width / A4_REFERENCE.width, page.height / A4_REFERENCE.height)

export const displayedPathFromReference = (path: readonly number[], page: Size): number[] =>
  stretchedPath(path, page.width / A4_REFERENCE.width, page.height / A4_REFERENCE.height)

export const referenceFromDisplayed = (rect: Rect, page: Size): Rect =>
  stretched(rect, A4_REFERENCE.width / page.width, A4_REFERENCE.height / page.height)

export const screenFromDisplayed = (rect: Rect, zoom: number): Rect => stretched(rect, zoom, zoom)

export const displayedFromScreen = (rect: Rect, zoom: number): Rect =>
  stretched(rect, 1 / zoom, 1 / zoom)
