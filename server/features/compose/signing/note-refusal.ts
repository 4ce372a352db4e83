import { Refusal } from '../../../platform/http/refusal.ts'
import { findOwn } from './hold-own.ts'
import { detailsOf } from './record-deed.ts'
import { doerOf, type Signer } from './signer-guard.ts'
import type { SigningParts } from './signing.parts.ts'
import { markRefused } from './signing.store.ts'

/** So long the log is not told again that somebody was refused for the same reason. */
const NOTED_MS = 3_600_000
/** Not what a program has put wrongly, nor what passes by itself. */
const NOTED = /^(?:SIGN_[A-Z_]+|ROOM_CLOSED|NOT_FOUND|TOO_MANY)$/

/** Puts on record that somebody who holds a link of the room was refused, where it is for a reason that the room's operators should know of. */
export async function noteRefusal(
  { database, activity, clock, log }: Pick<SigningParts, 'database' | 'activity' | 'clock' | 'log'>,
  signer: Signer,
  error: unknown,
): Promise<void> {
  if (!(error instanceof Refusal) || !NOTED.test(error.code)) return
  const { code } = error
  const at = clock.now()
  try {
    await database.transaction(async (tx) => {
      if (!(await markRefused(tx, signer.participantId, { code, at, since: new Date(at.getTime() - NOTED_MS) }))) return
      const { template, person } = await findOwn(tx, signer)
      await activity.record(tx, doerOf(signer), 'sign.refused', { ...detailsOf(template, person), code })
    })
  } catch (failure) {
    // What is refused stays refused for its own reason.
    log.error({ templateId: signer.templateId, error: failure }, 'a refusal could not be put on record')
  }
}
