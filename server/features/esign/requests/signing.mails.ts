import type { Language } from '../../../../contract/core/errors.ts'
import { formatRoomTimeIn } from '../../../../contract/core/room-time.ts'
import type { ParticipantType } from '../../../../contract/features/composed.ts'
import { layoutMail } from '../../../platform/mail/layout.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import { nameInMail } from '../../../platform/mail/name-in-mail.ts'

interface Addressee {
  readonly name: string
  readonly email: string
}

export interface DocumentOfMail {
  /** `zone` is an IANA name. */
  readonly room: { readonly name: string; readonly zone: string }
  readonly name: string
  readonly sender: Addressee
}

const WORDS = {
  ko: {
    greeting: (name: string) => `${name} 님, 안녕하세요.`,
    room: '데이터룸',
    document: '문서',
    sender: '요청한 사람',
    person: '대상자',
    expires: '서명 기한',
    message: '안내문',
    reason: '거절 사유',
    footer: '이 메일을 잘못 받으셨다면 삭제해 주세요.',
    personal:
      '링크는 본인만 사용할 수 있으니 다른 사람에게 전달하지 마세요. 이 메일을 잘못 받으셨다면 삭제해 주세요.',
    open: '문서 확인하고 서명하기',
    approve: '문서 확인하고 승인하기',
    invited: (name: string) => `서명 요청: ${name}`,
    invitedText: (by: string) =>
      `${by} 님이 아래 문서의 서명을 요청했습니다. 링크를 열어 문서를 확인하고 서명해 주세요.`,
    approveText: (by: string) =>
      `${by} 님이 아래 문서의 승인을 요청했습니다. 링크를 열어 문서를 확인하고 승인해 주세요.`,
    again: '전에 받으신 링크는 더 이상 사용할 수 없습니다.',
    reminded: (name: string) => `서명 요청 다시 알림: ${name}`,
    remindedText: (by: string) =>
      `${by} 님이 보낸 서명 요청이 아직 남아 있습니다. 아래 새 링크를 열어 문서를 확인해 주세요.`,
    copy: (name: string) => `서명 진행 안내: ${name}`,
    copyText:
      '아래 문서의 서명이 시작되었습니다. 따로 하실 일은 없으며, 모두 서명하면 완료된 문서를 보내 드립니다.',
    declined: (name: string) => `서명 거절: ${name}`,
    declinedText: '아래 문서의 서명이 거절되어 서명 절차가 종료되었습니다.',
    declinedOthers:
      '서명이 거절되어 서명 절차가 종료되었습니다. 받으신 링크는 더 이상 사용할 수 없으며, 따로 하실 일은 없습니다.',
    expired: (name: string) => `서명 기한 만료: ${name}`,
    expiredText:
      '기한 안에 서명하지 않은 사람이 있어 서명 절차가 종료되었습니다. 문서를 복사해 다시 요청할 수 있습니다.',
    cancelled: (name: string) => `서명 요청 취소: ${name}`,
    cancelledText:
      '서명 요청이 취소되었습니다. 받으신 링크는 더 이상 사용할 수 없으며, 따로 하실 일은 없습니다.',
  },
  en: {
    greeting: (name: string) => `Dear ${name},`,
    room: 'Data room',
    document: 'Document',
    sender: 'Requested by',
    person: 'Person',
    expires: 'Signing deadline',
    message: 'Message',
    reason: 'Reason',
    footer: 'If you received this e-mail in error, please delete it.',
    personal:
      'This link is personal to you; please do not forward it. If you received this e-mail in error, please delete it.',
    open: 'Review and sign',
    approve: 'Review and approve',
    invited: (name: string) => `Signature request: ${name}`,
    invitedText: (by: string) =>
      `${by} has asked you to sign the document below. Please open the link, review the document and sign it.`,
    approveText: (by: string) =>
      `${by} has asked you to approve the document below. Please open the link, review the document and approve it.`,
    again: 'The link sent to you earlier no longer works.',
    reminded: (name: string) => `Reminder, signature request: ${name}`,
    remindedText: (by: string) =>
      `The request below from ${by} is still waiting for you. Please open the new link and review the document.`,
    copy: (name: string) => `Out for signature: ${name}`,
    copyText:
      'The document below is out for signature. You do not need to do anything. Once everyone has signed, you will receive the completed document.',
    declined: (name: string) => `Signature declined: ${name}`,
    declinedText: 'A signer has declined to sign the document below, and signing has ended.',
    declinedOthers:
      'A signer has declined, and signing has ended. Your link no longer works, and you do not need to do anything.',
    expired: (name: string) => `Signing deadline passed: ${name}`,
    expiredText:
      'Not everyone signed by the deadline, and signing has ended. You can copy the document and send a new request.',
    cancelled: (name: string) => `Signature request cancelled: ${name}`,
    cancelledText:
      'This signature request has been cancelled. Your link no longer works, and you do not need to do anything.',
  },
} as const

