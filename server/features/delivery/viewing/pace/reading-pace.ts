import { setTimeout as wait } from 'node:timers/promises'
import type { Actor } from '../../../../access/actor.ts'
import type { Clock } from '../../../../platform/clock/clock.ts'
import type { Database } from '../../../../platform/db/connect.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import type { ActivityLog } from '../../../audit/index.ts'
import { type MemberParts, warnOperators } from '../../../members/index.ts'
import { roomIfAny } from '../../../rooms/index.ts'
import { createMemberPaces, type Pace } from './member-paces.ts'
import { fastReading } from './pace.mails.ts'
import {
  isRefused,
  limitOf,
  type PaceSpan,
  SPANS,
  secondsLeftOf,
  type What,
  waitOf,
} from './pace.rules.ts'
import { recordEntryOnce, recordMailOnce } from './pace.store.ts'
import { addKeys, countOf } from './pace-window.ts'

const DAY_MS = 86_400_000

interface PaceParts {
  readonly database: Database
  readonly activity: ActivityLog
  readonly outbox: MemberParts['outbox']
  readonly clock: Clock
  readonly publicUrl: string
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

export function createReadingPace(parts: PaceParts): ReadingPace {
  const paces = createMemberPaces(parts.database.db)

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
      if (
        !(await recordMailOnce(tx, actor.memberId, { since: new Date(at.getTime() - DAY_MS), at }))
      )
        return
      const room = await roomIfAny(tx, actor.roomId)
      if (!room) return
      await warnOperators(
        tx,
        parts,
        { kind: 'fast-reading', room, who: actor, at },
        fastReading(over),
      )
    })
  }

  return {
    async take(actor, { what, keys, hourOnly = false }, signal) {
      const now = parts.clock.now().getTime()
      const pace = paces.of(actor.memberId, now)
      const windows = (hourOnly ? (['hour'] as const) : SPANS).map((span) => pace.windows[span])
      if (windows.every(({ seen }) => keys.every((key) => seen[what].has(key)))) return
      await paces.keepShared(actor, pace, now)
      const isFree = actor.state === 'raised' && !actor.viewAs
      let waits = 0
      for (const window of windows) {
        const limit = limitOf(pace.limits, window.span, what)
        const before = countOf(window, what)
        const fresh = keys.filter((key) => !window.seen[what].has(key))
        if (!isFree && fresh.length > 0 && isRefused(before, limit)) {
          await report(actor, pace, { what, span: window.span, limit })
          const retryAfter = secondsLeftOf(window.span, now)
          throw new Refusal('TOO_FAST', {
            retryAfter,
            variables: { minutes: Math.ceil(retryAfter / 60) },
          })
        }
        waits = Math.max(waits, waitOf(before + fresh.length, limit))
      }
      for (const window of windows) addKeys(window, what, keys)
      const over = windows.find(
        (window) => countOf(window, what) > limitOf(pace.limits, window.span, what),
      )
      if (over)
        await report(actor, pace, {
          what,
          span: over.span,
          limit: limitOf(pace.limits, over.span, what),
        })
      if (waits > 0 && !isFree) await wait(waits, undefined, signal ? { signal } : {})
    },
  }
}
