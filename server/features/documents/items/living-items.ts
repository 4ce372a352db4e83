import type { VisibleItems } from '../../../access/items.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { findItems, type LivingItem, listBelow } from '../listing/subtree.read.ts'

/** Absent are trashed items, and those of other rooms. */
export const livingItems = (db: Queryable, scope: VisibleItems, itemIds: readonly number[]): Promise<LivingItem[]> =>
  findItems(db, scope, itemIds)

/** Folders come before their contents, in name order. */
export const subtreeOf = (
  db: Queryable,
  scope: VisibleItems,
  folder: Pick<LivingItem, 'id' | 'ancestors'>,
  limit: number,
): Promise<LivingItem[]> => listBelow(db, scope, folder, limit)
