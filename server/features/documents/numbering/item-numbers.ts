import type { VisibleItems } from '../../../access/items.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { numberingOf } from '../../rooms/index.ts'
import { countingOf, findCounting, findIndexes, type Numbered } from './numbering.read.ts'

/** Numbers as the caller counts, by item, in two queries. Empty while numbering is off. */
export const itemNumbers = async (db: Queryable, scope: VisibleItems, items: readonly Numbered[]): Promise<ReadonlyMap<number, string>> =>
  items.length === 0 ? new Map() : findIndexes(db, scope, await findCounting(db, scope), items)

/** Those with which names of files begin. Empty unless the room is set to that. */
export async function numbersForNames(
  db: Queryable,
  scope: VisibleItems,
  items: readonly Numbered[],
): Promise<ReadonlyMap<number, string>> {
  const settings = await numberingOf(db, scope.roomId)
  return settings.inNames ? findIndexes(db, scope, countingOf(settings, scope), items) : new Map()
}
