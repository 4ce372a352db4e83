import { expect, test } from 'vitest'
import { type EntryState, listedOf, tallyOf, type UploadEntry } from './upload-entry.ts'

const entry = (id: number, state: EntryState, more: Partial<UploadEntry> = {}): UploadEntry => ({
  id,
  path: `${id}.pdf`,
  size: 100,
  sent: 0,
  state,
  ...more,
})

test('a tally counts files by what became of them, and bytes only of those that are to arrive', () => {
  const entries = [
    entry(1, 'done', { sent: 100 }),
    entry(2, 'done', { sent: 100, storedAs: '2 (2).pdf' }),
    entry(3, 'sending', { sent: 40 }),
    entry(4, 'waiting'),
    entry(5, 'failed'),
    entry(6, 'refused'),
    entry(7, 'canceled'),
  ]
  expect(tallyOf(entries)).toEqual({ total: 6, done: 2, renamed: 1, missing: 2, failed: 1, canceled: 1, bytes: 400, sent: 240 })
})

test('a short list shows all as they came', () => {
  const entries = [entry(1, 'done'), entry(2, 'failed'), entry(3, 'waiting')]
  expect(listedOf(entries, 3)).toBe(entries)
})

test('a long list shows first what failed, then what moves, and never more than its limit', () => {
  const entries = Array.from({ length: 10_000 }, (_, id) => entry(id, id === 9_998 ? 'failed' : id === 9_000 ? 'sending' : 'done'))
  const listed = listedOf(entries, 50)
  expect(listed.slice(0, 3).map(({ id }) => id)).toEqual([9_998, 9_000, 0])
  expect(listed).toHaveLength(50)
})
