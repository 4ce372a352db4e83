import { momentAt } from '../../contract/core/room-time.ts'
import { dayOf, ROOM_ZONE } from '../lib/format.ts'
import { isDay } from '../lib/input/is-day.ts'

const DAY_MS = 86_400_000

interface Period {
  readonly from?: string | undefined
  readonly until?: string | undefined
}

/** The first instant of a day. */
export const fromOfDay = (day: string): string | undefined => momentAt(day, '00:00', ROOM_ZONE)?.toISOString()

/** The day itself still counts. */
export function untilOfDay(day: string): string | undefined {
  if (!isDay(day)) return undefined
  return fromOfDay(new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10))
}

/** An end at midnight belongs to the day before. */
export const lastDayOf = (until: string): string => dayOf(Date.parse(until) - 1)

export const isOver = ({ until }: Period, now: number): boolean => until !== undefined && Date.parse(until) <= now
export const isAhead = ({ from }: Period, now: number): boolean => from !== undefined && Date.parse(from) > now
