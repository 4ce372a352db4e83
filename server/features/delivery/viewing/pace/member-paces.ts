import { READING_LIMITS } from '../../../../../contract/core/limits.ts'
import type { ReadingLimits } from '../../../../../contract/features/rooms.ts'
import type { Actor } from '../../../../access/actor.ts'
import type { Db } from '../../../../platform/db/database.ts'
import { none, type PaceSpan, SPANS } from './pace.rules.ts'
import { shareCounts } from './pace.store.ts'
import { giveBack, newWindow, type PaceWindow, roll } from './pace-window.ts'

const SHARE_EVERY_MS = 2_000
const FORGET_AFTER_MS = 3_600_000

export interface Pace {
  readonly windows: Record<PaceSpan, PaceWindow>
  limits: ReadingLimits
  isKnown: boolean
  sharedAt: number
  usedAt: number
  notifiedHour: number
  sharing: Promise<void> | undefined
}

interface MemberPaces {
  of(memberId: number, now: number): Pace
  /** Waits for the first counts of other processes. Later, recent ones suffice. */
  keepShared(actor: Actor, pace: Pace, now: number): Promise<void>
}

/** Counts reach the database every few seconds. */
export function createMemberPaces(db: Db): MemberPaces {
  const paces = new Map<number, Pace>()
  let sweptAt = 0
  return {
    of(memberId, now) {
      if (now - sweptAt >= FORGET_AFTER_MS) {
        sweptAt = now
        for (const [id, { usedAt }] of paces) if (now - usedAt >= FORGET_AFTER_MS) paces.delete(id)
      }
      const known = paces.get(memberId)
      const pace = known ?? {
        windows: { minute: newWindow('minute'), hour: newWindow('hour') },
        limits: READING_LIMITS,
        isKnown: false,
        sharedAt: Number.NEGATIVE_INFINITY,
        usedAt: now,
        notifiedHour: 0,
        sharing: undefined,
      }
      if (!known) paces.set(memberId, pace)
      pace.usedAt = now
      for (const span of SPANS) roll(pace.windows[span], now)
      return pace
    },
    async keepShared(actor, pace, now) {
      if (pace.sharing === undefined && now - pace.sharedAt >= SHARE_EVERY_MS) {
        pace.sharing = share(db, actor, pace, now).finally(() => {
          pace.sharing = undefined
        })
        // The awaiting caller gets the error.
        pace.sharing.catch(() => undefined)
      }
      if (!pace.isKnown) await pace.sharing
    },
  }
}

async function share(db: Db, actor: Actor, pace: Pace, now: number): Promise<void> {
  const { minute, hour } = pace.windows
  const sent = {
    minute: { at: new Date(minute.startedAt), counts: minute.fresh },
    hour: { at: new Date(hour.startedAt), counts: hour.fresh },
  }
  for (const window of [minute, hour]) {
    window.sent = window.fresh
    window.fresh = none()
  }
  const still = (): PaceWindow[] =>
    [minute, hour].filter(({ span, startedAt }) => startedAt === sent[span].at.getTime())
  pace.sharedAt = now
  try {
    const { counts, limits } = await shareCounts(db, actor, sent)
    pace.limits = limits
    pace.isKnown = true
    for (const window of still()) {
      window.shared = counts[window.span]
      window.sent = none()
    }
  } catch (error) {
    if (!pace.isKnown) pace.sharedAt = Number.NEGATIVE_INFINITY
    for (const window of still()) giveBack(window)
    throw error
  }
}
