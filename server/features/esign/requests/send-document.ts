import type { z } from 'zod'
import type { Language } from '../../../../contract/core/errors.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import type { addInvite, addInviteAll } from '../../../../contract/features/compose.ts'
import { sendBlocker } from '../../../../contract/features/send-blocker.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { parseAddress } from '../../../platform/mail/address.ts'
import { identityOf, shutOutAmong } from '../../members/index.ts'
import { openTemplate } from '../drafting/change-draft.ts'
import {
  findBoxes,
  findParticipants,
  type ParticipantRow,
  type TemplateRow,
} from '../drafting/templates.read.ts'
import { insertParticipant, moveTemplate, updateParticipant } from '../drafting/templates.store.ts'
import { templateTexts } from '../encrypted-values.ts'
import { type EventCause, noteTemplateEvent } from '../note-event.ts'
import { mayMove } from '../signing-states.ts'
import { documentOf, findNotifiable, languageOfRow, mailParticipant } from './notify-people.ts'
import { copyRecipientMail } from './signing.mails.ts'
import type { SigningParts } from './signing.parts.ts'
import { acting, IN_TURN, isBlocked } from './signing.rules.ts'
import { giveStrayBoxes, settleCopies } from './signing.store.ts'
import { linkPeople, takeTurns } from './take-turns.ts'

export type SendingParts = Pick<
  SigningParts,
  'encryptor' | 'outbox' | 'activity' | 'throttle' | 'clock' | 'bus' | 'publicUrl'
>

type Members = z.output<typeof addInvite.body>['members']
export type Invitations = PayloadIn<typeof addInvite>

export interface Asking {
  readonly actor: Actor
  readonly language: Language
  readonly agent: string | undefined
}

export const causeOf = (
  { encryptor }: Pick<SigningParts, 'encryptor'>,
  { actor, agent }: Asking,
): EventCause => ({
  encryptor,
  address: actor.address,
  agent,
})

/** @throws Refusal EMAIL_FORMAT */
export function parsedAddresses<P extends { readonly email: string }>(people: readonly P[]): P[] {
  const parsed = people.map((person) => ({ person, email: parseAddress(person.email.trim()) }))
  const wrong = parsed.filter(({ email }) => email === undefined)
  if (wrong.length > 0)
    throw new Refusal('EMAIL_FORMAT', {
      variables: { list: wrong.map(({ person }) => person.email).join(', ') },
    })
  return parsed.flatMap(({ person, email }) => (email === undefined ? [] : [{ ...person, email }]))
}

/**
 * Sent documents go again to people who have not acted.
 * @throws Refusal NOT_FOUND, SIGN_STATE, EMAIL_FORMAT, SIGN_NOBODY, SIGN_BOX_OF_NOBODY, SIGN_WITHOUT_BOX, SIGN_SHUT_OUT, NO_RECIPIENTS,
 * TOO_MANY.
 */
export async function sendDocuments(
  parts: SendingParts & Pick<SigningParts, 'database' | 'confirm'>,
  asking: Asking,
  { members: given, templates }: z.output<typeof addInviteAll.body>,
): Promise<Invitations> {
  const members = parsedAddresses(given)
  return parts.database.transaction(async (tx) => {
    const invitations: Invitations = []
    // The fixed order prevents deadlocks.
    for (const templateId of [...new Set(templates)].sort((one, other) => one - other))
      invitations.push(
        ...(await sendOne(
          tx,
          parts,
          asking,
          await openTemplate(tx, parts, asking.actor, templateId),
          members,
        )),
      )
    return invitations
  })
}

async function sendOne(
  tx: Tx,
  parts: SendingParts,
  asking: Asking,
  template: TemplateRow,
  members: Members,
): Promise<Invitations> {
  if (template.status === 'SENT') return resend(tx, parts, asking, template, members)
  await addSigners(tx, asking, template, members)
  return sendDraft(tx, parts, asking, template)
}

async function addSigners(
  tx: Tx,
  { language }: Asking,
  { id, room_id }: TemplateRow,
  members: Members,
): Promise<void> {
  const people = await findParticipants(tx, [id])
  const known = new Map(people.map((person) => [identityOf(person.email), person]))
  const named = new Set(known.keys())
  for (const { name, email, order } of members) {
    const person = known.get(identityOf(email))
    if (person && order !== undefined && order !== person.sign_order)
      await updateParticipant(tx, person.id, {
        name: person.name,
        email: person.email,
        type: person.type,
        order,
      })
    if (named.has(identityOf(email))) continue
    named.add(identityOf(email))
    const place = { roomId: room_id, templateId: id }
    await insertParticipant(
      tx,
      place,
      { name: name || email, email, type: 'SIGNER', order: order ?? 1 },
      language,
    )
  }
  const limit = LIMITS.participantsPerDocument
  if (named.size > limit) throw new Refusal('PARTICIPANT_LIMIT', { variables: { limit } })
}

