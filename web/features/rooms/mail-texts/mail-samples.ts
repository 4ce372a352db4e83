import type { Language } from '../../../../contract/core/language.ts'
import type { MailTextKind } from '../../../../contract/core/mails/mail-texts.ts'

interface Sample {
  readonly subject: (room: string) => string
  readonly greeting: (name: string) => string
  readonly fixed: readonly string[]
  readonly end: string
}

const GREETING = (name: string) => `${name} 님, 안녕하세요.`

const IN_BOTH = {
  greeting: (name: string) => `${name} 님, 안녕하세요. / Dear ${name},`,
  end: '잘못 받으셨다면 삭제해 주세요.\nIf you received it in error, please delete it.',
}

const SAMPLES = {
  documents: {
    ...IN_BOTH,
    subject: (room) => `[${room}] 새 문서 2개 / New documents: 2`,
    fixed: [
      '데이터룸에 새 문서가 2개 공개되었습니다.',
      '2 new documents have been published in your data room.',
      '[이 메일의 문서 보기 / View these documents]',
    ],
  },
  questions: {
    ...IN_BOTH,
    subject: (room) => `[${room}] 답변이 도착했습니다 / An answer has arrived`,
    fixed: [
      '답변이 도착했습니다. 데이터룸에 입장해 확인해 주세요.',
      'An answer has arrived. Please enter the data room to read it.',
      '[질의·자료요청 보기 / View questions and requests]',
    ],
  },
  closing: {
    ...IN_BOTH,
    subject: (room) => `[${room}] 데이터룸 종료 예정 / Your data room is closing soon`,
    fixed: [
      '아래 일시에 데이터룸이 종료됩니다. 종료되면 운영자 외에는 입장할 수 없으니, 필요한 문서는 그 전에 확인해 주세요.',
      'The data room closes at the time below. After that only operators can enter, so please review any documents you need beforehand.',
    ],
  },
} as const satisfies Partial<Record<MailTextKind, Sample>>

const INVITATIONS: Readonly<Record<Language, Sample>> = {
  ko: {
    subject: (room) => `[${room}] 데이터룸 PIN 안내`,
    greeting: GREETING,
    fixed: [
      '아래 PIN으로 입장해 주세요. PIN은 본인만 사용하고 다른 사람에게 알리지 마세요.',
      'PIN: •••-••-•••••••••••',
      '[데이터룸 입장]',
    ],
    end: '이 메일을 잘못 받으셨다면 삭제해 주세요.',
  },
  en: {
    subject: (room) => `[${room}] Your data room PIN`,
    greeting: (name) => `Dear ${name},`,
    fixed: [
      'Please enter with the PIN below. It is personal to you; do not share it.',
      'PIN: •••-••-•••••••••••',
      '[Enter the data room]',
    ],
    end: 'If you received this e-mail in error, please delete it.',
  },
}

export const sampleOf = (kind: MailTextKind, language: Language): Sample =>
  kind === 'invitation' ? INVITATIONS[language] : SAMPLES[kind]
