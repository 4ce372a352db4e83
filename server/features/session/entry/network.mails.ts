import { formatRoomTimeIn } from '../../../../contract/core/room-time.ts'
import { layoutMail, type MailContent } from '../../../platform/mail/layout.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import type { RoomRow } from '../../rooms/index.ts'

interface Reported {
  readonly who: { readonly name: string; readonly email: string }
  /** From which the PIN was entered. */
  readonly address: string
  readonly at: Date
  readonly publicUrl: string
}

/** The operator's language is unknown. */
export function networkMail(
  to: { readonly name: string; readonly email: string },
  room: Pick<RoomRow, 'name' | 'room_no' | 'zone'>,
  { who, address, at, publicUrl }: Reported,
): Mail {
  const content: MailContent = {
    greeting: `${to.name} 님, 안녕하세요.`,
    paragraphs: [
      '한 사용자의 올바른 PIN이 그룹에 허용되지 않은 네트워크에서 입력되어 입장을 거절했습니다. 본인이 다른 곳에서 접속했을 수도 있고, 다른 사람이 PIN을 알고 있을 수도 있습니다. 본인에게 확인하고, 필요하면 PIN을 다시 보내거나 그룹의 접속 네트워크를 바꿔 주세요.',
      'A participant’s valid PIN was entered from a network that their group does not allow, and entry was refused. They may be travelling, or someone else may know the PIN. Please check with them and, if necessary, send a new PIN or change the networks of the group.',
      '같은 사용자에 대해서는 하루에 한 번만 메일을 보냅니다.\nYou will receive at most one such e-mail a day about the same participant.',
    ],
    facts: [
      { label: '데이터룸 / Data room', value: room.name },
      { label: '데이터룸 번호 / Room number', value: room.room_no },
      { label: '사용자 / Participant', value: `${who.name} (${who.email})` },
      { label: '네트워크 주소 / Network address', value: address },
      { label: '일시 / Time', value: formatRoomTimeIn(at, 'ko', room.zone) },
    ],
    link: { label: '데이터룸 입장 / Enter the data room', url: `${publicUrl}/login` },
    footer:
      '데이터룸의 운영자에게 보내는 메일입니다. 잘못 받으셨다면 삭제해 주세요.\nThis e-mail was sent to the operators of the data room. If you received it in error, please delete it.',
  }
  const subject = `[${room.name}] 허용되지 않은 네트워크에서 입장 시도 / Entry refused from another network`
  return { to: to.email, language: 'ko', subject, ...layoutMail(content, 'ko') }
}
