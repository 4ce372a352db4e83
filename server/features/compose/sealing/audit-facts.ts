import { wallClock } from '../../../../contract/core/room-time.ts'
import type { ParticipantType } from '../../../../contract/features/composed.ts'
import type { AuditFacts, AuditLine, AuditPerson } from '../../../workers/seal/index.ts'
import type { RoomRow } from '../../rooms/index.ts'
import type { TemplateEventKind } from '../compose.tables.ts'
import type { ParticipantRow, TemplateRow } from '../templates.read.ts'
import type { EventRow } from './sealing.read.ts'

/** All that the pages behind a sealed document tell of. */
export interface AuditSource {
  readonly template: Pick<TemplateRow, 'id' | 'name' | 'origin_name' | 'was_signed'>
  readonly room: Pick<RoomRow, 'name' | 'room_no' | 'zone'>
  readonly author: { readonly name: string; readonly email: string }
  readonly participants: readonly ParticipantRow[]
  readonly events: readonly EventRow[]
  /** Images with which people signed, by their places in the list of images. */
  readonly imagesOf: ReadonlyMap<number, readonly number[]>
  /** The PDF that was taken, and the one that was shown to whoever signed. */
  readonly source: { readonly originSha256: string; readonly sha256: string }
  readonly at: Date
}

interface Words {
  readonly ko: string
  readonly en: string
}

const ROLES: Readonly<Record<ParticipantType, Words>> = {
  SIGNER: { ko: '서명자', en: 'signer' },
  APPROVER: { ko: '승인자', en: 'approver' },
  CC: { ko: '참조', en: 'in copy' },
}

const EVENTS: Readonly<Record<TemplateEventKind, Words>> = {
  sent: { ko: '서명 요청', en: 'Sent to be signed' },
  invited: { ko: '초대 메일', en: 'Invited by mail' },
  reminded: { ko: '알림 메일', en: 'Reminded by mail' },
  opened: { ko: '문서 열람', en: 'Opened the document' },
  signed: { ko: '전자서명 동의 및 서명', en: 'Consented to sign electronically and signed' },
  approved: { ko: '전자 방식 동의 및 승인', en: 'Consented to act electronically and approved' },
  declined: { ko: '서명 거절', en: 'Declined' },
  expired: { ko: '기한 만료', en: 'Expired' },
  cancelled: { ko: '요청 취소', en: 'Called back' },
  'seal-failed': { ko: '봉인 실패', en: 'Sealing failed' },
}

/** What a person did is told with when, from where and with what program. */
const ACTED: ReadonlySet<TemplateEventKind> = new Set(['signed', 'approved'])

/** Mails to a person: who had them sent was elsewhere than the person. */
const TO_PERSON: ReadonlySet<TemplateEventKind> = new Set(['invited', 'reminded'])

const ADDRESS: Words = { ko: '네트워크 주소', en: 'Network address' }
const PROGRAM: Words = { ko: '사용한 프로그램', en: 'Program' }

const labelled = ({ ko, en }: Words, value: string | null): string | undefined => (value ? `${ko} · ${en}: ${value}` : undefined)

/** What the pages behind a sealed document say. Times are those of the room, with their distance from UTC. */
export function auditFacts(source: AuditSource): AuditFacts {
  const { template, room, author, participants, events, at } = source
  const time = (moment: Date): string => zonedTime(moment, room.zone)
  const names = new Map(participants.map(({ id, name, email }) => [id, `${name} <${email}>`]))
  return {
    document: [
      { ko: '문서 이름', en: 'Document', value: template.name },
      { ko: '원본 파일 이름', en: 'Original file', value: template.origin_name },
      { ko: '문서 번호', en: 'Document number', value: String(template.id) },
      { ko: '데이터룸', en: 'Data room', value: `${room.name} (${room.room_no})` },
      { ko: '요청한 사람', en: 'Sender', value: `${author.name} <${author.email}>` },
      ...digestsOf(source.source),
      { ko: '봉인 시각', en: 'Sealed', value: time(at) },
    ],
    people: participants.map((person) => personOf(person, source, time)),
    events: [
      ...events.map(({ kind, at: moment, participant_id, address, agent }) => ({
        ...EVENTS[kind],
        value: [
          time(moment),
          participant_id === null ? undefined : names.get(participant_id),
          ...(TO_PERSON.has(kind) ? [] : [labelled(ADDRESS, address), labelled(PROGRAM, agent)]),
        ]
          .filter(Boolean)
          .join('\n'),
      })),
      { ko: '봉인', en: 'Sealed', value: time(at) },
    ],
    notes: notesOf(template.was_signed),
  }
}

