import { ACTIVITY_TYPES, type ActivityType } from '../../../contract/features/activity-types.ts'
import { isDay } from '../../lib/is-day.ts'

/** What of a log is shown: all of it where nothing is named. Days are those of the room, `YYYY-MM-DD`, both included. */
export interface ActivityFilter {
  /** The `id` of a person in the list of `activity.users`. */
  readonly user?: number | undefined
  readonly type?: ActivityType | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const DAY_MS = 24 * 3_600_000
const isType = (value: unknown): value is ActivityType => ACTIVITY_TYPES.some((type) => type === value)

/** The filter that an address names; what makes no sense in it is passed over. */
export function filterOf({ user, type, from, to }: Readonly<Record<keyof ActivityFilter, unknown>>): ActivityFilter {
  const days = [from, to].map((day) => (isDay(day) ? day : undefined))
  return inOrder({
    user: typeof user === 'number' && Number.isSafeInteger(user) && user > 0 ? user : undefined,
    type: isType(type) ? type : undefined,
    from: days[0],
    to: days[1],
  })
}

/** Of two days in the wrong order, the one that was not just chosen follows. */
function inOrder(filter: ActivityFilter, chosen: 'from' | 'to' = 'to'): ActivityFilter {
  const { from, to } = filter
  if (from === undefined || to === undefined || from <= to) return filter
  return chosen === 'from' ? { ...filter, to: from } : { ...filter, from: to }
}

/** @param day empty for no limit. */
export const withDay = (filter: ActivityFilter, which: 'from' | 'to', day: string): ActivityFilter =>
  inOrder({ ...filter, [which]: day === '' ? undefined : day }, which)

/** One day alone; where it is that already, all days again. */
export const withDayAlone = (filter: ActivityFilter, day: string): ActivityFilter =>
  isDayAlone(filter, day) ? { ...filter, from: undefined, to: undefined } : { ...filter, from: day, to: day }

export const isDayAlone = ({ from, to }: ActivityFilter, day: string): boolean => from === day && to === day

/** How many things a list is filtered by; a period is one. */
export const conditionsOf = ({ user, type, from, to }: ActivityFilter): number =>
  [user, type, from ?? to].filter((condition) => condition !== undefined).length

export const isFiltered = (filter: ActivityFilter): boolean => conditionsOf(filter) > 0

const daysBefore = (day: string, days: number): string => new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)

/** Periods that are chosen with one press: how many days they have, today included; undefined: all. */
export const PERIODS = { today: 1, week: 7, month: 30, ever: undefined } as const
export type Period = keyof typeof PERIODS

export const PERIOD_NAMES = Object.keys(PERIODS) as Period[]

export function withPeriod(filter: ActivityFilter, period: Period, today: string): ActivityFilter {
  const days = PERIODS[period]
  return days === undefined ? { ...filter, from: undefined, to: undefined } : { ...filter, from: daysBefore(today, days - 1), to: today }
}

/** The period that the days of a filter are, if one of those. */
export const periodOf = (filter: ActivityFilter, today: string): Period | undefined =>
  PERIOD_NAMES.find((period) => {
    const { from, to } = withPeriod(filter, period, today)
    return filter.from === from && filter.to === to
  })

/** As the calls take it. */
export const wireFilter = ({ type, from, to }: ActivityFilter) => ({ type, from, to })
