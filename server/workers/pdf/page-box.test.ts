import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Box, type PageBox, rotationOf, seenBox, shownSize, toUserSpace } from './page-box.ts'

const coordinate = fc.integer({ min: -20_000, max: 20_000 }).map((value) => value / 8)
const side = fc.integer({ min: 1, max: 40_000 }).map((value) => value / 8)
const pageBox = fc.record({
  seen: fc
    .tuple(coordinate, coordinate, side, side)
    .map(([x, y, width, height]): Box => [x, y, x + width, y + height]),
  rotation: fc.constantFrom(0 as const, 90 as const, 180 as const, 270 as const),
})

const apply = ([a, b, c, d, e, f]: readonly number[], x: number, y: number): [number, number] => [
  (a ?? 0) * x + (c ?? 0) * y + (e ?? 0),
  (b ?? 0) * x + (d ?? 0) * y + (f ?? 0),
]

function shownAt(
  { seen: [left, bottom, right, top], rotation }: PageBox,
  [x, y]: readonly [number, number],
): [number, number] {
  const [width, height] = [right - left, top - bottom]
  let [across, down] = [x - left, top - y]
  let [wide, high] = [width, height]
  for (let quarter = 0; quarter < rotation / 90; quarter += 1) {
    ;[across, down] = [high - down, across]
    ;[wide, high] = [high, wide]
  }
  return [across, down]
}

describe('where a point of the shown page lies in the page', () => {
  it('is where the viewer shows it, for any crop, origin and rotation', () => {
    fc.assert(
      fc.property(
        pageBox,
        fc.float({ min: 0, max: 1, noNaN: true }),
        fc.float({ min: 0, max: 1, noNaN: true }),
        (box, u, v) => {
          const { width, height } = shownSize(box)
          const point = apply(toUserSpace(box), u * width, v * height)
          const [x, y] = shownAt(box, point)
          expect(x).toBeCloseTo(u * width, 6)
          expect(y).toBeCloseTo(v * height, 6)
          const [left, bottom, right, top] = box.seen
          expect(point[0]).toBeGreaterThanOrEqual(left - 1e-6)
          expect(point[0]).toBeLessThanOrEqual(right + 1e-6)
          expect(point[1]).toBeGreaterThanOrEqual(bottom - 1e-6)
          expect(point[1]).toBeLessThanOrEqual(top + 1e-6)
        },
      ),
    )
  })

  it('keeps lengths and never mirrors', () => {
    fc.assert(
      fc.property(pageBox, (box) => {
        const [a, b, c, d] = toUserSpace(box)
        expect(a * d - b * c).toBe(-1)
      }),
    )
  })
})

describe('the part of a page that is seen', () => {
  it.each([
    ['of a plain page', [0, 0, 595, 842], undefined, [0, 0, 595, 842]],
    ['of corners in any order', [595, 842, 0, 0], undefined, [0, 0, 595, 842]],
    ['of a crop off the origin', [0, 0, 595, 842], [100, 50, 400, 500], [100, 50, 400, 500]],
    ['of a crop beyond the paper', [0, 0, 100, 100], [50, 50, 500, 500], [50, 50, 100, 100]],
    ['of a crop off the paper', [0, 0, 100, 100], [200, 200, 300, 300], [0, 0, 100, 100]],
    ['of an empty crop', [0, 0, 100, 100], [10, 10, 10, 90], [0, 0, 100, 100]],
    ['of no size', undefined, undefined, [0, 0, 612, 792]],
    ['of a senseless size', [0, 0, Number.NaN, 5], undefined, [0, 0, 612, 792]],
  ])('%s', (_, media, crop, seen) => {
    expect(seenBox(media, crop)).toEqual(seen)
  })

  it.each([
    [0, 0],
    [90, 90],
    [-90, 270],
    [450, 90],
    [180, 180],
    [-720, 0],
    [45, 0],
  ])('/Rotate %d turns it by %d', (rotate, rotation) => {
    expect(rotationOf(rotate)).toBe(rotation)
  })
})
