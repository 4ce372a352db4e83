import { LIMITS } from '../../../../contract/core/limits.ts'
import { text } from '../../../../contract/features/composed.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { participantTexts } from '../sealed-values.ts'
import { findParticipants } from '../templates.read.ts'
import { moveTemplate } from '../templates.store.ts'
import { holdOwnToAct } from './hold-own.ts'
import { recordDeed } from './record-deed.ts'
import type { Signer } from './signer-guard.ts'
import { declinedMail, endedMail } from './signing.mails.ts'
import type { SigningParts } from './signing.parts.ts'
import { settleParticipant } from './signing.store.ts'
import { AUTHORS_LANGUAGE, documentOf, findTellable, languageOfRow, mailAuthor, mailParticipant } from './tell-people.ts'

const reasonIn = text(LIMITS.declineReason)

/**
 * The caller declines, and the document ends with it: the author is told who and why, the others who know of it only that it has ended.
 * @throws Refusal SIGN_REASON, SIGN_DONE, SIGN_NOT_YET, ROOM_FROZEN; as the guard does.
 */
export async function declineSigning(parts: SigningParts, signer: Signer, given: string): Promise<void> {
  const parsed = reasonIn.safeParse(given.trim())
  if (!parsed.success || parsed.data === '') throw new Refusal('SIGN_REASON', { variables: { limit: LIMITS.declineReason } })
  const reason = parsed.data
  const { roomId, templateId } = signer
  await parts.database.transaction(async (tx) => {
    const own = await holdOwnToAct(tx, parts, signer)
    const { template, person } = own
    const at = parts.clock.now()
    const sealed = await participantTexts.seal(parts.sealer, { tx, roomId }, person.id, { reason })
    await settleParticipant(tx, person.id, { status: 'DECLINED', at, sealed })
    await moveTemplate(tx, templateId, { status: 'DECLINED', ended_at: at })
    await recordDeed(tx, parts, signer, own, 'declined')

    const document = await documentOf(tx, template)
    await mailAuthor(tx, parts, template, 'sign-declined', (to) => declinedMail(AUTHORS_LANGUAGE, document, to, person, reason))
    const others = (await findParticipants(tx, [templateId])).filter(({ id, invited_at }) => id !== person.id && invited_at !== null)
    for (const other of await findTellable(tx, roomId, others))
      await mailParticipant(tx, parts, 'sign-declined', other, endedMail('declined', languageOfRow(other), document, other))
    await parts.bus.publish(tx, { room: roomId, kind: 'signing', template: templateId })
  })
}
