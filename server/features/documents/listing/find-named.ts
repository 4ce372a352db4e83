import { indexNumber } from '../../../../contract/features/documents/numbering.ts'
import type { VisibleItems } from '../../../access/items.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { findItem, type ItemPageQuery, type ItemRow } from '../documents.read.ts'
import { type Counting, findByIndex, stepsOf } from '../numbering/numbering.read.ts'
import { type ItemFilter, isFiltering } from './item-filter.read.ts'
import { searchNames } from './search.read.ts'

type FindNamedInput = { readonly keyword: string } & ItemFilter

export async function findNamed(
  db: Queryable,
  scope: VisibleItems,
  counting: Counting | undefined,
  query: FindNamedInput,
  page: ItemPageQuery,
): Promise<ItemRow[]> {
  const numbered = counting && (await findNumbered(db, scope, counting, query))
  if (!numbered) return searchNames(db, scope, query, page)
  const named = (await searchNames(db, scope, query, { ...page, limit: page.limit + 1 })).filter(
    ({ id }) => id !== numbered.id,
  )
  const isFirst = page.after === undefined && page.limit > 2
  return (isFirst ? [numbered, ...named] : named).slice(0, page.limit)
}

async function findNumbered(
  db: Queryable,
  scope: VisibleItems,
  counting: Counting,
  { keyword, ...filter }: FindNamedInput,
) {
  if (isFiltering(filter) || !indexNumber.safeParse(keyword).success) return undefined
  const id = await findByIndex(db, scope, counting, stepsOf(keyword))
  return id === undefined ? undefined : findItem(db, scope, id)
}
