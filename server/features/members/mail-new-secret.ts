import type { Language } from '../../../contract/core/errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { RoomRow } from '../rooms/index.ts'
import { type DrawnPin, issuePin } from './issue-pin.ts'
import { codeMail, pinMail } from './members.mails.ts'
import type { MemberParts } from './members.parts.ts'
import type { Entrant } from './members.read.ts'
import { updateCode } from './members.store.ts'

type Parts = Pick<MemberParts, 'secrets' | 'clock' | 'outbox' | 'publicUrl'>

interface Addressee {
  readonly member: Entrant
  readonly room: RoomRow
  readonly language: Language
}

const namesOf = ({ name, room_no }: RoomRow) => ({ name, roomNo: room_no })

/**
 * Mails a new PIN to whoever has lost theirs. Anybody can ask for it by naming the address, so it takes nothing away: the PINs before it,
 * others that were asked for included, stay good until one of the new ones is used.
 * @param entryLink the token of a link to enter with.
 */
export async function mailNewPin(tx: Tx, parts: Parts, to: Addressee, drawn: DrawnPin, entryLink?: string): Promise<void> {
  const { member, room, language } = to
  const pin = await issuePin(tx, parts, { roomId: room.id, memberId: member.id, replacement: true }, drawn)
  const mail = pinMail(language, namesOf(room), member, { pin, replacement: true, publicUrl: parts.publicUrl, entryLink })
  await parts.outbox.queue(tx, { roomId: room.id, memberId: member.id, kind: 'pin', mail })
}

/** Mails a new operator code, from now on the only one, to an operator. */
export async function mailNewCode(tx: Tx, parts: Parts, to: Addressee, drawn: { code: string; hash: string }): Promise<void> {
  const { member, room, language } = to
  await updateCode(tx, member.id, drawn.hash)
  const mail = codeMail(language, namesOf(room), member, { code: drawn.code, isNew: false })
  await parts.outbox.queue(tx, { roomId: room.id, memberId: member.id, kind: 'code', mail })
}
