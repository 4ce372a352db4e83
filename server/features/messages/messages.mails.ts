import type { Language } from '../../../contract/core/errors.ts'
import { layoutMail } from '../../platform/mail/layout.ts'
import type { Mail, MailAttachment } from '../../platform/mail/mail.ts'

interface MessageMail {
  readonly language: Language
  readonly room: { readonly name: string; readonly roomNo: string }
  readonly to: { readonly name: string; readonly email: string }
  /** The address only where the recipient may know it. */
  readonly from: { readonly name: string; readonly position: string; readonly email?: string }
  readonly title: string
  readonly content: string
  readonly attachment: MailAttachment | undefined
  /** What the message is about; `parent` is its folder, 0 for the root. */
  readonly document: { readonly id: number; readonly parent: number; readonly name: string } | undefined
  readonly publicUrl: string
}

const WORDS = {
  ko: {
    greeting: (name: string) => `${name} 님, 안녕하세요.`,
    from: '보낸 사람',
    room: '데이터룸',
    roomNo: '데이터룸 번호',
    document: '문서',
    attachment: '첨부 파일',
    open: '문서 보기',
    enter: '데이터룸 입장',
    footer: '데이터룸 구성원이 보낸 메시지입니다. 이 메일을 잘못 받으셨다면 삭제해 주세요.',
  },
  en: {
    greeting: (name: string) => `Dear ${name},`,
    from: 'From',
    room: 'Data room',
    roomNo: 'Room number',
    document: 'Document',
    attachment: 'Attachment',
    open: 'View the document',
    enter: 'Enter the data room',
    footer: 'A member of the data room sent you this message. If you received it by mistake, please delete it.',
  },
} as const

/** A message as the mail to one of its recipients, who is told of no other. What the sender wrote is text, never markup. */
export function messageMail({ language, room, to, from, title, content, attachment, document, publicUrl }: MessageMail): Mail {
  const words = WORDS[language]
  const facts = [
    { label: words.from, value: `${[from.name, from.position].filter(Boolean).join(', ')}${from.email ? ` (${from.email})` : ''}` },
    { label: words.room, value: room.name },
    { label: words.roomNo, value: room.roomNo },
    ...(document ? [{ label: words.document, value: document.name }] : []),
    ...(attachment ? [{ label: words.attachment, value: attachment.name }] : []),
  ]
  const link = document
    ? { label: words.open, url: `${publicUrl}/?${document.parent === 0 ? '' : `folder=${document.parent}&`}doc=${document.id}` }
    : { label: words.enter, url: `${publicUrl}/login` }
  return {
    to: to.email,
    language,
    subject: `[${room.name}] ${title}`,
    ...layoutMail({ greeting: words.greeting(to.name), paragraphs: [content], facts, link, footer: words.footer }, language),
    ...(attachment ? { attachments: [attachment] } : {}),
  }
}
