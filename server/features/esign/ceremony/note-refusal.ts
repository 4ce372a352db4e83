import { Refusal } from '../../../platform/http/refusal.ts'
import { detailsOf } from '../requests/record-signing-event.ts'
import type { SigningParts } from '../requests/signing.parts.ts'
import { markRefused } from '../requests/signing.store.ts'
import { findOwn } from './hold-own.ts'
import { auditActorOf, type Signer } from './signer-guard.ts'

/** Equal refusals in this time make one log entry. */
const NOTED_MS = 3_600_000
const NOTED = /^(?:SIGN_[A-Z_]+|ROOM_CLOSED|NOT_FOUND|TOO_MANY)$/

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
      if (
        !(await markRefused(tx, signer.participantId, {
          code,
          at,
          since: new Date(at.getTime() - NOTED_MS),
        }))
      )
        return
      const { template, person } = await findOwn(tx, signer)
      await activity.record(tx, auditActorOf(signer), 'sign.refused', {
        ...detailsOf(template, person),
        code,
      })
    })
  } catch (failure) {
    log.error(
      { templateId: signer.templateId, error: failure },
      'a refusal could not be put on record',
    )
  }
}
