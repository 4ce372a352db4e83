import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  CONFIDENTIAL,
  layoutWatermark,
  STANDARD_STYLE,
  type WatermarkLayer,
  type WatermarkStyle,
  watermarkText,
} from './layout.ts'

interface LayoutPage {
  readonly width: number
  readonly height: number
}

const text = watermarkText({ email: 'hong@example.com', at: '2026-11-20 15:12' })
const A4 = { width: 595, height: 842 }
const DENSITIES = ['light', 'standard', 'dense'] as const

const layersOf = (page: LayoutPage, mark: string, style = STANDARD_STYLE): WatermarkLayer[] =>
  layoutWatermark(page, { text: mark, style })

function fineOf(page: LayoutPage, mark: string, style = STANDARD_STYLE): WatermarkLayer {
  const [fine] = layersOf(page, mark, style)
  if (fine?.kind !== 'fine') throw new Error('the fine lines are not the first layer')
  return fine
}

test('the text is address, moment and the word Confidential, nothing else [mark-text]', () => {
  expect(text).toBe('hong@example.com 2026-11-20 15:12 Confidential')
})

test('Confidential is a run of its own, and the runs join to the text', () => {
  expect(fineOf(A4, text).runs).toEqual([
    { text: 'hong@example.com 2026-11-20 15:12 ', tone: 'ink' },
    { text: CONFIDENTIAL, tone: 'accent' },
  ])
  expect(fineOf(A4, 'draft').runs).toEqual([{ text: 'draft', tone: 'ink' }])
  expect(fineOf(A4, CONFIDENTIAL).runs).toEqual([{ text: CONFIDENTIAL, tone: 'accent' }])
})

test.each([
  ['A4 upright', A4],
  ['A4 lying', { width: 842, height: 595 }],
  ['a slide', { width: 1920, height: 1080 }],
  ['a square', { width: 500, height: 500 }],
])('%s carries 30 fine lines in 3 columns [mark-lines]', (_name, page) => {
  const { places } = fineOf(page, text)
  const lines = new Set(places.map((place) => place.y))
  expect(lines.size).toBe(30)
  for (const y of lines) expect(places.filter((place) => place.y === y)).toHaveLength(3)
})

test.each([
  ['A4 upright', A4, [3, 5, 8]],
  ['A4 lying', { width: 842, height: 595 }, [3, 5, 8]],
  ['a slide', { width: 1920, height: 1080 }, [3, 5, 6]],
  ['a square', { width: 500, height: 500 }, [2, 4, 6]],
])('%s carries a few large marks, which say who and when', (_name, page, counts) => {
  for (const [index, density] of DENSITIES.entries()) {
    const [who, when, ...others] = layersOf(page, text, { density, strength: 100 }).filter(
      ({ kind }) => kind === 'large',
    )
    expect(others).toEqual([])
    expect(who?.runs).toEqual([{ text: 'hong@example.com', tone: 'ink' }])
    expect(when?.runs.map((run) => run.text)).toEqual(['2026-11-20 15:12 ', CONFIDENTIAL])
    expect([who?.places.length, when?.places.length]).toEqual([counts[index], counts[index]])
  }
})

test('a large mark can be read in a panel that is 350 pixels wide, where a fine line cannot', () => {
  const [fine, who, when] = layersOf({ width: 350, height: 495 }, text)
  for (const layer of [who, when]) expect(layer?.fontSize).toBeGreaterThan(14)
  expect(fine?.fontSize).toBeLessThan(6)
})

test('large marks lie within ordinary pages and do not overlap', () => {
  for (const page of [
    A4,
    { width: 842, height: 595 },
    { width: 1920, height: 1080 },
    { width: 500, height: 500 },
  ]) {
    for (const density of DENSITIES) {
      const large = layersOf(page, text, { density, strength: 100 }).filter(
        ({ kind }) => kind === 'large',
      )
      const lines = large.flatMap((layer) => layer.places.map((place) => ({ layer, place })))
      for (const [index, { layer, place }] of lines.entries()) {
        const end = half(layer)
        for (const side of [1, -1]) {
          const [x, y] = [place.x + side * end.x, place.y + side * end.y]
          expect(x > 0 && x < page.width && y > 0 && y < page.height).toBe(true)
        }
        for (const other of lines.slice(index + 1))
          expect(apart(layer, place, other.place)).toBeGreaterThan(0.9 * layer.fontSize)
      }
    }
  }
})

test('strength and density make a mark darker, but never cover what lies under it', () => {
  const opacities = (style: WatermarkStyle) =>
    layersOf(A4, text, style).flatMap(({ colors }) =>
      [colors.onLight, colors.onDark].flatMap(({ ink, accent }) => [ink.opacity, accent.opacity]),
    )
  const standard = opacities(STANDARD_STYLE)
  const strong = opacities({ density: 'standard', strength: 200 })
  const weak = opacities({ density: 'standard', strength: 50 })
  for (const [index, opacity] of standard.entries()) {
    expect(strong[index]).toBeCloseTo(Math.min(0.62, 2 * opacity), 9)
    expect(weak[index]).toBeCloseTo(opacity / 2, 9)
  }
  expect(Math.max(...opacities({ density: 'dense', strength: 200 }))).toBeLessThanOrEqual(0.62)
  const [light, dense] = [
    fineOf(A4, text, { density: 'light', strength: 100 }),
    fineOf(A4, text, { density: 'dense', strength: 100 }),
  ]
  expect(light.places).toHaveLength(30)
  expect(dense.places).toHaveLength(90)
  expect(dense.colors.onLight.ink.opacity).toBeGreaterThan(light.colors.onLight.ink.opacity)
})

