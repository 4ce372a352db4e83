import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testFile, testFolder, testListing, testPage } from '../../../test/test-item.ts'
import { layRows } from '../tree/tree-rows.ts'
import { layListing } from './listing.ts'
import { gapsBetween, type ItemRun, itemsBetween } from './row-range.ts'

const root = { listing: testListing([testFolder(1, 0, 4), testFile(2, 0)], 6), hasFailed: false }
const inner = { listing: testListing([testFile(11, 1)], 4), hasFailed: false }
const rows = layRows({ folder: 0, root, expanded: [1], sourceOf: () => inner })
const files = (parent: number, ...ids: number[]) => ids.map((id) => testFile(id, parent))
const idsOf = (items: readonly { id: number }[]) => items.map(({ id }) => id)

test('what is missing of a range is one span in each folder, in whichever direction it is drawn', () => {
  const spans = [
    [1, { first: 1, last: 3 }],
    [0, { first: 2, last: 4 }],
  ]
  expect([...gapsBetween(rows, 0, 8)]).toEqual(spans)
  expect(new Map(gapsBetween(rows, 8, 0))).toEqual(new Map(gapsBetween(rows, 0, 8)))
  expect(gapsBetween(rows, 0, 1).size).toBe(0)
})

test('a range is whole with what was loaded for it, its beginning first', () => {
  const runs = new Map([
    [0, { start: 2, items: files(0, 3, 4, 5, 6) }],
    [1, { start: 0, items: files(1, 11, 12, 13, 14) }],
  ])
  expect(idsOf(itemsBetween(rows, 0, 9, runs))).toEqual([1, 11, 12, 13, 14, 2, 3, 4, 5, 6])
  expect(idsOf(itemsBetween(rows, 7, 3, runs))).toEqual([4, 3, 2, 14, 13])
  expect(idsOf(itemsBetween(rows, 0, 9, new Map()))).toEqual([1, 11, 2])
})

test('for any loaded windows, a range with its runs is what lies between its ends, and requests no run that it has', () => {
  const given = fc.record({
    length: fc.integer({ min: 1, max: 6 }),
    total: fc.integer({ min: 1, max: 40 }),
    loaded: fc.uniqueArray(fc.nat(12), { maxLength: 6 }),
    failed: fc.uniqueArray(fc.nat(12), { maxLength: 3 }),
    ends: fc.tuple(fc.nat(60), fc.nat(60)),
  })
  fc.assert(
    fc.property(given, ({ length, total, loaded, failed, ends }) => {
      const all = Array.from({ length: total }, (_, index) => testFile(index + 1, 0))
      const inWindow = (window: number) => all.slice(window * length, (window + 1) * length)
      const others = loaded.filter((window) => window > 0 && inWindow(window).length > 0)
      const windows = new Map(
        others.map((window) => [
          window,
          { page: { ...testPage([]), payload: inWindow(window) }, at: 2 },
        ]),
      )
      const listing = layListing(
        { page: testPage(all.slice(0, length), total), at: 1 },
        windows,
        new Set(failed),
      )
      const laid = layRows({
        folder: 0,
        root: { listing, hasFailed: false },
        expanded: [],
        sourceOf: () => undefined,
      })
      const [start, end] = ends.map((place) => place % total) as [number, number]
      const gaps = gapsBetween(laid, start, end)
      const runOf = ({ first, last }: { first: number; last: number }): ItemRun => {
        const from = listing.startOf(listing.windowAt(first))
        return { start: from, items: all.slice(from, listing.startOf(listing.windowAt(last) + 1)) }
      }
      const runs = new Map([...gaps].map(([folder, span]) => [folder, runOf(span)]))
      const between = all.slice(Math.min(start, end), Math.max(start, end) + 1)
      expect(idsOf(itemsBetween(laid, start, end, runs))).toEqual(
        idsOf(start <= end ? between : between.toReversed()),
      )
      for (const { first, last } of gaps.values())
        expect([listing.itemAt(first), listing.itemAt(last)]).toEqual([undefined, undefined])
    }),
    { numRuns: 300 },
  )
})
