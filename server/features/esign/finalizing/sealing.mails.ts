import { type ErrorCode, errorText } from '../../../../contract/core/errors.ts'
import { sealedNameOf } from '../../../../contract/core/pdf-name.ts'
import type { SealLevel } from '../../../../contract/core/seal-level.ts'
import { hashInGroups } from '../../../../contract/proof/checkpoint.ts'
import { greetingOf } from '../../../platform/mail/greeting.ts'
import { layoutMail, type MailContent } from '../../../platform/mail/layout.ts'
import type { Mail } from '../../../platform/mail/mail.ts'

interface Receiver {
  readonly name: string
  readonly email: string
  readonly language: 'ko' | 'en'
}

interface AboutSealed {
  readonly to: Receiver
  readonly room: { readonly name: string; readonly room_no: string }
  readonly name: string
  readonly sha256: string
  readonly certificateHash: Uint8Array
  readonly level: SealLevel
  readonly verifyUrl: string
  /** Mail servers refuse large PDFs. */
  readonly pdf?: Buffer
  /** Others have their invitation. */
  readonly link?: string
}

const FOOTER =
  '데이터룸에서 서명한 문서를 알리는 메일입니다. 잘못 받으셨다면 삭제해 주세요.\nThis e-mail concerns a document signed in a data room. If you received it in error, please delete it.'
const OPEN = '문서 보기 / View documents'

export function sealedMail({
  to,
  room,
  name,
  sha256,
  certificateHash,
  level,
  verifyUrl,
  pdf,
  link,
}: AboutSealed): Mail {
  const where = pdf
    ? ['봉인한 파일을 첨부합니다.', 'The sealed file is attached.']
    : link
      ? [
          '파일이 커서 첨부하지 않았습니다. 아래 링크에서 받으실 수 있습니다.',
          'The file is too large for e-mail. Please download it from the link below.',
        ]
      : [
          '파일이 커서 첨부하지 않았습니다. 서명 요청 메일의 링크에서 받으실 수 있습니다.',
          'The file is too large for e-mail. Please download it from the link in your signature request.',
        ]
  const content = {
    greeting: greetingOf(to.name),
    paragraphs: [
      `모두 서명하여 문서가 완료되었습니다. ${where[0]}`,
      `Everyone has signed, and the document is complete. ${where[1]}`,
      [
        '파일이 그대로인지, 아래 SHA-256 지문의 인증서로 봉인되었는지는 이 페이지에서 확인할 수 있습니다. 파일을 놓고 이 메일을 붙여 넣으면 비교해 줍니다. PDF 프로그램의 서명 검증으로도 확인할 수 있습니다.',
        'On this page you can verify that the file is unchanged and was sealed with the certificate whose SHA-256 fingerprint is given below. Drop the file there and paste this e-mail to compare them. PDF software can also validate the signature.',
        verifyUrl,
      ].join('\n'),
    ],
    facts: [
      ...factsOf(room, name),
      { label: '전자서명 / Signature', value: `PAdES ${level}` },
      { label: 'SHA-256', value: sha256 },
      { label: '인증서 지문 / Certificate fingerprint', value: hashInGroups(certificateHash) },
    ],
    ...(link ? { link: { label: OPEN, url: link } } : {}),
    footer: FOOTER,
  }
  const mail = mailOf(to, `[${room.name}] 서명 완료 / Completed: ${name}`, content)
  return pdf
    ? {
        ...mail,
        attachments: [
          { name: sealedNameOf(name, to.language), type: 'application/pdf', content: pdf },
        ],
      }
    : mail
}

export function sealFailedMail({
  to,
  room,
  name,
  code,
  link,
}: Pick<AboutSealed, 'to' | 'room' | 'name'> & { code: ErrorCode; link: string }): Mail {
  const content = {
    greeting: greetingOf(to.name),
    paragraphs: [
      `모두 서명했지만 문서를 봉인하지 못했습니다. ${errorText(code, 'ko')}`,
      `Everyone has signed, but the document could not be sealed. ${errorText(code, 'en')}`,
      '서명은 그대로 보관되어 있습니다. 원인을 해결한 뒤 문서 화면에서 다시 봉인할 수 있습니다.\nAll signatures are preserved. Once the cause is resolved, you can seal the document again from its page.',
    ],
    facts: factsOf(room, name),
    link: { label: OPEN, url: link },
    footer: FOOTER,
  }
  return mailOf(to, `[${room.name}] 봉인 실패 / Sealing failed: ${name}`, content)
}

const factsOf = (room: AboutSealed['room'], name: string) => [
  { label: '문서 / Document', value: name },
  { label: '데이터룸 / Data room', value: room.name },
  { label: '데이터룸 번호 / Room number', value: room.room_no },
]

const mailOf = ({ email, language }: Receiver, subject: string, content: MailContent): Mail => ({
  to: email,
  language,
  subject,
  ...layoutMail(content, language),
})
