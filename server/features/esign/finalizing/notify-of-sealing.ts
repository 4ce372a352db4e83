import type { ErrorCode } from '../../../../contract/core/errors.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { SealLevel } from '../../../../contract/core/seal-level.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { linkIntoRoom, linkOutside } from '../../../platform/mail/mail-links.ts'
import { identityOf, shutOutAmong } from '../../members/index.ts'
import { roomAtWork } from '../../rooms/index.ts'
import { drawSignerToken, signerLink } from '../ceremony/signer-token.ts'
import type { ParticipantRow, TemplateRow } from '../drafting/templates.read.ts'
import { AUTHORS_LANGUAGE, languageOfRow, mailAuthor } from '../requests/notify-people.ts'
import { expiryOf, isLinkDead } from '../requests/signing.rules.ts'
import { giveLink } from '../requests/signing.store.ts'
import { sealedMail, sealFailedMail } from './sealing.mails.ts'
import type { SealingParts } from './sealing.parts.ts'

type Telling = Pick<SealingParts, 'outbox' | 'publicUrl' | 'clock'>

interface Completed {
  readonly participants: readonly ParticipantRow[]
  readonly sha256: string
  /** The hash is SHA-256 of the signing certificate. */
  readonly certificateHash: Uint8Array
  readonly level: SealLevel
  readonly pdf: Buffer | undefined
}

export async function notifyParticipants(
  tx: Tx,
  parts: Telling,
  template: TemplateRow,
  { participants, pdf, ...completed }: Completed,
): Promise<void> {
  const { room_id: roomId, name } = template
  const room = await roomAtWork(tx, roomId)
  if (!room) return
  const fits = pdf && pdf.length * (participants.length + 1) <= LIMITS.attachmentBytesOfAll
  const about = {
    ...completed,
    room,
    name,
    verifyUrl: linkOutside(parts.publicUrl, '/verify'),
    ...(fits ? { pdf } : {}),
  }
  const reported = new Set<string>()
  await mailAuthor(tx, parts, template, 'sealed', (to) => {
    reported.add(identityOf(to.email))
    return sealedMail({
      ...about,
      to: { ...to, language: AUTHORS_LANGUAGE },
      link: composeLink(parts, room),
    })
  })
  const emails = participants.map(({ email }) => email)
  const shutOut = await shutOutAmong(tx, roomId, emails)
  for (const person of participants) {
    const { id: participantId, name: own, email, linked_at } = person
    if (
      reported.has(identityOf(email)) ||
      isLinkDead(shutOut, { email, linked_at: linked_at ?? template.sent_at })
    )
      continue
    const to = { name: own, email, language: languageOfRow(person) }
    const link =
      person.type === 'CC' && !fits
        ? { link: await linkToResult(tx, parts, template, participantId) }
        : {}
    await parts.outbox.queue(tx, {
      roomId,
      participantId,
      kind: 'sealed',
      mail: sealedMail({ ...about, ...link, to }),
    })
  }
}

async function linkToResult(
  tx: Tx,
  { clock, publicUrl }: Telling,
  { sign_valid }: TemplateRow,
  participantId: number,
): Promise<string> {
  const { token, digest } = drawSignerToken()
  const at = clock.now()
  await giveLink(tx, participantId, { digest, at, expiresAt: expiryOf(at, sign_valid) })
  return signerLink(publicUrl, token)
}

export async function notifyFailure(
  tx: Tx,
  parts: Telling,
  template: TemplateRow,
  code: ErrorCode,
): Promise<void> {
  const room = await roomAtWork(tx, template.room_id)
  if (!room) return
  await mailAuthor(tx, parts, template, 'seal-failed', (to) =>
    sealFailedMail({
      to: { ...to, language: AUTHORS_LANGUAGE },
      room,
      name: template.name,
      code,
      link: composeLink(parts, room),
    }),
  )
}

const composeLink = (
  { publicUrl }: Pick<Telling, 'publicUrl'>,
  { room_no }: { readonly room_no: string },
): string => linkIntoRoom(publicUrl, room_no, '/compose')
