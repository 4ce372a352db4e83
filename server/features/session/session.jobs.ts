import { z } from 'zod'
import { LIMITS } from '../../../contract/core/limits.ts'
import { every, handle, jobType } from '../../platform/jobs/job.ts'
import { deleteStaleReplacements } from '../members/index.ts'
import { deleteOldDevices } from './devices.store.ts'
import { endSessionsOf, endViewsAsOf } from './end-sessions.ts'
import { deleteOldLinks } from './entry-links.store.ts'
import { lostPinJob } from './lost-pin.ts'
import { CHALLENGE_MS } from './passkeys/challenge.ts'
import { deleteOldChallenges } from './passkeys/passkeys.store.ts'
import type { SessionParts } from './session.parts.ts'
import { REPLACEMENT_MS } from './session.rules.ts'
import { deleteOldStepCodes } from './step-codes.store.ts'
import { deleteOldThrottles } from './throttles.store.ts'

const DAY_MS = 24 * 3_600_000

const tidySessions = jobType('session.tidy', z.object({}), { maxAttempts: 1 })

/** Each minute: idle and old sessions, and views out of an operator area that has closed, get their end on record (both were refused from the moment on), and what is past its time goes. */
export function sessionJobs(parts: SessionParts) {
  return {
    handlers: [
      handle(tidySessions, async () => {
        const now = parts.clock.now()
        const idleSince = new Date(now.getTime() - LIMITS.idleMs)
        const createdBefore = new Date(now.getTime() - LIMITS.sessionMs)
        const raisedBefore = new Date(now.getTime() - LIMITS.raisedMs)
        await parts.database.transaction((tx) => endSessionsOf(tx, parts, { idleSince }, 'idle'))
        await parts.database.transaction((tx) => endSessionsOf(tx, parts, { createdBefore }, 'expired'))
        await parts.database.transaction((tx) => endViewsAsOf(tx, parts, { raisedBefore }, 'session'))
        const { db } = parts.database
        await deleteOldThrottles(db, new Date(now.getTime() - DAY_MS))
        await deleteOldDevices(db, now)
        await deleteOldLinks(db, now)
        await deleteOldChallenges(db, new Date(now.getTime() - CHALLENGE_MS))
        await deleteOldStepCodes(db, idleSince)
        await deleteStaleReplacements(db, new Date(now.getTime() - REPLACEMENT_MS))
      }),
      lostPinJob(parts),
    ],
    recurring: [every(tidySessions, '* * * * *')],
  }
}
