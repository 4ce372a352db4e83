import { useSyncExternalStore } from 'react'
import { SORTS } from '../../../contract/features/documents.ts'
import { storedInBrowser } from '../../lib/stored.ts'

export type Sort = (typeof SORTS)[number]
export type SortColumn = 'name' | 'uploadedAt' | 'type' | 'size'
export type Direction = 'ascending' | 'descending'

const DEFAULT: Sort = 'name'

/** What is looked for first by the column: the newest, the largest. */
const FALLING: readonly SortColumn[] = ['uploadedAt', 'size']

/** The direction in which a column is sorted, if it is the one. */
export function directionOf(sort: Sort, column: SortColumn): Direction | undefined {
  if (sort === column) return 'ascending'
  return sort === `-${column}` ? 'descending' : undefined
}

/** The order after a column was chosen: the other way round when it was chosen already. */
export function nextSort(sort: Sort, column: SortColumn): Sort {
  const direction = directionOf(sort, column)
  const falls = direction === undefined ? FALLING.includes(column) : direction === 'ascending'
  return falls ? `-${column}` : column
}

let stored: ReturnType<typeof storedInBrowser<Sort>> | undefined

/** Made at first use: tests of what is pure here have no window. */
function sortOrder() {
  stored ??= storedInBrowser<Sort>('documents-sort', (value) => SORTS.find((sort) => sort === value))
  return stored
}

/** The order of all lists, kept in this browser. */
export function useSort(): readonly [Sort, (sort: Sort) => void] {
  const sort = useSyncExternalStore(sortOrder().subscribe, sortOrder().read) ?? DEFAULT
  return [sort, sortOrder().write]
}
