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
