import type { Language } from '../../../../contract/core/errors.ts'
import { formatRoomTime } from '../../../../contract/core/room-time.ts'
import { layoutMail } from '../../../platform/mail/layout.ts'
import type { Mail } from '../../../platform/mail/mail.ts'

const WORDS = {
  ko: {
    subject: (room: string) => `[${room}] 비밀유지 동의서 사본`,
    greeting: (name: string) => `${name} 님께`,
    text: '데이터룸에 들어오시면서 아래 동의서에 동의하셨습니다. 이 메일을 사본으로 보관해 주세요.',
    signedText:
      '데이터룸에 들어오시면서 아래 동의서에 서명하셨습니다. 이 메일을 사본으로 보관해 주세요.',
    pdfText:
      '동의서는 PDF입니다. SHA-256 값으로 어느 문서인지 확인할 수 있으며, PDF는 데이터룸의 운영자에게 요청하실 수 있습니다.',
    room: '데이터룸',
    roomNo: '룸 번호',
    version: '동의서 버전',
    signed: '서명한 성명',
    at: '동의 일시',
    address: '네트워크 주소',
    sections: '비밀유지 동의서',
    footer:
      '동의하신 적이 없다면 즉시 데이터룸의 운영자에게 알려 주세요. 이 메일을 잘못 받으셨다면 삭제해 주세요.',
  },
  en: {
    subject: (room: string) => `[${room}] Copy of your confidentiality agreement`,
    greeting: (name: string) => `Dear ${name},`,
    text: 'When you entered the data room, you accepted the following agreement. Please keep this e-mail as your copy.',
    signedText:
      'When you entered the data room, you signed the following agreement. Please keep this e-mail as your copy.',
    pdfText:
      'The agreement is a PDF. Its SHA-256 shows which document it is, and you can ask an operator of the data room for the PDF.',
    room: 'Data room',
    roomNo: 'Room number',
    version: 'Agreement version',
    signed: 'Signed as',
    at: 'Accepted at',
    address: 'Network address',
    sections: 'Confidentiality agreement',
    footer:
      'If you did not accept this, please inform an operator of the data room immediately. If you received this e-mail in error, please delete it.',
  },
} as const

interface Accepted {
  readonly version: number
  readonly language: Language
  readonly address: string
  readonly at: Date
  readonly sha256: string
  readonly signed?: string
  readonly text: string
}

export function agreementMail(
  room: { readonly name: string; readonly room_no: string; readonly zone: string },
  to: { readonly name: string; readonly email: string },
  { version, language, address, at, sha256, signed, text }: Accepted,
): Mail {
  const words = WORDS[language]
  const content = {
    greeting: words.greeting(to.name),
    paragraphs: [
      signed === undefined ? words.text : words.signedText,
      ...(text ? [] : [words.pdfText]),
    ],
    facts: [
      { label: words.room, value: room.name },
      { label: words.roomNo, value: room.room_no },
      { label: words.version, value: String(version) },
      ...(signed === undefined ? [] : [{ label: words.signed, value: signed }]),
      { label: words.at, value: `${formatRoomTime(at, language, room.zone)} (${room.zone})` },
      { label: words.address, value: address },
      { label: 'SHA-256', value: sha256 },
    ],
    sections: text ? [{ title: words.sections, text }] : [],
    footer: words.footer,
  }
  return {
    to: to.email,
    language,
    subject: words.subject(room.name),
    ...layoutMail(content, language),
  }
}
