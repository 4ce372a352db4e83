import type { ItemFilterFields } from '../../../contract/core/item-filter.ts'
import { momentAt } from '../../../contract/core/room-time.ts'
import type { FilterAddress } from '../../lib/filter-address.ts'
import { ROOM_ZONE } from '../../lib/format.ts'

export const KINDS = {
  pdf: ['pdf'],
  hangul: ['hwp', 'hwpx'],
  word: ['doc', 'docx'],
  sheet: ['xls', 'xlsx'],
  slides: ['ppt', 'pptx'],
  image: ['jpg', 'jpeg', 'png', 'bmp'],
  folder: ['folder'],
} as const satisfies Record<string, NonNullable<ItemFilterFields['types']>>
export type SearchedKind = keyof typeof KINDS

export const PERIODS = { week: 7, month: 30, year: 365 } as const
export type SearchPeriod = keyof typeof PERIODS

export interface SearchFilter {
  readonly kind?: SearchedKind | undefined
  readonly period?: SearchPeriod | 'own' | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly within?: number | undefined
}

const isDay = (text = ''): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && dayAfter(text, 0) === text

/** People may edit the address, so values are validated. */
export function filterAt({
  kind = '',
  period = '',
  from,
  to,
  within,
}: FilterAddress): SearchFilter {
  const isOwn = period === 'own'
  return {
    ...(Object.hasOwn(KINDS, kind) ? { kind: kind as SearchedKind } : {}),
    ...(isOwn || Object.hasOwn(PERIODS, period) ? { period: period as SearchPeriod | 'own' } : {}),
    ...(isOwn && isDay(from) ? { from } : {}),
    ...(isOwn && isDay(to) ? { to } : {}),
    ...(within === undefined ? {} : { within }),
  }
}

export const isFiltered = ({ kind, period, within }: SearchFilter): boolean =>
  kind !== undefined || period !== undefined || within !== undefined

const DAY_MS = 24 * 3_600_000

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

const beginningOf = (day: string): string | undefined =>
  momentAt(day, '00:00', ROOM_ZONE)?.toISOString()

export function wireFilter(
  { kind, period, from, to, within }: SearchFilter,
  today: string,
): ItemFilterFields {
  const first = period === 'own' ? from : period && dayAfter(today, 1 - PERIODS[period])
  const last = period === 'own' ? to : undefined
  return {
    types: kind && [...KINDS[kind]],
    since: first ? beginningOf(first) : undefined,
    before: last ? beginningOf(dayAfter(last, 1)) : undefined,
    within,
  }
}
