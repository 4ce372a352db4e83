import type { Language } from '../../../../contract/core/errors.ts'
import { LANGUAGES } from '../../../../contract/core/language.ts'
import { ROLE } from '../../../../contract/core/limits.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import { findAddresses, findReachable } from '../../members/index.ts'
import { findRoom } from '../../rooms/index.ts'
import type { ParticipantRow, TemplateRow } from '../templates.read.ts'
import type { DocumentOfMail } from './signing.mails.ts'
import type { TellingParts } from './signing.parts.ts'

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

/** Mails its author what has become of a document; where the author may not enter the room any more, its operators. */
export async function mailAuthor(
  tx: Tx,
  { outbox }: Pick<TellingParts, 'outbox'>,
  { room_id: roomId, created_by: author }: Pick<TemplateRow, 'room_id' | 'created_by'>,
  kind: 'sign-declined' | 'sign-expired' | 'sealed' | 'seal-failed',
  mailTo: (to: { name: string; email: string }) => Mail,
): Promise<void> {
  const operators = (await findReachable(tx, roomId)).filter(({ role_id }) => role_id === ROLE.operator)
  const own = operators.filter(({ id }) => id === author)
  for (const to of own.length > 0 ? own : operators) await outbox.queue(tx, { roomId, memberId: to.id, kind, mail: mailTo(to) })
}
