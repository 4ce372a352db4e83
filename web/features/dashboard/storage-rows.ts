import { nameKey } from '../../../contract/core/name-key.ts'
import type { RoomNumbers } from './dashboard-query.ts'

interface FileRow<Kind extends string> {
  readonly kind: Kind
  readonly fileCnt: number
  readonly size: number
}

export type StorageRow =
  | {
      readonly kind: 'folder'
      readonly id: number
      readonly name: string
      readonly fileCnt: number
      readonly size: number
    }
  | FileRow<'root'>
  | FileRow<'composed'>
  | { readonly kind: 'rest'; readonly size: number }

export const STORAGE_COLUMNS = ['name', 'fileCnt', 'size'] as const
export type StorageColumn = (typeof STORAGE_COLUMNS)[number]

export interface StorageSort {
  readonly column: StorageColumn
  readonly isDown: boolean
}

export const FIRST_SORT: StorageSort = { column: 'size', isDown: true }

const sum = (rows: readonly { readonly size: number }[]): number =>
  rows.reduce((total, { size }) => total + size, 0)

export function storageRows({
  info,
  fileList,
  rootFiles,
  composedFiles,
}: RoomNumbers): readonly StorageRow[] {
  const folders = fileList.map(({ id, fileName, fileCnt, size }) => ({
    kind: 'folder' as const,
    id,
    name: fileName,
    fileCnt,
    size,
  }))
  const root = { kind: 'root' as const, ...rootFiles }
  const others = composedFiles.fileCnt > 0 ? [{ kind: 'composed' as const, ...composedFiles }] : []
  const files = [...folders, root, ...others]
  const rest = info.nowStorage - sum(files)
  return [...files, ...(rest > 0 ? [{ kind: 'rest' as const, size: rest }] : [])]
}

function compare(one: StorageRow, other: StorageRow, column: StorageColumn): number {
  if (column === 'size') return one.size - other.size
  if (one.kind === 'rest' || other.kind === 'rest') return 0
  if (column === 'fileCnt') return one.fileCnt - other.fileCnt
  if (one.kind !== 'folder' || other.kind !== 'folder') return 0
  const [key, otherKey] = [nameKey(one.name), nameKey(other.name)]
  return key < otherKey ? -1 : key > otherKey ? 1 : 0
}

const RANK = { folder: 0, root: 1, composed: 2, rest: 3 } as const
const BY_NAME = { column: 'name', isDown: false } as const

const rankOf = ({ kind }: StorageRow, { column }: StorageSort): number =>
  column === 'name' ? RANK[kind] : column === 'fileCnt' && kind === 'rest' ? 1 : 0

export function sortedRows(rows: readonly StorageRow[], sort: StorageSort): readonly StorageRow[] {
  const direction = sort.isDown ? -1 : 1
  return [...rows].sort(
    (one, other) =>
      rankOf(one, sort) - rankOf(other, sort) ||
      direction * compare(one, other, sort.column) ||
      rankOf(one, BY_NAME) - rankOf(other, BY_NAME) ||
      compare(one, other, 'name'),
  )
}

export const nextSort = (sort: StorageSort, column: StorageColumn): StorageSort => ({
  column,
  isDown: sort.column === column ? !sort.isDown : column !== 'name',
})

export const directionOf = (
  sort: StorageSort,
  column: StorageColumn,
): 'ascending' | 'descending' | 'none' =>
  sort.column !== column ? 'none' : sort.isDown ? 'descending' : 'ascending'
