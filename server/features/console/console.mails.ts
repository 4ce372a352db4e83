import { formatRoomTimeIn } from '../../../contract/core/room-time.ts'
import type { OperatorRequestKind } from '../../../contract/features/console/operator-request-states.ts'
import { greetingOf } from '../../platform/mail/greeting.ts'
import { layoutMail, type MailContent } from '../../platform/mail/layout.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { linkIntoRoom, linkOutside } from '../../platform/mail/mail-links.ts'
import type { RoomRow } from '../rooms/index.ts'

interface ConsoleMailRecipient {
  readonly name: string
  readonly email: string
}

type OfRoom = Pick<RoomRow, 'name' | 'room_no' | 'zone'>

const FOOTER =
  '데이터룸의 운영자에게 보내는 메일입니다. 잘못 받으셨다면 삭제해 주세요.\nThis e-mail was sent to the operators of the data room. If you received it in error, please delete it.'

const nameOf = ({ name, email }: ConsoleMailRecipient): string => `${name} (${email})`

const ASKED_BY = '요청한 관리자 / Administrator'

/** Recipients' languages are unknown. */
function mailOf(
  to: ConsoleMailRecipient,
  room: OfRoom,
  { subject, ...content }: Pick<MailContent, 'paragraphs' | 'facts' | 'link'> & { subject: string },
): Mail {
  const layout = {
    ...content,
    greeting: greetingOf(to.name),
    facts: [
      { label: '데이터룸 / Data room', value: room.name },
      { label: '데이터룸 번호 / Room number', value: room.room_no },
      ...(content.facts ?? []),
    ],
    footer: FOOTER,
  }
  return {
    to: to.email,
    language: 'ko',
    subject: `[${room.name}] ${subject}`,
    ...layoutMail(layout, 'ko'),
  }
}

export const structureCopiedMail = (
  to: ConsoleMailRecipient,
  room: OfRoom,
  { by, roomNo, at }: { by: ConsoleMailRecipient; roomNo: string; at: Date },
): Mail =>
  mailOf(to, room, {
    subject: '폴더 구조 복사 / Folder structure copied',
    paragraphs: [
      '설치 관리자가 이 데이터룸의 폴더 구조로 새 데이터룸을 만들었습니다. 폴더 이름만 복사되었으며, 문서와 권한과 사용자는 복사되지 않았습니다. 관리자에게는 폴더 이름이 보이지 않지만 새 데이터룸의 운영자는 볼 수 있습니다.',
      'An administrator of the installation created another data room with the folder structure of this one. Only the names of the folders were copied, and no documents, rights or people. The administrator does not see these names, but operators of the new data room do.',
    ],
    facts: [
      { label: '새 데이터룸 번호 / New room number', value: roomNo },
      { label: ASKED_BY, value: nameOf(by) },
      { label: '일시 / Time', value: formatRoomTimeIn(at, 'ko', room.zone) },
    ],
  })

interface Requested {
  readonly kind: OperatorRequestKind
  readonly whom: string
  readonly by: ConsoleMailRecipient
  readonly dueAt: Date
  readonly publicUrl: string
}

const REQUESTED = {
  operator: [
    '설치 관리자가 이 데이터룸에 새 운영자를 추가해 달라고 요청했습니다. 운영자 화면에서 승인하거나 거절해 주세요. 아무도 결정하지 않으면 아래 일시에 추가되고, 새 운영자는 모든 문서를 볼 수 있게 됩니다.',
    'An administrator of the installation has asked for another operator in this data room. Please confirm or refuse in the operator area. If nobody decides, the operator is added at the time below and will see all documents.',
  ],
  reset: [
    '설치 관리자가 이 데이터룸 운영자의 PIN과 운영자 코드를 다시 보내 달라고 요청했습니다. 운영자 화면에서 승인하거나 거절해 주세요. 아무도 결정하지 않으면 아래 일시에 그 운영자에게 메일로 발송됩니다.',
    'An administrator of the installation has asked for a new PIN and operator code for an operator of this data room. Please confirm or refuse in the operator area. If nobody decides, both are e-mailed to that operator at the time below.',
  ],
} as const

export const operatorRequestMail = (
  to: ConsoleMailRecipient,
  room: OfRoom,
  { kind, whom, by, dueAt, publicUrl }: Requested,
): Mail =>
  mailOf(to, room, {
    subject:
      kind === 'operator'
        ? '운영자 추가 요청 / New operator requested'
        : '운영자 재설정 요청 / Operator reset requested',
    paragraphs: [...REQUESTED[kind]],
    facts: [
      { label: '대상 / For', value: whom },
      { label: ASKED_BY, value: nameOf(by) },
      { label: '처리 일시 / Carried out at', value: formatRoomTimeIn(dueAt, 'ko', room.zone) },
    ],
    link: {
      label: '데이터룸 입장 / Enter the data room',
      url: linkIntoRoom(publicUrl, room.room_no, '/login'),
    },
  })

