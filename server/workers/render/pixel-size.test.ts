import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pixelSize } from './pixel-size.ts'

test('an ordinary page has the asked width and its own shape', () => {
  expect(pixelSize({ width: 595, height: 842 }, 1200)).toEqual({ width: 1200, height: 1698 })
  expect(pixelSize({ width: 14_400, height: 14_400 }, 4096)).toEqual({ width: 4096, height: 4096 })
})

test('no page image goes beyond 25 million pixels or 16,384 a side, and none is empty', () => {
  const side = fc.double({ min: 0.001, max: 1e7, noNaN: true })
  fc.assert(
    fc.property(side, side, fc.integer({ min: 1, max: 16_384 }), (width, height, asked) => {
      const size = pixelSize({ width, height }, asked)
      expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(1)
      expect(Math.max(size.width, size.height)).toBeLessThanOrEqual(16_384)
      expect(size.width * size.height).toBeLessThanOrEqual(25_000_000 * 1.01)
      expect(size.width).toBeLessThanOrEqual(asked)
    }),
  )
})
