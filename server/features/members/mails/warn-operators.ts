import { formatRoomTimeIn } from '../../../../contract/core/room-time.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { greetingOf } from '../../../platform/mail/greeting.ts'
import { layoutMail } from '../../../platform/mail/layout.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import type { MailKind } from '../../../platform/mail/mail-kinds.ts'
import { linkIntoRoom } from '../../../platform/mail/mail-links.ts'
import type { RoomRow } from '../../rooms/index.ts'
import { reachableOperators } from '../find-members.ts'
import type { MemberParts } from '../members.parts.ts'

/** Operators' languages are unknown. */
export interface Warning {
  readonly subject: string
  readonly paragraphs: readonly [ko: string, en: string]
  readonly fact: { readonly label: string; readonly value: string }
}

interface About {
  readonly kind: MailKind
  readonly room: RoomRow
  readonly who: { readonly memberId: number; readonly name: string; readonly email: string }
  readonly at: Date
}

/** Callers limit warnings to one a day. */
export async function warnOperators(
  tx: Tx,
  { outbox, publicUrl }: Pick<MemberParts, 'outbox' | 'publicUrl'>,
  { kind, room, who, at }: About,
  warning: Warning,
): Promise<void> {
  for (const { id: memberId, ...to } of await reachableOperators(tx, room.id)) {
    if (memberId !== who.memberId)
      await outbox.queue(tx, {
        roomId: room.id,
        memberId,
        kind,
        mail: warningMail(to, { room, who, at, publicUrl }, warning),
      })
  }
}

interface AboutMail extends Pick<About, 'at'>, Pick<MemberParts, 'publicUrl'> {
  readonly room: Pick<RoomRow, 'name' | 'room_no' | 'zone'>
  readonly who: Omit<About['who'], 'memberId'>
}

export function warningMail(
  { name, email }: Omit<About['who'], 'memberId'>,
  { room, who, at, publicUrl }: AboutMail,
  { subject, paragraphs, fact }: Warning,
): Mail {
  const content = {
    greeting: greetingOf(name),
    paragraphs: [
      ...paragraphs,
      '같은 사용자에 대해서는 하루에 한 번만 메일을 보냅니다.\nYou will receive at most one such e-mail a day about the same participant.',
    ],
    facts: [
      { label: '데이터룸 / Data room', value: room.name },
      { label: '데이터룸 번호 / Room number', value: room.room_no },
      { label: '사용자 / Participant', value: `${who.name} (${who.email})` },
      fact,
      { label: '일시 / Time', value: formatRoomTimeIn(at, 'ko', room.zone) },
    ],
    link: {
      label: '데이터룸 입장 / Enter the data room',
      url: linkIntoRoom(publicUrl, room.room_no, '/login'),
    },
    footer:
      '데이터룸의 운영자에게 보내는 메일입니다. 잘못 받으셨다면 삭제해 주세요.\nThis e-mail was sent to the operators of the data room. If you received it in error, please delete it.',
  }
  return {
    to: email,
    language: 'ko',
    subject: `[${room.name}] ${subject}`,
    ...layoutMail(content, 'ko'),
  }
}
