import type { Language } from '../../../contract/core/errors.ts'
import { LIMITS } from '../../../contract/core/limits.ts'
import { formatOperatorCode } from '../../../contract/core/operator-code.ts'
import { formatPin } from '../../../contract/core/pin.ts'
import { formatRoomTime } from '../../../contract/core/room-time.ts'
import { formatStepCode } from '../../../contract/core/step-code.ts'
import { layoutMail, type MailContent } from '../../platform/mail/layout.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { linkIntoRoom } from '../../platform/mail/mail-links.ts'
import { nameInMail } from '../../platform/mail/name-in-mail.ts'

export interface Addressee {
  readonly name: string
  readonly email: string
}

export interface RoomNames {
  readonly name: string
  readonly roomNo: string
}

const WORDS = {
  ko: {
    pinSubject: (room: string) => `[${room}] 데이터룸 PIN 안내`,
    codeSubject: (room: string) => `[${room}] 운영자 코드 안내`,
    greeting: (name: string) => `${name} 님, 안녕하세요.`,
    inviter: (name: string, firm: string) => `${name} 님${firm && `(${firm})`}`,
    // The check avoids a repeated 데이터룸.
    invited: (by: string, room: string) =>
      `${by}이 '${room}'${room.endsWith('데이터룸') ? '' : ' 데이터룸'}에 초대했습니다.`,
    pinText: '아래 PIN으로 입장해 주세요. PIN은 본인만 사용하고 다른 사람에게 알리지 마세요.',
    againText: '아래 새 PIN으로 입장해 주세요. 전에 보내 드린 PIN은 사용할 수 없습니다.',
    contact: '문의',
    shownSubject: (room: string) => `[${room}] PIN 전달 안내`,
    shownText: (by: string) =>
      `${by}이 운영자 화면에서 새 PIN을 확인했으며, 이 PIN을 직접 전달해 드립니다. 전에 보내 드린 PIN은 사용할 수 없습니다.`,
    shownWarning: '전달받지 못했다면',
    shownWarningText:
      '위 연락처로 알려 주세요. 입장한 뒤 PIN 찾기로 새 PIN을 받으면 본인만 아는 PIN을 사용할 수 있습니다.',
    addressSubject: (room: string) => `[${room}] 이메일 변경 확인 코드`,
    addressText: (minutes: number) =>
      `데이터룸에서 사용할 이메일을 이 주소로 바꾸려고 합니다. ${minutes}분 안에 아래 코드를 데이터룸에 입력하면 변경됩니다.`,
    addressWarningText: '이 메일을 무시해 주세요. 코드를 입력하지 않으면 바뀌지 않습니다.',
    movedSubject: (room: string) => `[${room}] 이메일이 변경되었습니다`,
    movedText:
      '데이터룸에서 사용하는 이메일이 아래 주소로 변경되었습니다. 앞으로 이 주소로는 메일을 보내지 않습니다.',
    movedTo: '새 이메일',
    movedWarningText:
      '다른 운영자에게 바로 알려 주세요. 변경 내용은 활동 내역에 기록되어 있습니다.',
    newPinText:
      '새 PIN을 보내 드립니다. 새 PIN을 처음 사용하면 이전 PIN은 사용할 수 없습니다. 24시간 안에 사용하지 않으면 새 PIN은 사라지고 이전 PIN이 유지됩니다.',
    linkText: (minutes: number) =>
      `지금은 처음 사용하는 기기에서 PIN만으로 입장할 수 없습니다. 아래 링크로 ${minutes}분 안에 한 번 입장할 수 있고, 그 뒤로는 같은 기기에서 PIN으로 입장할 수 있습니다.`,
    codeText:
      '운영자로 지정되었습니다. 운영자 화면에 들어갈 때 아래 코드를 입력해 주세요. 코드는 본인만 사용하세요.',
    newCodeText:
      '새 운영자 코드를 보내 드립니다. 이전 코드는 더 이상 사용할 수 없습니다. 코드는 본인만 사용하세요.',
    stepSubject: (room: string) => `[${room}] 2단계 인증 코드`,
    stepText: (minutes: number) =>
      `처음 사용하는 기기에서 PIN으로 데이터룸에 입장하려고 합니다. 입장하려면 ${minutes}분 안에 아래 코드를 입력해 주세요. 코드는 한 번만 사용할 수 있습니다.`,
    securitySubject: (room: string) => `[${room}] 로그인 보안 변경 확인 코드`,
    securityText: (minutes: number) =>
      `이 데이터룸에서 사용하는 인증 앱이나 패스키를 바꾸려고 합니다. 본인 확인을 위해 ${minutes}분 안에 아래 코드를 [로그인 보안] 화면에 입력해 주세요. 코드는 한 번만 사용할 수 있습니다.`,
    securityWarningText:
      '코드를 아무에게도 알리지 마세요. 코드 없이는 바뀌지 않지만, 로그인된 기기를 다른 사람이 사용하고 있을 수 있습니다. [내 로그인]에서 모르는 로그인을 종료하고 데이터룸 운영자에게 알려 주세요.',
    stepCode: '인증 코드',
    stepAt: '요청한 일시',
    device: '기기',
    unknownDevice: '알 수 없음',
    stepWarning: '본인이 아니라면',
    stepWarningText:
      '코드를 아무에게도 알리지 마세요. 코드 없이는 입장할 수 없지만, 다른 사람이 PIN을 알고 있으므로 데이터룸 운영자에게 알리고 새 PIN을 받아 주세요.',
    address: '네트워크 주소',
    room: '데이터룸',
    roomNo: '데이터룸 번호',
    code: '운영자 코드',
    enter: '데이터룸 입장',
    enterByLink: '링크로 입장',
    footer: '이 메일을 잘못 받으셨다면 삭제해 주세요.',
  },
  en: {
    pinSubject: (room: string) => `[${room}] Your data room PIN`,
    codeSubject: (room: string) => `[${room}] Your operator code`,
    greeting: (name: string) => `Dear ${name},`,
    inviter: (name: string, firm: string) => `${name}${firm && ` (${firm})`}`,
    invited: (by: string, room: string) => `${by} has invited you to the data room '${room}'.`,
    pinText: 'Please enter with the PIN below. It is personal to you; do not share it.',
    againText: 'Please enter with the new PIN below. The PIN sent earlier no longer works.',
    contact: 'Contact',
    shownSubject: (room: string) => `[${room}] Your PIN will be given to you in person`,
    shownText: (by: string) =>
      `${by} has displayed a new PIN for you in the operator area and will pass it on to you directly. Any PIN e-mailed to you earlier no longer works.`,
    shownWarning: 'If you have not received it',
    shownWarningText:
      'Please get in touch with the contact above. Once you have entered, “Lost PIN” sends you a new PIN that only you know.',
    addressSubject: (room: string) => `[${room}] Confirm your new e-mail address`,
    addressText: (minutes: number) =>
      `You asked to use this address as your e-mail address in the data room. To confirm the change, enter the code below in the data room within ${minutes} minutes.`,
    addressWarningText: 'Please ignore this e-mail. Nothing changes unless the code is entered.',
    movedSubject: (room: string) => `[${room}] Your e-mail address was changed`,
    movedText:
      'Your e-mail address in the data room was changed to the one below. No further e-mails will be sent to this address.',
    movedTo: 'New e-mail address',
    movedWarningText:
      'Please inform another operator at once. The change is recorded in the activity log.',
    newPinText:
      'Here is your new PIN. Your previous PIN stops working once you use the new one. If you do not use it within 24 hours, it expires and your previous PIN remains valid.',
    linkText: (minutes: number) =>
      `A PIN alone is not sufficient on a new device at present. You can enter once with the link below, within ${minutes} minutes. After that, the PIN works on that device.`,
    codeText:
      'You have been appointed as an operator. Enter the code below to open the operator area. It is personal to you; do not share it.',
    newCodeText:
      'Here is your new operator code. The previous code no longer works. It is personal to you; do not share it.',
    stepSubject: (room: string) => `[${room}] Your verification code`,
    stepText: (minutes: number) =>
      `Your PIN was entered on a new device. To enter the data room, type the code below within ${minutes} minutes. It works only once.`,
    securitySubject: (room: string) => `[${room}] Confirm a change of your sign-in security`,
    securityText: (minutes: number) =>
      `A change of your authenticator app or passkeys in this data room was requested. To confirm that it is you, type the code below under “Sign-in security” within ${minutes} minutes. It works only once.`,
    securityWarningText:
      'Do not share the code with anyone. Nothing changes without it, but someone else may be using a device on which you are signed in. Please end any sessions you do not recognise (My sessions) and inform an operator of the data room.',
    stepCode: 'Code',
    stepAt: 'Requested at',
    device: 'Device',
    unknownDevice: 'Unknown',
    stepWarning: 'If it was not you',
    stepWarningText:
      'Do not share the code. Nobody can enter without it, but someone else knows your PIN. Please inform an operator of the data room and request a new PIN.',
    address: 'Network address',
    room: 'Data room',
    roomNo: 'Room number',
    code: 'Operator code',
    enter: 'Enter the data room',
    enterByLink: 'Enter with this link',
    footer: 'If you received this e-mail in error, please delete it.',
  },
} as const

