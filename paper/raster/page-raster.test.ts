import fc from 'fast-check'
import { expect, test } from 'vitest'
import { imageSize, type Size, TILE_SIDE, tileArea, tiledSize } from './page-raster.ts'

const side = fc.double({ min: 0.001, max: 1e7, noNaN: true })

test('an ordinary page has the asked width and its own shape', () => {
  expect(imageSize({ width: 595, height: 842 }, 1200)).toEqual({ width: 1200, height: 1698 })
  expect(imageSize({ width: 14_400, height: 14_400 }, 4096)).toEqual({ width: 4096, height: 4096 })
  expect(tiledSize({ width: 595, height: 842 }, 9600)).toEqual({ width: 9600, height: 13_585 })
})

test('no page image goes beyond 25 million pixels or 16,384 a side, and none is empty', () => {
  fc.assert(
    fc.property(side, side, fc.integer({ min: 1, max: 16_384 }), (width, height, asked) => {
      const size = imageSize({ width, height }, asked)
      expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(1)
      expect(Math.max(size.width, size.height)).toBeLessThanOrEqual(16_384)
      expect(size.width * size.height).toBeLessThanOrEqual(25_000_000 * 1.01)
      expect(size.width).toBeLessThanOrEqual(asked)
    }),
  )
})

test('a page in tiles has no side beyond 32,000 and is never coarser than its whole image', () => {
  fc.assert(
    fc.property(side, side, fc.integer({ min: 1, max: 32_000 }), (width, height, asked) => {
      const size = tiledSize({ width, height }, asked)
      expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(1)
      expect(Math.max(size.width, size.height)).toBeLessThanOrEqual(32_000)
      expect(size.width).toBeLessThanOrEqual(asked)
      expect(size.width).toBeGreaterThanOrEqual(imageSize({ width, height }, asked).width)
    }),
  )
})

const pixels = fc.integer({ min: 1, max: 32_000 })
const grid = ({ width, height }: Size) => ({
  columns: Math.ceil(width / TILE_SIDE),
  rows: Math.ceil(height / TILE_SIDE),
})

test('the tiles of a page cover each of its pixels once, and there are none beyond', () => {
  fc.assert(
    fc.property(pixels, pixels, (width, height) => {
      const { columns, rows } = grid({ width, height })
      let covered = 0
      for (let row = 0; row < rows; row += 1) {
        for (let column = 0; column < columns; column += 1) {
          const area = tileArea({ width, height }, { column, row })
          expect(area).toMatchObject({ left: column * TILE_SIDE, top: row * TILE_SIDE })
          covered += (area?.width ?? 0) * (area?.height ?? 0)
        }
      }
      expect(covered).toBe(width * height)
      expect(tileArea({ width, height }, { column: columns, row: 0 })).toBeUndefined()
      expect(tileArea({ width, height }, { column: 0, row: rows })).toBeUndefined()
    }),
    { numRuns: 30 },
  )
})
