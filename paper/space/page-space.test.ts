import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  displayedFromReference,
  displayedFromScreen,
  displayedSize,
  type PageShape,
  type Rect,
  referenceFromDisplayed,
  screenFromDisplayed,
  userFromDisplayed,
} from './page-space.ts'

const length = fc.double({ min: 20, max: 14_400, noNaN: true })
const place = fc.double({ min: -5_000, max: 5_000, noNaN: true })
const shapes: fc.Arbitrary<PageShape> = fc
  .record({
    x: place,
    y: place,
    width: length,
    height: length,
    rotate: fc.constantFrom(0, 90, 180, 270, 360, -90, 450),
    userUnit: fc.double({ min: 0.1, max: 10, noNaN: true }),
  })
  .map(({ x, y, width, height, rotate, userUnit }) => ({
    crop: [x, y, x + width, y + height],
    rotate,
    userUnit,
  }))
const share = fc.double({ min: 0, max: 1, noNaN: true })
const rectsOn = ({ width, height }: { width: number; height: number }): fc.Arbitrary<Rect> =>
  fc.record({ x: share, y: share, w: share, h: share }).map(({ x, y, w, h }) => ({
    x: x * width,
    y: y * height,
    w: w * width * (1 - x),
    h: h * height * (1 - y),
  }))
const placed = shapes.chain((shape) =>
  rectsOn(displayedSize(shape)).map((rect) => ({ shape, rect })),
)

const NEAR = 0.005
const near = (got: Rect, wanted: Rect) => {
  for (const side of ['x', 'y', 'w', 'h'] as const)
    expect(got[side], side).toBeCloseTo(wanted[side], 2)
}

type Matrix = ReturnType<typeof userFromDisplayed>

const movedPoint = ([a, b, c, d, e, f]: Matrix, x: number, y: number) => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
})

function movedRect(matrix: Matrix, { x, y, w, h }: Rect): Rect {
  const [one, other] = [movedPoint(matrix, x, y), movedPoint(matrix, x + w, y + h)]
  return {
    x: Math.min(one.x, other.x),
    y: Math.min(one.y, other.y),
    w: Math.abs(other.x - one.x),
    h: Math.abs(other.y - one.y),
  }
}

const CROP = [100, 200, 400, 700] as const

test.each([
  [0, { width: 300, height: 500 }, { x: 100, y: 700 }, { x: 110, y: 680 }],
  [90, { width: 500, height: 300 }, { x: 100, y: 200 }, { x: 120, y: 210 }],
  [180, { width: 300, height: 500 }, { x: 400, y: 200 }, { x: 390, y: 220 }],
  [270, { width: 500, height: 300 }, { x: 400, y: 700 }, { x: 380, y: 690 }],
])(
  'a page turned by %i shows its corner and a place 10 to the right of it and 20 below',
  (rotate, size, corner, inner) => {
    const shape = { crop: CROP, rotate }
    expect(displayedSize(shape)).toEqual(size)
    expect(movedPoint(userFromDisplayed(shape), 0, 0)).toEqual(corner)
    expect(movedPoint(userFromDisplayed(shape), 10, 20)).toEqual(inner)
  },
)

test('turns of a whole circle, turns to the left and swapped corners change nothing', () => {
  const shape = { crop: CROP, rotate: 270 }
  for (const same of [
    { crop: CROP, rotate: -90 },
    { crop: CROP, rotate: 630 },
    { crop: [400, 700, 100, 200] as const, rotate: 270 },
  ]) {
    expect(userFromDisplayed(same)).toEqual(userFromDisplayed(shape))
    expect(displayedSize(same)).toEqual(displayedSize(shape))
  }
})

test('a box keeps its sides in user space, on any page, and never leaves the crop box', () => {
  fc.assert(
    fc.property(placed, ({ shape, rect }) => {
      const inside = movedRect(userFromDisplayed(shape), rect)
      const { userUnit = 1, rotate } = shape
      const [w, h] = rotate % 180 === 0 ? [inside.w, inside.h] : [inside.h, inside.w]
      near({ ...rect, w: w * userUnit, h: h * userUnit }, rect)
      const [left, bottom, right, top] = shape.crop
      expect(inside.x).toBeGreaterThan(left - NEAR)
      expect(inside.y).toBeGreaterThan(bottom - NEAR)
      expect(inside.x + inside.w).toBeLessThan(right + NEAR)
      expect(inside.y + inside.h).toBeLessThan(top + NEAR)
    }),
  )
})

test('a box goes to the reference page and to the screen and back to where it was', () => {
  fc.assert(
    fc.property(placed, fc.double({ min: 0.5, max: 3, noNaN: true }), ({ shape, rect }, zoom) => {
      const size = displayedSize(shape)
      near(displayedFromReference(referenceFromDisplayed(rect, size), size), rect)
      near(displayedFromScreen(screenFromDisplayed(rect, zoom), zoom), rect)
      const whole = referenceFromDisplayed({ x: 0, y: 0, w: size.width, h: size.height }, size)
      near(whole, { x: 0, y: 0, w: 595, h: 842 })
    }),
  )
})

test('on an A4 page the reference is the page itself', () => {
  const rect = { x: 12, y: 34, w: 120, h: 120 }
  expect(referenceFromDisplayed(rect, { width: 595, height: 842 })).toEqual(rect)
  expect(displayedFromReference(rect, { width: 595, height: 842 })).toEqual(rect)
})
