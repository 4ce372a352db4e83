import type { RawBuilder } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import { countDays, countPeople, type LogRoom } from './audit.read.ts'

/** Includes empty days. Days are `YYYY-MM-DD` in room time. */
export const entriesPerDay = (
  db: Queryable,
  room: LogRoom,
  since: string,
  until: string,
): Promise<{ day: string; total: number }[]> => countDays(db, room, since, until)

interface Busy {
  readonly since: string
  readonly among: RawBuilder<boolean>
  readonly limit: number
}

export const busiestPeople = (
  db: Queryable,
  room: LogRoom,
  busy: Busy,
): Promise<{ readonly userId: number; readonly name: string; readonly entries: number }[]> =>
  countPeople(db, room, busy)
