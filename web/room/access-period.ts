import type { Language } from '../../contract/core/language.ts'
import { momentAt } from '../../contract/core/room-time.ts'
import { dayOf, formatInstant, ROOM_ZONE } from '../lib/format.ts'
import type { Translate } from '../lib/i18n.ts'
import { isDay } from '../lib/input/is-day.ts'

const DAY_MS = 86_400_000

interface AccessPeriod {
  readonly from?: string | undefined
  readonly until?: string | undefined
}

export const fromOfDay = (day: string): string | undefined =>
  momentAt(day, '00:00', ROOM_ZONE)?.toISOString()

/** The day itself still counts. */
export function untilOfDay(day: string): string | undefined {
  if (!isDay(day)) return undefined
  return fromOfDay(new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10))
}

/** A midnight end belongs to the previous day. */
export const lastDayOf = (until: string): string => dayOf(Date.parse(until) - 1)

export const hasEnded = ({ until }: AccessPeriod, now: number): boolean =>
  until !== undefined && Date.parse(until) <= now
export const isYetToStart = ({ from }: AccessPeriod, now: number): boolean =>
  from !== undefined && Date.parse(from) > now

const isMidnight = (instant: string): boolean =>
  fromOfDay(dayOf(instant)) === new Date(instant).toISOString()

export const textOfFrom = (from: string, language: Language): string =>
  isMidnight(from) ? dayOf(from) : formatInstant(from, language)

export const textOfUntil = (until: string, language: Language): string =>
  isMidnight(until) ? lastDayOf(until) : formatInstant(until, language)

export interface TextContext {
  readonly t: Translate
  readonly language: Language
}

/** @returns undefined without limits. */
export function periodWords(
  { t, language }: TextContext,
  {
    from,
    until,
  }: { readonly from?: string | null | undefined; readonly until?: string | null | undefined },
): string | undefined {
  const start = from ? [t('rights.since', { at: textOfFrom(from, language) })] : []
  const end = until ? [t('rights.until', { at: textOfUntil(until, language) })] : []
  const words = [...start, ...end]
  return words.length > 0 ? words.join(' ') : undefined
}
