import { formatRoomTimeIn } from '../../../../contract/core/room-time.ts'
import { greetingOf } from '../../../platform/mail/greeting.ts'
import { layoutMail } from '../../../platform/mail/layout.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import type { RoomRow } from '../../rooms/index.ts'

/** `app-guesses` means wrong app codes, and `codes-asked` mailed codes for an entry. */
export type Suspicion = 'app-guesses' | 'codes-asked'

const WORDS: Readonly<
  Record<Suspicion, { readonly subject: string; readonly paragraphs: readonly string[] }>
> = {
  'app-guesses': {
    subject: '인증 앱 코드가 여러 번 틀렸습니다 / Wrong codes of your authenticator app',
    paragraphs: [
      '하루 동안 본인의 인증 앱 코드가 이 데이터룸에서 10번 틀렸습니다. 코드 없이는 입장하거나 로그인 보안을 바꿀 수 없습니다. 하지만 본인이 입력하지 않았다면 다른 사람이 PIN을 알고 있거나 로그인된 기기를 사용하고 있을 수 있습니다.',
      '본인이 아니라면 PIN 찾기로 새 PIN을 받고, [내 로그인]에서 모르는 로그인을 종료한 뒤 데이터룸 운영자에게 알려 주세요. 인증 앱의 코드는 아무에게도 알리지 마세요. 본인이 입력했다면 휴대전화의 시각이 자동으로 맞춰져 있는지 확인해 주세요.',
      'Within one day, ten wrong codes of your authenticator app were entered in this data room. Nobody can enter or change your sign-in security without a correct code. If you did not enter them, however, someone else may know your PIN or may be using a device on which you are signed in.',
      'If it was not you, please request a new PIN (“Lost PIN”), end any sessions you do not recognise (My sessions), and inform an operator of the data room. Do not share the codes of your app with anyone. If it was you, please check that the clock of your phone is set automatically.',
    ],
  },
  'codes-asked': {
    subject: '인증 코드 요청이 여러 번 있었습니다 / Several verification codes were requested',
    paragraphs: [
      '하루 동안 이 데이터룸에 입장하기 위한 인증 코드를 이 주소로 5번 보냈습니다. 코드 없이는 입장할 수 없습니다. 하지만 본인이 요청하지 않았다면 다른 사람이 PIN을 알고 있을 수 있습니다.',
      '본인이 아니라면 PIN 찾기로 새 PIN을 받아 바로 입장하고(이때부터 이전 PIN은 사용할 수 없습니다), 데이터룸 운영자에게 알려 주세요. 인증 코드는 아무에게도 알리지 마세요. 본인이 요청했다면 따로 하실 일은 없습니다.',
      'Within one day, five verification codes for entering this data room were e-mailed to this address. Nobody can enter without a correct code. If you did not request them, however, someone else may know your PIN.',
      'If it was not you, please request a new PIN (“Lost PIN”), enter with it straight away (the previous PIN is invalid from then on), and inform an operator of the data room. Give the codes to nobody. If it was you, there is nothing to do.',
    ],
  },
}

/** The mail is in both languages, since the language of the session may be an intruder's. */
export function suspicionMail(
  room: Pick<RoomRow, 'name' | 'room_no' | 'zone'>,
  to: { readonly name: string; readonly email: string },
  { what, at }: { readonly what: Suspicion; readonly at: Date },
): Mail {
  const { subject, paragraphs } = WORDS[what]
  const content = {
    greeting: greetingOf(to.name),
    paragraphs,
    facts: [
      { label: '데이터룸 / Data room', value: room.name },
      { label: '데이터룸 번호 / Room number', value: room.room_no },
      { label: '일시 / Time', value: formatRoomTimeIn(at, 'ko', room.zone) },
    ],
    footer:
      '이 메일은 하루에 한 번만 보냅니다. 잘못 받으셨다면 삭제해 주세요.\nYou will receive at most one such e-mail a day. If you received it in error, please delete it.',
  }
  return {
    to: to.email,
    language: 'ko',
    subject: `[${room.name}] ${subject}`,
    ...layoutMail(content, 'ko'),
  }
}
