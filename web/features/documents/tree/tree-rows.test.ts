import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Item } from '../../../../contract/features/documents.ts'
import { testFile, testFolder, testListing } from '../../../test/test-item.ts'
import { type BranchSource, layRows, type TreeRows } from './tree-rows.ts'

const source = (items: readonly Item[], total = items.length): BranchSource => ({
  listing: testListing(items, total),
  hasFailed: false,
})

const reported = (rows: TreeRows) =>
  Array.from({ length: rows.total }, (_, index) => {
    const row = rows.rowAt(index)
    return row && `${row.level}.${row.position}/${row.setSize} ${row.item?.id ?? row.kind}`
  })

const root = source([testFolder(1, 0, 2), testFolder(2, 0, 9), testFile(3, 0)])

test('a list without open folders is flat', () => {
  const rows = layRows({ folder: 0, root, expanded: [], sourceOf: () => undefined })
  expect(reported(rows)).toEqual(['1.1/3 1', '1.2/3 2', '1.3/3 3'])
  expect(rows.expanded).toEqual([])
  expect(rows.rowAt(3)).toBeUndefined()
  expect(rows.rowAt(-1)).toBeUndefined()
})

test('what is in an open folder stands below it; folders that are open elsewhere change nothing', () => {
  const sources: Record<number, BranchSource> = {
    1: source([testFolder(11, 1, 1), testFile(12, 1)]),
    11: source([testFile(111, 11)]),
  }
  const rows = layRows({ folder: 0, root, expanded: [11, 1, 77], sourceOf: (id) => sources[id] })
  expect(reported(rows)).toEqual([
    '1.1/3 1',
    '2.1/2 11',
    '3.1/1 111',
    '2.2/2 12',
    '1.2/3 2',
    '1.3/3 3',
  ])
  expect(rows.expanded).toEqual([1, 11])
  expect(rows.indexOf(111)).toBe(2)
  expect(rows.indexOf(3)).toBe(5)
  expect(rows.indexOf(77)).toBe(-1)
  expect(rows.rowAt(0)?.isExpanded).toBe(true)
  expect(rows.rowAt(4)?.isExpanded).toBe(false)
  expect(rows.pathOf(11)).toEqual([11, 1])
  expect(rows.pathOf(2)).toEqual([2])
  expect(rows.pathOf(0)).toEqual([])
})

test('what has yet to come has rows, as many as are expected', () => {
  const rows = layRows({
    folder: 0,
    root,
    expanded: [1, 2],
    sourceOf: (id) => (id === 2 ? source([testFile(21, 2)], 4) : undefined),
  })
  expect(reported(rows)).toEqual([
    ...['1.1/3 1', '2.1/2 unknown', '2.2/2 unknown'],
    ...['1.2/3 2', '2.1/4 21', '2.2/4 unknown', '2.3/4 unknown', '2.4/4 unknown'],
    '1.3/3 3',
  ])
  expect(rows.mayHold(testFile(29, 2))).toBe(true)
  expect(rows.mayHold(testFile(9, 0))).toBe(false)
  expect(rows.mayHold(testFile(9, 55))).toBe(false)
})

test('what could not be had at all is one row', () => {
  const sources: Record<number, BranchSource> = {
    1: { listing: undefined, hasFailed: true },
    2: { ...source([testFile(21, 2)], 3), hasFailed: true },
  }
  const rows = layRows({ folder: 0, root, expanded: [1, 2], sourceOf: (id) => sources[id] })
  expect(reported(rows)).toEqual([
    '1.1/3 1',
    '2.1/-1 failed',
    '1.2/3 2',
    '2.1/3 21',
    '2.2/3 unknown',
    '2.3/3 unknown',
    '1.3/3 3',
  ])
})

test('looked at are the windows in which rows are, and those that hold what is expanded', () => {
  const long = source([testFolder(1, 0, 2), testFile(2, 0)], 2_000)
  const sources: Record<number, BranchSource> = { 1: source([testFile(11, 1)], 900) }
  const rows = layRows({ folder: 0, root: long, expanded: [1], sourceOf: (id) => sources[id] })
  expect(rows.total).toBe(2_900)
  expect([...rows.windowsOf([])]).toEqual([[0, [0]]])
  expect([...rows.windowsOf([1, 2, 901])]).toEqual([
    [1, [0, 1]],
    [0, [0]],
  ])
  expect([...rows.windowsOf([2_899])]).toEqual([[0, [0, 999]]])
  expect(rows.indexAt(0, 1_999)).toBe(2_899)
  expect(rows.indexAt(1, 899)).toBe(900)
})

test('every row of any tree is found again, in the order of a plain walk', () => {
  interface Node {
    readonly children: readonly Node[]
    readonly isOpen: boolean
  }
  const { node } = fc.letrec<{ node: Node }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.record({ children: fc.constant([]), isOpen: fc.boolean() }),
      fc.record({ children: fc.array(tie('node'), { maxLength: 4 }), isOpen: fc.boolean() }),
    ),
  }))
  fc.assert(
    fc.property(fc.array(node, { maxLength: 6 }), (top) => {
      const sources = new Map<number, BranchSource>()
      const open: number[] = []
      const walked: [id: number, level: number][] = []
      let id = 0
      const fill = (
        nodes: readonly Node[],
        parent: number,
        level: number,
        isShown: boolean,
      ): void => {
        const items = nodes.map(({ children }) => ({
          ...testFolder(++id, parent, children.length),
        }))
        sources.set(parent, source(items))
        items.forEach((item, index) => {
          const { children = [], isOpen = false } = nodes[index] ?? {}
          if (isShown) walked.push([item.id, level])
          if (isOpen) open.push(item.id)
          fill(children, item.id, level + 1, isShown && isOpen)
        })
      }
      fill(top, 0, 1, true)
      const rows = layRows({
        folder: 0,
        root: sources.get(0) ?? source([]),
        expanded: open.toReversed(),
        sourceOf: (key) => sources.get(key),
      })
      expect(rows.total).toBe(walked.length)
      walked.forEach(([wanted, level], index) => {
        expect(rows.rowAt(index)).toMatchObject({ item: { id: wanted }, level })
        expect(rows.indexOf(wanted)).toBe(index)
        expect(rows.pathOf(wanted).length).toBe(level)
      })
    }),
    { numRuns: 200 },
  )
})
