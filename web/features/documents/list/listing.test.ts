import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Item } from '../../../../contract/features/documents.ts'
import { testFile, testFolder, testPage } from '../../../test/test-item.ts'
import {
  boundsOf,
  divisionOf,
  type FolderStep,
  type ItemsPage,
  knownPath,
  type Listing,
  type Loaded,
  layListing,
  lostBetween,
  subfoldersOf,
} from './listing.ts'

const files = (from: number, to: number): Item[] =>
  Array.from({ length: to - from + 1 }, (_, index) => testFile(from + index, 0))
const later = (items: readonly Item[], at = 2): Loaded => ({
  page: { ...testPage(items), payload: [...items] },
  at,
})
const reported = (listing: Listing) =>
  Array.from({ length: listing.total }, (_, position) => listing.itemAt(position)?.id ?? '?').join(
    ' ',
  )

const first: Loaded = { page: testPage(files(1, 3), 8), at: 1 }

test('rows are there for all that is counted, and items where windows have come', () => {
  const listing = layListing(first, new Map([[2, later(files(7, 8))]]))
  expect(reported(listing)).toBe('1 2 3 ? ? ? 7 8')
  expect(listing.items.map(({ id }) => id)).toEqual([1, 2, 3, 7, 8])
  expect(listing.isWhole).toBe(false)
  expect(listing.positionOf(8)).toBe(7)
  expect(listing.positionOf(5)).toBe(-1)
  expect([0, 2, 3, 5, 6, 7].map(listing.windowAt)).toEqual([0, 0, 1, 1, 2, 2])
  expect(listing.startOf(2)).toBe(6)
  const whole = layListing(
    first,
    new Map([
      [1, later(files(4, 6))],
      [2, later(files(7, 8))],
    ]),
  )
  expect(reported(whole)).toBe('1 2 3 4 5 6 7 8')
  expect(whole.isWhole).toBe(true)
})

test('a window begins where the one before it ends, and the last one ends nowhere', () => {
  const outline = ['c2', 'c3']
  expect([0, 1, 2].map((window) => boundsOf(first.page, outline, window, window))).toEqual([
    { until: 'c1' },
    { cursor: 'c1', until: 'c2' },
    { cursor: 'c2' },
  ])
  expect(boundsOf(first.page, outline, 0, 1)).toEqual({ until: 'c2' })
  expect(boundsOf(first.page, [], 0, 2)).toEqual({})
  expect(boundsOf(first.page, [], 2, 2), 'it has become shorter').toBeUndefined()
})

test('windows divide a list of any length without gap or overlap, into at most the maximum of an outline', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.oneof(fc.nat(40), fc.nat(60_000)),
      (length, behind) => {
        const { step, last, lengthOf, windowAt } = divisionOf(
          testPage(files(1, length), length + behind),
        )
        const lengths = Array.from({ length: last + 1 }, (_, window) => lengthOf(window))
        expect(lengths.reduce((sum, each) => sum + each, 0)).toBe(length + behind)
        expect(
          lengths
            .slice(1)
            .every(
              (each, index) => each > 0 && each <= step && (each === step || index + 1 === last),
            ),
        ).toBe(true)
        expect(last).toBeLessThanOrEqual(LIMITS.outlineMax)
        let start = 0
        const found = lengths.flatMap((each) => {
          start += each
          return [windowAt(start - each), windowAt(start - 1)]
        })
        expect(found).toEqual(lengths.flatMap((_, window) => [window, window]))
      },
    ),
    { numRuns: 60 },
  )
})

test('places of a window that could not be had say so, and others do not', () => {
  const listing = layListing(first, new Map([[2, later(files(7, 8))]]), new Set([1]))
  expect([0, 2, 3, 5, 6].map(listing.hasFailedAt)).toEqual([false, false, true, true, false])
  expect(reported(listing)).toBe('1 2 3 ? ? ? 7 8')
})

test('a window has as many rows as it received, once it is newer than the outline', () => {
  expect(reported(layListing(first, new Map([[1, later([testFile(4, 0)])]])))).toBe('1 2 3 4 ? ?')
  expect(
    reported(layListing(first, new Map([[1, later([...files(4, 6), testFile(60, 0)])]]))),
  ).toBe('1 2 3 4 5 6 60 ? ?')
})