/** The document must be locked. @throws Refusal as `sendDocuments` */
export async function sendDraft(
  tx: Tx,
  parts: SendingParts,
  asking: Asking,
  template: TemplateRow,
): Promise<Invitations> {
  const { id: templateId, room_id: roomId, name } = template
  if (!mayMove(template.status, 'SENT')) throw new Refusal('SIGN_STATE', { variables: { name } })
  const people = await findParticipants(tx, [templateId])
  const boxes = (await findBoxes(tx, templateId)).map(({ participant_id }) => ({
    participant: participant_id,
  }))
  const blocker = sendBlocker({ participants: people, boxes })
  if (blocker)
    throw new Refusal(blocker.code, {
      variables: { name, ...('names' in blocker ? { list: blocker.names.join(', ') } : blocker) },
    })
  await refuseBlocked(tx, roomId, acting(people))
  const [signer, ...others] = people.filter(({ type }) => type === 'SIGNER')
  if (signer && others.length === 0) await giveStrayBoxes(tx, templateId, signer.id)

  const at = parts.clock.now()
  await moveTemplate(tx, templateId, { status: 'SENT', sent_at: at })
  const party = people.map(({ id, name, email }) => ({ participantId: id, name, email }))
  await parts.activity.record(tx, asking.actor, 'compose.sent', { templateId, name, people: party })
  await noteTemplateEvent(tx, { roomId, templateId, kind: 'sent', at }, causeOf(parts, asking))
  await describeCopies(tx, parts, template, people)
  await takeTurns(tx, parts, template, asking.actor)
  const invited = await findParticipants(tx, [templateId])
  await countMails(
    tx,
    parts,
    roomId,
    invited.filter(({ type, linked_at }) => type === 'CC' || linked_at !== null).length,
  )
  return acting(invited).map(presentInvitation)
}

async function refuseBlocked(
  tx: Tx,
  roomId: number,
  people: readonly ParticipantRow[],
): Promise<void> {
  const emails = people.map(({ email }) => email)
  const shutOut = await shutOutAmong(tx, roomId, emails)
  const blocked = emails.filter((email) => isBlocked(shutOut, email))
  if (blocked.length > 0)
    throw new Refusal('SIGN_SHUT_OUT', { variables: { list: blocked.join(', ') } })
}

async function describeCopies(
  tx: Tx,
  parts: Pick<SigningParts, 'encryptor' | 'outbox' | 'clock'>,
  template: TemplateRow,
  people: readonly ParticipantRow[],
): Promise<void> {
  const { id, room_id: roomId, sealed } = template
  const { notice } = await templateTexts.decrypt(parts.encryptor, { db: tx, roomId }, id, sealed)
  const document = await documentOf(tx, template)
  const copies = people.filter(({ type }) => type === 'CC')
  for (const person of await findNotifiable(tx, roomId, copies))
    await mailParticipant(
      tx,
      parts,
      'sign-invitation',
      person,
      copyRecipientMail(languageOfRow(person), document, person, notice),
    )
  await settleCopies(tx, id, parts.clock.now())
}

/** The counter is locked last. @throws Refusal TOO_MANY */
async function countMails(
  tx: Tx,
  { throttle }: Pick<SigningParts, 'throttle'>,
  roomId: number,
  count: number,
): Promise<void> {
  for (let each = 0; each < count; each += 1)
    await throttle.countIn(tx, 'signer-mail', String(roomId))
}

async function resend(
  tx: Tx,
  parts: SendingParts,
  asking: Asking,
  template: TemplateRow,
  members: Members,
): Promise<Invitations> {
  const named = new Set(members.map(({ email }) => identityOf(email)))
  const people = (await findParticipants(tx, [template.id])).filter(
    ({ email, status }) =>
      IN_TURN.includes(status) && (named.size === 0 || named.has(identityOf(email))),
  )
  const orders = new Map(members.map(({ email, order }) => [identityOf(email), order]))
  const isMoved = ({ email, sign_order }: ParticipantRow) =>
    (orders.get(identityOf(email)) ?? sign_order) !== sign_order
  // People with links cannot move back.
  if (people.some(isMoved)) throw new Refusal('SIGN_STATE', { variables: { name: template.name } })
  return relink(tx, parts, asking, template, { people, renews: true })
}

/** The document must be locked. @throws Refusal NO_RECIPIENTS, SIGN_SHUT_OUT, TOO_MANY. */
export async function relink(
  tx: Tx,
  parts: SendingParts,
  asking: Asking,
  template: TemplateRow,
  { people, renews }: { people: readonly ParticipantRow[]; renews: boolean },
): Promise<Invitations> {
  if (people.length === 0) throw new Refusal('NO_RECIPIENTS')
  await refuseBlocked(tx, template.room_id, people)
  const kind = renews ? 'sign-invitation' : 'sign-reminder'
  const linked = await linkPeople(tx, parts, template, people, {
    kind,
    renews,
    actor: asking.actor,
  })
  await countMails(tx, parts, template.room_id, linked.length)
  return linked.map(presentInvitation)
}

const presentInvitation = ({
  id,
  template_id,
  name,
  email,
  status,
  expires_at,
}: ParticipantRow): Invitations[number] => ({
  ...{ id, templateId: template_id, name, email, status },
  expiresAt: expires_at?.toISOString() ?? null,
})
