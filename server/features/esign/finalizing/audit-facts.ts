import { wallClock } from '../../../../contract/core/room-time.ts'
import type { ParticipantType } from '../../../../contract/features/composed.ts'
import type { AuditFacts, AuditLine, AuditPerson } from '../../../workers/esign/index.ts'
import type { RoomRow } from '../../rooms/index.ts'
import type { ParticipantRow, TemplateRow } from '../drafting/templates.read.ts'
import type { TemplateEventKind } from '../esign.tables.ts'
import type { EventRow } from './sealing.read.ts'

export interface AuditSource {
  readonly template: Pick<TemplateRow, 'id' | 'name' | 'origin_name' | 'was_signed'>
  readonly room: Pick<RoomRow, 'name' | 'room_no' | 'zone'>
  readonly author: { readonly name: string; readonly email: string }
  readonly participants: readonly ParticipantRow[]
  readonly events: readonly EventRow[]
  readonly imagesOf: ReadonlyMap<number, readonly number[]>
  /** The digests are of the uploaded and the shown PDF. */
  readonly source: { readonly originSha256: string; readonly sha256: string }
  readonly at: Date
}

interface AuditFactWords {
  readonly ko: string
  readonly en: string
}

const ROLES: Readonly<Record<ParticipantType, AuditFactWords>> = {
  SIGNER: { ko: '서명자', en: 'signer' },
  APPROVER: { ko: '승인자', en: 'approver' },
  CC: { ko: '참조', en: 'CC' },
}

const EVENTS: Readonly<Record<TemplateEventKind, AuditFactWords>> = {
  sent: { ko: '서명 요청', en: 'Sent for signature' },
  invited: { ko: '초대 메일', en: 'Request e-mailed' },
  reminded: { ko: '알림 메일', en: 'Reminder e-mailed' },
  opened: { ko: '문서 열람', en: 'Opened the document' },
  signed: { ko: '전자서명 동의 및 서명', en: 'Consented to electronic signature and signed' },
  approved: { ko: '전자 방식 동의 및 승인', en: 'Consented to electronic approval and approved' },
  declined: { ko: '서명 거절', en: 'Declined' },
  expired: { ko: '기한 만료', en: 'Expired' },
  cancelled: { ko: '요청 취소', en: 'Request cancelled' },
  'seal-failed': { ko: '봉인 실패', en: 'Sealing failed' },
}

const ACTED: ReadonlySet<TemplateEventKind> = new Set(['signed', 'approved'])

/** Mails omit the sender's own acts. */
const TO_PERSON: ReadonlySet<TemplateEventKind> = new Set(['invited', 'reminded'])

const ADDRESS: AuditFactWords = { ko: '네트워크 주소', en: 'Network address' }
const PROGRAM: AuditFactWords = { ko: '사용한 프로그램', en: 'Program' }

const labelled = ({ ko, en }: AuditFactWords, value: string | null): string | undefined =>
  value ? `${ko} · ${en}: ${value}` : undefined

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
      { ko: '요청한 사람', en: 'Requested by', value: `${author.name} <${author.email}>` },
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

function personOf(
  person: ParticipantRow,
  { events, imagesOf }: AuditSource,
  time: (at: Date) => string,
): AuditPerson {
  const acted = events.findLast(
    ({ participant_id, kind }) => participant_id === person.id && ACTED.has(kind),
  )
  const when = (words: AuditFactWords, at: Date | null | undefined): AuditLine[] =>
    at ? [{ ...words, value: time(at) }] : []
  const known = (words: AuditFactWords, value: string | null | undefined): AuditLine[] =>
    value ? [{ ...words, value }] : []
  const role = ROLES[person.type]
  return {
    name: person.name,
    email: person.email,
    lines: [
      { ko: '역할', en: 'Role', value: `${role.ko} · ${role.en}` },
      ...when({ ko: '초대', en: 'Requested' }, person.invited_at),
      ...when({ ko: '열람', en: 'Opened' }, person.opened_at),
      ...when(
        acted ? EVENTS[acted.kind] : EVENTS.signed,
        person.type === 'CC' ? null : (acted?.at ?? person.done_at),
      ),
      ...known(ADDRESS, acted?.address),
      ...known(PROGRAM, acted?.agent),
    ],
    images: imagesOf.get(person.id) ?? [],
  }
}

function digestsOf({ originSha256, sha256 }: AuditSource['source']): AuditLine[] {
  const original = {
    ko: 'PDF 원본의 SHA-256',
    en: 'SHA-256 of the original PDF',
    value: originSha256,
  }
  if (originSha256 === sha256) return [original]
  const signed =
    '\n(암호를 풀었거나 양식·주석을 페이지에 고정 · decrypted, or with forms and annotations flattened into its pages)'
  return [
    original,
    { ko: '서명한 PDF의 SHA-256', en: 'SHA-256 of the PDF as signed', value: `${sha256}${signed}` },
  ]
}

const notesOf = (wasSigned: boolean): AuditFactWords[] => [
  {
    ko: '이 파일 전체를 전자서명으로 봉인했습니다. 그 뒤에 한 글자라도 바뀌면 PDF 프로그램이 서명 검증에서 알려 줍니다.',
    en: 'The whole file is sealed with a digital signature. PDF software reports any subsequent change when it validates the signature.',
  },
  {
    ko: '파일은 자기 자신의 SHA-256을 담을 수 없으므로, 봉인한 파일의 SHA-256은 완료 메일과 데이터룸의 기록에 있습니다.',
    en: 'A file cannot contain its own SHA-256. The SHA-256 of the sealed file is given in the completion e-mail and in the data room’s activity log.',
  },
  ...(wasSigned
    ? [
        {
          ko: '원본에는 이미 전자서명이 있었습니다. 내용을 더했으므로 그 서명은 이 파일에서 유효하지 않으며, 원본에서만 확인할 수 있습니다.',
          en: 'The original already carried digital signatures. Because content was added, those signatures are valid only for the original.',
        },
      ]
    : []),
]

/** Formats a time as `YYYY-MM-DD HH:mm:ss +09:00 (Asia/Seoul)`. */
function zonedTime(at: Date, zone: string): string {
  const { year, month, day, hour, minute, second } = wallClock(at, zone)
  const wall = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  )
  const ahead = Math.round((wall - Math.floor(at.getTime() / 1000) * 1000) / 60_000)
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `${year}-${month}-${day} ${hour}:${minute}:${second} ${ahead < 0 ? '-' : '+'}${hours}:${minutes} (${zone})`
}