interface WhoChanged {
  readonly kind: string
  readonly name: string
  readonly email: string
  readonly address: string
  readonly about: string | null
  readonly at: Date
}

const INVITED = [
  '이 설치의 콘솔에 설치 관리자가 초대되었습니다. 초대 링크로 패스키를 등록하거나 허용된 계정으로 로그인하면 콘솔에 들어올 수 있습니다. 예정된 일이 아니라면 콘솔의 관리자 화면이나 서버에서 그 관리자를 삭제해 주세요.',
  'An administrator has been invited to the console of this installation. With the invitation link they can register a passkey, or sign on with an accepted account, and enter. If this was not expected, please remove them in the console or on the server.',
] as const

const REGISTERED = [
  '설치 관리자의 패스키가 등록되었습니다. 이 관리자의 이전 패스키와 로그인은 종료되었습니다. 본인이 한 일이 아니라면 콘솔의 관리자 화면이나 서버에서 그 관리자를 삭제해 주세요.',
  'A passkey of an administrator has been registered. Earlier passkeys and sessions of this administrator have ended. If they did not do this themselves, please remove them in the console or on the server.',
] as const

const BOUND = [
  '설치 관리자가 회사 계정으로 콘솔에 처음 로그인했습니다. 이제 이 계정으로 콘솔에 들어올 수 있으며, 이전 패스키와 로그인은 종료되었습니다. 본인이 한 일이 아니라면 콘솔의 관리자 화면에서 계정 연결을 해제하거나 관리자를 삭제해 주세요.',
  'An administrator has signed on to the console with an account for the first time, and can enter with it from now on. Earlier passkeys and sessions of this administrator have ended. If they did not do this themselves, please unlink the account or remove them in the console.',
] as const

const UNBOUND = [
  '설치 관리자의 계정 연결이 해제되었고 로그인도 종료되었습니다. 다시 연결하려면 서버에서 만든 새 초대 링크가 필요합니다.',
  'The account of an administrator has been unlinked, and their sessions have ended. To link one again, they need another invitation, which only the server can make.',
] as const

const INVITATION = {
  subject: '설치 관리자 초대 / Administrator invited',
  paragraphs: INVITED,
  doer: '초대한 사람 / Invited by',
} as const
const PASSKEY = {
  subject: '설치 관리자 패스키 등록 / Passkey of an administrator registered',
  paragraphs: REGISTERED,
  doer: undefined,
} as const

/** `doer` is set if the action concerns somebody else. */
const WHO_CHANGED: Readonly<
  Record<string, { subject: string; paragraphs: readonly string[]; doer: string | undefined }>
> = {
  'administrator.invited': INVITATION,
  'account.bound': {
    subject: '설치 관리자 계정 연결 / Account of an administrator linked',
    paragraphs: BOUND,
    doer: undefined,
  },
  'account.unbound': {
    ...{
      subject: '설치 관리자 계정 연결 해제 / Account of an administrator unlinked',
      paragraphs: UNBOUND,
    },
    doer: '해제한 사람 / Unlinked by',
  },
}

/** The person and all administrators receive this mail, without a link. */
export function whoChangedMail(
  to: ConsoleMailRecipient,
  { kind, name, email, address, about, at }: WhoChanged,
  publicUrl: string,
): Mail {
  const { subject, paragraphs, doer } = WHO_CHANGED[kind] ?? PASSKEY
  const by = email === '' ? '서버 명령 / Server command' : nameOf({ name, email })
  const content = {
    greeting: greetingOf(to.name),
    paragraphs: [...paragraphs],
    facts: [
      { label: '관리자 / Administrator', value: doer === undefined ? by : (about ?? '') },
      doer === undefined
        ? { label: '네트워크 주소 / Network address', value: address }
        : { label: doer, value: by },
      { label: '일시 / Time', value: formatRoomTimeIn(at, 'ko', 'Asia/Seoul') },
    ],
    link: { label: '콘솔 / Console', url: linkOutside(publicUrl, '/console') },
    footer:
      '설치 관리자에게 보내는 메일입니다. 잘못 받으셨다면 삭제해 주세요.\nThis e-mail was sent to the administrators of the installation. If you received it in error, please delete it.',
  }
  return { to: to.email, language: 'ko', subject, ...layoutMail(content, 'ko') }
}
