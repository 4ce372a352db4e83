import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CONFIDENTIAL, layoutWatermark, type WatermarkLayout, watermarkText } from './layout.ts'

const text = watermarkText({ email: 'hong@example.com', at: '2026-11-20 15:12' })
const A4 = { width: 595, height: 842 }

test('the text is address, moment and the word Confidential, nothing else [mark-text]', () => {
  expect(text).toBe('hong@example.com 2026-11-20 15:12 Confidential')
})

test('Confidential is a run of its own, and the runs join to the text', () => {
  const { runs } = layoutWatermark(A4, text)
  expect(runs).toEqual([
    { text: 'hong@example.com 2026-11-20 15:12 ', tone: 'ink' },
    { text: CONFIDENTIAL, tone: 'seal' },
  ])
  expect(layoutWatermark(A4, 'draft').runs).toEqual([{ text: 'draft', tone: 'ink' }])
  expect(layoutWatermark(A4, CONFIDENTIAL).runs).toEqual([{ text: CONFIDENTIAL, tone: 'seal' }])
})

test.each([
  ['A4 upright', A4],
  ['A4 lying', { width: 842, height: 595 }],
  ['a slide', { width: 1920, height: 1080 }],
  ['a square', { width: 500, height: 500 }],
])('%s carries 30 lines in 3 columns [mark-lines]', (_name, page) => {
  const { tiles } = layoutWatermark(page, text)
  const lines = new Set(tiles.map((tile) => tile.y))
  expect(lines.size).toBe(30)
  for (const y of lines) expect(tiles.filter((tile) => tile.y === y)).toHaveLength(3)
})

const pages = fc.record({ width: fc.integer({ min: 1, max: 10_000 }), height: fc.integer({ min: 1, max: 10_000 }) })
const ordinary = pages.filter(({ width, height }) => Math.max(width, height) <= 2 * Math.min(width, height))
const strips = fc
  .record({ short: fc.integer({ min: 1, max: 1_000 }), times: fc.double({ min: 2, max: 20, noNaN: true }), lying: fc.boolean() })
  .map(({ short, times, lying }) => (lying ? { width: short * times, height: short } : { width: short, height: short * times }))
const texts = fc.emailAddress().map((email) => watermarkText({ email, at: '2026-11-20 15:12' }))

test('every point of a page lies within an eighth of its width of a line', () => {
  fc.assert(
    fc.property(
      fc.oneof(ordinary, strips),
      texts,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (page, mark, u, v) => {
        const reach = page.width / 8
        expect(distanceToNearest(layoutWatermark(page, mark), { x: u * page.width, y: v * page.height })).toBeLessThan(reach)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('no line runs into another', () => {
  fc.assert(
    fc.property(fc.oneof(ordinary, strips), texts, (page, mark) => {
      const layout = layoutWatermark(page, mark)
      const near = layout.tiles.slice(0, 150)
      for (const [index, one] of near.entries()) {
        for (const other of near.slice(index + 1)) {
          expect(apart(layout, one, other)).toBeGreaterThan(0.9 * layout.fontSize)
        }
      }
    }),
    { numRuns: 60 },
  )
})

test('lines are centred inside the page, and strips are bounded', () => {
  fc.assert(
    fc.property(pages, texts, (page, mark) => {
      const { tiles, fontSize } = layoutWatermark(page, mark)
      const rows = [...new Set(tiles.map((tile) => tile.y))]
      for (const { x, y } of tiles) {
        expect(x > 0 && x < page.width && y > 0 && y < page.height).toBe(true)
      }
      expect(fontSize).toBeLessThanOrEqual(page.height / rows.length)
      expect(tiles.length).toBeLessThanOrEqual(900)
    }),
  )
})

test('a page at twice the width looks the same, twice as large', () => {
  fc.assert(
    fc.property(pages, texts, fc.integer({ min: 2, max: 9 }), (page, mark, scale) => {
      const small = layoutWatermark(page, mark)
      const large = layoutWatermark({ width: page.width * scale, height: page.height * scale }, mark)
      expect(large.fontSize).toBeCloseTo(small.fontSize * scale, 6)
      expect(large.tiles).toHaveLength(small.tiles.length)
      for (const [index, tile] of small.tiles.entries()) {
        expect(large.tiles[index]?.x).toBeCloseTo(tile.x * scale, 4)
        expect(large.tiles[index]?.y).toBeCloseTo(tile.y * scale, 4)
      }
    }),
  )
})

test('a long address is written smaller, so that it ends before the next column begins', () => {
  const long = watermarkText({ email: `${'a'.repeat(64)}@example.com`, at: '2026-11-20 15:12' })
  const page = { width: 1200, height: 1697 }
  expect(layoutWatermark(page, long).fontSize).toBeLessThan(layoutWatermark(page, text).fontSize)
  expect(layoutWatermark(page, long).fontSize * 0.5 * long.length).toBeLessThan(400)
})

type Point = WatermarkLayout['tiles'][number]

/** Half the length of a line, as a usual font draws it, as a vector along the line. */
function half(layout: WatermarkLayout): Point {
  const length = layout.fontSize * 0.5 * layout.runs.reduce((sum, run) => sum + run.text.length, 0)
  const radians = (layout.angle * Math.PI) / 180
  return { x: (Math.cos(radians) * length) / 2, y: (Math.sin(radians) * length) / 2 }
}

function distance(layout: WatermarkLayout, tile: Point, point: Point): number {
  const along = half(layout)
  const dx = point.x - tile.x
  const dy = point.y - tile.y
  const share = Math.max(-1, Math.min(1, (dx * along.x + dy * along.y) / (along.x ** 2 + along.y ** 2)))
  return Math.hypot(dx - share * along.x, dy - share * along.y)
}

function distanceToNearest(layout: WatermarkLayout, point: Point): number {
  return Math.min(...layout.tiles.map((tile) => distance(layout, tile, point)))
}

/** Distance of two parallel lines: from an end of the one to the other. */
function apart(layout: WatermarkLayout, one: Point, other: Point): number {
  const { x, y } = half(layout)
  const ends = [
    { x: one.x + x, y: one.y + y },
    { x: one.x - x, y: one.y - y },
  ]
  return Math.min(...ends.map((end) => distance(layout, other, end)))
}
