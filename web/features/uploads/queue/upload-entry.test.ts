import { expect, test } from 'vitest'
import { type EntryState, type UploadEntry, UploadList } from './upload-entry.ts'

const entry = (id: number, state: EntryState, more: Partial<UploadEntry> = {}): UploadEntry => ({
  id,
  path: `${id}.pdf`,
  size: 100,
  sent: 0,
  state,
  isFolder: false,
  ...more,
})

const listOf = (entries: Iterable<UploadEntry>) => {
  const list = new UploadList()
  for (const one of entries) list.put(one)
  return list
}

test('a tally counts files by what became of them, and bytes only of those that are to arrive', () => {
  const list = listOf([
    entry(1, 'done', { sent: 100 }),
    entry(2, 'done', { sent: 100, storedAs: '2 (2).pdf' }),
    entry(3, 'sending', { sent: 40 }),
    entry(4, 'waiting'),
    entry(5, 'failed'),
    entry(6, 'refused'),
    entry(7, 'canceled'),
    entry(8, 'paused', { sent: 10 }),
    entry(9, 'skipped'),
    entry(10, 'saving', { sent: 100 }),
    entry(11, 'done', { size: 0, isFolder: true }),
    entry(12, 'waiting', { size: 0, isFolder: true }),
    entry(13, 'canceled', { size: 0, isFolder: true }),
  ])
  const files = {
    total: 10,
    done: 3,
    folders: 2,
    foldersDone: 1,
    renamed: 1,
    missing: 2,
    failed: 1,
    skipped: 1,
    canceled: 2,
    open: 5,
    paused: 1,
    saving: 1,
  }
  expect(list.tally()).toEqual({ ...files, bytes: 600, sent: 350 })
})

test('the tally follows every change, and is empty when all is forgotten', () => {
  const list = listOf([entry(1, 'waiting'), entry(2, 'waiting')])
  list.change(1, { state: 'sending', sent: 60 })
  expect(list.tally()).toMatchObject({ total: 2, open: 2, bytes: 200, sent: 60 })
  list.change(1, { state: 'done', sent: 100, storedAs: 'x.pdf' })
  list.change(2, { state: 'failed', reason: 'full' })
  expect(list.tally()).toMatchObject({
    done: 1,
    renamed: 1,
    failed: 1,
    open: 0,
    bytes: 100,
    sent: 100,
  })
  list.restart(2, 'waiting', 0)
  expect(list.get(2)).toEqual(entry(2, 'waiting'))
  for (const id of [1, 2]) list.delete(id)
  expect(new Set(Object.values(list.tally()))).toEqual(new Set([0]))
})

test('a short list shows all as they came', () => {
  expect(listOf([entry(1, 'done'), entry(2, 'failed'), entry(3, 'waiting')]).order()).toEqual([
    1, 2, 3,
  ])
})

test('a long list shows first what failed, then what moves, and keeps its order while bytes move', () => {
  const state = (id: number): EntryState =>
    id === 9_998 ? 'failed' : id === 9_000 ? 'sending' : 'done'
  const list = listOf(Array.from({ length: 10_000 }, (_, id) => entry(id, state(id))))
  const order = list.order()
  expect(order.slice(0, 3)).toEqual([9_998, 9_000, 0])
  expect(order).toHaveLength(10_000)
  list.change(9_000, { sent: 50 })
  expect(list.order()).toBe(order)
  list.change(9_000, { state: 'done' })
  expect(list.order().slice(0, 3)).toEqual([9_998, 0, 1])
})
