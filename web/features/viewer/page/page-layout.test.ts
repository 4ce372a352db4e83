import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  columnWidth,
  currentPage,
  layOut,
  type PageLayout,
  pagesInView,
  pagesLeft,
  scrollKeeping,
  scrollRevealing,
  scrollTopFor,
  wholePageLevel,
} from './page-layout.ts'

const PORTRAIT = { width: 595, height: 842 }
const LANDSCAPE = { width: 842, height: 595 }

const sizes = fc.array(
  fc.record({
    width: fc.integer({ min: 20, max: 3_000 }),
    height: fc.integer({ min: 20, max: 3_000 }),
  }),
  {
    minLength: 1,
    maxLength: 60,
  },
)
const layouts = fc
  .record({ pages: sizes, width: fc.integer({ min: 60, max: 2_000 }) })
  .map(({ pages, width }) => layOut(pages, width, 20))
const limiter = fc.double({ min: 0, max: 1, noNaN: true })
const viewHeights = fc.integer({ min: 100, max: 1_200 })

const viewOf = ({ height }: PageLayout, share: number, viewHeight: number) => ({
  top: share * Math.max(0, height - viewHeight),
  height: viewHeight,
})

test('pages keep their shapes, one under the other, with a gap around', () => {
  expect(layOut([PORTRAIT, LANDSCAPE], 595, 20)).toEqual({
    pageWidth: 595,
    gap: 20,
    tops: [20, 882],
    heights: [842, 420],
    height: 1_322,
  })
})

test('pages in view are those that a search through all of them finds', () => {
  fc.assert(
    fc.property(layouts, limiter, viewHeights, (layout, share, viewHeight) => {
      const view = viewOf(layout, share, viewHeight)
      const seen = layout.tops.flatMap((top, index) => {
        const isSeen =
          top <= view.top + view.height - 1 && top + (layout.heights[index] ?? 0) > view.top
        return isSeen ? [index + 1] : []
      })
      const { first, last } = pagesInView(layout, view)
      expect([first, last]).toEqual([seen[0] ?? last, seen.at(-1) ?? last])
    }),
  )
})

test('the current page is in sight, for any previous one', () => {
  fc.assert(
    fc.property(
      layouts,
      limiter,
      viewHeights,
      fc.integer({ min: 1, max: 60 }),
      (layout, share, viewHeight, before) => {
        const view = viewOf(layout, share, viewHeight)
        const { first, last } = pagesInView(layout, view)
        const page = currentPage(layout, view, Math.min(before, layout.tops.length))
        expect(page).toBeGreaterThanOrEqual(Math.max(1, first - 1))
        expect(page).toBeLessThanOrEqual(last)
      },
    ),
  )
})

test('a page that was gone to stays the current one', () => {
  fc.assert(
    fc.property(layouts, fc.nat(59), viewHeights, (layout, index, viewHeight) => {
      const page = (index % layout.tops.length) + 1
      const view = { top: scrollTopFor(layout, page, viewHeight), height: viewHeight }
      fc.pre((layout.heights[page - 1] ?? 0) + 2 * layout.gap <= viewHeight)
      expect(currentPage(layout, view, page)).toBe(page)
    }),
  )
})

test('the current page changes when half of the next one is seen, or the next one reaches the middle', () => {
  const layout = layOut([PORTRAIT, PORTRAIT, PORTRAIT], 595, 20)
  const at = (top: number, height: number) => currentPage(layout, { top, height }, 1)
  expect([0, 441, 531, 533].map((top) => at(top, 700))).toEqual([1, 1, 1, 2])
  expect([20, 101, 441, 442].map((top) => at(top, 1_300))).toEqual([1, 1, 1, 2])
})

test('of pages higher than the view, the one across its middle is current', () => {
  const layout = layOut([PORTRAIT, PORTRAIT], 2_000, 20)
  const edge = (layout.tops[1] ?? 0) - 350
  expect(currentPage(layout, { top: edge - 1, height: 700 }, 2)).toBe(1)
  expect(currentPage(layout, { top: edge + 1, height: 700 }, 1)).toBe(2)
})

test('a zoom keeps the point under the focus, and back again leads to the same place', () => {
  fc.assert(
    fc.property(
      sizes,
      limiter,
      fc.record({ x: limiter, y: limiter }),
      fc.double({ min: 0.25, max: 4, noNaN: true }),
      (pages, share, focus, zoom) => {
        const size = { width: 800, height: 700 }
        const [from, to] = [layOut(pages, 400, 20), layOut(pages, Math.round(400 * zoom), 20)]
        const view = { ...viewOf(from, share, size.height), left: 0, ...size }
        const there = scrollKeeping({ layout: from, view }, to, size, focus)
        const back = scrollKeeping({ layout: to, view: { ...there, ...size } }, from, size, focus)
        expect(back.top).toBeCloseTo(view.top, 5)
        expect(back.left).toBeCloseTo(view.left, 5)
      },
    ),
  )
})

test('a zoom in the middle of a page keeps that middle in the middle', () => {
  const size = { width: 640, height: 700 }
  const pages = [PORTRAIT, LANDSCAPE, PORTRAIT]
  const [from, to] = [layOut(pages, 600, 20), layOut(pages, 1_200, 20)]
  const middleOf = (layout: PageLayout, page: number) =>
    (layout.tops[page - 1] ?? 0) + (layout.heights[page - 1] ?? 0) / 2
  const view = { left: 0, top: middleOf(from, 3) - 350, ...size }
  const there = scrollKeeping({ layout: from, view }, to, size, { x: 0.5, y: 0.5 })
  expect(there.top + 350).toBeCloseTo(middleOf(to, 3), 5)
  expect(there.left + 320).toBeCloseTo(pagesLeft(to, 640) + 600, 5)
})

test('pages stand in the middle until they are wider than the view', () => {
  const narrow = layOut([PORTRAIT], 300, 20)
  const wide = layOut([PORTRAIT], 900, 20)
  expect([pagesLeft(narrow, 500), columnWidth(narrow, 500)]).toEqual([100, 500])
  expect([pagesLeft(wide, 500), columnWidth(wide, 500)]).toEqual([20, 940])
})

test('what is revealed comes into view, and what is in view stays where it is', () => {
  const layout = layOut(
    Array.from({ length: 40 }, () => PORTRAIT),
    800,
    20,
  )
  const view = { left: 0, top: 0, width: 600, height: 700 }
  const there = scrollRevealing({ layout, view }, 30, { x: 0.9, y: 0.5 })
  const at = (layout.tops[29] ?? 0) + 0.5 * (layout.heights[29] ?? 0)
  expect(at).toBeGreaterThan(there.top)
  expect(at).toBeLessThan(there.top + view.height)
  expect(20 + 0.9 * 800).toBeLessThan(there.left + view.width)
  expect(scrollRevealing({ layout, view: { ...view, ...there } }, 30, { x: 0.9, y: 0.5 })).toEqual(
    there,
  )
})

test('a page that is seen whole is no wider than its column', () => {
  expect(wholePageLevel(PORTRAIT, 600, 421)).toBeCloseTo(0.496, 3)
  expect(wholePageLevel(LANDSCAPE, 600, 900)).toBe(1)
})
