import type { Language } from '../../core/errors.ts'
import { formatSize } from '../../core/format-size.ts'
import type { ViewedAs } from '../../proof/log-entry.ts'
import { ACTIVITY, type ActivityKind } from '../activity.ts'
import type { ReadingLimits } from '../rooms.ts'
import { COMPOSE_SENTENCES } from './compose-sentences.ts'
import { CONSOLE_SENTENCES } from './console-sentences.ts'
import { count } from './counted.ts'
import { DISCLOSURE_SENTENCES } from './disclosure-sentences.ts'
import { DOCUMENT_SENTENCES } from './document-sentences.ts'
import { ELEVATED_SENTENCES, ENTRY_SENTENCES } from './entry-sentences.ts'
import { MEMBER_SENTENCES } from './member-sentences.ts'
import { minuteOf } from './minute-of.ts'
import { PROGRAM_SENTENCES } from './program-sentences.ts'
import { type PageTime, pagesInWords, secondsInWords, secondsOf } from './reading-words.ts'
import { RIGHTS_SENTENCES } from './rights-sentences.ts'
import { ROOM_SENTENCES } from './room-sentences.ts'
import { type Sentence, type Sentences, words } from './sentence.ts'
import { THREAD_SENTENCES } from './thread-sentences.ts'
import { viewWords } from './view-words.ts'

/**
 * The number increases when a sentence changes; exports state it, except for version 1. Since version 4, sentences state the earlier
 * rights. Sentences are unsigned, so older exports still verify.
 */
export const SENTENCES_VERSION = 4

export const onOff = (on: boolean): readonly [string, string] => (on ? ['켜짐', 'on'] : ['꺼짐', 'off'])

const FAST = {
  documents: ['문서', 'documents'],
  pages: ['페이지', 'pages'],
  downloads: ['다운로드', 'downloads'],
} as const

export function limitsOf(limits: ReadingLimits, span: 'Minute' | 'Hour', language: Language): string {
  const [documents, pages, downloads] = [limits[`documentsPer${span}`], limits[`pagesPer${span}`], limits[`downloadsPer${span}`]]
  if (language === 'ko') return `문서 ${documents}·페이지 ${pages}·다운로드 ${downloads}`
  return `${documents} documents, ${pages} pages, ${downloads} downloads`
}

const phase = words({
  open: ['데이터룸 재개', 'Reopened the room'],
  frozen: ['데이터룸 동결', 'Froze the room'],
  closed: ['데이터룸 종료', 'Closed the room'],
})
const confirming = words({
  operator: ['다른 운영자가 확인', 'confirmed by another operator'],
  time: ['24시간 경과', '24 hours elapsed'],
  machine: ['서버 관리자가 실행', 'run by the server administrator'],
  restored: ['백업에서 복원된 데이터', 'data restored from a backup'],
})
const densities = words({
  light: ['옅게', 'light'],
  standard: ['보통', 'standard'],
  dense: ['촘촘하게', 'dense'],
})
const withheld = words({
  right: ['권한 없음', 'no permission'],
  watermark: ['워터마크를 넣을 수 없음', 'cannot be watermarked'],
  preview: ['미리보기 없음', 'no preview'],
  type: ['인쇄할 수 없는 형식', 'file type cannot be printed'],
  'view-as': ['다른 사용자로 보는 중', 'while viewing as another participant'],
})
const archiveOfScope = words({
  room: ['룸 보관본', 'an archive of the room'],
  own: ['본인 보관본', 'an archive of their own'],
})
const archiveOf = ({ scope, group }: { readonly scope: 'room' | 'own'; readonly group?: string | undefined }) =>
  group === undefined ? archiveOfScope(scope) : [`'${group}' 그룹 보관본`, `an archive of what the group '${group}' sees`]
