import { z } from 'zod'
import { LIMITS } from '../../../contract/core/limits.ts'
import { every, handle, jobType } from '../../platform/jobs/job.ts'
import { CHALLENGE_MS, SPENT_MS } from '../../platform/webauthn/passkey-options.ts'
import { forgetReplacements } from '../members/index.ts'
import { roomsLinkJob } from './crossing/ask-for-rooms.ts'
import {
  deleteSignedChallenges,
  deleteUnusedPasskeys,
} from './crossing/passkeys/address-passkeys.store.ts'
import { deleteOldProofs } from './crossing/proofs.store.ts'
import { endSessionsOf, endViewsAsOf } from './end-sessions.ts'
import { deleteOldDevices } from './entry/devices.store.ts'
import { deleteOldLinks } from './entry/entry-links.store.ts'
import { lostPinJob } from './entry/lost-pin.ts'
import { deleteOldStepCodes } from './entry/step-codes.store.ts'
import { deleteOldChallenges } from './passkeys/passkeys.store.ts'
import type { SessionParts } from './session.parts.ts'
import { REPLACEMENT_MS } from './session.rules.ts'
import { deleteOldSignOns } from './sign-on/sign-on.store.ts'
import { deleteOldThrottles } from './throttling/throttles.store.ts'

const DAY_MS = 24 * 3_600_000

const tidySessions = jobType('session.tidy', z.object({}), { maxAttempts: 1 })

export function sessionJobs(parts: SessionParts) {
  return {
    handlers: [
      handle(tidySessions, async () => {
        const now = parts.clock.now()
        const idleSince = new Date(now.getTime() - LIMITS.idleMs)
        const createdBefore = new Date(now.getTime() - LIMITS.sessionMs)
        const elevatedBefore = new Date(now.getTime() - LIMITS.elevatedMs)
        await parts.database.transaction((tx) => endSessionsOf(tx, parts, { idleSince }, 'idle'))
        await parts.database.transaction((tx) =>
          endSessionsOf(tx, parts, { createdBefore }, 'expired'),
        )
        await parts.database.transaction((tx) =>
          endSessionsOf(tx, parts, { outsideAt: now }, 'blocked'),
        )
        await parts.database.transaction((tx) =>
          endViewsAsOf(tx, parts, { elevatedBefore }, 'session'),
        )
        const { db } = parts.database
        await deleteOldThrottles(db, new Date(now.getTime() - DAY_MS))
        await deleteOldDevices(db, now)
        await deleteOldLinks(db, now)
        await deleteOldProofs(db, now)
        await deleteUnusedPasskeys(db)
        await deleteSignedChallenges(db, new Date(now.getTime() - SPENT_MS))
        await deleteOldSignOns(db, now)
        await deleteOldChallenges(db, new Date(now.getTime() - CHALLENGE_MS))
        await deleteOldStepCodes(db, idleSince)
        await forgetReplacements(db, new Date(now.getTime() - REPLACEMENT_MS))
      }),
      lostPinJob(parts),
      roomsLinkJob(parts),
    ],
    recurring: [every(tidySessions, '* * * * *')],
  }
}
