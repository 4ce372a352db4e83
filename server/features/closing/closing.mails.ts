import { formatRoomTimeIn } from '../../../contract/core/room-time.ts'
import type { DestructionCertificate } from '../../../contract/proof/destruction.ts'
import { greetingOf } from '../../platform/mail/greeting.ts'
import { layoutMail, type MailContent } from '../../platform/mail/layout.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { linkIntoRoom } from '../../platform/mail/mail-links.ts'
import type { RoomRow } from '../rooms/index.ts'

interface Addressee {
  readonly name: string
  readonly email: string
}

type OfRoom = Pick<RoomRow, 'name' | 'room_no' | 'zone'>

interface ClosingMailContent {
  readonly subject: readonly [ko: string, en: string]
  readonly texts: readonly string[]
  readonly facts?: MailContent['facts']
  readonly link?: MailContent['link']
}

const FOOTER =
  '데이터룸의 사용자에게 보내는 메일입니다. 잘못 받으셨다면 삭제해 주세요.\nThis e-mail was sent to everyone in the data room. If you received it in error, please delete it.'

/** Recipients' languages are unknown. */
function mailOf(
  to: Addressee,
  room: Pick<OfRoom, 'name' | 'room_no'>,
  { subject, texts, facts = [], link }: ClosingMailContent,
): Mail {
  const content: MailContent = {
    greeting: greetingOf(to.name),
    paragraphs: texts,
    facts: [
      { label: '데이터룸 / Data room', value: room.name },
      { label: '데이터룸 번호 / Room number', value: room.room_no },
      ...facts,
    ],
    ...(link ? { link } : {}),
    footer: FOOTER,
  }
  return {
    to: to.email,
    language: 'ko',
    subject: `[${room.name}] ${subject.join(' / ')}`,
    ...layoutMail(content, 'ko'),
  }
}

const timeOf = (at: Date, zone: string): string => formatRoomTimeIn(at, 'ko', zone)

const enterAt = (publicUrl: string, room: OfRoom) => ({
  label: '데이터룸 입장 / Enter the data room',
  url: linkIntoRoom(publicUrl, room.room_no, '/login'),
})

export const closingMail = (
  to: Addressee,
  room: OfRoom,
  { closesAt, publicUrl }: { closesAt: Date; publicUrl: string },
): Mail =>
  mailOf(to, room, {
    subject: ['데이터룸 종료 예정', 'Your data room is closing soon'],
    texts: [
      '아래 일시에 데이터룸이 종료됩니다. 종료되면 운영자 외에는 입장할 수 없으니, 필요한 문서는 그 전에 확인해 주세요.',
      'The data room closes at the time below. After that only operators can enter, so please review any documents you need beforehand.',
    ],
    facts: [{ label: '종료 일시 / Closes at', value: timeOf(closesAt, room.zone) }],
    link: enterAt(publicUrl, room),
  })

export const closedMail = (to: Addressee, room: OfRoom, at: Date): Mail =>
  mailOf(to, room, {
    subject: ['데이터룸 종료', 'Your data room has closed'],
    texts: [
      '데이터룸이 종료되어 더 이상 입장할 수 없습니다. 문의할 것이 있으면 데이터룸 운영자에게 연락해 주세요.',
      'The data room has closed and you can no longer enter. If you have any questions, please contact an operator of the data room.',
    ],
    facts: [{ label: '종료 일시 / Closed at', value: timeOf(at, room.zone) }],
  })

const BEGINS = {
  confirmed: [
    '다른 운영자가 확인하거나 아래 일시가 되면 파기가 시작되고,',
    'Destruction starts when another operator confirms it, or at the time below.',
  ],
  byTime: ['아래 일시가 되면 파기가 시작되고,', 'Destruction starts at the time below.'],
} as const

