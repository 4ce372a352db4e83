import type { z } from 'zod'
import type { Language } from '../../../contract/core/errors.ts'
import { LIMITS } from '../../../contract/core/limits.ts'
import type { addDocInfo, removeDocInfo } from '../../../contract/features/compose.ts'
import type { Actor } from '../../access/actor.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { parseAddress } from '../../platform/mail/address.ts'
import { openDraft } from './drafting/change-draft.ts'
import { findParticipants } from './drafting/templates.read.ts'
import {
  deleteParticipant,
  insertParticipant,
  releaseBoxes,
  updateParticipant,
  updateTemplate,
} from './drafting/templates.store.ts'
import { isSameAddress } from './drafting/update-draft.ts'
import type { EsignParts } from './esign.parts.ts'

type NamingParts = Pick<EsignParts, 'database' | 'activity' | 'clock' | 'confirm'>

/**
 * Former signers lose their boxes.
 * @throws Refusal NOT_FOUND, COMPOSE_NOT_DRAFT, EMAIL_FORMAT, EMAIL_DUPLICATE, PARTICIPANT_LIMIT; BAD_REQUEST for an empty name.
 */
export async function namePerson(
  parts: NamingParts,
  actor: Actor,
  { templateId, type, participants: [given] }: z.output<(typeof addDocInfo)['body']>,
  language: Language,
): Promise<number> {
  if (!given || given.name === '') throw new Refusal('BAD_REQUEST')
  const email = parseAddress(given.email.trim())
  if (email === undefined) throw new Refusal('EMAIL_FORMAT', { variables: { list: given.email } })
  return parts.database.transaction(async (tx) => {
    const draft = await openDraft(tx, parts, actor, templateId)
    const people = await findParticipants(tx, [draft.id])
    const ofAddress = people.find((person) => isSameAddress(person.email, email))
    const known = people.find(({ id }) => id === given.id) ?? ofAddress
    if (known && ofAddress && known !== ofAddress)
      throw new Refusal('EMAIL_DUPLICATE', { variables: { list: email } })
    const person = { name: given.name, email, type, order: given.order ?? known?.sign_order ?? 1 }
    if (!known) {
      const limit = LIMITS.participantsPerDocument
      if (people.length >= limit) throw new Refusal('PARTICIPANT_LIMIT', { variables: { limit } })
      return insertParticipant(tx, { roomId: actor.roomId, templateId: draft.id }, person, language)
    }
    await updateParticipant(tx, known.id, person)
    if (type !== 'SIGNER' && (await releaseBoxes(tx, known.id)))
      await updateTemplate(tx, draft.id, { revision: draft.revision + 1 })
    return known.id
  })
}

/** @throws Refusal NOT_FOUND, COMPOSE_NOT_DRAFT. */
export async function unnamePerson(
  parts: NamingParts,
  actor: Actor,
  { templateId, participant }: z.output<(typeof removeDocInfo)['body']>,
): Promise<void> {
  await parts.database.transaction(async (tx) => {
    const draft = await openDraft(tx, parts, actor, templateId)
    if (!(await findParticipants(tx, [draft.id])).some(({ id }) => id === participant))
      throw new Refusal('NOT_FOUND')
    await deleteParticipant(tx, participant)
    await updateTemplate(tx, draft.id, { revision: draft.revision + 1 })
  })
}
