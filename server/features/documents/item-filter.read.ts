import { type SelectQueryBuilder, sql } from 'kysely'
import { FOLDER_TYPE, type ItemFilterFields } from '../../../contract/core/item-filter.ts'
import type { VisibleItems } from '../../access/items.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { findItem, type ItemRow } from './documents.read.ts'
import type { DocumentTables } from './documents.tables.ts'
import { below } from './tree.store.ts'

/** Which items a search may find. */
export interface ItemFilter extends Omit<ItemFilterFields, 'within'> {
  readonly within?: Pick<ItemRow, 'id' | 'ancestors'> | undefined
}

/** The filter that a call asks for. @throws Refusal NOT_FOUND where there is no such folder. */
export async function readFilter(
  db: Queryable,
  scope: VisibleItems,
  { types, since, before, within }: ItemFilterFields,
): Promise<ItemFilter> {
  const folder = within === undefined ? undefined : await findItem(db, scope, within)
  if (within !== undefined && !folder?.folder) throw new Refusal('NOT_FOUND')
  return { types, since, before, within: folder }
}

/** Those items of a query that a filter lets through. */
export function filtered<Tables extends DocumentTables, Names extends keyof Tables, Selected>(
  query: SelectQueryBuilder<Tables, Names, Selected>,
  { types, since, before, within }: ItemFilter,
): SelectQueryBuilder<Tables, Names, Selected> {
  let rest = query
  if (types) rest = rest.where(sql<boolean>`items.ext = any(${types.map((type) => (type === FOLDER_TYPE ? '' : type))}::text[])`)
  if (since) rest = rest.where(sql<boolean>`items.created_at >= ${new Date(since)}`)
  if (before) rest = rest.where(sql<boolean>`items.created_at < ${new Date(before)}`)
  return within ? rest.where(below(within)) : rest
}
