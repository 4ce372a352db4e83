import { expect, test } from 'vitest'
import type { Item } from '../../../../contract/features/documents.ts'
import { testFile, testFolder, testListing } from '../../../test/test-item.ts'
import { layRows } from '../tree/tree-rows.ts'
import { findGap, gapUnder } from './drop-gap.ts'

const numbered = (items: readonly Item[]): Item[] =>
  items.map((item, at) => ({ ...item, index: `${at + 1}` }))
const source = (items: readonly Item[], total = items.length) => ({
  listing: testListing(items, total),
  hasFailed: false,
})

const root = numbered([testFolder(1, 0, 2), testFile(2, 0), testFolder(3, 0, 1), testFile(4, 0)])
const inside = numbered([testFile(11, 1), testFile(12, 1)])
const flat = layRows({ folder: 0, root: source(root), expanded: [], sourceOf: () => undefined })
const pick = (...ids: readonly number[]) =>
  ids.flatMap((id) => [...root, ...inside].filter((item) => item.id === id))

const targets = (rows: typeof flat, items: readonly Item[]) =>
  Array.from({ length: rows.total + 1 }, (_, index) => findGap(rows, items, index)?.before)

test('the edges of a folder are gaps and its middle the folder, halves where it takes nothing', () => {
  expect([0, 0.24, 0.25, 0.5, 0.74, 0.75, 1].map((at) => gapUnder(7, at, true))).toEqual([
    7,
    7,
    undefined,
    undefined,
    undefined,
    8,
    8,
  ])
  expect([0, 0.49, 0.5, 1].map((at) => gapUnder(7, at, false))).toEqual([7, 7, 8, 8])
})

test('an item stands before another or at the end, and has no gap beside itself', () => {
  expect(targets(flat, pick(2))).toEqual([1, undefined, undefined, 4, null])
  expect(targets(flat, pick(4))).toEqual([1, 2, 3, undefined, undefined])
})

test('items that stand apart are gathered in the order of the list, before none of themselves', () => {
  expect(targets(flat, pick(3, 1))).toEqual([2, 2, 4, 4, null])
  expect(findGap(flat, pick(3, 1), 4)?.items.map(({ id }) => id)).toEqual([1, 3])
  expect(targets(flat, pick(2, 1))).toEqual([undefined, undefined, undefined, 4, null])
})

test('only gaps of their own folder take items, also behind the rows of an open folder', () => {
  const open = layRows({
    folder: 0,
    root: source(root),
    expanded: [1],
    sourceOf: (id) => (id === 1 ? source(inside) : undefined),
  })
  expect(targets(open, pick(4))).toEqual([1, undefined, undefined, 2, 3, undefined, undefined])
  expect(targets(open, pick(11))).toEqual([
    undefined,
    undefined,
    undefined,
    null,
    undefined,
    undefined,
    undefined,
  ])
  expect([3, 4].map((index) => findGap(open, pick(4), index)?.level)).toEqual([1, 1])
  const atEnd = layRows({
    folder: 0,
    root: source(root.slice(0, 1)),
    expanded: [1],
    sourceOf: () => source(inside),
  })
  expect(targets(atEnd, pick(12))).toEqual([undefined, 11, undefined, undefined])
})

test('nothing is put between items without numbers, of two folders, or next to what is not loaded', () => {
  expect(targets(flat, [testFile(2, 0)])).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(targets(flat, pick(2, 11))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  const partly = layRows({
    folder: 0,
    root: source(root.slice(0, 3), 6),
    expanded: [],
    sourceOf: () => undefined,
  })
  expect(targets(partly, pick(1))).toEqual([
    undefined,
    undefined,
    3,
    undefined,
    undefined,
    undefined,
    null,
  ])
})
