import type { ErrorCode } from '../../../../contract/core/errors.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { MailAttachment } from '../../../platform/mail/mail.ts'
import { findShutOut, identityOf } from '../../members/index.ts'
import { findRoom } from '../../rooms/index.ts'
import { isLinkDead } from '../signing/signing.rules.ts'
import { AUTHORS_LANGUAGE, languageOfRow, mailAuthor } from '../signing/tell-people.ts'
import { sealedMail, sealFailedMail } from './sealing.mails.ts'
import type { SealingParts } from './sealing.parts.ts'
import type { ParticipantRow, SealingRow } from './sealing.read.ts'

type Telling = Pick<SealingParts, 'outbox' | 'publicUrl'>

interface Completed {
  readonly participants: readonly ParticipantRow[]
  readonly sha256: string
  readonly attachment: MailAttachment | undefined
}

/** Mails the sealed document to all whom it concerns and whose links still open it; of a room that is closed, to nobody. */
export async function tellAll(
  tx: Tx,
  parts: Telling,
  template: SealingRow,
  { participants, sha256, attachment }: Completed,
): Promise<void> {
  const { room_id: roomId, name } = template
  const room = await findRoom(tx, roomId)
  if (!room || room.closed_at !== null) return
  const fits = attachment && attachment.content.length * (participants.length + 1) <= LIMITS.attachmentBytesOfAll
  const about = { room, name, sha256, ...(fits ? { attachment } : {}) }
  const told = new Set<string>()
  await mailAuthor(tx, parts, template, 'sealed', (to) => {
    told.add(identityOf(to.email))
    return sealedMail({ ...about, to: { ...to, language: AUTHORS_LANGUAGE }, link: composeLink(parts) })
  })
  const emails = participants.map(({ email }) => email)
  const shutOut = await findShutOut(tx, roomId, emails)
  for (const person of participants) {
    const { name: own, email, linked_at } = person
    if (told.has(identityOf(email)) || isLinkDead(shutOut, { email, linked_at: linked_at ?? template.sent_at })) continue
    const to = { name: own, email, language: languageOfRow(person) }
    await parts.outbox.queue(tx, { roomId, kind: 'sealed', mail: sealedMail({ ...about, to }) })
  }
}

/** Mails its author that a document could not be sealed. */
export async function tellFailure(tx: Tx, parts: Telling, template: SealingRow, code: ErrorCode): Promise<void> {
  const room = await findRoom(tx, template.room_id)
  if (!room || room.closed_at !== null) return
  await mailAuthor(tx, parts, template, 'seal-failed', (to) =>
    sealFailedMail({ to: { ...to, language: AUTHORS_LANGUAGE }, room, name: template.name, code, link: composeLink(parts) }),
  )
}

const composeLink = ({ publicUrl }: Pick<Telling, 'publicUrl'>): string => `${publicUrl}/compose`