function personOf(person: ParticipantRow, { events, imagesOf }: AuditSource, time: (at: Date) => string): AuditPerson {
  const acted = events.findLast(({ participant_id, kind }) => participant_id === person.id && ACTED.has(kind))
  const when = (words: Words, at: Date | null | undefined): AuditLine[] => (at ? [{ ...words, value: time(at) }] : [])
  const known = (words: Words, value: string | null | undefined): AuditLine[] => (value ? [{ ...words, value }] : [])
  const role = ROLES[person.type]
  return {
    name: person.name,
    email: person.email,
    lines: [
      { ko: '역할', en: 'Role', value: `${role.ko} · ${role.en}` },
      ...when({ ko: '초대', en: 'Invited' }, person.invited_at),
      ...when({ ko: '열람', en: 'Opened' }, person.opened_at),
      ...when(acted ? EVENTS[acted.kind] : EVENTS.signed, person.type === 'CC' ? null : (acted?.at ?? person.done_at)),
      ...known(ADDRESS, acted?.address),
      ...known(PROGRAM, acted?.agent),
    ],
    images: imagesOf.get(person.id) ?? [],
  }
}

/** Of an original that had to be changed to be signed, as one that was encrypted, both are told. */
function digestsOf({ originSha256, sha256 }: AuditSource['source']): AuditLine[] {
  const original = { ko: 'PDF 원본의 SHA-256', en: 'SHA-256 of the original PDF', value: originSha256 }
  if (originSha256 === sha256) return [original]
  const signed =
    '\n(암호를 풀었거나 양식·주석을 페이지에 고정 · without its encryption, or with forms and annotations made part of its pages)'
  return [original, { ko: '서명한 PDF의 SHA-256', en: 'SHA-256 of the PDF as it was signed', value: `${sha256}${signed}` }]
}

const notesOf = (wasSigned: boolean): Words[] => [
  {
    ko: '이 파일 전체를 전자서명으로 봉인했습니다. 그 뒤에 한 글자라도 바뀌면 PDF 프로그램이 서명 검증에서 알려 줍니다.',
    en: 'The whole file is sealed by a digital signature: PDF programs tell when anything in it was changed afterwards.',
  },
  {
    ko: '파일은 자기 자신의 SHA-256을 담을 수 없으므로, 봉인한 파일의 SHA-256은 완료 메일과 데이터룸의 기록에 있습니다.',
    en: 'A file cannot hold its own SHA-256: that of the sealed file is in the mail of completion and in the log of the data room.',
  },
  ...(wasSigned
    ? [
        {
          ko: '원본에는 이미 전자서명이 있었습니다. 내용을 더했으므로 그 서명은 이 파일에서 유효하지 않으며, 원본에서만 확인할 수 있습니다.',
          en: 'The original was signed digitally before. Since something was added to it, those signatures hold for the original alone.',
        },
      ]
    : []),
]

/** `YYYY-MM-DD HH:mm:ss +09:00 (Asia/Seoul)`. */
function zonedTime(at: Date, zone: string): string {
  const { year, month, day, hour, minute, second } = wallClock(at, zone)
  const wall = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
  const ahead = Math.round((wall - Math.floor(at.getTime() / 1000) * 1000) / 60_000)
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60].map((part) => String(part).padStart(2, '0'))
  return `${year}-${month}-${day} ${hour}:${minute}:${second} ${ahead < 0 ? '-' : '+'}${hours}:${minutes} (${zone})`
}
