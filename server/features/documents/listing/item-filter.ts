import type { ItemFilterFields } from '../../../../contract/core/item-filter.ts'
import type { VisibleItems } from '../../../access/items.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { findItem, visible } from '../documents.read.ts'
import { filtered, type ItemFilter } from './item-filter.read.ts'
import { itemNameHas } from './search.read.ts'

/** @throws Refusal NOT_FOUND */
export async function readFilter(
  db: Queryable,
  scope: VisibleItems,
  { types, since, before, within }: ItemFilterFields,
): Promise<ItemFilter> {
  const folder = within === undefined ? undefined : await findItem(db, scope, within)
  if (within !== undefined && !folder?.folder) throw new Refusal('NOT_FOUND')
  return { types, since, before, within: folder }
}

export const matchingItems = (db: Queryable, scope: VisibleItems, filter: ItemFilter) =>
  filtered(visible(db, scope), filter)

export const nameMatches = (folded: string) => itemNameHas(folded)
