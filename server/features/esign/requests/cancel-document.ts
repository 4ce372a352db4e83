import { Refusal } from '../../../platform/http/refusal.ts'
import { openTemplate } from '../drafting/change-draft.ts'
import { findParticipants } from '../drafting/templates.read.ts'
import { moveTemplate } from '../drafting/templates.store.ts'
import { noteTemplateEvent } from '../note-event.ts'
import { mayMove } from '../signing-states.ts'
import { documentOf, findNotifiable, languageOfRow, mailParticipant } from './notify-people.ts'
import { type Asking, causeOf } from './send-document.ts'
import { endedMail } from './signing.mails.ts'
import type { SigningParts } from './signing.parts.ts'

type CancellingParts = Pick<
  SigningParts,
  'database' | 'encryptor' | 'outbox' | 'activity' | 'clock' | 'bus' | 'confirm'
>

/** Notifies recipients. @throws Refusal NOT_FOUND, SIGN_STATE */
export async function cancelDocument(
  parts: CancellingParts,
  asking: Asking,
  templateId: number,
): Promise<void> {
  await parts.database.transaction(async (tx) => {
    const template = await openTemplate(tx, parts, asking.actor, templateId)
    const { room_id: roomId, name } = template
    if (!mayMove(template.status, 'CANCELLED'))
      throw new Refusal('SIGN_STATE', { variables: { name } })
    const at = parts.clock.now()
    await moveTemplate(tx, templateId, { status: 'CANCELLED', ended_at: at })
    await parts.activity.record(tx, asking.actor, 'compose.cancelled', { templateId, name })
    await noteTemplateEvent(
      tx,
      { roomId, templateId, kind: 'cancelled', at },
      causeOf(parts, asking),
    )
    const document = await documentOf(tx, template)
    const invited = (await findParticipants(tx, [templateId])).filter(
      ({ invited_at }) => invited_at !== null,
    )
    for (const person of await findNotifiable(tx, roomId, invited))
      await mailParticipant(
        tx,
        parts,
        'sign-cancelled',
        person,
        endedMail('cancelled', languageOfRow(person), document, person),
      )
    await parts.bus.publish(tx, { room: roomId, kind: 'signing', template: templateId })
  })
}
