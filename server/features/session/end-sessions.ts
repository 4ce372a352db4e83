import { z } from 'zod'
import { LIMITS } from '../../../contract/core/limits.ts'
import type { Tx } from '../../platform/db/database.ts'
import { every, handle, jobType } from '../../platform/jobs/job.ts'
import type { SessionParts } from './session.parts.ts'
import { findSession } from './session.read.ts'
import type { EndReason } from './session.rules.ts'
import { endSessions } from './session.store.ts'
import { deleteOldThrottles } from './throttles.store.ts'

const DAY_MS = 24 * 3_600_000

type EndParts = Pick<SessionParts, 'activity' | 'bus' | 'clock'>

/** Ends living sessions, writes an entry for each, and tells every node, where their streams are cut. @returns how many. */
export async function endSessionsOf(tx: Tx, parts: EndParts, which: Parameters<typeof endSessions>[1], reason: EndReason): Promise<number> {
  const all = await endSessions(tx, which, reason, parts.clock.now())
  for (const ended of all) {
    const row = await findSession(tx, ended.id)
    if (!row) continue
    const doer = {
      roomId: row.room_id,
      memberId: row.member_id,
      userId: row.user_id,
      name: row.name,
      position: row.position,
      email: row.email,
      address: ended.address,
    }
    await parts.activity.record(tx, doer, 'session.ended', { reason })
    await parts.bus.publish(tx, { room: row.room_id, session: ended.id, kind: 'sessions' })
  }
  return all.length
}

const tidySessions = jobType('session.tidy', z.object({}), { maxAttempts: 1 })

/** Each minute: idle sessions get their end on record (they were refused from the moment on), old throttles go. */
export function sessionJobs(parts: EndParts & Pick<SessionParts, 'database'>) {
  return {
    handlers: [
      handle(tidySessions, async () => {
        const now = parts.clock.now()
        const idleSince = new Date(now.getTime() - LIMITS.idleMs)
        await parts.database.transaction((tx) => endSessionsOf(tx, parts, { idleSince }, 'idle'))
        await deleteOldThrottles(parts.database.db, new Date(now.getTime() - DAY_MS))
      }),
    ],
    recurring: [every(tidySessions, '* * * * *')],
  }
}