export interface Inviter {
  readonly name: string
  readonly email: string
  readonly division: string
  readonly phone: string
}

type MemberMailWords = (typeof WORDS)[Language]

/** `again` replaces a PIN that was never used; a `replacement` leaves the PIN in use valid beside it. */
export type PinOccasion = 'invitation' | 'again' | 'replacement'

interface PinContent {
  readonly pin: string
  readonly occasion: PinOccasion
  readonly inviter?: Inviter | undefined
  readonly publicUrl: string
  /** Browsers never send the part after `#`. */
  readonly entryLink?: string | undefined
}

const inviterIn = (words: MemberMailWords, { name, division }: Inviter): string =>
  words.inviter(nameInMail(name), nameInMail(division))

/** Before the operator of a first start names an own address, it ends in `@localhost`, where no mail arrives. */
const contactOf = (words: MemberMailWords, { name, phone, email }: Inviter) => ({
  label: words.contact,
  value: [name, phone, email.endsWith('@localhost') ? '' : email].filter(Boolean).join(', '),
})

const PIN_TEXTS = {
  invitation: 'pinText',
  again: 'againText',
  replacement: 'newPinText',
} as const satisfies Record<PinOccasion, string>

export function pinMail(
  language: Language,
  room: RoomNames,
  to: Addressee,
  { pin, occasion, inviter, publicUrl, entryLink }: PinContent,
): Mail {
  const words = WORDS[language]
  const whoInvites =
    inviter && occasion !== 'replacement'
      ? [words.invited(inviterIn(words, inviter), nameInMail(room.name))]
      : []
  return secretMail(language, room, to, {
    subject: words.pinSubject(room.name),
    texts: [
      [...whoInvites, words[PIN_TEXTS[occasion]]].join(' '),
      ...(entryLink ? [words.linkText(LIMITS.entryLinkMs / 60_000)] : []),
    ],
    secret: { label: 'PIN', value: formatPin(pin) },
    facts: inviter ? [contactOf(words, inviter)] : [],
    link: entryLink
      ? {
          label: words.enterByLink,
          url: linkIntoRoom(publicUrl, room.roomNo, `/login#${entryLink}`),
        }
      : { label: words.enter, url: linkIntoRoom(publicUrl, room.roomNo, '/login') },
  })
}

