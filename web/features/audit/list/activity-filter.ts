import {
  ACTIVITY_TYPES,
  type ActivityType,
} from '../../../../contract/features/activity/activity-types.ts'
import { isDay } from '../../../lib/input/is-day.ts'

/** The days are inclusive `YYYY-MM-DD` in the room's time zone. */
export interface ActivityFilter {
  readonly user?: number | undefined
  readonly type?: ActivityType | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const DAY_MS = 24 * 3_600_000
const isType = (value: unknown): value is ActivityType =>
  ACTIVITY_TYPES.some((type) => type === value)

export function filterOf({
  user,
  type,
  from,
  to,
}: Readonly<Record<keyof ActivityFilter, unknown>>): ActivityFilter {
  const days = [from, to].map((day) => (isDay(day) ? day : undefined))
  return inOrder({
    user: typeof user === 'number' && Number.isSafeInteger(user) && user > 0 ? user : undefined,
    type: isType(type) ? type : undefined,
    from: days[0],
    to: days[1],
  })
}

function inOrder(filter: ActivityFilter, chosen: 'from' | 'to' = 'to'): ActivityFilter {
  const { from, to } = filter
  if (from === undefined || to === undefined || from <= to) return filter
  return chosen === 'from' ? { ...filter, to: from } : { ...filter, from: to }
}

export const withDay = (
  filter: ActivityFilter,
  which: 'from' | 'to',
  day: string,
): ActivityFilter => inOrder({ ...filter, [which]: day === '' ? undefined : day }, which)

export const withDayAlone = (filter: ActivityFilter, day: string): ActivityFilter =>
  isDayAlone(filter, day)
    ? { ...filter, from: undefined, to: undefined }
    : { ...filter, from: day, to: day }

export const isDayAlone = ({ from, to }: ActivityFilter, day: string): boolean =>
  from === day && to === day

export const conditionsOf = ({ user, type, from, to }: ActivityFilter): number =>
  [user, type, from ?? to].filter((condition) => condition !== undefined).length

export const isFiltered = (filter: ActivityFilter): boolean => conditionsOf(filter) > 0

const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)

export const PERIODS = { today: 1, week: 7, month: 30, ever: undefined } as const
export type ActivityPeriod = keyof typeof PERIODS

export const PERIOD_NAMES = Object.keys(PERIODS) as ActivityPeriod[]

export function withPeriod(
  filter: ActivityFilter,
  period: ActivityPeriod,
  today: string,
): ActivityFilter {
  const days = PERIODS[period]
  return days === undefined
    ? { ...filter, from: undefined, to: undefined }
    : { ...filter, from: daysBefore(today, days - 1), to: today }
}

export const periodOf = (filter: ActivityFilter, today: string): ActivityPeriod | undefined =>
  PERIOD_NAMES.find((period) => {
    const { from, to } = withPeriod(filter, period, today)
    return filter.from === from && filter.to === to
  })

export const wireFilter = ({ type, from, to }: ActivityFilter) => ({ type, from, to })
