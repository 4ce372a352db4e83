import type { ItemFilterFields } from '../../../contract/core/item-filter.ts'
import { momentAt } from '../../../contract/core/room-time.ts'
import { ROOM_ZONE } from '../../lib/format.ts'

/** What people call the types of files. */
export const KINDS = {
  pdf: ['pdf'],
  hangul: ['hwp', 'hwpx'],
  word: ['doc', 'docx'],
  sheet: ['xls', 'xlsx'],
  slides: ['ppt', 'pptx'],
  image: ['jpg', 'jpeg', 'png', 'bmp'],
  folder: ['folder'],
} as const satisfies Record<string, NonNullable<ItemFilterFields['types']>>
export type Kind = keyof typeof KINDS

/** Periods up to today, by how many days they have. */
export const PERIODS = { week: 7, month: 30, year: 365 } as const
export type Period = keyof typeof PERIODS

/** What results are confined to, as somebody chose it; days are those of the room. */
export interface SearchFilter {
  readonly kind?: Kind | undefined
  readonly period?: Period | 'own' | undefined
  /** First and last day of a period of one's own. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** The folder below which they are. */
  readonly within?: number | undefined
}

export const isFiltered = ({ kind, period, within }: SearchFilter): boolean =>
  kind !== undefined || period !== undefined || within !== undefined

const DAY_MS = 24 * 3_600_000

const dayAfter = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

const beginningOf = (day: string): string | undefined => momentAt(day, '00:00', ROOM_ZONE)?.toISOString()

/** As the calls take it. */
export function wireFilter({ kind, period, from, to, within }: SearchFilter, today: string): ItemFilterFields {
  const first = period === 'own' ? from : period && dayAfter(today, 1 - PERIODS[period])
  const last = period === 'own' ? to : undefined
  return {
    types: kind && [...KINDS[kind]],
    since: first ? beginningOf(first) : undefined,
    before: last ? beginningOf(dayAfter(last, 1)) : undefined,
    within,
  }
}