export function shownMail(
  language: Language,
  room: RoomNames,
  to: Addressee,
  inviter: Inviter,
): Mail {
  const words = WORDS[language]
  const content = {
    greeting: words.greeting(to.name),
    paragraphs: [words.shownText(inviterIn(words, inviter))],
    facts: [
      { label: words.room, value: room.name },
      { label: words.roomNo, value: room.roomNo },
      contactOf(words, inviter),
    ],
    sections: [{ title: words.shownWarning, text: words.shownWarningText }],
    footer: words.footer,
  }
  return {
    to: to.email,
    language,
    subject: words.shownSubject(room.name),
    ...layoutMail(content, language),
  }
}

export function addressMail(
  language: Language,
  room: RoomNames,
  to: Addressee,
  code: string,
): Mail {
  const words = WORDS[language]
  return secretMail(language, room, to, {
    subject: words.addressSubject(room.name),
    texts: [words.addressText(LIMITS.addressCodeMs / 60_000)],
    secret: { label: words.stepCode, value: formatStepCode(code) },
    sections: [{ title: words.stepWarning, text: words.addressWarningText }],
  })
}

export function movedMail(language: Language, room: RoomNames, to: Addressee, email: string): Mail {
  const words = WORDS[language]
  const content = {
    greeting: words.greeting(to.name),
    paragraphs: [words.movedText],
    facts: [
      { label: words.room, value: room.name },
      { label: words.roomNo, value: room.roomNo },
      { label: words.movedTo, value: email },
    ],
    sections: [{ title: words.stepWarning, text: words.movedWarningText }],
    footer: words.footer,
  }
  return {
    to: to.email,
    language,
    subject: words.movedSubject(room.name),
    ...layoutMail(content, language),
  }
}

