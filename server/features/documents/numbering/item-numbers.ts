import type { VisibleItems } from '../../../access/items.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { findCounting, findIndexes, type Numbered } from './numbering.read.ts'

/** Numbers as the caller counts, by item, in two queries. Empty while numbering is off. */
export const itemNumbers = async (db: Queryable, scope: VisibleItems, items: readonly Numbered[]): Promise<ReadonlyMap<number, string>> =>
  items.length === 0 ? new Map() : findIndexes(db, scope, await findCounting(db, scope), items)
