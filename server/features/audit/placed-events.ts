import type { Queryable } from '../../platform/db/database.ts'
import { type EventPlace, findPlacedEvents, findPlaceOf } from './placed-events.read.ts'

/** Returns the oldest first, without unsequenced entries. */
export const eventsAfter = (
  db: Queryable,
  roomId: number,
  after: number,
  limit: number,
): Promise<EventPlace[]> => findPlacedEvents(db, roomId, after, limit)

/** Returns null until sequenced, undefined without the entry. */
export const placeOfEntry = (db: Queryable, entryId: number): Promise<number | null | undefined> =>
  findPlaceOf(db, entryId)