type SigningMailWords = (typeof WORDS)[Language]

const factsOf = (words: SigningMailWords, { room, name, sender }: DocumentOfMail) => [
  { label: words.document, value: name },
  { label: words.sender, value: `${sender.name} (${sender.email})` },
  { label: words.room, value: room.name },
]

interface MailedSigningLink {
  readonly url: string
  readonly expiresAt: Date
  readonly type: ParticipantType
  readonly message: string
  readonly isAgain: boolean
}

export function signRequestMail(
  kind: 'sign-invitation' | 'sign-reminder',
  language: Language,
  document: DocumentOfMail,
  to: Addressee,
  { url, expiresAt, type, message, isAgain }: MailedSigningLink,
): Mail {
  const words = WORDS[language]
  const isReminder = kind === 'sign-reminder'
  const { zone } = document.room
  return mailOf(language, document, to, isReminder ? words.reminded : words.invited, {
    paragraphs: [
      (isReminder
        ? words.remindedText
        : type === 'APPROVER'
          ? words.approveText
          : words.invitedText)(nameInMail(document.sender.name)),
      ...(isAgain ? [words.again] : []),
    ],
    facts: [
      ...factsOf(words, document),
      { label: words.expires, value: formatRoomTimeIn(expiresAt, language, zone) },
    ],
    ...messageOf(words, message),
    link: { label: type === 'APPROVER' ? words.approve : words.open, url },
    footer: words.personal,
  })
}

export function copyRecipientMail(
  language: Language,
  document: DocumentOfMail,
  to: Addressee,
  message: string,
): Mail {
  const words = WORDS[language]
  return mailOf(language, document, to, words.copy, {
    paragraphs: [words.copyText],
    facts: factsOf(words, document),
    ...messageOf(words, message),
    footer: words.footer,
  })
}

export function declinedMail(
  language: Language,
  document: DocumentOfMail,
  to: Addressee,
  by: Addressee,
  reason: string,
): Mail {
  const words = WORDS[language]
  return mailOf(language, document, to, words.declined, {
    paragraphs: [words.declinedText],
    facts: [
      ...factsOf(words, document),
      { label: words.person, value: `${by.name} (${by.email})` },
    ],
    sections: [{ title: words.reason, text: reason }],
    footer: words.footer,
  })
}

export function expiredMail(
  language: Language,
  document: DocumentOfMail,
  to: Addressee,
  late: readonly Addressee[],
): Mail {
  const words = WORDS[language]
  return mailOf(language, document, to, words.expired, {
    paragraphs: [words.expiredText],
    facts: [
      ...factsOf(words, document),
      {
        label: words.person,
        value: late.map(({ name, email }) => `${name} (${email})`).join(', '),
      },
    ],
    footer: words.footer,
  })
}

/** The mail does not name who ended the document. */
export function endedMail(
  why: 'declined' | 'cancelled',
  language: Language,
  document: DocumentOfMail,
  to: Addressee,
): Mail {
  const words = WORDS[language]
  return mailOf(language, document, to, words[why], {
    paragraphs: [why === 'declined' ? words.declinedOthers : words.cancelledText],
    facts: factsOf(words, document),
    footer: words.footer,
  })
}

const messageOf = (words: SigningMailWords, message: string) =>
  message === '' ? {} : { sections: [{ title: words.message, text: message }] }

function mailOf(
  language: Language,
  { room, name }: DocumentOfMail,
  to: Addressee,
  subject: (name: string) => string,
  content: Omit<Parameters<typeof layoutMail>[0], 'greeting'>,
): Mail {
  return {
    to: to.email,
    language,
    subject: `[${room.name}] ${subject(name)}`,
    ...layoutMail({ greeting: WORDS[language].greeting(to.name), ...content }, language),
  }
}