test('a window that is older than the first gives way to it and keeps its place', () => {
  const now: Loaded = { page: testPage([testFile(9, 0), ...files(1, 2)], 9), at: 5 }
  const listing = layListing(
    now,
    new Map([
      [1, later(files(3, 5), 2)],
      [2, later(files(5, 8), 6)],
    ]),
  )
  expect(reported(listing)).toBe('9 1 2 3 4 ? 5 6 7 8')
  expect(layListing(now, new Map([[7, later(files(20, 22))]])).positionOf(20)).toBe(-1)
})

test('an item is gone when its neighbours now follow each other, and may be elsewhere when they do not', () => {
  const before = layListing(
    first,
    new Map([
      [1, later(files(4, 6))],
      [2, later(files(7, 8))],
    ]),
  )
  const now = (ids: readonly number[], total: number) =>
    layListing(
      { page: testPage(files(1, 3), total), at: 3 },
      new Map([
        [
          1,
          later(
            ids.map((id) => testFile(id, 0)),
            4,
          ),
        ],
      ]),
    )
  expect(lostBetween(before, now([6, 7, 8], 6))).toEqual([4, 5])
  expect(lostBetween(before, now([6, 7], 8)), 'the end is not loaded').toEqual([4, 5])
  expect(lostBetween(before, now([60, 4, 5], 9)), 'one came, and the last has moved on').toEqual([])
  expect(
    lostBetween(before, layListing(first, new Map())),
    'windows that nobody looks at any more',
  ).toEqual([])
  const without = layListing({ page: testPage(files(2, 4), 7), at: 3 }, new Map())
  expect(lostBetween(before, without)).toEqual([1])
  const reported = layListing(first, new Map(), new Set(), new Set([2, 40]))
  expect([2, 40, 41].map(reported.hasLost)).toEqual([false, true, false])
})

test('no item has two positions, for any windows of any age', () => {
  const window = fc.record({
    at: fc.integer({ min: 0, max: 5 }),
    ids: fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 5 }),
  })
  fc.assert(
    fc.property(
      fc.array(window, { maxLength: 3 }),
      fc.integer({ min: 1, max: 12 }),
      (windows, total) => {
        const others = new Map(
          windows.map(({ at, ids }, index) => [
            index + 1,
            later(
              ids.map((id) => testFile(id, 0)),
              at,
            ),
          ]),
        )
        const listing = layListing({ page: testPage(files(1, 3), total), at: 3 }, others)
        const ids = listing.items.map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
        for (const id of ids) expect(listing.itemAt(listing.positionOf(id))?.id).toBe(id)
        for (let position = 0; position < listing.total; position++) {
          const at = listing.windowAt(position)
          expect(listing.startOf(at) <= position && position < listing.startOf(at + 1)).toBe(true)
        }
      },
    ),
  )
})

test('subfolders are all there once a file or the last window has come, and not before', () => {
  const folders = [testFolder(3, 2, 0), testFolder(4, 2, 0)]
  const page = testPage(folders, 4)
  const long: ItemsPage = { ...page, beside: { ...page.beside, counts: { folders: 3, files: 1 } } }
  expect(subfoldersOf([long])).toMatchObject({ folders, total: 3, items: 4 })
  expect(subfoldersOf([long, testPage([testFolder(5, 2, 0), testFile(6, 2)])])).toMatchObject({
    total: 3,
  })
  expect(subfoldersOf([testPage([testFolder(3, 2, 0), testFile(4, 2)], 9)])).toMatchObject({
    total: 1,
  })
  expect(subfoldersOf([testPage(folders)])).toMatchObject({ total: 2 })
})

test('another list provides the path to its ancestor or child folders', () => {
  const folderPath: FolderStep[] = [
    { id: 1, parent: 0, folderName: 'one' },
    { id: 2, parent: 1, folderName: 'two' },
  ]
  const known: ItemsPage[] = [
    {
      payload: [testFolder(3, 2, 0), testFile(4, 2)],
      nextCursor: undefined,
      beside: { folderPath },
    },
  ]
  expect(knownPath(0, [])).toEqual([])
  expect(knownPath(1, known)).toEqual([folderPath[0]])
  expect(knownPath(3, known)).toEqual([...folderPath, { id: 3, parent: 2, folderName: 'folder 3' }])
  expect(knownPath(9, known)).toBeUndefined()
})
