// The four spaces in which a place on a page is named, and the only conversions between them:
// - user space of the PDF: points, origin below on the left, whatever way the page is turned (ISO 32000-2, 8.3.2);
// - the displayed page: points, origin above on the left, cropped and turned as a reader sees it;
// - the A4 reference page of the wire: 595 by 842, origin above on the left, stretched to the displayed page in each direction;
// - the screen: pixels of the displayed page at a zoom, where 1 draws a point as a pixel.

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** A rectangle by its corner of the least coordinates. */
export interface Rect {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** How a page lies in its PDF. */
export interface PageShape {
  /** The crop box, clipped to the media box, in user space: two opposite corners in any order. */
  readonly crop: readonly [x0: number, y0: number, x1: number, y1: number]
  /** Degrees by which it is turned clockwise when shown: any multiple of 90, also negative. */
  readonly rotate: number
  /** Points of a unit of user space (ISO 32000-2, 14.11.2); 1 unless told. */
  readonly userUnit?: number
}

/** Coefficients as PDF writes them: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** The page to which coordinates on the wire refer. */
export const A4_REFERENCE: Size = { width: 595, height: 842 }

const quarterTurns = (rotate: number): number => ((Math.round(rotate / 90) % 4) + 4) % 4

function edgesOf({ crop: [x0, y0, x1, y1] }: PageShape) {
  return { left: Math.min(x0, x1), right: Math.max(x0, x1), bottom: Math.min(y0, y1), top: Math.max(y0, y1) }
}

/** Width and height of the page as it is shown, in points. */
export function displayedSize(shape: PageShape): Size {
  const { left, right, bottom, top } = edgesOf(shape)
  const { userUnit = 1, rotate } = shape
  const [across, along] = [(right - left) * userUnit, (top - bottom) * userUnit]
  return quarterTurns(rotate) % 2 === 0 ? { width: across, height: along } : { width: along, height: across }
}

/** Leads from the displayed page to user space: what is drawn under it stands upright for the reader. */
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

/** Leads from user space to the displayed page. */
export const displayedFromUser = (shape: PageShape): Matrix => inverse(userFromDisplayed(shape))

function inverse([a, b, c, d, e, f]: Matrix): Matrix {
  const determinant = a * d - b * c
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ]
}

export const transformPoint = ([a, b, c, d, e, f]: Matrix, { x, y }: Point): Point => ({ x: a * x + c * y + e, y: b * x + d * y + f })

/** The rectangle that a rectangle becomes; the matrix must turn by quarters only, as all of this module do. */
export function transformRect(matrix: Matrix, { x, y, w, h }: Rect): Rect {
  const one = transformPoint(matrix, { x, y })
  const other = transformPoint(matrix, { x: x + w, y: y + h })
  return { x: Math.min(one.x, other.x), y: Math.min(one.y, other.y), w: Math.abs(other.x - one.x), h: Math.abs(other.y - one.y) }
}

/** A rectangle, stretched in each direction. */
export const stretched = ({ x, y, w, h }: Rect, across: number, along: number): Rect => ({
  x: x * across,
  y: y * along,
  w: w * across,
  h: h * along,
})

/** A list x, y, x, y …, stretched. */
export const stretchedPath = (path: readonly number[], across: number, along: number): number[] =>
  path.map((value, index) => value * (index % 2 === 0 ? across : along))

/** @param page size of the displayed page in points. */
export const displayedFromReference = (rect: Rect, page: Size): Rect =>
  stretched(rect, page.width / A4_REFERENCE.width, page.height / A4_REFERENCE.height)

/** The same of a list x, y, x, y … */
export const displayedPathFromReference = (path: readonly number[], page: Size): number[] =>
  stretchedPath(path, page.width / A4_REFERENCE.width, page.height / A4_REFERENCE.height)

/** @param page size of the displayed page in points. */
export const referenceFromDisplayed = (rect: Rect, page: Size): Rect =>
  stretched(rect, A4_REFERENCE.width / page.width, A4_REFERENCE.height / page.height)

export const screenFromDisplayed = (rect: Rect, zoom: number): Rect => stretched(rect, zoom, zoom)

export const displayedFromScreen = (rect: Rect, zoom: number): Rect => stretched(rect, 1 / zoom, 1 / zoom)
