import { expect, test } from 'vitest'
import { ITEM_TYPE } from '../../../contract/core/limits.ts'
import type { Item } from '../../../contract/features/documents.ts'
import { type FolderStep, knownPath, listingOf, type Pages, rowTotal, subfoldersOf } from './listing.ts'

const item = (id: number, name: string, type: number = ITEM_TYPE.file): Item => ({
  id,
  parent: 2,
  type,
  name,
  filename: `f${id}`,
  mimetype: '',
  path: name,
  ext: '',
  size: 1,
  preview: type === ITEM_TYPE.file ? 'READY' : null,
  roomId: 1,
  uploadedAt: '2026-01-01T00:00:00.000Z',
  itemCount: 0,
  child: [],
  permission: { copy: false, edit: false, delete: false, print: false, download: false },
})

const folder = (id: number) => item(id, `folder ${id}`, ITEM_TYPE.folder)

const folderPath: FolderStep[] = [
  { id: 1, parent: 0, folderName: 'one' },
  { id: 2, parent: 1, folderName: 'two' },
]

interface Part {
  readonly payload: Item[]
  readonly next?: string
  readonly counts?: { folders: number; files: number }
}

const pagesOf = (...parts: Part[]): Pages => ({
  pages: parts.map(({ payload, next, counts }) => ({
    payload,
    nextCursor: next,
    beside: { folderPath, ...(counts ? { counts } : {}) },
  })),
})

test('pages make one list', () => {
  const listing = listingOf(pagesOf({ payload: [item(3, 'a')], next: 'c', counts: { folders: 0, files: 2 } }, { payload: [item(4, 'b')] }))
  expect(listing.items.map(({ id }) => id)).toEqual([3, 4])
  expect(listing.counts).toEqual({ folders: 0, files: 2 })
  expect(listing.folderPath).toEqual(folderPath)
})

test('rows are there for what is counted, and for more where more has come', () => {
  const counts = { folders: 1, files: 9_999 }
  const items = [item(3, 'a'), item(4, 'b')]
  expect(rowTotal({ items, folderPath, counts }, true)).toBe(10_000)
  expect(rowTotal({ items, folderPath, counts: { folders: 0, files: 1 } }, true)).toBe(3)
  expect(rowTotal({ items, folderPath, counts: undefined }, true)).toBe(3)
  expect(rowTotal({ items, folderPath, counts }, false)).toBe(2)
})

test('subfolders are all there once a file or the last page has come, and not before', () => {
  const counts = { folders: 900, files: 5 }
  expect(subfoldersOf(pagesOf({ payload: [folder(3), folder(4)], next: 'c', counts }))).toMatchObject({ total: 900, items: 905 })
  expect(subfoldersOf(pagesOf({ payload: [folder(3), item(4, 'b')], next: 'c', counts }))).toMatchObject({ total: 1 })
  expect(subfoldersOf(pagesOf({ payload: [folder(3)], counts: { folders: 4, files: 0 } }))).toMatchObject({ total: 1 })
})

test('another list tells the way to a folder that it lies below, or that it holds', () => {
  const known = [pagesOf({ payload: [folder(3), item(4, 'b')] })]
  expect(knownPath(0, [])).toEqual([])
  expect(knownPath(1, known)).toEqual([folderPath[0]])
  expect(knownPath(3, known)).toEqual([...folderPath, { id: 3, parent: 2, folderName: 'folder 3' }])
  expect(knownPath(9, known)).toBeUndefined()
})
