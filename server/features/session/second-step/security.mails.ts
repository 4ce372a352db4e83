import type { Language } from '../../../../contract/core/errors.ts'
import { layoutMail } from '../../../platform/mail/layout.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import type { RoomRow } from '../../rooms/index.ts'
import { changeFacts, type ReportedChange } from '../entry/change-facts.mails.ts'

export type SecurityChange =
  | 'app-added'
  | 'app-removed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'reset'

interface ReportedSecurityChange extends ReportedChange {
  readonly action: SecurityChange
}

const WORDS = {
  ko: {
    'app-added': {
      subject: '인증 앱이 등록되었습니다',
      text: '이 데이터룸에 새 기기로 입장할 때 본인 확인에 쓰는 인증 앱이 등록되었습니다.',
    },
    'app-removed': {
      subject: '인증 앱이 삭제되었습니다',
      text: '이 데이터룸에서 본인 확인에 쓰던 인증 앱이 삭제되었습니다. 이 앱의 코드는 더 이상 사용할 수 없습니다.',
    },
    'passkey-added': {
      subject: '패스키가 추가되었습니다',
      text: '이 데이터룸에 새 기기로 입장할 때 본인 확인에 쓰는 패스키가 추가되었습니다.',
    },
    'passkey-removed': {
      subject: '패스키가 삭제되었습니다',
      text: '이 데이터룸의 패스키가 삭제되었습니다. 이 패스키는 더 이상 사용할 수 없습니다.',
    },
    reset: {
      subject: '로그인 보안이 초기화되었습니다',
      text: '운영자가 이 데이터룸에 등록된 인증 앱과 패스키를 모두 삭제하고 모든 기기에서 로그아웃했습니다. 다음에 입장하면 메일로 받은 인증 코드로 본인을 확인하고, 인증 앱이나 패스키를 다시 등록할 수 있습니다.',
    },
    own: '본인이 한 일이 아니면 [내 로그인]에서 모르는 로그인을 종료하고, 데이터룸 운영자에게 로그인 보안 초기화를 바로 요청해 주세요.',
    others: '요청한 적이 없다면 데이터룸 운영자에게 문의해 주세요.',
  },
  en: {
    'app-added': {
      subject: 'An authenticator app was set up',
      text: 'An authenticator app was set up for you. It confirms that it is you when you enter this data room on a new device.',
    },
    'app-removed': {
      subject: 'Your authenticator app was removed',
      text: 'Your authenticator app was removed from this data room. Its codes no longer work here.',
    },
    'passkey-added': {
      subject: 'A passkey was added',
      text: 'A passkey was added for you. It confirms that it is you when you enter this data room on a new device.',
    },
    'passkey-removed': {
      subject: 'A passkey was removed',
      text: 'A passkey was removed from this data room and no longer works here.',
    },
    reset: {
      subject: 'Your sign-in security was reset',
      text: 'An operator removed your authenticator app and your passkeys in this data room and signed you out on all devices. The next time you enter, a code by e-mail confirms that it is you, and you can set up an app or a passkey again.',
    },
    own: 'If this was not you, please end any sessions you do not recognise (My sessions) and ask the operator of the data room to reset your sign-in security immediately.',
    others: 'If you did not ask for this, please contact the operator of the data room.',
  },
} as const

export function securityMail(
  language: Language,
  room: Pick<RoomRow, 'name' | 'room_no' | 'zone'>,
  to: { readonly name: string; readonly email: string },
  { action, ...reported }: ReportedSecurityChange,
): Mail {
  const words = WORDS[language]
  const { subject, text } = words[action]
  const content = {
    ...changeFacts(language, room, to, reported),
    paragraphs: [text],
    footer: action === 'reset' ? words.others : words.own,
  }
  return {
    to: to.email,
    language,
    subject: `[${room.name}] ${subject}`,
    ...layoutMail(content, language),
  }
}
