export type Box = readonly [left: number, bottom: number, right: number, top: number]

/** The coefficients have PDF order: x' = ax + cy + e, y' = bx + dy + f. */
export type Transform = readonly [number, number, number, number, number, number]

export type Rotation = 0 | 90 | 180 | 270

export interface PageBox {
  readonly seen: Box
  readonly rotation: Rotation
}

const LEAST_SCALE = 1e-6

/** PDFium uses this size by default. */
const LETTER: Box = [0, 0, 612, 792]

export function seenBox(
  media: readonly number[] | undefined,
  crop: readonly number[] | undefined,
): Box {
  const paper = ordered(media) ?? LETTER
  const window = ordered(crop)
  if (!window) return paper
  const seen: Box = [
    Math.max(paper[0], window[0]),
    Math.max(paper[1], window[1]),
    Math.min(paper[2], window[2]),
    Math.min(paper[3], window[3]),
  ]
  return isEmpty(seen) ? paper : seen
}

function ordered(corners: readonly number[] | undefined): Box | undefined {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = corners ?? []
  const box: Box = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
  return box.every(Number.isFinite) && !isEmpty(box) ? box : undefined
}

const isEmpty = ([left, bottom, right, top]: Box): boolean => right <= left || top <= bottom

export function rotationOf(rotate: number): Rotation {
  const quarters = ((Math.trunc(rotate / 90) % 4) + 4) % 4
  return quarters === 1 ? 90 : quarters === 2 ? 180 : quarters === 3 ? 270 : 0
}

export function shownSize({ seen: [left, bottom, right, top], rotation }: PageBox): {
  width: number
  height: number
} {
  const [width, height] = [right - left, top - bottom]
  return rotation === 90 || rotation === 270 ? { width: height, height: width } : { width, height }
}

/** Maps from the displayed page's upper left, y downward. */
export function toUserSpace({ seen: [left, bottom, right, top], rotation }: PageBox): Transform {
  switch (rotation) {
    case 0:
      return [1, 0, 0, -1, left, top]
    case 90:
      return [0, 1, 1, 0, left, bottom]
    case 180:
      return [-1, 0, 0, 1, right, bottom]
    case 270:
      return [0, -1, -1, 0, right, top]
  }
}

/** Applies the first transform first. */
export function product(
  [a, b, c, d, e, f]: Transform,
  [ga, gb, gc, gd, ge, gf]: Transform,
): Transform {
  return [
    a * ga + b * gc,
    a * gb + b * gd,
    c * ga + d * gc,
    c * gb + d * gd,
    e * ga + f * gc + ge,
    e * gb + f * gd + gf,
  ]
}

/** PDF numbers cannot express every inverse. */
export function inverse([a, b, c, d, e, f]: Transform): Transform | undefined {
  const scale = a * d - b * c
  if (!Number.isFinite(scale) || Math.abs(scale) < LEAST_SCALE || Math.abs(scale) > 1 / LEAST_SCALE)
    return undefined
  return [
    d / scale,
    -b / scale,
    -c / scale,
    a / scale,
    (c * f - d * e) / scale,
    (b * e - a * f) / scale,
  ]
}
