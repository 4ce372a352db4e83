import { NOTICES } from '../../../../contract/core/notice.ts'
import { formatRoomTime } from '../../../../contract/core/room-time.ts'
import { layoutMail } from '../../../platform/mail/layout.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import type { Addressee, RoomNames } from '../members.mails.ts'
import type { Acceptance } from '../members.read.ts'

const WORDS = {
  ko: {
    subject: (room: string) => `[${room}] 비밀유지 동의 사본`,
    greeting: (name: string) => `${name} 님, 안녕하세요.`,
    text: '데이터룸에 입장하면서 아래 내용에 동의하셨습니다. 이 메일은 그 사본이므로 보관해 주세요.',
    room: '데이터룸',
    roomNo: '데이터룸 번호',
    version: '안내문 버전',
    acceptedAt: '동의한 일시',
    address: '네트워크 주소',
    footer:
      '본인이 동의하지 않았다면 데이터룸 운영자에게 바로 알려 주세요. 이 메일을 잘못 받으셨다면 삭제해 주세요.',
  },
  en: {
    subject: (room: string) => `[${room}] Copy of your confidentiality agreement`,
    greeting: (name: string) => `Dear ${name},`,
    text: 'When you entered the data room, you agreed to the following. Please keep this e-mail as your copy.',
    room: 'Data room',
    roomNo: 'Room number',
    version: 'Agreement version',
    acceptedAt: 'Accepted at',
    address: 'Network address',
    footer:
      'If you did not agree to this, please inform an operator of the data room immediately. If you received this e-mail in error, please delete it.',
  },
} as const

/** `zone` is an IANA name. */
export function acceptanceMail(
  { name: room, roomNo, zone }: RoomNames & { readonly zone: string },
  to: Addressee,
  { version, language, address, at }: Acceptance,
): Mail {
  const words = WORDS[language]
  const notice = NOTICES.find((each) => each.version === version)
  if (!notice) throw new Error(`there is no notice of version ${version}`)
  const content = {
    greeting: words.greeting(to.name),
    paragraphs: [words.text],
    facts: [
      { label: words.room, value: room },
      { label: words.roomNo, value: roomNo },
      { label: words.version, value: String(version) },
      { label: words.acceptedAt, value: `${formatRoomTime(at, language, zone)} (${zone})` },
      { label: words.address, value: address },
    ],
    sections: notice.text[language],
    footer: words.footer,
  }
  return { to: to.email, language, subject: words.subject(room), ...layoutMail(content, language) }
}
