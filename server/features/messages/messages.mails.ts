import type { Language } from '../../../contract/core/errors.ts'
import { formatSize } from '../../../contract/core/format-size.ts'
import { formatRoomTime } from '../../../contract/core/room-time.ts'
import { layoutMail } from '../../platform/mail/layout.ts'
import type { Mail, MailAttachment } from '../../platform/mail/mail.ts'
import { linkIntoRoom } from '../../platform/mail/mail-links.ts'

export type FileOfMail =
  | (MailAttachment & { readonly by: 'mail' })
  | { readonly by: 'link'; readonly name: string; readonly size: number; readonly keptUntil: Date }

interface MessageMail {
  readonly language: Language
  readonly messageId: number
  readonly room: { readonly name: string; readonly roomNo: string; readonly zone: string }
  readonly to: { readonly name: string; readonly email: string }
  readonly from: { readonly name: string; readonly position: string; readonly email?: string }
  readonly title: string
  readonly content: string
  readonly file: FileOfMail | undefined
  readonly document?:
    | {
        readonly id: number
        readonly parent: number
        readonly name: string
        readonly number?: string | undefined
      }
    | undefined
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
    keptUntil: '첨부 파일 보관 기한',
    linked:
      '첨부 파일은 메일에 담기에는 커서 데이터룸에 7일 동안 보관합니다. 아래 링크로 입장해 다운로드해 주세요.',
    fetch: '첨부 파일 다운로드',
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
    keptUntil: 'Attachment available until',
    linked:
      'The attachment is too large for e-mail and is available in the data room for 7 days. Please use the link below to enter and download it.',
    fetch: 'Download the attachment',
    open: 'View the document',
    enter: 'Enter the data room',
    footer:
      'This message was sent to you by a member of the data room. If you received it in error, please delete it.',
  },
} as const

/** Names no other recipient and never interprets markup. */
export function messageMail(message: MessageMail): Mail {
  const { language, room, to, from, title, content, file, document } = message
  const words = WORDS[language]
  const linked = file?.by === 'link' ? file : undefined
  const facts = [
    {
      label: words.from,
      value: `${[from.name, from.position].filter(Boolean).join(', ')}${from.email ? ` (${from.email})` : ''}`,
    },
    { label: words.room, value: room.name },
    { label: words.roomNo, value: room.roomNo },
    ...(document
      ? [
          {
            label: words.document,
            value: [document.number, document.name].filter(Boolean).join(' '),
          },
        ]
      : []),
    ...(file
      ? [
          {
            label: words.attachment,
            value: linked ? `${file.name} (${formatSize(linked.size)})` : file.name,
          },
        ]
      : []),
    ...(linked
      ? [
          {
            label: words.keptUntil,
            value: `${formatRoomTime(linked.keptUntil, language, room.zone)} (${room.zone})`,
          },
        ]
      : []),
  ]
  const paragraphs = [content, ...(linked ? [words.linked] : [])]
  return {
    to: to.email,
    language,
    subject: `[${room.name}] ${title}`,
    ...layoutMail(
      {
        greeting: words.greeting(to.name),
        paragraphs,
        facts,
        link: linkOf(message),
        footer: words.footer,
      },
      language,
    ),
    ...(file?.by === 'mail'
      ? { attachments: [{ name: file.name, type: file.type, content: file.content }] }
      : {}),
  }
}

function linkOf({ language, messageId, room, file, document, publicUrl }: MessageMail): {
  label: string
  url: string
} {
  const words = WORDS[language]
  const isLinked = file?.by === 'link'
  const places = [
    ...(document && document.parent !== 0 ? [`folder=${document.parent}`] : []),
    ...(document ? [`doc=${document.id}`] : []),
    ...(isLinked ? [`attachment=${messageId}`] : []),
  ]
  if (places.length === 0)
    return { label: words.enter, url: linkIntoRoom(publicUrl, room.roomNo, '/login') }
  return {
    label: isLinked ? words.fetch : words.open,
    url: linkIntoRoom(publicUrl, room.roomNo, `/?${places.join('&')}`),
  }
}
