import { systemClock } from '../../../lib/browser/clock.ts'
import { isAhead, isOver, periodWords, type Speaker } from '../../../room/access-period.ts'

interface GroupPeriod {
  readonly from?: string | undefined
  readonly until?: string | undefined
}

export const hasEnded = (period: GroupPeriod): boolean => isOver(period, systemClock.now())

export function timesText(speaker: Speaker, { from, until }: GroupPeriod): string | undefined {
  const now = systemClock.now()
  if (isOver({ until }, now)) return speaker.t('groups.ended')
  return periodWords(speaker, { from: isAhead({ from }, now) ? from : undefined, until })
}

export function periodText(speaker: Speaker, limits: GroupPeriod): string | undefined {
  const now = systemClock.now()
  const period = periodWords(speaker, limits)
  if (period === undefined) return undefined
  if (isOver(limits, now)) return speaker.t('groups.levelOver', { period })
  return speaker.t(isAhead(limits, now) ? 'groups.levelAhead' : 'groups.levelWithin', { period })
}

export const isOutside = (period: GroupPeriod): boolean => hasEnded(period) || isAhead(period, systemClock.now())
