import type { Tx } from '../../../platform/db/database.ts'
import type { AuditActor } from '../../audit/index.ts'
import { shutOutAmong } from '../../members/index.ts'
import { drawSignerToken, signerLink } from '../ceremony/signer-token.ts'
import {
  findParticipants,
  type ParticipantRow,
  type TemplateRow,
} from '../drafting/templates.read.ts'
import { moveTemplate } from '../drafting/templates.store.ts'
import { templateTexts } from '../encrypted-values.ts'
import { queueSealing } from '../finalizing/queue-sealing.ts'
import { noteTemplateEvent } from '../note-event.ts'
import { documentOf, languageOfRow, mailParticipant } from './notify-people.ts'
import { detailsOf } from './record-signing-event.ts'
import { signRequestMail } from './signing.mails.ts'
import type { TellingParts } from './signing.parts.ts'
import { expiryOf, isBlocked, nextInTurn } from './signing.rules.ts'
import { giveLink } from './signing.store.ts'

interface Linking {
  readonly kind: 'sign-invitation' | 'sign-reminder'
  readonly renews: boolean
  readonly actor: AuditActor
}

/** A blocked person gets no link, but the deadline starts, so that the document can still expire. */
export async function linkPeople(
  tx: Tx,
  parts: TellingParts,
  template: TemplateRow,
  people: readonly ParticipantRow[],
  { kind, renews, actor }: Linking,
): Promise<ParticipantRow[]> {
  const at = parts.clock.now()
  const { room_id: roomId, id: templateId } = template
  const shutOut = await shutOutAmong(
    tx,
    roomId,
    people.map(({ email }) => email),
  )
  const document = await documentOf(tx, template)
  const { notice } = await templateTexts.decrypt(
    parts.encryptor,
    { db: tx, roomId },
    templateId,
    template.sealed,
  )
  const linked: ParticipantRow[] = []
  for (const person of people) {
    const expiresAt =
      renews || person.expires_at === null ? expiryOf(at, template.sign_valid) : person.expires_at
    const drawn = isBlocked(shutOut, person.email) ? undefined : drawSignerToken()
    linked.push(
      await giveLink(tx, person.id, { ...(drawn ? { digest: drawn.digest } : {}), at, expiresAt }),
    )
    if (!drawn) continue
    const url = signerLink(parts.publicUrl, drawn.token)
    const isAgain = person.linked_at !== null
    const mail = signRequestMail(kind, languageOfRow(person), document, person, {
      url,
      expiresAt,
      message: notice,
      type: person.type,
      isAgain,
    })
    await mailParticipant(tx, parts, kind, person, mail)
    const event = kind === 'sign-reminder' ? 'reminded' : 'invited'
    await noteTemplateEvent(tx, { roomId, templateId, participantId: person.id, kind: event, at })
    await parts.activity.record(
      tx,
      actor,
      isAgain ? 'compose.reminded' : 'compose.invited',
      detailsOf(template, person),
    )
  }
  await parts.bus.publish(tx, { room: roomId, kind: 'signing', template: templateId })
  return linked
}

/** Queues sealing if nobody remains. The document is locked. */
export async function takeTurns(
  tx: Tx,
  parts: TellingParts,
  template: TemplateRow,
  actor: AuditActor,
): Promise<void> {
  const next = nextInTurn(await findParticipants(tx, [template.id]))
  if (next.length === 0) {
    await moveTemplate(tx, template.id, { status: 'SEALING' })
    await queueSealing(tx, { roomId: template.room_id, templateId: template.id })
    return
  }
  const waiting = next.filter(({ status }) => status === 'WAITING')
  if (waiting.length > 0)
    await linkPeople(tx, parts, template, waiting, { kind: 'sign-invitation', renews: true, actor })
}
