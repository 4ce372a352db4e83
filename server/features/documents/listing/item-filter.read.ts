import { type SelectQueryBuilder, sql } from 'kysely'
import { FOLDER_TYPE, type ItemFilterFields } from '../../../../contract/core/item-filter.ts'
import type { ItemRow } from '../documents.read.ts'
import type { DocumentTables } from '../documents.tables.ts'
import { below } from '../items/tree.store.ts'

export interface ItemFilter extends Omit<ItemFilterFields, 'within'> {
  readonly within?: Pick<ItemRow, 'id' | 'ancestors'> | undefined
}

export const isFiltering = (filter: ItemFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined)

export function filtered<Tables extends DocumentTables, Names extends keyof Tables, Selected>(
  query: SelectQueryBuilder<Tables, Names, Selected>,
  { types, since, before, within }: ItemFilter,
): SelectQueryBuilder<Tables, Names, Selected> {
  let rest = query
  if (types)
    rest = rest.where(
      sql<boolean>`items.ext = any(${types.map((type) => (type === FOLDER_TYPE ? '' : type))}::text[])`,
    )
  if (since) rest = rest.where(sql<boolean>`items.created_at >= ${new Date(since)}`)
  if (before) rest = rest.where(sql<boolean>`items.created_at < ${new Date(before)}`)
  return within ? rest.where(below(within)) : rest
}
