import type { Language } from '../../../../contract/core/errors.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { RoomRow } from '../../rooms/index.ts'
import {
  codeMail,
  type Inviter,
  type PinOccasion,
  pinMail,
  type StepContent,
  stepMail,
} from '../members.mails.ts'
import type { MemberParts } from '../members.parts.ts'
import { updateCode } from '../members.store.ts'
import { type DrawnPin, issuePin } from '../pins/issue-pin.ts'
import type { Secrets } from '../pins/secrets.ts'

type MailSecretParts = Pick<MemberParts, 'secrets' | 'clock' | 'outbox' | 'publicUrl'>

interface Addressee {
  readonly member: { readonly id: number; readonly name: string; readonly email: string }
  readonly room: RoomRow
  readonly language: Language
}

interface MailPinInput {
  readonly occasion: PinOccasion
  readonly inviter?: Inviter | undefined
  readonly entryLink?: string | undefined
}

export const namesOf = ({ name, room_no }: RoomRow) => ({ name, roomNo: room_no })

export async function mailPin(
  tx: Tx,
  parts: MailSecretParts,
  to: Addressee,
  drawn: DrawnPin,
  input: MailPinInput,
): Promise<void> {
  const { member, room, language } = to
  const replacement = input.occasion === 'replacement'
  const pin = await issuePin(
    tx,
    parts,
    { roomId: room.id, memberId: member.id, replacement },
    drawn,
  )
  const mail = pinMail(language, namesOf(room), member, {
    ...input,
    pin,
    publicUrl: parts.publicUrl,
  })
  const isInvitation = input.occasion === 'invitation'
  await parts.outbox.queue(tx, {
    roomId: room.id,
    memberId: member.id,
    kind: 'pin',
    isInvitation,
    mail,
  })
}

export async function mailStepCode(
  tx: Tx,
  { outbox }: Pick<MailSecretParts, 'outbox'>,
  to: Addressee,
  content: StepContent,
): Promise<void> {
  const { member, room, language } = to
  const mail = stepMail(language, { ...namesOf(room), zone: room.zone }, member, content)
  await outbox.queue(tx, { roomId: room.id, memberId: member.id, kind: 'step', mail })
}

export interface DrawnCode {
  readonly code: string
  readonly hash: string
}

/** Slow hashing precedes the transaction. */
export async function drawCode(secrets: Secrets): Promise<DrawnCode> {
  const code = secrets.drawCode()
  return { code, hash: await secrets.hash(code) }
}

export async function mailCode(
  tx: Tx,
  { outbox }: MailSecretParts,
  to: Addressee,
  { code }: DrawnCode,
  isNew: boolean,
): Promise<void> {
  const { member, room, language } = to
  const mail = codeMail(language, namesOf(room), member, { code, isNew })
  await outbox.queue(tx, { roomId: room.id, memberId: member.id, kind: 'code', mail })
}

export async function mailNewCode(
  tx: Tx,
  parts: MailSecretParts,
  to: Addressee,
  drawn: DrawnCode,
): Promise<void> {
  await updateCode(tx, to.member.id, drawn.hash)
  await mailCode(tx, parts, to, drawn, false)
}
