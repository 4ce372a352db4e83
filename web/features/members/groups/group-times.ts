import { systemClock } from '../../../lib/browser/clock.ts'
import {
  hasEnded,
  isYetToStart,
  periodWords,
  type TextContext,
} from '../../../room/access-period.ts'

interface GroupPeriod {
  readonly from?: string | undefined
  readonly until?: string | undefined
}

export const hasEndedNow = (period: GroupPeriod): boolean => hasEnded(period, systemClock.now())

export function timesText(context: TextContext, { from, until }: GroupPeriod): string | undefined {
  const now = systemClock.now()
  if (hasEnded({ until }, now)) return context.t('groups.ended')
  return periodWords(context, { from: isYetToStart({ from }, now) ? from : undefined, until })
}

export function periodText(context: TextContext, limits: GroupPeriod): string | undefined {
  const now = systemClock.now()
  const period = periodWords(context, limits)
  if (period === undefined) return undefined
  if (hasEnded(limits, now)) return context.t('groups.levelOver', { period })
  return context.t(isYetToStart(limits, now) ? 'groups.levelAhead' : 'groups.levelWithin', {
    period,
  })
}

export const isOutside = (period: GroupPeriod): boolean =>
  hasEndedNow(period) || isYetToStart(period, systemClock.now())
