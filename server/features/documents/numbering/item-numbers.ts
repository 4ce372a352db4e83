import type { VisibleItems } from '../../../access/items.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { numberingOf } from '../../rooms/index.ts'
import {
  countingOf,
  findCountable,
  findCounting,
  findIndexes,
  type Numbered,
} from './numbering.read.ts'

export const itemNumbers = async (
  db: Queryable,
  scope: VisibleItems,
  items: readonly Numbered[],
): Promise<ReadonlyMap<number, string>> =>
  items.length === 0 ? new Map() : findIndexes(db, scope, await findCounting(db, scope), items)

export async function numbersForNames(
  db: Queryable,
  scope: VisibleItems,
  items: readonly Numbered[],
): Promise<ReadonlyMap<number, string>> {
  const settings = await numberingOf(db, scope.roomId)
  return settings.inNames ? findIndexes(db, scope, countingOf(settings, scope), items) : new Map()
}

/** Entries are the same for everybody, so scope `group` has none. Skips live numbers in very large folders. */
export async function numbersForLog(
  db: Queryable,
  roomId: number,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const settings = await numberingOf(db, roomId)
  const everybody: VisibleItems = { roomId, group: undefined }
  const counting = settings.scope === 'room' ? countingOf(settings, everybody) : undefined
  if (!counting) return new Map()
  return findIndexes(db, everybody, counting, await findCountable(db, roomId, counting, itemIds))
}
