import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clampField, dropField } from './field-box.ts'

const A4 = { width: 595, height: 842 }

test.each([
  ['SIGN', { x: 100, y: 200 }, { x: 97, y: 197, w: 120, h: 120 }],
  ['TEXT', { x: 100, y: 200 }, { x: 97, y: 197, w: 200, h: 40 }],
  ['SIGN', { x: 0, y: 0 }, { x: 0, y: 0, w: 120, h: 120 }],
  ['SIGN', { x: 595, y: 842 }, { x: 475, y: 722, w: 120, h: 120 }],
  ['TEXT', { x: 594, y: 1 }, { x: 395, y: 0, w: 200, h: 40 }],
] as const)('a %s box dropped at %o is where it was pressed, and on the page', (type, at, box) => {
  expect(dropField(type, at, A4)).toEqual(box)
})

test('a changed box always stays on the page, and one already on the page is not moved', () => {
  const side = fc.double({ min: 5, max: 3_000, noNaN: true })
  const place = fc.double({ min: -4_000, max: 4_000, noNaN: true })
  fc.assert(
    fc.property(
      side,
      side,
      fc.record({ x: place, y: place, w: place, h: place }),
      (width, height, rect) => {
        const clamped = clampField(rect, { width, height })
        expect(clamped.x).toBeGreaterThanOrEqual(0)
        expect(clamped.y).toBeGreaterThanOrEqual(0)
        expect(clamped.w).toBeGreaterThan(0)
        expect(clamped.h).toBeGreaterThan(0)
        expect(clamped.x + clamped.w).toBeLessThanOrEqual(width + 1e-9)
        expect(clamped.y + clamped.h).toBeLessThanOrEqual(height + 1e-9)
        expect(clampField(clamped, { width, height })).toEqual(clamped)
      },
    ),
  )
})
