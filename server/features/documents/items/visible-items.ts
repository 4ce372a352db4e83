import type { VisibleItems } from '../../../access/items.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { findItems, type LivingItem, listBelow } from '../listing/subtree.read.ts'

/** Other features may not import queries, so these forward to them. Both leave out the trash and what the person may not see. */
export const findVisibleItems = (
  db: Queryable,
  scope: VisibleItems,
  itemIds: readonly number[],
): Promise<LivingItem[]> => findItems(db, scope, itemIds)

export const listVisibleBelow = (
  db: Queryable,
  scope: VisibleItems,
  folder: Pick<LivingItem, 'id' | 'ancestors'>,
  limit: number,
): Promise<LivingItem[]> => listBelow(db, scope, folder, limit)
