import { dayOf } from '../../lib/format.ts'
import { fromOfDay, lastDayOf, untilOfDay } from '../../room/access-period.ts'

export const fromDay = (day: string): string | null => (day === '' ? null : (fromOfDay(day) ?? null))

/** Converts a day to its end, so that the last day counts in full. */
export const untilDay = (day: string): string | null => untilOfDay(day) ?? null

export const dayOfFrom = (from: string | null): string => (from === null ? '' : dayOf(from))

export const dayOfUntil = (until: string | null): string => (until === null ? '' : lastDayOf(until))

/** A missing limit does not restrict the period. */
export const isInPeriod = (
  { from, until }: { readonly from?: string | null | undefined; readonly until?: string | null | undefined },
  now: number,
): boolean => (!from || Date.parse(from) <= now) && (!until || Date.parse(until) > now)
