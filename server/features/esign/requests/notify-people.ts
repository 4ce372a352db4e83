import type { Language } from '../../../../contract/core/errors.ts'
import { LANGUAGES } from '../../../../contract/core/language.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import { addresseeOf, reachableOperators, shutOutAmong } from '../../members/index.ts'
import { roomAtWork, roomIfAny } from '../../rooms/index.ts'
import type { ParticipantRow, TemplateRow } from '../drafting/templates.read.ts'
import type { DocumentOfMail } from './signing.mails.ts'
import type { TellingParts } from './signing.parts.ts'
import { mayBeNotified } from './signing.rules.ts'

/** The language of authors is unknown. */
export const AUTHORS_LANGUAGE: Language = 'ko'

export const languageOfRow = ({ language }: { readonly language: string }): Language =>
  LANGUAGES.find((each) => each === language) ?? LANGUAGES[0]

export async function documentOf(
  db: Queryable,
  template: Pick<TemplateRow, 'room_id' | 'created_by' | 'name'>,
): Promise<DocumentOfMail> {
  const room = await roomIfAny(db, template.room_id)
  const sender = await addresseeOf(db, template.room_id, template.created_by)
  if (!room || !sender) throw new Error('the document has no room or no author')
  return { room: { name: room.name, zone: room.zone }, name: template.name, sender }
}

export async function findNotifiable<P extends Pick<ParticipantRow, 'email' | 'linked_at'>>(
  tx: Tx,
  roomId: number,
  people: readonly P[],
): Promise<P[]> {
  const room = await roomAtWork(tx, roomId)
  if (!room) return []
  const emails = people.map(({ email }) => email)
  const shutOut = await shutOutAmong(tx, roomId, emails)
  return people.filter((person) => mayBeNotified(shutOut, person))
}

export async function mailParticipant(
  tx: Tx,
  { outbox }: Pick<TellingParts, 'outbox'>,
  kind: 'sign-invitation' | 'sign-reminder' | 'sign-declined' | 'sign-cancelled',
  { id, room_id: roomId }: Pick<ParticipantRow, 'id' | 'room_id'>,
  mail: Mail,
): Promise<void> {
  await outbox.queue(tx, { roomId, participantId: id, kind, mail })
}

export async function mailAuthor(
  tx: Tx,
  { outbox }: Pick<TellingParts, 'outbox'>,
  { room_id: roomId, created_by: author }: Pick<TemplateRow, 'room_id' | 'created_by'>,
  kind: 'sign-declined' | 'sign-expired' | 'sealed' | 'seal-failed',
  mailTo: (to: { name: string; email: string }) => Mail,
): Promise<void> {
  const room = await roomAtWork(tx, roomId)
  if (!room) return
  const operators = await reachableOperators(tx, roomId)
  const own = operators.filter(({ id }) => id === author)
  for (const to of own.length > 0 ? own : operators)
    await outbox.queue(tx, { roomId, memberId: to.id, kind, mail: mailTo(to) })
}
