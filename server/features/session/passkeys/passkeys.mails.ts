import type { Language } from '../../../../contract/core/errors.ts'
import { layoutMail } from '../../../platform/mail/layout.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import type { RoomRow } from '../../rooms/index.ts'
import { changeFacts, type ReportedChange } from '../entry/change-facts.mails.ts'

export type PasskeyChange = 'added' | 'removed'

interface ReportedPasskeyChange extends ReportedChange {
  readonly action: PasskeyChange
}

const WORDS = {
  ko: {
    added: {
      subject: (room: string) => `[${room}] 패스키가 추가되었습니다`,
      text: '운영자 화면을 여는 패스키가 추가되었습니다. 이제 운영자 코드 대신 이 패스키로도 운영자 화면을 열 수 있습니다.',
      footer:
        '본인이 추가하지 않았다면 운영자 화면의 [내 계정] > [패스키 관리]에서 이 패스키를 바로 삭제하고, 모르는 로그인을 종료한 뒤 운영자 코드를 새로 받아 주세요.',
    },
    removed: {
      subject: (room: string) => `[${room}] 패스키가 삭제되었습니다`,
      text: '운영자 화면을 여는 패스키가 삭제되었습니다. 이 패스키로는 더 이상 운영자 화면을 열 수 없습니다. 운영자 코드는 그대로 사용할 수 있습니다.',
      footer:
        '본인이 삭제하지 않았다면 [내 로그인]에서 모르는 로그인을 종료한 뒤 운영자 코드를 새로 받아 주세요.',
    },
  },
  en: {
    added: {
      subject: (room: string) => `[${room}] A passkey was added`,
      text: 'A passkey for the operator area was added. You can now use it instead of your operator code.',
      footer:
        'If this was not you, please remove this passkey immediately (operator area, My account, Passkeys), end any sessions you do not recognise and request a new operator code.',
    },
    removed: {
      subject: (room: string) => `[${room}] A passkey was removed`,
      text: 'A passkey for the operator area was removed and no longer opens it. Your operator code still works.',
      footer:
        'If this was not you, please end any sessions you do not recognise (My sessions) and request a new operator code.',
    },
  },
} as const

export function passkeyMail(
  language: Language,
  room: Pick<RoomRow, 'name' | 'room_no' | 'zone'>,
  to: { readonly name: string; readonly email: string },
  { action, ...reported }: ReportedPasskeyChange,
): Mail {
  const { subject, text, footer } = WORDS[language][action]
  const content = { ...changeFacts(language, room, to, reported), paragraphs: [text], footer }
  return { to: to.email, language, subject: subject(room.name), ...layoutMail(content, language) }
}
