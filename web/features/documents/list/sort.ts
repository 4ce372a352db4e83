import { useSyncExternalStore } from 'react'
import { SORTS } from '../../../../contract/features/documents.ts'
import { storedInBrowser } from '../../../lib/browser/stored.ts'

export type Sort = (typeof SORTS)[number]
export type SortColumn = 'index' | 'name' | 'uploadedAt' | 'type' | 'size'
export type Direction = 'ascending' | 'descending'

const DEFAULT: Sort = 'index'

const FALLING: readonly SortColumn[] = ['uploadedAt', 'size']

export function directionOf(
  wanted: Sort,
  column: SortColumn,
  isNumbered: boolean,
): Direction | undefined {
  const sort = isNumbered ? wanted : withoutNumbers(wanted)
  if (sort === column) return 'ascending'
  return sort === `-${column}` ? 'descending' : undefined
}

const withoutNumbers = (sort: Sort): Sort =>
  sort === 'index' ? 'name' : sort === '-index' ? '-name' : sort

export function nextSort(sort: Sort, column: SortColumn, isNumbered: boolean): Sort {
  const direction = directionOf(sort, column, isNumbered)
  const falls = direction === undefined ? FALLING.includes(column) : direction === 'ascending'
  return falls ? `-${column}` : column
}

let stored: ReturnType<typeof storedInBrowser<Sort>> | undefined

/** Tests may lack a window. */
function sortOrder() {
  stored ??= storedInBrowser<Sort>('documents-sort', (value) =>
    SORTS.find((sort) => sort === value),
  )
  return stored
}

export function useSort(): readonly [Sort, (sort: Sort) => void] {
  const sort = useSyncExternalStore(sortOrder().subscribe, sortOrder().read) ?? DEFAULT
  return [sort, sortOrder().write]
}
