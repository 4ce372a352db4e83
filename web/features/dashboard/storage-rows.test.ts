import { expect, test } from 'vitest'
import type { RoomNumbers } from './dashboard-query.ts'
import {
  directionOf,
  FIRST_SORT,
  nextSort,
  type StorageRow,
  type StorageSort,
  sortedRows,
  storageRows,
} from './storage-rows.ts'

const NONE = { fileCnt: 0, size: 0 }

const numbers = (nowStorage: number, rootFiles = { fileCnt: 2, size: 300 }): RoomNumbers => ({
  info: {
    blockPrint: 0,
    blockDownload: 0,
    blockAccess: 0,
    userCnt: 1,
    userLimit: 10_000,
    nowStorage,
    maxStorage: 10_000,
    fileCnt: 12,
    todayLogCnt: 0,
    roomName: '시험 룸',
  },
  fileList: [
    { id: 3, fileName: '10 기타', fileCnt: 5, size: 100 },
    { id: 1, fileName: '2 재무', fileCnt: 5, size: 500 },
    { id: 2, fileName: '빈 폴더', fileCnt: 0, size: 0 },
  ],
  rootFiles,
  composedFiles: NONE,
  messageFiles: NONE,
})

const names = (rows: readonly StorageRow[]) =>
  rows.map((row) => (row.kind === 'folder' ? row.name : row.kind))
const inOrder = (sort: StorageSort) => names(sortedRows(storageRows(numbers(1_000)), sort))

test('folders, files of no folder and what no list has are together what is used', () => {
  const rows = storageRows(numbers(1_000))
  expect(rows.reduce((sum, { size }) => sum + size, 0)).toBe(1_000)
  expect(rows.at(-1)).toEqual({ kind: 'rest', size: 100 })
  expect(names(storageRows(numbers(900)))).not.toContain('rest')
  // The total may be older than the file sizes.
  expect(names(storageRows(numbers(899)))).not.toContain('rest')
  expect(storageRows(numbers(600, { fileCnt: 0, size: 0 })).at(-1)).toEqual({
    kind: 'root',
    fileCnt: 0,
    size: 0,
  })
})

test('storage of documents to sign is shown separately, and only where there is some; files of messages do not count', () => {
  const rows = storageRows({
    ...numbers(1_000),
    composedFiles: { fileCnt: 2, size: 60 },
    messageFiles: { fileCnt: 1, size: 30 },
  })
  expect(rows.slice(-2)).toEqual([
    { kind: 'composed', fileCnt: 2, size: 60 },
    { kind: 'rest', size: 40 },
  ])
  expect(names(sortedRows(rows, { column: 'name', isDown: true })).slice(-3)).toEqual([
    'root',
    'composed',
    'rest',
  ])
  expect(names(sortedRows(rows, { column: 'fileCnt', isDown: true }))).toEqual([
    ...['2 재무', '10 기타', 'root', 'composed', '빈 폴더', 'rest'],
  ])
  const bare = names(storageRows(numbers(1_000)))
  expect(bare).not.toContain('composed')
})

test('names are sorted as everywhere, and what has no name or no number of files stands last either way', () => {
  expect(inOrder({ column: 'name', isDown: false })).toEqual([
    '2 재무',
    '10 기타',
    '빈 폴더',
    'root',
    'rest',
  ])
  expect(inOrder({ column: 'name', isDown: true })).toEqual([
    '빈 폴더',
    '10 기타',
    '2 재무',
    'root',
    'rest',
  ])
  expect(inOrder({ column: 'fileCnt', isDown: true })).toEqual([
    '2 재무',
    '10 기타',
    'root',
    '빈 폴더',
    'rest',
  ])
  expect(inOrder({ column: 'fileCnt', isDown: false })).toEqual([
    '빈 폴더',
    'root',
    '2 재무',
    '10 기타',
    'rest',
  ])
})

test('the largest comes first, equal ones by name', () => {
  expect(inOrder(FIRST_SORT)).toEqual(['2 재무', 'root', '10 기타', 'rest', '빈 폴더'])
  expect(inOrder({ column: 'size', isDown: false })).toEqual([
    '빈 폴더',
    '10 기타',
    'rest',
    'root',
    '2 재무',
  ])
})

test('the head of a column sorts by it, and pressed again the other way round', () => {
  expect(nextSort(FIRST_SORT, 'size')).toEqual({ column: 'size', isDown: false })
  expect(nextSort(FIRST_SORT, 'fileCnt')).toEqual({ column: 'fileCnt', isDown: true })
  expect(nextSort(FIRST_SORT, 'name')).toEqual({ column: 'name', isDown: false })
  expect(
    (['name', 'fileCnt', 'size'] as const).map((column) => directionOf(FIRST_SORT, column)),
  ).toEqual(['none', 'none', 'descending'])
})
