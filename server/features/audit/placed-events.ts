import type { Queryable } from '../../platform/db/database.ts'
import { type EventPlace, findPlacedEvents, findPlaceOf } from './placed-events.read.ts'

/** Oldest first. Entries appear once the log has placed them, so none appears behind a later one. */
export const eventsAfter = (db: Queryable, roomId: number, after: number, limit: number): Promise<EventPlace[]> =>
  findPlacedEvents(db, roomId, after, limit)

/** Null until the log has placed the entry; undefined if there is none. */
export const placeOfEntry = (db: Queryable, entryId: number): Promise<number | null | undefined> => findPlaceOf(db, entryId)
