import { useSyncExternalStore } from 'react'
import { SORTS } from '../../../../contract/features/documents.ts'
import { storedInBrowser } from '../../../lib/browser/stored.ts'

export type Sort = (typeof SORTS)[number]
export type SortColumn = 'name' | 'uploadedAt' | 'type' | 'size'
export type Direction = 'ascending' | 'descending'

const DEFAULT: Sort = 'name'

const FALLING: readonly SortColumn[] = ['uploadedAt', 'size']

export function directionOf(sort: Sort, column: SortColumn): Direction | undefined {
  if (sort === column) return 'ascending'
  return sort === `-${column}` ? 'descending' : undefined
}

export function nextSort(sort: Sort, column: SortColumn): Sort {
  const direction = directionOf(sort, column)
  const falls = direction === undefined ? FALLING.includes(column) : direction === 'ascending'
  return falls ? `-${column}` : column
}

let stored: ReturnType<typeof storedInBrowser<Sort>> | undefined

/** Lazy creation allows tests without a window. */
function sortOrder() {
  stored ??= storedInBrowser<Sort>('documents-sort', (value) => SORTS.find((sort) => sort === value))
  return stored
}

/** This browser stores the order for all lists. */
export function useSort(): readonly [Sort, (sort: Sort) => void] {
  const sort = useSyncExternalStore(sortOrder().subscribe, sortOrder().read) ?? DEFAULT
  return [sort, sortOrder().write]
}
