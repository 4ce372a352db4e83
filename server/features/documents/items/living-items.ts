import type { VisibleItems } from '../../../access/items.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { findItems, type LivingItem, listBelow } from '../listing/subtree.read.ts'

export const livingItems = (db: Queryable, scope: VisibleItems, itemIds: readonly number[]): Promise<LivingItem[]> =>
  findItems(db, scope, itemIds)

export const subtreeOf = (
  db: Queryable,
  scope: VisibleItems,
  folder: Pick<LivingItem, 'id' | 'ancestors'>,
  limit: number,
): Promise<LivingItem[]> => listBelow(db, scope, folder, limit)