export function codeMail(
  language: Language,
  room: RoomNames,
  to: Addressee,
  { code, isNew }: { code: string; isNew: boolean },
): Mail {
  const words = WORDS[language]
  return secretMail(language, room, to, {
    subject: words.codeSubject(room.name),
    texts: [isNew ? words.codeText : words.newCodeText],
    secret: { label: words.code, value: formatOperatorCode(code) },
  })
}

export interface StepContent {
  readonly code: string
  /** `entry` completes a sign-in; `security` confirms a change of the member's app or passkeys. */
  readonly purpose: 'entry' | 'security'
  readonly at: Date
  readonly device: string
  readonly address: string
}

export function stepMail(
  language: Language,
  { zone, ...room }: RoomNames & { readonly zone: string },
  to: Addressee,
  { code, purpose, at, device, address }: StepContent,
): Mail {
  const words = WORDS[language]
  const isEntry = purpose === 'entry'
  return secretMail(language, room, to, {
    subject: words[isEntry ? 'stepSubject' : 'securitySubject'](room.name),
    texts: [words[isEntry ? 'stepText' : 'securityText'](LIMITS.stepCodeMs / 60_000)],
    secret: { label: words.stepCode, value: formatStepCode(code) },
    facts: [
      { label: words.stepAt, value: `${formatRoomTime(at, language, zone)} (${zone})` },
      { label: words.device, value: device || words.unknownDevice },
      { label: words.address, value: address },
    ],
    sections: [
      {
        title: words.stepWarning,
        text: words[isEntry ? 'stepWarningText' : 'securityWarningText'],
      },
    ],
  })
}

interface SecretContent {
  readonly subject: string
  readonly texts: readonly string[]
  readonly secret: { readonly label: string; readonly value: string }
  readonly facts?: MailContent['facts']
  readonly sections?: MailContent['sections']
  readonly link?: { readonly label: string; readonly url: string }
}

function secretMail(
  language: Language,
  room: RoomNames,
  to: Addressee,
  { subject, texts, secret, facts = [], sections = [], link }: SecretContent,
): Mail {
  const words = WORDS[language]
  const content = {
    greeting: words.greeting(to.name),
    paragraphs: texts,
    facts: [
      { label: words.room, value: room.name },
      { label: words.roomNo, value: room.roomNo },
      { ...secret, code: true as const },
      ...facts,
    ],
    sections,
    ...(link ? { link } : {}),
    footer: words.footer,
  }
  return { to: to.email, language, subject, ...layoutMail(content, language) }
}
