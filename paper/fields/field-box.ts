import type { Rect, Size, SpacePoint } from '../space/page-space.ts'

/** Values are in points. */
export const FIELD_SIZES = {
  SIGN: { width: 120, height: 120 },
  TEXT: { width: 200, height: 40 },
} as const

export type FieldType = keyof typeof FIELD_SIZES

/** These points keep the pointer inside the dropped box. */
const DROP_OFFSET = 3

/** Smaller fields can be neither read nor grabbed. */
export const LEAST_FIELD: Size = { width: 12, height: 12 }

const within = (number: number, least: number, most: number): number =>
  Math.max(least, Math.min(number, most))

export function clampField({ x, y, w, h }: Rect, page: Size): Rect {
  const width = within(w, Math.min(LEAST_FIELD.width, page.width), page.width)
  const height = within(h, Math.min(LEAST_FIELD.height, page.height), page.height)
  return {
    x: within(x, 0, page.width - width),
    y: within(y, 0, page.height - height),
    w: width,
    h: height,
  }
}

/** The box may extend beyond the page. */
export const beginsOn = ({ x, y }: SpacePoint, page: Size): boolean =>
  Math.min(x, y) >= -DROP_OFFSET && x <= page.width && y <= page.height

export function dropField(type: FieldType, at: SpacePoint, page: Size): Rect {
  const { width, height } = FIELD_SIZES[type]
  return clampField({ x: at.x - DROP_OFFSET, y: at.y - DROP_OFFSET, w: width, h: height }, page)
}
