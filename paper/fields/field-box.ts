import type { Point, Rect, Size } from '../space/page-space.ts'

/** What is placed on a page, with its size in points of the displayed page when it is dropped. */
export const FIELD_SIZES = { SIGN: { width: 120, height: 120 }, TEXT: { width: 200, height: 40 } } as const

export type FieldType = keyof typeof FIELD_SIZES

/** By how much a dropped box stands off the place that was pressed, in points, so that the pointer is within it. */
const DROP_OFFSET = 3

/** Smaller ones could neither be read nor taken hold of. */
export const LEAST_FIELD: Size = { width: 12, height: 12 }

const within = (number: number, least: number, most: number): number => Math.max(least, Math.min(number, most))

/** The box moved, and where it is larger than the page made smaller, so that all of it is on the page. */
export function clampField({ x, y, w, h }: Rect, page: Size): Rect {
  const width = within(w, Math.min(LEAST_FIELD.width, page.width), page.width)
  const height = within(h, Math.min(LEAST_FIELD.height, page.height), page.height)
  return { x: within(x, 0, page.width - width), y: within(y, 0, page.height - height), w: width, h: height }
}

/** Whether a box begins on the page, as those do that a press dropped there; it may reach beyond. */
export const beginsOn = ({ x, y }: Point, page: Size): boolean => Math.min(x, y) >= -DROP_OFFSET && x <= page.width && y <= page.height

/** The box that a press on a page drops there. */
export function dropField(type: FieldType, at: Point, page: Size): Rect {
  const { width, height } = FIELD_SIZES[type]
  return clampField({ x: at.x - DROP_OFFSET, y: at.y - DROP_OFFSET, w: width, h: height }, page)
}

/** The topmost of the boxes at a place, of which later ones lie above; nothing where there is none. */
export function fieldAt<Field extends Rect>(fields: readonly Field[], { x, y }: Point): Field | undefined {
  return fields.findLast((field) => x >= field.x && x <= field.x + field.w && y >= field.y && y <= field.y + field.h)
}
