import { describe, expect, it } from 'vitest'
import type { ParticipantType } from '../../../../contract/features/composed.ts'
import { type DocumentOfMail, signRequestMail } from './signing.mails.ts'

const document: DocumentOfMail = {
  room: { name: '한빛테크 인수 실사', zone: 'Asia/Seoul' },
  name: '비밀유지계약서.pdf',
  sender: { name: '김해온', email: 'haeon@hanbit.example' },
}
const to = { name: '정하윤', email: 'hayun@nurimaru.example' }

type SigningMailKind = Parameters<typeof signRequestMail>[0]

const mailOf = (
  kind: SigningMailKind,
  language: 'ko' | 'en',
  type: ParticipantType,
  sender = document.sender,
) =>
  signRequestMail(kind, language, { ...document, sender }, to, {
    ...{
      url: 'http://room.test/sign#token',
      expiresAt: new Date('2026-03-01T00:00:00Z'),
      type,
      message: '',
      isAgain: false,
    },
  })

describe('a mail that asks for a signature', () => {
  it.each<[SigningMailKind, 'ko' | 'en', ParticipantType, string]>([
    ['sign-invitation', 'ko', 'SIGNER', '김해온 님이 아래 문서의 서명을 요청했습니다.'],
    ['sign-invitation', 'ko', 'APPROVER', '김해온 님이 아래 문서의 승인을 요청했습니다.'],
    ['sign-reminder', 'ko', 'SIGNER', '김해온 님이 보낸 서명 요청이 아직 남아 있습니다.'],
    ['sign-invitation', 'en', 'SIGNER', '김해온 has asked you to sign the document below.'],
    ['sign-invitation', 'en', 'APPROVER', '김해온 has asked you to approve the document below.'],
    ['sign-reminder', 'en', 'SIGNER', 'The request below from 김해온 is still waiting for you.'],
  ])(
    '(%s, %s, %s) says in its first sentence who asks, and who that is by address',
    (kind, language, type, sentence) => {
      const { text, html } = mailOf(kind, language, type)
      const [, paragraph] = text.split('\n\n')
      expect(paragraph?.startsWith(sentence)).toBe(true)
      expect(html).toContain(sentence)
      expect(text).toContain('김해온 (haeon@hanbit.example)')
    },
  )

  it('has a name in that sentence that is no link and one line', () => {
    const { text } = mailOf('sign-invitation', 'ko', 'SIGNER', {
      name: 'http://evil.example\n\u2028지금 여세요',
      email: 'x@y.example',
    })
    const [, paragraph = ''] = text.split('\n\n')
    expect(paragraph).not.toMatch(/:\/\/|\w\.\w|\u2028/)
    expect(paragraph.replaceAll('\u200c', '')).toMatch(
      /^http:\/\/evil\.example 지금 여세요 님이 아래 문서의 서명을 요청했습니다\./,
    )
  })
})
