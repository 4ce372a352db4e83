import type { Language } from '../../../../contract/core/errors.ts'
import { LANGUAGES } from '../../../../contract/core/language.ts'
import { ROLE } from '../../../../contract/core/limits.ts'
import { isUntil } from '../../../../contract/core/permissions.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import { findAddresses, findReachable, findShutOut } from '../../members/index.ts'
import { findRoom } from '../../rooms/index.ts'
import type { ParticipantRow, TemplateRow } from '../templates.read.ts'
import type { DocumentOfMail } from './signing.mails.ts'
import type { TellingParts } from './signing.parts.ts'
import { mayBeTold } from './signing.rules.ts'

/** Of authors it is not known in which language they read. */
export const AUTHORS_LANGUAGE: Language = 'ko'

/** The language in which somebody is written to. */
export const languageOfRow = ({ language }: { readonly language: string }): Language =>
  LANGUAGES.find((each) => each === language) ?? LANGUAGES[0]

/** What mails about a document tell of it. */
export async function documentOf(db: Queryable, template: Pick<TemplateRow, 'room_id' | 'created_by' | 'name'>): Promise<DocumentOfMail> {
  const room = await findRoom(db, template.room_id)
  const [sender] = await findAddresses(db, template.room_id, [template.created_by])
  if (!room || !sender) throw new Error('the document has no room or no author')
  return { room: { name: room.name, zone: room.zone }, name: template.name, sender }
}

/** Those of the people of a document to whom mails about it may go; once the room is closed, nobody. */
export async function findTellable<P extends Pick<ParticipantRow, 'email' | 'linked_at'>>(
  tx: Tx,
  roomId: number,
  people: readonly P[],
): Promise<P[]> {
  const room = await findRoom(tx, roomId)
  if (!room || !isUntil(room.phase, 'frozen')) return []
  const emails = people.map(({ email }) => email)
  const shutOut = await findShutOut(tx, roomId, emails)
  return people.filter((person) => mayBeTold(shutOut, person))
}

/** Queues a mail to somebody whom the document concerns. */
export async function mailParticipant(
  tx: Tx,
  { outbox }: Pick<TellingParts, 'outbox'>,
  kind: 'sign-invitation' | 'sign-reminder' | 'sign-declined' | 'sign-cancelled',
  { id, room_id: roomId }: Pick<ParticipantRow, 'id' | 'room_id'>,
  mail: Mail,
): Promise<void> {
  await outbox.queue(tx, { roomId, participantId: id, kind, mail })
}

/** Mails its author what has become of a document; where the author may not enter the room any more, its operators; once it is closed, nobody. */
export async function mailAuthor(
  tx: Tx,
  { outbox }: Pick<TellingParts, 'outbox'>,
  { room_id: roomId, created_by: author }: Pick<TemplateRow, 'room_id' | 'created_by'>,
  kind: 'sign-declined' | 'sign-expired' | 'sealed' | 'seal-failed',
  mailTo: (to: { name: string; email: string }) => Mail,
): Promise<void> {
  const room = await findRoom(tx, roomId)
  if (!room || !isUntil(room.phase, 'frozen')) return
  const operators = (await findReachable(tx, roomId)).filter(({ role_id }) => role_id === ROLE.operator)
  const own = operators.filter(({ id }) => id === author)
  for (const to of own.length > 0 ? own : operators) await outbox.queue(tx, { roomId, memberId: to.id, kind, mail: mailTo(to) })
}
