import { formatRoomTimeIn } from '../../../../contract/core/room-time.ts'
import { greetingOf } from '../../../platform/mail/greeting.ts'
import { layoutMail } from '../../../platform/mail/layout.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import { linkIntoRoom } from '../../../platform/mail/mail-links.ts'
import type { RoomRow } from '../../rooms/index.ts'

interface InvitedByProgram {
  readonly count: number
  readonly key: string
  readonly at: Date
  readonly publicUrl: string
}

/** Operators' languages are unknown. */
export function invitedByProgramMail(
  to: { readonly name: string; readonly email: string },
  room: Pick<RoomRow, 'name' | 'room_no' | 'zone'>,
  { count, key, at, publicUrl }: InvitedByProgram,
): Mail {
  const layout = {
    greeting: greetingOf(to.name),
    paragraphs: [
      '연동 프로그램이 이 데이터룸에 사용자를 초대했습니다. 예정된 초대가 아니라면 운영자 화면의 사용자 목록에서 확인하고 접근을 차단해 주세요.',
      'A connected program has invited participants to this data room. If you did not expect this, please review the list of participants in the operator area and block them.',
    ],
    facts: [
      { label: '데이터룸 / Data room', value: room.name },
      { label: '데이터룸 번호 / Room number', value: room.room_no },
      { label: '초대한 인원 / Invited', value: String(count) },
      { label: 'API 키 / API key', value: key },
      { label: '일시 / Time', value: formatRoomTimeIn(at, 'ko', room.zone) },
    ],
    link: {
      label: '데이터룸 입장 / Enter the data room',
      url: linkIntoRoom(publicUrl, room.room_no, '/login'),
    },
    footer:
      '데이터룸의 운영자에게 보내는 메일입니다. 잘못 받으셨다면 삭제해 주세요.\nThis e-mail was sent to the operators of the data room. If you received it in error, please delete it.',
  }
  const subject = `[${room.name}] 연동 프로그램의 사용자 초대 / Participants invited by a program`
  return { to: to.email, language: 'ko', subject, ...layoutMail(layout, 'ko') }
}