export function leftOf({
  shared,
  backupsUntil: until,
}: {
  readonly shared: boolean
  readonly backupsUntil?: string | undefined
}): readonly [string, string] {
  const notes = [
    ...(shared ? [['사본에 내용이 남아 있음', 'a copy still holds the content'] as const] : []),
    ...(until === undefined
      ? []
      : [[`데이터베이스 백업 보관 기한: ${until}`, `backups of the database hold its keys until ${until}`] as const]),
  ]
  if (notes.length === 0) return ['', '']
  return [` (${notes.map(([korean]) => korean).join(', ')})`, ` (${notes.map(([, english]) => english).join(', ')})`]
}

export const EXPORT_FORMAT_NAMES = { html: 'HTML', csv: 'CSV', json: 'JSON' } as const

export const people = ({ length }: readonly unknown[]): string => `${length} ${length === 1 ? 'person' : 'people'}`

const readInWords = (pages: readonly PageTime[], language: Language): string =>
  `${pagesInWords(
    pages.map(({ page }) => page),
    language,
  )}, ${secondsInWords(secondsOf(pages), language)}`

const SENTENCES: Sentences<ActivityKind> = {
  'room.created': ({ name }) => [`데이터룸 개설: ${name}`, `Opened the room: ${name}`],
  'room.phase': ({ phase: to, scheduled, restoredTo }) => [
    `${phase(to)[0]}${scheduled ? ' (예정된 일시)' : ''}${restoredTo === undefined ? '' : ` (${minuteOf(restoredTo)} 백업에서 복원)`}`,
    `${phase(to)[1]}${scheduled ? ' (as scheduled)' : ''}${restoredTo === undefined ? '' : ` (restored to the backup of ${minuteOf(restoredTo)})`}`,
  ],
  'room.scheduled': ({ closesAt }) =>
    closesAt === null
      ? ['종료 예약 취소', 'Cancelled the scheduled closing']
      : [`종료 예약: ${minuteOf(closesAt)}`, `Scheduled the closing for ${minuteOf(closesAt)}`],
  'room.closing-told': ({ ahead, closesAt, people: reported }) => [
    `종료 ${ahead === 'week' ? '7일' : '1일'} 전 안내 메일: ${reported}명 (${minuteOf(closesAt)} 종료)`,
    `Sent ${reported} ${reported === 1 ? 'person' : 'people'} the ${ahead === 'week' ? '7-day' : '1-day'} closing notice (closing at ${minuteOf(closesAt)})`,
  ],
  'room.destruction-asked': ({ destroysAt }) => [
    `파기 신청: 다른 운영자가 확인하거나 ${minuteOf(destroysAt)}이 되면 시작`,
    `Requested destruction of the room: starts on confirmation by another operator, or at ${minuteOf(destroysAt)}`,
  ],
  'room.destruction-withdrawn': () => ['파기 신청 철회', 'Withdrew the destruction request'],
  'room.destruction-confirmed': ({ by }) => [`파기 시작: ${confirming(by)[0]}`, `Destruction started: ${confirming(by)[1]}`],
  'room.key-destroyed': () => ['데이터룸 키 파기', 'Destroyed the room key'],
  'room.destroyed': ({ documents, versions, bytes }) => [
    `데이터룸 파기: 문서 ${documents}개, 버전 ${versions}개, ${formatSize(bytes)}`,
    `Destroyed the room: ${count(documents, 'document')}, ${count(versions, 'version')}, ${formatSize(bytes)}`,
  ],
  'room.renamed': ({ name, before }) => [`데이터룸 이름 변경: ${before} → ${name}`, `Renamed the room from ${before} to ${name}`],
  'room.switched': ({ watermark, noti }) => [
    `설정 변경: 워터마크 ${onOff(watermark)[0]}, 새 문서 알림 ${onOff(noti)[0]}`,
    `Changed settings: watermark ${onOff(watermark)[1]}, new-document notification ${onOff(noti)[1]}`,
  ],
  'room.watermark-style': ({ density, strength }) => [
    `워터마크 모양 변경: ${densities(density)[0]}, 진하기 ${strength}%`,
    `Changed the watermark style: ${densities(density)[1]}, strength ${strength}%`,
  ],
  'room.viewing': ({ selection, strict, imageCopies }) => [
    `열람 설정 변경: 텍스트 선택 ${onOff(selection)[0]}, 엄격 모드 ${onOff(strict)[0]}, 이미지로 다운로드 ${onOff(imageCopies)[0]}`,
    `Changed viewing settings: text selection ${onOff(selection)[1]}, strict mode ${onOff(strict)[1]}, downloads as images ${onOff(imageCopies)[1]}`,
  ],
  'room.entering': ({ secondStep }) => [
    `입장 설정 변경: 2단계 인증 ${onOff(secondStep)[0]}`,
    `Changed sign-in settings: two-step verification ${onOff(secondStep)[1]}`,
  ],
  ...ROOM_SENTENCES,
  'room.reading-limits': (limits) => [
    `열람 속도 한도 변경: 1분 ${limitsOf(limits, 'Minute', 'ko')}, 1시간 ${limitsOf(limits, 'Hour', 'ko')}`,
    `Changed reading limits: ${limitsOf(limits, 'Minute', 'en')} per minute, ${limitsOf(limits, 'Hour', 'en')} per hour`,
  ],
  'reading.too-fast': ({ what, span, limit }) => [
    `지나치게 빠른 열람: ${FAST[what][0]} ${span === 'minute' ? '1분' : '1시간'} 한도 ${limit} 초과`,
    `Read faster than a person can: more than ${limit} ${FAST[what][1]} per ${span}`,
  ],
  'room.key-replaced': ({ values }) => [`룸 암호화 열쇠 교체 (${values}개 항목)`, `Rotated the room key (${count(values, 'value')})`],
  ...ENTRY_SENTENCES,
  ...MEMBER_SENTENCES,
  ...ELEVATED_SENTENCES,
  ...RIGHTS_SENTENCES,
  ...THREAD_SENTENCES,
  ...DISCLOSURE_SENTENCES,
  ...PROGRAM_SENTENCES,
  ...CONSOLE_SENTENCES,
  ...DOCUMENT_SENTENCES,
  ...COMPOSE_SENTENCES,
  'document.destruction-ordered': ({ name }) => [`파기 요청: ${name}`, `Ordered permanent deletion of ${name}`],
  'document.destroyed': ({ name, ...left }) => [`파기: ${name}${leftOf(left)[0]}`, `Permanently deleted ${name}${leftOf(left)[1]}`],
  'document.version-destroyed': ({ name, number, ...left }) => [
    `이전 버전 파기: ${name} ${number}번째${leftOf(left)[0]}`,
    `Permanently deleted version ${number} of ${name}${leftOf(left)[1]}`,
  ],
  'document.viewed': ({ name }) => [`열람: ${name}`, `Viewed ${name}`],
  'document.passage-shown': ({ name }) => [`검색 결과에 본문 일부 표시: ${name}`, `Saw an excerpt of ${name} in search results`],
  'document.pages-viewed': ({ name, pages }) => [
    `열람 시간: ${name} (${readInWords(pages, 'ko')})`,
    `Read ${name} (${readInWords(pages, 'en')})`,
  ],
  'document.password-refused': ({ name }) => [`문서 암호 불일치: ${name}`, `Incorrect password for ${name}`],
  'document.capture-attempted': ({ name, page }) => [
    `화면 캡처 시도: ${name} (${page}쪽)`,
    `Screen capture attempt: ${name} (page ${page})`,
  ],
  'document.downloaded': ({ name, version, pictures }) => [
    `다운로드: ${name}${version === undefined ? '' : ` (${version}번째 버전)`}${pictures === undefined ? '' : ` (${pictures}쪽은 그림)`}`,
    `Downloaded ${name}${version === undefined ? '' : ` (version ${version})`}${pictures === undefined ? '' : ` (${count(pictures, 'page')} as images)`}`,
  ],
  'document.download-refused': ({ name, reason }) => [
    `다운로드 거부: ${name} (${withheld(reason)[0]})`,
    `Download refused: ${name} (${withheld(reason)[1]})`,
  ],
  'document.zip-downloaded': ({ name, files }) => [
    `압축 다운로드: ${name} (${files}개 파일)`,
    `Downloaded ${name} (${count(files, 'file')})`,
  ],
  'document.printed': ({ name }) => [`인쇄: ${name}`, `Printed ${name}`],
  'document.print-refused': ({ name, reason }) => [
    `인쇄 거부: ${name} (${withheld(reason)[0]})`,
    `Print refused: ${name} (${withheld(reason)[1]})`,
  ],
  'activity.exported': ({ format, own, print }) => [
    print ? '활동 내역 목록 인쇄' : `활동 내역 내보내기 (${EXPORT_FORMAT_NAMES[format]}${own ? ', 본인 것만' : ''})`,
    print ? 'Printed the activity log' : `Exported the activity log (${EXPORT_FORMAT_NAMES[format]}${own ? ', own entries only' : ''})`,
  ],
  'archive.ordered': (archive) => [
    `${archiveOf(archive)[0]} 만들기${archive.sealed ? ' (암호화)' : ''}`,
    `Ordered ${archiveOf(archive)[1]}${archive.sealed ? ' (encrypted)' : ''}`,
  ],
  'archive.fetched': (archive) => [
    `${archiveOf(archive)[0]} 다운로드 (${formatSize(archive.size)})`,
    `Downloaded ${archiveOf(archive)[1]} (${formatSize(archive.size)})`,
  ],
  'archive.removed': (archive) => [`${archiveOf(archive)[0]} 삭제`, `Deleted ${archiveOf(archive)[1]}`],
  'archive.written': ({ files, size }) => [
    `서버에서 룸 보관본 저장 (${files}개 파일, ${formatSize(size)})`,
    `Saved an archive of the room on the server (${count(files, 'file')}, ${formatSize(size)})`,
  ],
  'message.sent': ({ to, memberIds }) => [
    to === 'operators' ? '운영자에게 메시지 보내기' : `사용자 ${memberIds.length}명에게 메시지 보내기`,
    to === 'operators' ? 'Messaged the operators' : `Messaged ${people(memberIds)}`,
  ],
  'message.sent-again': ({ to, memberIds }) => [
    to === 'operators' ? '운영자에게 메시지 다시 보내기' : `사용자 ${memberIds.length}명에게 메시지 다시 보내기`,
    to === 'operators' ? 'Resent a message to the operators' : `Resent a message to ${people(memberIds)}`,
  ],
  'message.file-fetched': ({ name, size }) => [
    `메시지 첨부 파일 다운로드: ${name} (${formatSize(size)})`,
    `Downloaded ${name}, attached to a message (${formatSize(size)})`,
  ],
  'message.files-removed': ({ count: number, size }) => [
    `보관 기간이 지난 메시지 첨부 파일 ${number}개 삭제 (${formatSize(size)})`,
    `Deleted ${count(number, 'expired message attachment')} (${formatSize(size)})`,
  ],
}

const UNREADABLE = { ko: '읽을 수 없는 기록', en: 'An entry that cannot be read' } as const

export function sentenceOf(kind: string, details: unknown, language: Language, viewAs?: ViewedAs): string {
  const known = Object.hasOwn(ACTIVITY, kind) ? (kind as ActivityKind) : undefined
  const parsed = known && ACTIVITY[known].safeParse(details)
  if (!known || !parsed?.success) return UNREADABLE[language]
  const [korean, english] = (SENTENCES[known] as Sentence<ActivityKind>)(withNumber(parsed.data) as never)
  const sentence = language === 'ko' ? korean : english
  return viewAs ? `${sentence} · ${viewWords(viewAs, language)}` : sentence
}

const withNumber = (details: object): object =>
  'index' in details && typeof details.index === 'string' && 'name' in details
    ? { ...details, name: `${details.index} ${String(details.name)}` }
    : details
