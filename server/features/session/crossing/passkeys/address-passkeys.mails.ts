import type { Language } from '../../../../../contract/core/errors.ts'
import { formatRoomTime } from '../../../../../contract/core/room-time.ts'
import { layoutMail } from '../../../../platform/mail/layout.ts'
import type { Mail } from '../../../../platform/mail/mail.ts'

const WORDS = {
  ko: {
    added: {
      subject: '내 데이터룸 패스키가 추가되었습니다',
      text: '이 이메일 주소를 확인하는 패스키가 추가되었습니다. 이제 메일 링크 대신 이 패스키로도 [내 데이터룸]을 열 수 있습니다.',
      footer:
        '본인이 추가하지 않았다면 메일 링크로 [내 데이터룸]을 열어 이 패스키를 바로 삭제하고 [모든 데이터룸에서 로그아웃]를 누른 뒤, 데이터룸 운영자에게 알려 주세요.',
    },
    removed: {
      subject: '내 데이터룸 패스키가 삭제되었습니다',
      text: '이 이메일 주소를 확인하는 패스키가 삭제되었습니다. 이 패스키로는 더 이상 [내 데이터룸]을 열 수 없습니다.',
      footer:
        '본인이 삭제하지 않았다면 메일 링크로 [내 데이터룸]을 열어 [모든 데이터룸에서 로그아웃]를 눌러 주세요.',
    },
    passkey: '패스키',
    at: '일시',
    device: '기기',
    onDevice: (browser: string, system: string) => `${system}의 ${browser}`,
    address: '네트워크 주소',
  },
  en: {
    added: {
      subject: 'A passkey for your data rooms was added',
      text: 'A passkey that proves this e-mail address was added. You can now use it instead of a mailed link to open My data rooms.',
      footer:
        'If this was not you, please open My data rooms with a mailed link, remove this passkey immediately, log out of all data rooms, and inform an operator of your data room.',
    },
    removed: {
      subject: 'A passkey for your data rooms was removed',
      text: 'A passkey that proves this e-mail address was removed and no longer opens My data rooms.',
      footer:
        'If this was not you, please open My data rooms with a mailed link and log out of all data rooms.',
    },
    passkey: 'Passkey',
    at: 'Time',
    device: 'Device',
    onDevice: (browser: string, system: string) => `${browser} on ${system}`,
    address: 'Network address',
  },
} as const

interface ReportedAddressPasskey {
  readonly action: 'added' | 'removed'
  readonly passkey: string
  readonly at: Date
  readonly zone: string
  readonly browser: string
  readonly system: string
  readonly address: string
}

export function addressPasskeyMail(
  language: Language,
  to: string,
  { action, passkey, at, zone, browser, system, address }: ReportedAddressPasskey,
): Mail {
  const words = WORDS[language]
  const { subject, text, footer } = words[action]
  const device = browser && system ? words.onDevice(browser, system) : browser || system
  const content = {
    paragraphs: [text],
    facts: [
      { label: words.passkey, value: passkey },
      { label: words.at, value: `${formatRoomTime(at, language, zone)} (${zone})` },
      ...(device ? [{ label: words.device, value: device }] : []),
      { label: words.address, value: address },
    ],
    footer,
  }
  return { to, language, subject, ...layoutMail(content, language) }
}
