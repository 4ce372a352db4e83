import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testFile, testFolder } from '../../../test/test-item.ts'
import { byFolder } from './by-folder.ts'
import {
  NOTHING,
  outermost,
  refreshed,
  type Selection,
  selectAll,
  selectOnly,
  selectRange,
  toggle,
} from './selection.ts'

const files = Array.from({ length: 8 }, (_, index) => testFile(index + 1, 0))
const [one = testFile(1, 0), two = testFile(2, 0), three = testFile(3, 0)] = files
const idsOf = ({ items }: Selection) => [...items.keys()]

test('one alone, then another taken in, then the first out again', () => {
  const first = selectOnly(one)
  const both = toggle(first, two)
  expect(idsOf(both)).toEqual([1, 2])
  expect(both.anchor).toBe(2)
  const left = toggle(both, one)
  expect(idsOf(left)).toEqual([2])
  expect(left.anchor).toBe(1)
  expect(idsOf(first)).toEqual([1])
})

test('a range takes the place of what was selected and keeps its anchor, unless it is added', () => {
  const anchored = toggle(selectOnly(two), three)
  expect(idsOf(selectRange(anchored, [three, ...files.slice(3, 5)]))).toEqual([3, 4, 5])
  expect(selectRange(anchored, files.slice(3, 5)).anchor).toBe(3)
  expect(idsOf(selectRange(anchored, files.slice(3, 5), true))).toEqual([2, 3, 4, 5])
  expect(selectRange(NOTHING, [two, three]).anchor).toBe(2)
})

test('what changed is selected as it is now, what is gone is not', () => {
  const renamed = { ...two, name: 'other.pdf' }
  const nowOf = ({ id }: { id: number }) => (id === 2 ? renamed : id === 3 ? three : undefined)
  const now = refreshed(selectAll(NOTHING, [one, two, three]), nowOf)
  expect([...now.items.values()]).toEqual([renamed, three])
  const unchanged = selectOnly(renamed)
  expect(refreshed(unchanged, nowOf)).toBe(unchanged)
})

test('of folders that are not listed, the paths say what lies in them, and what stands beside them stays', () => {
  const folder = { ...testFolder(20, 0, 1), path: '계약/02' }
  const inside = { ...testFile(30, 22), path: '계약/02/a/b.pdf' }
  const beside = { ...testFile(31, 9), path: '계약/02b/b.pdf' }
  expect(outermost([folder, inside, beside], () => [])).toEqual([folder, beside])
})

test('a selection is listed by folder, in the order of the folders', () => {
  const deep = { ...testFile(30, 22), path: '10 나/x/b.pdf' }
  const first = { ...testFile(31, 9), path: '2 가/a.pdf' }
  const top = { ...testFile(32, 0), path: 'z.pdf' }
  expect(
    byFolder([deep, top, first]).map(({ id, path, items }) => [id, path, items.length]),
  ).toEqual([
    [0, [], 1],
    [9, ['2 가'], 1],
    [22, ['10 나', 'x'], 1],
  ])
})

test('of a folder and what lies in it at any depth the folder alone is left', () => {
  const folder = testFolder(20, 0, 1)
  const deep = testFile(30, 22)
  const paths: Record<number, number[]> = { 22: [22, 21, 20], 0: [] }
  expect(outermost([folder, deep, one], (id) => paths[id] ?? [])).toEqual([folder, one])
  expect(outermost([deep], (id) => paths[id] ?? [])).toEqual([deep])
})

test('for any clicks, the selection equals that of a plain set', () => {
  const index = fc.integer({ min: 0, max: files.length - 1 })
  const step = fc.oneof(
    fc.record({ kind: fc.constant('only' as const), at: index }),
    fc.record({ kind: fc.constant('toggle' as const), at: index }),
    fc.record({ kind: fc.constant('range' as const), at: index, isAdded: fc.boolean() }),
    fc.record({ kind: fc.constant('all' as const) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let selection = NOTHING
      let model = new Set<number>()
      let anchor: number | undefined
      for (const each of steps) {
        if (each.kind === 'all') {
          selection = selectAll(selection, files)
          anchor ??= one.id
          model = new Set(files.map(({ id }) => id))
          continue
        }
        const item = files[each.at] ?? one
        if (each.kind === 'range') {
          const from = anchor === undefined ? each.at : anchor - 1
          const [low, high] = [Math.min(from, each.at), Math.max(from, each.at)]
          const between = files.slice(low, high + 1)
          const range = from <= each.at ? between : between.toReversed()
          selection = selectRange(selection, range, each.isAdded)
          model = new Set([...(each.isAdded ? model : []), ...range.map(({ id }) => id)])
          anchor ??= item.id
        } else if (each.kind === 'toggle') {
          selection = toggle(selection, item)
          if (!model.delete(item.id)) model.add(item.id)
          anchor = item.id
        } else {
          selection = selectOnly(item)
          model = new Set([item.id])
          anchor = item.id
        }
        expect(new Set(idsOf(selection))).toEqual(model)
        expect(selection.anchor).toBe(anchor)
      }
    }),
  )
})
