import { greetingOf } from '../../../platform/mail/greeting.ts'
import { layoutMail } from '../../../platform/mail/layout.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import { linkIntoRoom } from '../../../platform/mail/mail-links.ts'

/** Mails are read outside the room. */
export type ThreadMailKind =
  | 'submitted'
  | 'assigned'
  | 'toApprove'
  | 'sentBack'
  | 'followedUp'
  | 'answered'
  | 'returned'
  | 'due'
  | 'digest'

interface Notice {
  readonly room: { readonly name: string; readonly roomNo: string }
  readonly to: { readonly name: string; readonly email: string }
  readonly isOperator: boolean
  readonly publicUrl: string
}

const TEXTS: Readonly<Record<ThreadMailKind, readonly [korean: string, english: string]>> = {
  submitted: [
    '새 질의 또는 자료요청이 접수되었습니다.',
    'A new question or request has been submitted.',
  ],
  assigned: ['답변할 건이 배정되었습니다.', 'An item has been assigned to you for an answer.'],
  toApprove: ['승인을 기다리는 답변이 있습니다.', 'An answer is waiting for approval.'],
  sentBack: ['다시 검토할 답변이 있습니다.', 'An answer has been sent back to you for review.'],
  followedUp: ['추가 질의가 등록되었습니다.', 'A follow-up has been added.'],
  answered: ['답변이 도착했습니다.', 'An answer has arrived.'],
  returned: ['보완이 필요한 건이 있습니다.', 'An item has been returned and needs your attention.'],
  due: ['답변 기한이 가까운 건이 있습니다.', 'An answer is almost due.'],
  digest: [
    '확인하지 않은 질의·자료요청이 있습니다.',
    'You have questions or requests that you have not read.',
  ],
}

const FOOTER =
  '데이터룸의 질의·자료요청 알림입니다. 내용은 데이터룸 안에서만 볼 수 있습니다. 알림은 질의·자료요청 화면에서 바꿀 수 있습니다.\n' +
  'This is a notice about questions and requests in a data room. The content is shown in the data room only. You can change these notices on the page for questions and requests.'

/** The recipient's language is unknown. */
export function threadMail(
  waiting: ThreadMailKind,
  { room, to, isOperator, publicUrl }: Notice,
): Mail {
  const [korean, english] = TEXTS[waiting]
  const content = {
    greeting: greetingOf(to.name),
    paragraphs: [
      `${korean} 데이터룸에 입장해 확인해 주세요.`,
      `${english} Please enter the data room to read it.`,
    ],
    facts: [
      { label: '데이터룸 / Data room', value: room.name },
      { label: '데이터룸 번호 / Room number', value: room.roomNo },
    ],
    link: {
      label: '질의·자료요청 보기 / View questions and requests',
      url: linkIntoRoom(publicUrl, room.roomNo, isOperator ? '/admin/questions' : '/questions'),
    },
    footer: FOOTER,
  }
  return {
    to: to.email,
    language: 'ko',
    subject: `[${room.name}] ${korean.replace(/\.$/, '')} / ${english.replace(/\.$/, '')}`,
    ...layoutMail(content, 'ko'),
  }
}

interface PeriodNotice extends Notice {
  /** The day is `YYYY-MM-DD`, inclusive. */
  readonly lastDay: string
  readonly isExtended: boolean
}

export function periodMail({ room, to, publicUrl, lastDay, isExtended }: PeriodNotice): Mail {
  const korean = isExtended
    ? `질의 기간이 ${lastDay}까지 연장되었습니다.`
    : `질의는 ${lastDay}까지 제출할 수 있습니다.`
  const english = isExtended
    ? `The period for questions has been extended to ${lastDay}.`
    : `Questions can be submitted until ${lastDay}.`
  const content = {
    greeting: greetingOf(to.name),
    paragraphs: [korean, english],
    facts: [
      { label: '데이터룸 / Data room', value: room.name },
      { label: '데이터룸 번호 / Room number', value: room.roomNo },
      { label: '질의 마감일 / Last day for questions', value: lastDay },
    ],
    link: {
      label: '질의·자료요청 보기 / View questions and requests',
      url: linkIntoRoom(publicUrl, room.roomNo, '/questions'),
    },
    footer: FOOTER,
  }
  return {
    to: to.email,
    language: 'ko',
    subject: `[${room.name}] ${korean.replace(/\.$/, '')}`,
    ...layoutMail(content, 'ko'),
  }
}
