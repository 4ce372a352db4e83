import { Refusal } from '../../../platform/http/refusal.ts'
import { openTemplate } from '../change-draft.ts'
import { noteTemplateEvent } from '../note-event.ts'
import { findParticipants } from '../templates.read.ts'
import { moveTemplate } from '../templates.store.ts'
import { type Asking, causeOf } from './send-document.ts'
import { endedMail } from './signing.mails.ts'
import type { SigningParts } from './signing.parts.ts'
import { documentOf, findTellable, languageOfRow, mailParticipant } from './tell-people.ts'

/** Calls a document back that is out. Its links open nothing any more, and those who know of it are told. @throws Refusal NOT_FOUND, SIGN_STATE. */
export async function cancelDocument(parts: SigningParts, asking: Asking, templateId: number): Promise<void> {
  await parts.database.transaction(async (tx) => {
    const template = await openTemplate(tx, parts, asking.actor, templateId)
    const { room_id: roomId, name } = template
    if (template.status !== 'SENT') throw new Refusal('SIGN_STATE', { variables: { name } })
    const at = parts.clock.now()
    await moveTemplate(tx, templateId, { status: 'CANCELLED', ended_at: at })
    await parts.activity.record(tx, asking.actor, 'compose.cancelled', { templateId, name })
    await noteTemplateEvent(tx, { roomId, templateId, kind: 'cancelled', at }, causeOf(parts, asking))
    const document = await documentOf(tx, template)
    const invited = (await findParticipants(tx, [templateId])).filter(({ invited_at }) => invited_at !== null)
    for (const person of await findTellable(tx, roomId, invited))
      await mailParticipant(tx, parts, 'sign-cancelled', person, endedMail('cancelled', languageOfRow(person), document, person))
    await parts.bus.publish(tx, { room: roomId, kind: 'signing', template: templateId })
  })
}