const pages = fc.record({
  width: fc.integer({ min: 1, max: 10_000 }),
  height: fc.integer({ min: 1, max: 10_000 }),
})
const ordinary = pages.filter(
  ({ width, height }) => Math.max(width, height) <= 2 * Math.min(width, height),
)
const strips = fc
  .record({
    short: fc.integer({ min: 1, max: 1_000 }),
    times: fc.double({ min: 2, max: 20, noNaN: true }),
    lying: fc.boolean(),
  })
  .map(({ short, times, lying }) =>
    lying ? { width: short * times, height: short } : { width: short, height: short * times },
  )
const texts = fc.emailAddress().map((email) => watermarkText({ email, at: '2026-11-20 15:12' }))

test('every point of a page lies within an eighth of its width of a fine line', () => {
  fc.assert(
    fc.property(
      fc.oneof(ordinary, strips),
      texts,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (page, mark, u, v) => {
        const reach = page.width / 8
        expect(
          distanceToNearest(fineOf(page, mark), { x: u * page.width, y: v * page.height }),
        ).toBeLessThan(reach)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('no fine line runs into another', () => {
  fc.assert(
    fc.property(
      fc.oneof(ordinary, strips),
      texts,
      fc.constantFrom(...DENSITIES),
      (page, mark, density) => {
        const layout = fineOf(page, mark, { density, strength: 100 })
        const near = layout.places.slice(0, 150)
        for (const [index, one] of near.entries()) {
          for (const other of near.slice(index + 1)) {
            expect(apart(layout, one, other)).toBeGreaterThan(0.9 * layout.fontSize)
          }
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('lines are centred inside the page, and strips are bounded', () => {
  fc.assert(
    fc.property(pages, texts, fc.constantFrom(...DENSITIES), (page, mark, density) => {
      const [fine, ...large] = layersOf(page, mark, { density, strength: 100 })
      const { places = [], fontSize } = fine ?? {}
      const rows = [...new Set(places.map((place) => place.y))]
      for (const layer of large) {
        expect(layer.places.length).toBeGreaterThan(0)
        expect(layer.places.length).toBeLessThanOrEqual(900)
      }
      for (const { x, y } of places) {
        expect(x > 0 && x < page.width && y > 0 && y < page.height).toBe(true)
      }
      expect(fontSize).toBeLessThanOrEqual(page.height / rows.length)
      expect(places.length).toBeLessThanOrEqual(900)
    }),
  )
})

test('a page at twice the width looks the same, twice as large', () => {
  fc.assert(
    fc.property(pages, texts, fc.integer({ min: 2, max: 9 }), (page, mark, scale) => {
      const layers = layersOf({ width: page.width * scale, height: page.height * scale }, mark)
      for (const [order, small] of layersOf(page, mark).entries()) {
        const large = layers[order]
        expect(large?.fontSize).toBeCloseTo(small.fontSize * scale, 6)
        expect(large?.places).toHaveLength(small.places.length)
        for (const [index, place] of small.places.entries()) {
          expect(large?.places[index]?.x).toBeCloseTo(place.x * scale, 4)
          expect(large?.places[index]?.y).toBeCloseTo(place.y * scale, 4)
        }
      }
    }),
  )
})

test('a long address is written smaller, so that it ends before the next column begins', () => {
  const long = watermarkText({ email: `${'a'.repeat(64)}@example.com`, at: '2026-11-20 15:12' })
  const page = { width: 1200, height: 1697 }
  expect(fineOf(page, long).fontSize).toBeLessThan(fineOf(page, text).fontSize)
  expect(fineOf(page, long).fontSize * 0.5 * long.length).toBeLessThan(400)
})

type MarkPoint = WatermarkLayer['places'][number]

function half(layout: WatermarkLayer): MarkPoint {
  const length = layout.fontSize * 0.5 * layout.runs.reduce((sum, run) => sum + run.text.length, 0)
  const radians = (layout.angle * Math.PI) / 180
  return { x: (Math.cos(radians) * length) / 2, y: (Math.sin(radians) * length) / 2 }
}

function distance(layout: WatermarkLayer, place: MarkPoint, point: MarkPoint): number {
  const along = half(layout)
  const dx = point.x - place.x
  const dy = point.y - place.y
  const share = Math.max(
    -1,
    Math.min(1, (dx * along.x + dy * along.y) / (along.x ** 2 + along.y ** 2)),
  )
  return Math.hypot(dx - share * along.x, dy - share * along.y)
}

function distanceToNearest(layout: WatermarkLayer, point: MarkPoint): number {
  return Math.min(...layout.places.map((place) => distance(layout, place, point)))
}

function apart(layout: WatermarkLayer, one: MarkPoint, other: MarkPoint): number {
  const { x, y } = half(layout)
  const ends = [
    { x: one.x + x, y: one.y + y },
    { x: one.x - x, y: one.y - y },
  ]
  return Math.min(...ends.map((end) => distance(layout, other, end)))
}
