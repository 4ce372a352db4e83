import { setTimeout as wait } from 'node:timers/promises'
import { READING_LIMITS } from '../../../../../contract/core/limits.ts'
import type { ReadingLimits } from '../../../../../contract/features/rooms.ts'
import type { Actor } from '../../../../access/actor.ts'
import type { Clock } from '../../../../platform/clock/clock.ts'
import type { Database } from '../../../../platform/db/connect.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import type { ActivityLog } from '../../../audit/index.ts'
import { type MemberParts, warnOperators } from '../../../members/index.ts'
import { roomIfAny } from '../../../rooms/index.ts'
import { fastReading } from './pace.mails.ts'
import {
  type Counts,
  isRefused,
  limitOf,
  none,
  type PaceSpan,
  SPANS,
  secondsLeftOf,
  startOf,
  WHATS,
  type What,
  waitOf,
} from './pace.rules.ts'
import { recordEntryOnce, recordMailOnce, shareCounts } from './pace.store.ts'

const SHARE_EVERY_MS = 2_000
const DAY_MS = 86_400_000
const FORGET_AFTER_MS = 3_600_000

interface PaceParts {
  readonly database: Database
  readonly activity: ActivityLog
  readonly outbox: MemberParts['outbox']
  readonly clock: Clock
  readonly publicUrl: string
}

interface Window {
  readonly span: PaceSpan
  startedAt: number
  readonly seen: Record<What, Set<string>>
  /** `shared` counts all processes, `sent` is being shared, and `fresh` comes next. */
  shared: Counts
  sent: Counts
  fresh: Counts
}

interface Pace {
  readonly windows: Record<PaceSpan, Window>
  limits: ReadingLimits
  isKnown: boolean
  sharedAt: number
  usedAt: number
  notifiedHour: number
  sharing: Promise<void> | undefined
}

interface Taking {
  readonly what: What
  readonly keys: readonly string[]
  readonly hourOnly?: boolean
}

export interface ReadingPace {
  /** Delays inhumanly fast readers. Elevated operators are only reported. @throws Refusal TOO_FAST beyond twice a limit */
  take(actor: Actor, taking: Taking, signal?: AbortSignal): Promise<void>
}

const newWindow = (span: PaceSpan): Window => ({
  span,
  startedAt: 0,
  seen: { documents: new Set(), pages: new Set(), downloads: new Set() },
  shared: none(),
  sent: none(),
  fresh: none(),
})

const countOf = ({ shared, sent, fresh }: Window, what: What): number => shared[what] + sent[what] + fresh[what]

function roll(window: Window, now: number): void {
  const startedAt = startOf(window.span, now)
  if (window.startedAt === startedAt) return
  window.startedAt = startedAt
  for (const seen of Object.values(window.seen)) seen.clear()
  window.shared = none()
  window.sent = none()
  window.fresh = none()
}

/** Counts reach the database every few seconds. */
export function createReadingPace(parts: PaceParts): ReadingPace {
  const paces = new Map<number, Pace>()
  let sweptAt = 0

  const paceOf = (memberId: number, now: number): Pace => {
    if (now - sweptAt >= FORGET_AFTER_MS) {
      sweptAt = now
      for (const [id, { usedAt }] of paces) if (now - usedAt >= FORGET_AFTER_MS) paces.delete(id)
    }
    const known = paces.get(memberId)
    const pace = known ?? {
      windows: { minute: newWindow('minute'), hour: newWindow('hour') },
      limits: READING_LIMITS,
      ...{ isKnown: false, sharedAt: Number.NEGATIVE_INFINITY, usedAt: now, notifiedHour: 0, sharing: undefined },
    }
    if (!known) paces.set(memberId, pace)
    pace.usedAt = now
    for (const span of SPANS) roll(pace.windows[span], now)
    return pace
  }

  const share = async (actor: Actor, pace: Pace, now: number): Promise<void> => {
    const { minute, hour } = pace.windows
    const sent = {
      minute: { at: new Date(minute.startedAt), counts: minute.fresh },
      hour: { at: new Date(hour.startedAt), counts: hour.fresh },
    }
    for (const window of [minute, hour]) {
      window.sent = window.fresh
      window.fresh = none()
    }
    const still = (): Window[] => [minute, hour].filter(({ span, startedAt }) => startedAt === sent[span].at.getTime())
    pace.sharedAt = now
    try {
      const { counts, limits } = await shareCounts(parts.database.db, actor, sent)
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

  /** Later, recent counts suffice. */
  const keepShared = async (actor: Actor, pace: Pace, now: number): Promise<void> => {
    if (pace.sharing === undefined && now - pace.sharedAt >= SHARE_EVERY_MS) {
      pace.sharing = share(actor, pace, now).finally(() => {
        pace.sharing = undefined
      })
      // The awaiting caller gets the error.
      pace.sharing.catch(() => undefined)
    }
    if (!pace.isKnown) await pace.sharing
  }

  const report = async (
    actor: Actor,
    pace: Pace,
    over: { readonly what: What; readonly span: PaceSpan; readonly limit: number },
  ): Promise<void> => {
    const hour = pace.windows.hour.startedAt
    if (pace.notifiedHour === hour) return
    pace.notifiedHour = hour
    const at = parts.clock.now()
    await parts.database.transaction(async (tx) => {
      if (!(await recordEntryOnce(tx, actor.memberId, { hour: new Date(hour), at }))) return
      await parts.activity.record(tx, actor, 'reading.too-fast', over)
      if (!(await recordMailOnce(tx, actor.memberId, { since: new Date(at.getTime() - DAY_MS), at }))) return
      const room = await roomIfAny(tx, actor.roomId)
      if (!room) return
      await warnOperators(tx, parts, { kind: 'fast-reading', room, who: actor, at }, fastReading(over))
    })
  }

  return {
    async take(actor, { what, keys, hourOnly = false }, signal) {
      const now = parts.clock.now().getTime()
      const pace = paceOf(actor.memberId, now)
      const windows = (hourOnly ? (['hour'] as const) : SPANS).map((span) => pace.windows[span])
      if (windows.every(({ seen }) => keys.every((key) => seen[what].has(key)))) return
      await keepShared(actor, pace, now)
      const isFree = actor.state === 'raised' && !actor.viewAs
      let waits = 0
      for (const window of windows) {
        const limit = limitOf(pace.limits, window.span, what)
        const before = countOf(window, what)
        const fresh = keys.filter((key) => !window.seen[what].has(key))
        if (!isFree && fresh.length > 0 && isRefused(before, limit)) {
          await report(actor, pace, { what, span: window.span, limit })
          const retryAfter = secondsLeftOf(window.span, now)
          throw new Refusal('TOO_FAST', { retryAfter, variables: { minutes: Math.ceil(retryAfter / 60) } })
        }
        waits = Math.max(waits, waitOf(before + fresh.length, limit))
      }
      for (const window of windows) count(window, what, keys)
      const over = windows.find((window) => countOf(window, what) > limitOf(pace.limits, window.span, what))
      if (over) await report(actor, pace, { what, span: over.span, limit: limitOf(pace.limits, over.span, what) })
      if (waits > 0 && !isFree) await wait(waits, undefined, signal ? { signal } : {})
    },
  }
}

function count({ seen, fresh }: Window, what: What, keys: readonly string[]): void {
  for (const key of keys) {
    if (seen[what].has(key)) continue
    seen[what].add(key)
    fresh[what] += 1
  }
}

function giveBack(window: Window): void {
  for (const what of WHATS) window.fresh[what] += window.sent[what]
  window.sent = none()
}
