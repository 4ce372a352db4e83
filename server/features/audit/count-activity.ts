import type { RawBuilder } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import { countDays, countPeople, type LogRoom } from './audit.read.ts'

/** Each day from `since` to `until`, also those without entries. Days as YYYY-MM-DD in the room's zone. */
export const entriesPerDay = (db: Queryable, room: LogRoom, since: string, until: string): Promise<{ day: string; total: number }[]> =>
  countDays(db, room, since, until)

interface Busy {
  readonly since: string
  /** A condition on `user_id`. */
  readonly among: RawBuilder<boolean>
  readonly limit: number
}

/** Most entries first. */
export const busiestPeople = (
  db: Queryable,
  room: LogRoom,
  busy: Busy,
): Promise<{ readonly userId: number; readonly name: string; readonly entries: number }[]> => countPeople(db, room, busy)
