import { LIMITS } from '../../../../contract/core/limits.ts'
import { text } from '../../../../contract/features/composed.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { findParticipants } from '../drafting/templates.read.ts'
import { moveTemplate } from '../drafting/templates.store.ts'
import { participantTexts } from '../encrypted-values.ts'
import {
  AUTHORS_LANGUAGE,
  documentOf,
  findNotifiable,
  languageOfRow,
  mailAuthor,
  mailParticipant,
} from '../requests/notify-people.ts'
import { recordSigningEvent } from '../requests/record-signing-event.ts'
import { declinedMail, endedMail } from '../requests/signing.mails.ts'
import type { SigningParts } from '../requests/signing.parts.ts'
import { settleParticipant } from '../requests/signing.store.ts'
import { holdOwnToAct } from './hold-own.ts'
import type { Signer } from './signer-guard.ts'

const reasonIn = text(LIMITS.declineReason)

/** Only the author sees person and reason. @throws Refusal SIGN_REASON, SIGN_DONE, SIGN_NOT_YET, ROOM_FROZEN; the guard's. */
export async function declineSigning(
  parts: Pick<SigningParts, 'database' | 'encryptor' | 'outbox' | 'activity' | 'clock' | 'bus'>,
  signer: Signer,
  given: string,
): Promise<void> {
  const parsed = reasonIn.safeParse(given.trim())
  if (!parsed.success || parsed.data === '')
    throw new Refusal('SIGN_REASON', { variables: { limit: LIMITS.declineReason } })
  const reason = parsed.data
  const { roomId, templateId } = signer
  await parts.database.transaction(async (tx) => {
    const own = await holdOwnToAct(tx, parts, signer)
    const { template, person } = own
    const at = parts.clock.now()
    const sealed = await participantTexts.encrypt(parts.encryptor, { tx, roomId }, person.id, {
      reason,
    })
    await settleParticipant(tx, person.id, { status: 'DECLINED', at, sealed })
    await moveTemplate(tx, templateId, { status: 'DECLINED', ended_at: at })
    await recordSigningEvent(tx, parts, signer, own, 'declined')

    const document = await documentOf(tx, template)
    await mailAuthor(tx, parts, template, 'sign-declined', (to) =>
      declinedMail(AUTHORS_LANGUAGE, document, to, person, reason),
    )
    const others = (await findParticipants(tx, [templateId])).filter(
      ({ id, invited_at }) => id !== person.id && invited_at !== null,
    )
    for (const other of await findNotifiable(tx, roomId, others))
      await mailParticipant(
        tx,
        parts,
        'sign-declined',
        other,
        endedMail('declined', languageOfRow(other), document, other),
      )
    await parts.bus.publish(tx, { room: roomId, kind: 'signing', template: templateId })
  })
}
