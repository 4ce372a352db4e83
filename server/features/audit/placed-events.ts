import type { Queryable } from '../../platform/db/database.ts'
import { type EventPlace, findPlacedEvents, findPlaceOf } from './placed-events.read.ts'

/** Returns the oldest first. Entries appear only after the log has sequenced them, so none appears behind a later one. */
export const eventsAfter = (db: Queryable, roomId: number, after: number, limit: number): Promise<EventPlace[]> =>
  findPlacedEvents(db, roomId, after, limit)

/** Returns null until the log has sequenced the entry, and undefined if no such entry exists. */
export const placeOfEntry = (db: Queryable, entryId: number): Promise<number | null | undefined> => findPlaceOf(db, entryId)