export const closingAskedMail = (
  to: Addressee,
  room: OfRoom,
  { closesAt, by, publicUrl }: { closesAt: Date; by: string; publicUrl: string },
): Mail =>
  mailOf(to, room, {
    subject: ['데이터룸 종료 요청', 'Closing of your data room requested'],
    texts: [
      '데이터룸의 종료가 요청되어 데이터룸이 바로 동결되었고, 아래 일시에 종료됩니다. 그 전까지는 운영자가 운영자 화면의 데이터룸 종료에서 예약을 취소하고 데이터룸을 다시 열 수 있습니다.',
      'The closing of the data room has been requested. The room was frozen at once and closes at the time below. Until then, any operator can cancel the scheduled closing and reopen the room in the operator area.',
    ],
    facts: [
      { label: '요청한 사람 또는 프로그램 / Requested by', value: by },
      { label: '종료 일시 / Closes at', value: timeOf(closesAt, room.zone) },
    ],
    link: enterAt(publicUrl, room),
  })

/** @param by undefined for the command line @param isConfirmable if confirming acts at once */
export const askedMail = (
  to: Addressee,
  room: OfRoom,
  {
    dueAt,
    by,
    isConfirmable,
    publicUrl,
  }: {
    dueAt: Date
    by: Pick<Addressee, 'name'> | undefined
    isConfirmable: boolean
    publicUrl: string
  },
): Mail => {
  const [ko, en] = BEGINS[isConfirmable ? 'confirmed' : 'byTime']
  return mailOf(to, room, {
    subject: ['데이터룸 파기 신청', 'Destruction of your data room requested'],
    texts: [
      `데이터룸의 파기가 신청되었습니다. ${ko} 문서와 메시지 등 데이터룸의 모든 내용을 다시는 열 수 없게 됩니다. 그 전까지는 운영자가 철회할 수 있습니다.`,
      `Destruction of the data room has been requested. ${en} All documents, messages and other content of the data room will be permanently erased. Until then, an operator can withdraw the request.`,
    ],
    facts: [
      { label: '신청한 사람 / Requested by', value: auditActorOf(by) },
      { label: '파기 시작 / Starts at', value: timeOf(dueAt, room.zone) },
    ],
    link: enterAt(publicUrl, room),
  })
}

const auditActorOf = (by: Pick<Addressee, 'name'> | undefined): string =>
  by?.name ?? '서버 관리자 / Server administrator'

export const withdrawnMail = (
  to: Addressee,
  room: OfRoom,
  { by, publicUrl }: { by: Pick<Addressee, 'name'> | undefined; publicUrl: string },
): Mail =>
  mailOf(to, room, {
    subject: ['데이터룸 파기 철회', 'Destruction of your data room withdrawn'],
    texts: [
      '신청되었던 데이터룸의 파기가 철회되었습니다. 데이터룸은 그대로 유지됩니다.',
      'The request to destroy the data room has been withdrawn. The data room remains as it is.',
    ],
    facts: [{ label: '철회한 사람 / Withdrawn by', value: auditActorOf(by) }],
    link: enterAt(publicUrl, room),
  })

export const certificateMail = (
  to: Addressee,
  { facts }: DestructionCertificate,
  { zone, json, pdf }: { readonly zone: string; readonly json: Buffer; readonly pdf: Buffer },
): Mail => ({
  ...mailOf(
    to,
    { name: facts.room.name, room_no: facts.room.roomNo },
    {
      subject: ['데이터룸 파기 증명서', 'Certificate of destruction'],
      texts: [
        '데이터룸이 파기되었습니다. 첨부한 증명서에는 무엇을 언제 어떻게 파기했고, 무엇이 언제까지 남는지 적혀 있습니다. JSON 파일은 서버 없이 /verify 페이지에서 확인할 수 있으니 함께 보관해 주세요.',
        'The data room has been destroyed. The attached certificate states what was destroyed, when and how, and what will remain and until when. Please also keep the JSON file: you can check it on the /verify page without the server.',
      ],
      facts: [
        {
          label: '키 파기 / Key destroyed at',
          value: timeOf(new Date(facts.keyDestroyedAt), zone),
        },
        { label: '파기 완료 / Completed at', value: timeOf(new Date(facts.finishedAt), zone) },
        { label: '문서 / Documents', value: String(facts.destroyed.documents.count) },
      ],
    },
  ),
  attachments: [
    { name: `destruction-${facts.room.roomNo}.pdf`, type: 'application/pdf', content: pdf },
    { name: `destruction-${facts.room.roomNo}.json`, type: 'application/json', content: json },
  ],
})
