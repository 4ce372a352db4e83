import { formatRoomTimeIn } from '../../../../../contract/core/room-time.ts'
import { layoutMail, type MailContent } from '../../../../platform/mail/layout.ts'
import type { Mail } from '../../../../platform/mail/mail.ts'
import type { RoomRow } from '../../../rooms/index.ts'
import type { Span, What } from './pace.rules.ts'

const WHAT: Record<What, readonly [ko: string, en: string]> = {
  documents: ['문서 열람', 'documents opened'],
  pages: ['페이지 열람', 'pages viewed'],
  downloads: ['다운로드와 인쇄', 'downloads and prints'],
}
const SPAN: Record<Span, readonly [ko: string, en: string]> = { minute: ['1분', 'minute'], hour: ['1시간', 'hour'] }

interface Reported {
  readonly who: { readonly name: string; readonly email: string }
  readonly what: What
  readonly span: Span
  readonly limit: number
  readonly at: Date
  readonly publicUrl: string
}

/** The operator's language is unknown. */
export function fastReadingMail(
  to: { readonly name: string; readonly email: string },
  room: Pick<RoomRow, 'name' | 'room_no' | 'zone'>,
  { who, what, span, limit, at, publicUrl }: Reported,
): Mail {
  const content: MailContent = {
    greeting: `${to.name} 님, 안녕하세요.`,
    paragraphs: [
      '한 사용자가 사람이 읽을 수 있는 속도보다 빠르게 자료를 열었습니다. 프로그램으로 자료를 모으고 있거나 다른 사람이 로그인을 사용하고 있을 수 있으니 활동 내역을 확인하고, 필요하면 접근을 차단해 주세요.',
      'A participant is reading faster than a person can. They may be collecting documents with a program, or someone else may be using their session. Please check the activity log and suspend their access if necessary.',
      '같은 사용자에 대해서는 하루에 한 번만 메일을 보냅니다.\nYou will receive at most one such e-mail a day about the same participant.',
    ],
    facts: [
      { label: '데이터룸 / Data room', value: room.name },
      { label: '데이터룸 번호 / Room number', value: room.room_no },
      { label: '사용자 / Participant', value: `${who.name} (${who.email})` },
      { label: '한도 / Limit', value: `${WHAT[what][0]} ${SPAN[span][0]}에 ${limit} / ${limit} ${WHAT[what][1]} per ${SPAN[span][1]}` },
      { label: '일시 / Time', value: formatRoomTimeIn(at, 'ko', room.zone) },
    ],
    link: { label: '데이터룸 입장 / Enter the data room', url: `${publicUrl}/login` },
    footer:
      '데이터룸의 운영자에게 보내는 메일입니다. 잘못 받으셨다면 삭제해 주세요.\nThis e-mail was sent to the operators of the data room. If you received it in error, please delete it.',
  }
  const subject = `[${room.name}] 지나치게 빠른 열람 / Unusually fast reading`
  return { to: to.email, language: 'ko', subject, ...layoutMail(content, 'ko') }
}
