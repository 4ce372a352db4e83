import type { Tx } from '../../../platform/db/database.ts'
import type { Doer } from '../../activity/index.ts'
import { findShutOut } from '../../members/index.ts'
import { noteTemplateEvent } from '../note-event.ts'
import { templateTexts } from '../sealed-values.ts'
import { queueSealing } from '../sealing/queue-sealing.ts'
import { findParticipants, type ParticipantRow, type TemplateRow } from '../templates.read.ts'
import { moveTemplate } from '../templates.store.ts'
import { detailsOf } from './record-deed.ts'
import { drawSignerToken, signerLink } from './signer-token.ts'
import { invitationMail } from './signing.mails.ts'
import type { TellingParts } from './signing.parts.ts'
import { expiryOf, isBlocked, nextInTurn } from './signing.rules.ts'
import { giveLink } from './signing.store.ts'
import { documentOf, languageOfRow, mailParticipant } from './tell-people.ts'

interface Linking {
  readonly kind: 'sign-invitation' | 'sign-reminder'
  /** Has a new time to sign; else the link ends when the one before did. */
  readonly renews: boolean
  /** Who has it mailed. */
  readonly doer: Doer
}

/**
 * Mails people of a document that is out new links; those before end. Who is blocked in the room gets none, and their time runs all the same,
 * so that nothing waits for ever.
 */
export async function linkPeople(
  tx: Tx,
  parts: TellingParts,
  template: TemplateRow,
  people: readonly ParticipantRow[],
  { kind, renews, doer }: Linking,
): Promise<ParticipantRow[]> {
  const at = parts.clock.now()
  const { room_id: roomId, id: templateId } = template
  const shutOut = await findShutOut(
    tx,
    roomId,
    people.map(({ email }) => email),
  )
  const document = await documentOf(tx, template)
  const { notice } = await templateTexts.open(parts.sealer, { db: tx, roomId }, templateId, template.sealed)
  const linked: ParticipantRow[] = []
  for (const person of people) {
    const expiresAt = renews || person.expires_at === null ? expiryOf(at, template.sign_valid) : person.expires_at
    const drawn = isBlocked(shutOut, person.email) ? undefined : drawSignerToken()
    linked.push(await giveLink(tx, person.id, { ...(drawn ? { digest: drawn.digest } : {}), at, expiresAt }))
    if (!drawn) continue
    const url = signerLink(parts.publicUrl, drawn.token)
    const isAgain = person.linked_at !== null
    const mail = invitationMail(kind, languageOfRow(person), document, person, { url, expiresAt, notice, type: person.type, isAgain })
    await mailParticipant(tx, parts, kind, person, mail)
    const event = kind === 'sign-reminder' ? 'reminded' : 'invited'
    await noteTemplateEvent(tx, { roomId, templateId, participantId: person.id, kind: event, at })
    await parts.activity.record(tx, doer, isAgain ? 'compose.reminded' : 'compose.invited', detailsOf(template, person))
  }
  await parts.bus.publish(tx, { room: roomId, kind: 'signing', template: templateId })
  return linked
}

/**
 * Invites those whose turn has come; where nobody is left who has to act, has the document sealed. The document must be held.
 * @param doer who has them invited.
 */
export async function takeTurns(tx: Tx, parts: TellingParts, template: TemplateRow, doer: Doer): Promise<void> {
  const next = nextInTurn(await findParticipants(tx, [template.id]))
  if (next.length === 0) {
    await moveTemplate(tx, template.id, { status: 'SEALING' })
    await queueSealing(tx, { roomId: template.room_id, templateId: template.id })
    return
  }
  const waiting = next.filter(({ status }) => status === 'WAITING')
  if (waiting.length > 0) await linkPeople(tx, parts, template, waiting, { kind: 'sign-invitation', renews: true, doer })
}
