import type { Language } from '../../../contract/core/errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { RoomRow } from '../rooms/index.ts'
import { type DrawnPin, issuePin } from './issue-pin.ts'
import { codeMail, type Inviter, pinMail, type StepContent, stepMail } from './members.mails.ts'
import type { MemberParts } from './members.parts.ts'
import { updateCode } from './members.store.ts'
import type { Secrets } from './secrets.ts'

type Parts = Pick<MemberParts, 'secrets' | 'clock' | 'outbox' | 'publicUrl'>

interface Addressee {
  readonly member: { readonly id: number; readonly name: string; readonly email: string }
  readonly room: RoomRow
  readonly language: Language
}

interface PinKind {
  /** Who invites; absent where the person asked for the PIN. */
  readonly inviter?: Inviter | undefined
  /** The PINs before it stay good until it is used. */
  readonly replacement: boolean
  /** The one before is dead. */
  readonly isAgain?: boolean
  /** The token of a link to enter with. */
  readonly entryLink?: string | undefined
}

/** A room as mails name it. */
export const namesOf = ({ name, room_no }: RoomRow) => ({ name, roomNo: room_no })

/** Issues a PIN that was drawn, and mails it. */
export async function mailPin(tx: Tx, parts: Parts, to: Addressee, drawn: DrawnPin, kind: PinKind): Promise<void> {
  const { member, room, language } = to
  const { replacement } = kind
  const pin = await issuePin(tx, parts, { roomId: room.id, memberId: member.id, replacement }, drawn)
  const mail = pinMail(language, namesOf(room), member, { ...kind, pin, publicUrl: parts.publicUrl })
  await parts.outbox.queue(tx, { roomId: room.id, memberId: member.id, kind: 'pin', mail })
}

/** Mails a code of the second step. */
export async function mailStepCode(tx: Tx, { outbox }: Pick<Parts, 'outbox'>, to: Addressee, content: StepContent): Promise<void> {
  const { member, room, language } = to
  const mail = stepMail(language, { ...namesOf(room), zone: room.zone }, member, content)
  await outbox.queue(tx, { roomId: room.id, memberId: member.id, kind: 'step', mail })
}

/** An operator code with what is stored of it. */
export interface DrawnCode {
  /** 9 characters. */
  readonly code: string
  readonly hash: string
}

/** Draws an operator code. Hashing takes its time, so this is done before the transaction that stores it. */
export async function drawCode(secrets: Secrets): Promise<DrawnCode> {
  const code = secrets.drawCode()
  return { code, hash: await secrets.hash(code) }
}

/** Mails a code that was stored for an operator. @param isNew whether this makes the member one. */
export async function mailCode(tx: Tx, { outbox }: Parts, to: Addressee, { code }: DrawnCode, isNew: boolean): Promise<void> {
  const { member, room, language } = to
  const mail = codeMail(language, namesOf(room), member, { code, isNew })
  await outbox.queue(tx, { roomId: room.id, memberId: member.id, kind: 'code', mail })
}

/** Stores and mails a new code, from now on the only one, of an operator. */
export async function mailNewCode(tx: Tx, parts: Parts, to: Addressee, drawn: DrawnCode): Promise<void> {
  await updateCode(tx, to.member.id, drawn.hash)
  await mailCode(tx, parts, to, drawn, false)
}
