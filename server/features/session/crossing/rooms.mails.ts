import type { Language } from '../../../../contract/core/errors.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { layoutMail } from '../../../platform/mail/layout.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import { nameInMail } from '../../../platform/mail/name-in-mail.ts'

const WORDS = {
  ko: {
    subject: '내 데이터룸 링크 안내',
    text: (minutes: number) =>
      `아래 링크로 이 이메일 주소를 확인하면 PIN을 다시 받지 않고 참여 중인 데이터룸으로 이동할 수 있습니다. 링크는 ${minutes}분 안에 한 번만 사용할 수 있습니다.`,
    room: '데이터룸',
    open: '내 데이터룸 열기',
    warning: '요청하지 않았다면',
    warningText:
      '링크를 누르지 말고 이 메일을 삭제해 주세요. 링크를 다른 사람에게 전달하지 마세요.',
    footer: '이 메일을 잘못 받으셨다면 삭제해 주세요.',
  },
  en: {
    subject: 'Link to your data rooms',
    text: (minutes: number) =>
      `Confirm this e-mail address with the link below to open the data rooms you take part in, without a new PIN. The link works once, within ${minutes} minutes.`,
    room: 'Data room',
    open: 'Open my data rooms',
    warning: 'If you did not ask for it',
    warningText:
      'Do not follow the link, and delete this e-mail. Do not forward the link to anyone.',
    footer: 'If you received this e-mail in error, please delete it.',
  },
} as const

interface RoomsContent {
  readonly names: readonly string[]
  readonly url: string
}

/** Locked screens show the subject, so it names no rooms. */
export function roomsMail(language: Language, to: string, { names, url }: RoomsContent): Mail {
  const words = WORDS[language]
  const content = {
    paragraphs: [words.text(LIMITS.proofLinkMs / 60_000)],
    facts: names.map((name) => ({ label: words.room, value: nameInMail(name) })),
    sections: [{ title: words.warning, text: words.warningText }],
    link: { label: words.open, url },
    footer: words.footer,
  }
  return { to, language, subject: words.subject, ...layoutMail(content, language) }
}
