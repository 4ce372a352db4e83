import type { Language } from '../../../../contract/core/errors.ts'
import { formatRoomTime } from '../../../../contract/core/room-time.ts'
import type { MailContent } from '../../../platform/mail/layout.ts'
import type { RoomRow } from '../../rooms/index.ts'

export interface ReportedChange {
  readonly passkey?: string
  readonly at: Date
  readonly browser?: string
  readonly system?: string
  readonly address?: string
}

const WORDS = {
  ko: {
    greeting: (name: string) => `${name} 님, 안녕하세요.`,
    room: '데이터룸',
    roomNo: '데이터룸 번호',
    passkey: '패스키',
    at: '일시',
    device: '기기',
    onDevice: (browser: string, system: string) => `${system}의 ${browser}`,
    address: '네트워크 주소',
  },
  en: {
    greeting: (name: string) => `Dear ${name},`,
    room: 'Data room',
    roomNo: 'Room number',
    passkey: 'Passkey',
    at: 'Time',
    device: 'Device',
    onDevice: (browser: string, system: string) => `${browser} on ${system}`,
    address: 'Network address',
  },
} as const

export function changeFacts(
  language: Language,
  room: Pick<RoomRow, 'name' | 'room_no' | 'zone'>,
  to: { readonly name: string },
  { passkey, at, browser = '', system = '', address }: ReportedChange,
): Pick<MailContent, 'greeting'> & Required<Pick<MailContent, 'facts'>> {
  const words = WORDS[language]
  const device = browser && system ? words.onDevice(browser, system) : browser || system
  return {
    greeting: words.greeting(to.name),
    facts: [
      { label: words.room, value: room.name },
      { label: words.roomNo, value: room.room_no },
      ...(passkey === undefined ? [] : [{ label: words.passkey, value: passkey }]),
      { label: words.at, value: `${formatRoomTime(at, language, room.zone)} (${room.zone})` },
      ...(device ? [{ label: words.device, value: device }] : []),
      ...(address === undefined ? [] : [{ label: words.address, value: address }]),
    ],
  }
}
