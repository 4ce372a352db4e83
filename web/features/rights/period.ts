import { dayOf } from '../../lib/format.ts'
import { fromOfDay, lastDayOf, untilOfDay } from '../../room/access-period.ts'

export const fromDay = (day: string): string | null =>
  day === '' ? null : (fromOfDay(day) ?? null)

/** The last day counts whole. */
export const untilDay = (day: string): string | null => untilOfDay(day) ?? null

export const dayOfFrom = (from: string | null): string => (from === null ? '' : dayOf(from))

export const dayOfUntil = (until: string | null): string => (until === null ? '' : lastDayOf(until))

export const isInPeriod = (
  {
    from,
    until,
  }: { readonly from?: string | null | undefined; readonly until?: string | null | undefined },
  now: number,
): boolean => (!from || Date.parse(from) <= now) && (!until || Date.parse(until) > now)
