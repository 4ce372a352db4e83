import type { ErrorCode } from '../../../../contract/core/errors.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { isUntil } from '../../../../contract/core/permissions.ts'
import type { SealLevel } from '../../../../contract/core/seal-level.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { findShutOut, identityOf } from '../../members/index.ts'
import { findRoom } from '../../rooms/index.ts'
import { drawSignerToken, signerLink } from '../signing/signer-token.ts'
import { expiryOf, isLinkDead } from '../signing/signing.rules.ts'
import { giveLink } from '../signing/signing.store.ts'
import { AUTHORS_LANGUAGE, languageOfRow, mailAuthor } from '../signing/tell-people.ts'
import type { ParticipantRow, TemplateRow } from '../templates.read.ts'
import { sealedMail, sealFailedMail } from './sealing.mails.ts'
import type { SealingParts } from './sealing.parts.ts'

type Telling = Pick<SealingParts, 'outbox' | 'publicUrl' | 'clock'>

interface Completed {
  readonly participants: readonly ParticipantRow[]
  readonly sha256: string
  /** SHA-256 of the certificate that sealed it. */
  readonly certificateHash: Uint8Array
  readonly level: SealLevel
  /** The sealed file, unless it is too large for a mail. */
  readonly pdf: Buffer | undefined
}

/** Mails the sealed document to all whom it concerns and whose links still open it; of a room that is closed, to nobody. */
export async function tellAll(
  tx: Tx,
  parts: Telling,
  template: TemplateRow,
  { participants, pdf, ...completed }: Completed,
): Promise<void> {
  const { room_id: roomId, name } = template
  const room = await findRoom(tx, roomId)
  if (!room || !isUntil(room.phase, 'frozen')) return
  const fits = pdf && pdf.length * (participants.length + 1) <= LIMITS.attachmentBytesOfAll
  const about = { ...completed, room, name, verifyUrl: `${parts.publicUrl}/verify`, ...(fits ? { pdf } : {}) }
  const told = new Set<string>()
  await mailAuthor(tx, parts, template, 'sealed', (to) => {
    told.add(identityOf(to.email))
    return sealedMail({ ...about, to: { ...to, language: AUTHORS_LANGUAGE }, link: composeLink(parts) })
  })
  const emails = participants.map(({ email }) => email)
  const shutOut = await findShutOut(tx, roomId, emails)
  for (const person of participants) {
    const { id: participantId, name: own, email, linked_at } = person
    if (told.has(identityOf(email)) || isLinkDead(shutOut, { email, linked_at: linked_at ?? template.sent_at })) continue
    const to = { name: own, email, language: languageOfRow(person) }
    // Who gets a copy was never mailed a link.
    const link = person.type === 'CC' && !fits ? { link: await linkToResult(tx, parts, template, participantId) } : {}
    await parts.outbox.queue(tx, { roomId, participantId, kind: 'sealed', mail: sealedMail({ ...about, ...link, to }) })
  }
}

async function linkToResult(tx: Tx, { clock, publicUrl }: Telling, { sign_valid }: TemplateRow, participantId: number): Promise<string> {
  const { token, digest } = drawSignerToken()
  const at = clock.now()
  await giveLink(tx, participantId, { digest, at, expiresAt: expiryOf(at, sign_valid) })
  return signerLink(publicUrl, token)
}

/** Mails its author that a document could not be sealed. */
export async function tellFailure(tx: Tx, parts: Telling, template: TemplateRow, code: ErrorCode): Promise<void> {
  const room = await findRoom(tx, template.room_id)
  if (!room || !isUntil(room.phase, 'frozen')) return
  await mailAuthor(tx, parts, template, 'seal-failed', (to) =>
    sealFailedMail({ to: { ...to, language: AUTHORS_LANGUAGE }, room, name: template.name, code, link: composeLink(parts) }),
  )
}

const composeLink = ({ publicUrl }: Pick<Telling, 'publicUrl'>): string => `${publicUrl}/compose`
