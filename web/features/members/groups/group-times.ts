import { systemClock } from '../../../lib/browser/clock.ts'
import { dayOf } from '../../../lib/format.ts'
import type { Translate } from '../../../lib/i18n.ts'
import { isAhead, isOver, lastDayOf } from '../../../room/access-period.ts'

interface Period {
  readonly from?: string | undefined
  readonly until?: string | undefined
}

export const hasEnded = (period: Period): boolean => isOver(period, systemClock.now())

/** @returns a few words, or undefined without limits. */
export function timesText(t: Translate, { from, until }: Period): string | undefined {
  const now = systemClock.now()
  if (isOver({ until }, now)) return t('groups.ended')
  const parts = [
    from !== undefined && isAhead({ from }, now) && t('groups.fromDay', { day: dayOf(from) }),
    until !== undefined && t('groups.untilDay', { day: lastDayOf(until) }),
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts.join(' ') : undefined
}

/** Days of a grant, and whether it counts now. @returns undefined without limits. */
export function periodText(t: Translate, { from, until }: Period): string | undefined {
  const now = systemClock.now()
  const days = [
    from !== undefined && t('groups.levelFrom', { day: dayOf(from) }),
    until !== undefined && t('groups.levelUntil', { day: lastDayOf(until) }),
  ].filter((part) => part !== false)
  if (days.length === 0) return undefined
  const period = days.join(' ')
  if (isOver({ until }, now)) return t('groups.levelOver', { period })
  return t(isAhead({ from }, now) ? 'groups.levelAhead' : 'groups.levelWithin', { period })
}

export const isOutside = (period: Period): boolean => hasEnded(period) || isAhead(period, systemClock.now())
