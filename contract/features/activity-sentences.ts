import type { Language } from '../core/errors.ts'
import { formatSize } from '../core/format-size.ts'
import { ROLE } from '../core/limits.ts'
import { sealLevelWords } from '../core/seal-level.ts'
import { ACTIVITY, type ActivityDetails, type ActivityKind } from './activity.ts'
import { type PageTime, pagesInWords, secondsInWords, secondsOf } from './reading-words.ts'
import type { ReadingLimits } from './rooms.ts'

/**
 * Goes up when a sentence is rewritten; exports name it. 1, which exports do not name: reading told the number of its pages. 2: it names them.
 * Sentences are neither hashed nor signed: a checker makes them from the entry, so exports with older sentences verify.
 */
export const SENTENCES_VERSION = 2

type Sentence<K extends ActivityKind> = (details: ActivityDetails<K>) => readonly [korean: string, english: string]
type Sentences = { readonly [K in ActivityKind]: Sentence<K> }

const onOff = (on: boolean): readonly [string, string] => (on ? ['켜짐', 'on'] : ['꺼짐', 'off'])

/** Words of a closed list, in both languages. */
const words =
  <T extends string>(list: Readonly<Record<T, readonly [string, string]>>) =>
  (word: T) =>
    list[word]

const closing = words({
  blocked: ['접근이 차단된 사용자', 'access is blocked'],
  expired: ['기한이 지난 PIN', 'the PIN has expired'],
  closed: ['닫힌 데이터룸', 'the room is closed'],
})
const FAST = {
  documents: ['문서', 'documents'],
  pages: ['페이지', 'pages'],
  downloads: ['다운로드', 'downloads'],
} as const

function limitsOf(limits: ReadingLimits, span: 'Minute' | 'Hour', language: Language): string {
  const [documents, pages, downloads] = [limits[`documentsPer${span}`], limits[`pagesPer${span}`], limits[`downloadsPer${span}`]]
  if (language === 'ko') return `문서 ${documents}·페이지 ${pages}·다운로드 ${downloads}`
  return `${documents} documents, ${pages} pages, ${downloads} downloads`
}

const ending = words({
  logout: ['로그아웃', 'logged out'],
  idle: ['30분 동안 사용하지 않음', 'idle for 30 minutes'],
  expired: ['로그인한 지 12시간이 지남', '12 hours after the login'],
  blocked: ['접근 차단', 'access was blocked'],
  removed: ['룸에서 삭제', 'removed from the room'],
  replaced: ['같은 브라우저에서 새로 로그인', 'a new login with the same browser'],
  elsewhere: ['다른 기기에서 종료', 'ended from another device'],
  operator: ['운영자가 종료', 'ended by an operator'],
  destroyed: ['데이터룸 파기', 'the room was destroyed'],
})
const phase = words({
  open: ['데이터룸 재개', 'Opened the room again'],
  frozen: ['데이터룸 동결', 'Froze the room'],
  closed: ['데이터룸 종료', 'Closed the room'],
})
const confirming = words({
  operator: ['다른 운영자가 확인', 'confirmed by another operator'],
  time: ['24시간 경과', '24 hours have passed'],
  machine: ['서버 관리자가 실행', 'by the person at the machine'],
  restored: ['백업에서 복원된 데이터', 'data that was restored from a backup'],
})
const viewEnding = words({
  left: ['나가기', 'left'],
  replaced: ['다른 사용자로 보기 시작', 'another view was begun'],
  session: ['운영자 화면이 닫힘', 'the operator area was closed'],
  person: ['대상 사용자의 접근이 끝남', 'the person may not enter any more'],
})
const target = words({
  print: ['인쇄', 'print'],
  download: ['다운로드', 'download'],
  access: ['접근', 'access'],
  text: ['텍스트', 'text'],
})
const unscanned = words({
  INFECTED: ['악성 코드 발견', 'malware was found'],
  UNSCANNED: ['검사하지 못함', 'it could not be scanned'],
})
const densities = words({
  light: ['옅게', 'light'],
  standard: ['보통', 'standard'],
  dense: ['촘촘하게', 'dense'],
})
const withheld = words({
  right: ['권한 없음', 'no right to it'],
  watermark: ['워터마크를 넣을 수 없음', 'it cannot be marked'],
  preview: ['미리보기 없음', 'it has no pages'],
  type: ['인쇄할 수 없는 형식', 'not a type that prints'],
  'view-as': ['다른 사용자로 보는 중', 'while viewing as another person'],
})
const archiveOf = words({
  room: ['룸 보관본', 'an archive of the room'],
  own: ['본인 보관본', 'an archive of their own'],
})
/** What of something destroyed may be found elsewhere. */
function leftOf({
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

const FORMATS = { html: 'HTML', csv: 'CSV', json: 'JSON' } as const

const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`

const people = ({ length }: readonly unknown[]): string => `${length} ${length === 1 ? 'person' : 'people'}`

/** Minutes of UTC: a sentence knows no time zone. */
const minuteOf = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`

const readInWords = (pages: readonly PageTime[], language: Language): string =>
  `${pagesInWords(
    pages.map(({ page }) => page),
    language,
  )}, ${secondsInWords(secondsOf(pages), language)}`

const SENTENCES: Sentences = {
  'room.created': ({ name }) => [`데이터룸 개설: ${name}`, `Opened the room: ${name}`],
  'room.phase': ({ phase: to, scheduled }) => [
    `${phase(to)[0]}${scheduled ? ' (예정된 일시)' : ''}`,
    `${phase(to)[1]}${scheduled ? ' (as scheduled)' : ''}`,
  ],
  'room.scheduled': ({ closesAt }) =>
    closesAt === null
      ? ['종료 예약 취소', 'Took back when the room closes']
      : [`종료 예약: ${minuteOf(closesAt)}`, `Set when the room closes: ${minuteOf(closesAt)}`],
  'room.closing-told': ({ ahead, closesAt, people: told }) => [
    `종료 ${ahead === 'week' ? '7일' : '1일'} 전 안내 메일: ${told}명 (${minuteOf(closesAt)} 종료)`,
    `Mailed ${count(told, 'member')} that the room closes within ${ahead === 'week' ? '7 days' : 'a day'} (${minuteOf(closesAt)})`,
  ],
  'room.destruction-asked': ({ destroysAt }) => [
    `파기 신청: 다른 운영자가 확인하거나 ${minuteOf(destroysAt)}이 되면 시작`,
    `Asked for the destruction of the room, which begins when another operator confirms it, or at ${minuteOf(destroysAt)}`,
  ],
  'room.destruction-withdrawn': () => ['파기 신청 철회', 'Withdrew the destruction of the room'],
  'room.destruction-confirmed': ({ by }) => [`파기 시작: ${confirming(by)[0]}`, `The destruction has begun: ${confirming(by)[1]}`],
  'room.key-destroyed': () => ['데이터룸 키 파기', 'Destroyed the key of the room'],
  'room.destroyed': ({ documents, versions, bytes }) => [
    `데이터룸 파기: 문서 ${documents}개, 버전 ${versions}개, ${formatSize(bytes)}`,
    `Destroyed the room: ${count(documents, 'document')}, ${count(versions, 'version')}, ${formatSize(bytes)}`,
  ],
  'room.renamed': ({ name, before }) => [`데이터룸 이름 변경: ${before} → ${name}`, `Renamed the room from ${before} to ${name}`],
  'room.switched': ({ watermark, noti }) => [
    `설정 변경: 워터마크 ${onOff(watermark)[0]}, 새 문서 알림 ${onOff(noti)[0]}`,
    `Changed switches: watermark ${onOff(watermark)[1]}, new-document notification ${onOff(noti)[1]}`,
  ],
  'room.watermark-style': ({ density, strength }) => [
    `워터마크 모양 변경: ${densities(density)[0]}, 진하기 ${strength}%`,
    `Changed the look of the watermark: ${densities(density)[1]}, strength ${strength}%`,
  ],
  'room.viewing': ({ selection, strict, imageCopies }) => [
    `열람 설정 변경: 텍스트 선택 ${onOff(selection)[0]}, 엄격 모드 ${onOff(strict)[0]}, 이미지로 다운로드 ${onOff(imageCopies)[0]}`,
    `Changed how documents are read: text selection ${onOff(selection)[1]}, strict mode ${onOff(strict)[1]}, downloads as images ${onOff(imageCopies)[1]}`,
  ],
  'room.entering': ({ secondStep }) => [
    `입장 설정 변경: 2단계 인증 ${onOff(secondStep)[0]}`,
    `Changed how people enter: second step ${onOff(secondStep)[1]}`,
  ],
  'room.reporting': ({ dailyMail }) => [
    `메일 설정 변경: 요약 메일 ${onOff(dailyMail)[0]}`,
    `Changed what is mailed: daily summary ${onOff(dailyMail)[1]}`,
  ],
  'room.reading-limits': (limits) => [
    `열람 속도 한도 변경: 1분 ${limitsOf(limits, 'Minute', 'ko')}, 1시간 ${limitsOf(limits, 'Hour', 'ko')}`,
    `Changed the limits of reading: ${limitsOf(limits, 'Minute', 'en')} per minute, ${limitsOf(limits, 'Hour', 'en')} per hour`,
  ],
  'reading.too-fast': ({ what, span, limit }) => [
    `지나치게 빠른 열람: ${FAST[what][0]} ${span === 'minute' ? '1분' : '1시간'} 한도 ${limit} 초과`,
    `Read faster than a person can: more than ${limit} ${FAST[what][1]} per ${span}`,
  ],
  'room.key-replaced': ({ values }) => [
    `룸 암호화 열쇠 교체 (${values}개 항목)`,
    `Replaced the key of the room (${count(values, 'value')})`,
  ],
  'session.joined': ({ by, device, step, shown }) => [
    `로그인 (${by === 'pin' ? (shown ? '운영자에게 표시된 PIN' : 'PIN') : '메일 링크'}${step ? '과 인증 코드' : ''}, ${device === 'known' ? '사용하던 기기' : '새 기기'})`,
    `Logged in (${by === 'pin' ? (shown ? 'PIN that was displayed to an operator' : 'PIN') : 'mailed link'}${step ? ' and mailed code' : ''}, ${device === 'known' ? 'known device' : 'new device'})`,
  ],
  'session.step-asked': ({ again }) => [`인증 코드 ${again ? '다시 ' : ''}보내기`, `A step code was mailed${again ? ' again' : ''}`],
  'session.step-refused': () => ['인증 코드 불일치', 'Wrong step code'],
  'session.pin-asked': ({ link }) => [
    `새 PIN 요청${link ? ' (메일 링크 포함)' : ''}`,
    `A new PIN was asked for${link ? ', with a link to enter' : ''}`,
  ],
  'session.code-asked': () => ['새 운영자 코드 요청', 'Asked for a new operator code'],
  'session.refused': ({ reason }) => [`로그인 거부: ${closing(reason)[0]}`, `Login refused: ${closing(reason)[1]}`],
  'session.agreed': ({ noticeVersion }) => [
    `비밀유지 동의 (안내문 ${noticeVersion}판)`,
    `Agreed to the confidentiality notice (version ${noticeVersion})`,
  ],
  'session.raised': ({ passkey }) => [
    `운영자 화면 열기${passkey === undefined ? '' : ` (패스키: ${passkey})`}`,
    `Opened the operator area${passkey === undefined ? '' : ` (passkey: ${passkey})`}`,
  ],
  'session.passkey-refused': () => ['패스키 확인 실패', 'Passkey refused'],
  'passkey.added': ({ name }) => [`패스키 추가: ${name}`, `Added the passkey ${name}`],
  'passkey.renamed': ({ name, before }) => [`패스키 이름 변경: ${before} → ${name}`, `Renamed the passkey ${before} to ${name}`],
  'passkey.removed': ({ name }) => [`패스키 삭제: ${name}`, `Removed the passkey ${name}`],
  'session.code-refused': () => ['운영자 코드 불일치', 'Wrong operator code'],
  'session.ended': ({ reason }) => [`세션 종료: ${ending(reason)[0]}`, `Session ended: ${ending(reason)[1]}`],
  'member.view-as-started': ({ name }) => [`사용자 화면으로 보기 시작: ${name}`, `Began to view the room as ${name}`],
  'member.view-as-ended': ({ name, reason }) => [
    `사용자 화면으로 보기 종료: ${name} (${viewEnding(reason)[0]})`,
    `Stopped viewing the room as ${name} (${viewEnding(reason)[1]})`,
  ],
  'member.invited': ({ name, email }) => [`초대: ${name} (${email})`, `Invited ${name} (${email})`],
  'member.invited-again': ({ name }) => [`다시 초대: ${name}`, `Invited ${name} again`],
  'member.pin-shown': ({ name }) => [`PIN 표시: ${name}`, `Displayed a new PIN of ${name}`],
  'member.renamed': ({ name, before }) => [`본인 이름 변경: ${before} → ${name}`, `Changed their own name from ${before} to ${name}`],
  'member.address': ({ email, before }) => [
    `본인 이메일 변경: ${before} → ${email}`,
    `Changed their own e-mail address from ${before} to ${email}`,
  ],
  'member.code-again': ({ name }) => [`운영자 코드 다시 보내기: ${name}`, `Mailed a new operator code to ${name}`],
  'member.copy-again': ({ name }) => [`동의 사본 다시 보내기: ${name}`, `Mailed the copy of the notice to ${name} again`],
  'member.signed-out': ({ name, sessions }) => [`세션 종료 처리: ${name}, ${sessions}건`, `Ended ${count(sessions, 'session')} of ${name}`],
  'member.mail-dismissed': ({ name }) => [`실패한 메일을 목록에서 지움: ${name}`, `Took a failed mail to ${name} off the list`],
  'member.updated': ({ name, division, position }) => [
    `정보 수정: ${name} (부서 ${division || '없음'}, 직책 ${position || '없음'})`,
    `Changed ${name}: division ${division || 'none'}, position ${position || 'none'}`,
  ],
  'member.right': ({ name, target: right, value }) => [
    `권한 변경: ${name}, ${target(right)[0]} ${value ? '허용' : '차단'}`,
    `Changed rights of ${name}: ${target(right)[1]} ${value ? 'allowed' : 'blocked'}`,
  ],
  'member.role': ({ name, roleId }) => [
    roleId === ROLE.operator ? `운영자로 지정: ${name}` : `운영자 해제: ${name}`,
    roleId === ROLE.operator ? `Made ${name} an operator` : `${name} is no operator any more`,
  ],
  'member.removed': ({ name }) => [`사용자 삭제: ${name}`, `Removed ${name}`],
  'document.uploaded': ({ name, size }) => [`업로드: ${name} (${formatSize(size)})`, `Uploaded ${name} (${formatSize(size)})`],
  'document.refused': ({ name, reason }) => [
    `업로드 거부: ${name} (${unscanned(reason)[0]})`,
    `Upload refused: ${name} (${unscanned(reason)[1]})`,
  ],
  'document.replaced': ({ name, size, number }) => [
    `새 버전 업로드: ${name} (${number}번째, ${formatSize(size)})`,
    `Uploaded version ${number} of ${name} (${formatSize(size)})`,
  ],
  'document.version-restored': ({ name, number, from }) => [
    `이전 버전 되살리기: ${name} (${from}번째를 ${number}번째로)`,
    `Made version ${from} of ${name} its version ${number}`,
  ],
  'document.folder-created': ({ name }) => [`폴더 생성: ${name}`, `Created the folder ${name}`],
  'document.renamed': ({ name, before }) => [`이름 변경: ${before} → ${name}`, `Renamed ${before} to ${name}`],
  'document.moved': ({ name }) => [`이동: ${name}`, `Moved ${name}`],
  'document.copied': ({ name, items }) => [`복사: ${name} (${items}개)`, `Copied ${name} (${count(items, 'item')})`],
  'document.deleted': ({ name, items }) => [`삭제: ${name} (${items}개)`, `Deleted ${name} (${count(items, 'item')})`],
  'document.restored': ({ name, items }) => [`복원: ${name} (${items}개)`, `Restored ${name} (${count(items, 'item')})`],
  'document.destruction-ordered': ({ name }) => [`파기 요청: ${name}`, `Ordered the destruction of ${name}`],
  'document.destroyed': ({ name, ...left }) => [`파기: ${name}${leftOf(left)[0]}`, `Destroyed ${name}${leftOf(left)[1]}`],
  'document.version-destroyed': ({ name, number, ...left }) => [
    `이전 버전 파기: ${name} ${number}번째${leftOf(left)[0]}`,
    `Destroyed version ${number} of ${name}${leftOf(left)[1]}`,
  ],
  'document.viewed': ({ name }) => [`열람: ${name}`, `Viewed ${name}`],
  'document.passage-shown': ({ name }) => [`검색 결과에 본문 일부 표시: ${name}`, `Was shown a passage of ${name} in a search`],
  'document.pages-viewed': ({ name, pages }) => [
    `열람 시간: ${name} (${readInWords(pages, 'ko')})`,
    `Read ${name} (${readInWords(pages, 'en')})`,
  ],
  'document.password-refused': ({ name }) => [`문서 암호 불일치: ${name}`, `Wrong password for ${name}`],
  'document.capture-attempted': ({ name, page }) => [
    `화면 캡처 시도: ${name} (${page}쪽)`,
    `Tried to capture the screen: ${name} (page ${page})`,
  ],
  'document.downloaded': ({ name, version, pictures }) => [
    `다운로드: ${name}${version === undefined ? '' : ` (${version}번째 버전)`}${pictures === undefined ? '' : ` (${pictures}쪽은 그림)`}`,
    `Downloaded ${name}${version === undefined ? '' : ` (version ${version})`}${pictures === undefined ? '' : ` (${count(pictures, 'page')} as pictures)`}`,
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
    print ? '활동 내역 목록 인쇄' : `활동 내역 내보내기 (${FORMATS[format]}${own ? ', 본인 것만' : ''})`,
    print ? 'Printed the activity history' : `Exported the activity history (${FORMATS[format]}${own ? ', own entries alone' : ''})`,
  ],
  'archive.ordered': ({ scope, sealed }) => [
    `${archiveOf(scope)[0]} 만들기${sealed ? ' (암호화)' : ''}`,
    `Had ${archiveOf(scope)[1]} prepared${sealed ? ', sealed' : ''}`,
  ],
  'archive.fetched': ({ scope, size }) => [
    `${archiveOf(scope)[0]} 다운로드 (${formatSize(size)})`,
    `Downloaded ${archiveOf(scope)[1]} (${formatSize(size)})`,
  ],
  'archive.removed': ({ scope }) => [`${archiveOf(scope)[0]} 삭제`, `Removed ${archiveOf(scope)[1]}`],
  'archive.written': ({ files, size }) => [
    `서버에서 룸 보관본 저장 (${files}개 파일, ${formatSize(size)})`,
    `Wrote an archive of the room on the server (${count(files, 'file')}, ${formatSize(size)})`,
  ],
  'compose.uploaded': ({ name }) => [`${name} 서명 문서 업로드`, `Took ${name} to be signed`],
  'compose.copied': ({ name }) => [`${name} 서명 문서 복사`, `Copied ${name}, a document to sign`],
  'compose.changed': ({ name }) => [`${name} 서명 문서 편집`, `Edited ${name}, a document to sign`],
  'compose.sent': ({ name, people }) => [
    `${name} 서명 요청: ${people.map((each) => each.name).join(', ')}`,
    `Sent ${name} to be signed: ${people.map((each) => each.name).join(', ')}`,
  ],
  'compose.invited': ({ name, person }) => [`${name} 서명 요청 메일 발송: ${person.name}`, `Mailed ${person.name} a link to sign ${name}`],
  'compose.reminded': ({ name, person }) => [`${name} 서명 재요청: ${person.name}`, `Reminded ${person.name} to sign ${name}`],
  'compose.cancelled': ({ name }) => [`${name} 서명 요청 취소`, `Called ${name} back from signing`],
  'compose.expired': ({ name, person }) => [
    `${name} 서명 기한 만료: ${person.name}`,
    `The time for ${person.name} to sign ${name} is over`,
  ],
  'compose.sealed': ({ name, level, lack }) => {
    const [ko, en] = level ? sealLevelWords(level, lack ?? null).map((words) => ` (${words})`) : ['', '']
    return [`${name} 서명 완료, 문서 봉인${ko}`, `${name} was signed by all and sealed${en}`]
  },
  'compose.seal-failed': ({ name, code }) => [`${name} 봉인 실패 (${code})`, `${name} could not be sealed (${code})`],
  'compose.seal-again': ({ name }) => [`${name} 다시 봉인`, `Had ${name} sealed again`],
  'compose.kept': ({ name }) => [`${name} 서명 완료본을 자료실에 저장`, `Put the signed ${name} into the room`],
  'compose.downloaded': ({ name, sealed }) => [
    `${name} ${sealed ? '서명 완료본' : '서명 원본'} 다운로드`,
    `Downloaded ${sealed ? 'the sealed' : 'the original of'} ${name}`,
  ],
  'compose.viewed': ({ name, sealed }) => [
    `${name} ${sealed ? '서명 완료본' : '서명 원본'} 열람`,
    `Viewed ${sealed ? 'the sealed' : 'the original of'} ${name}`,
  ],
  'compose.removed': ({ name }) => [`${name} 서명 문서 삭제`, `Deleted ${name}, a document to sign`],
  'compose.image-uploaded': () => ['서명 문서에 쓸 이미지 업로드', 'Uploaded an image to stamp documents with'],
  'compose.images-removed': ({ count }) => [
    `쓰지 않은 서명 이미지 ${count}개 삭제`,
    `Removed ${count === 1 ? 'an image' : `${count} images`} that stood on no document`,
  ],
  'sign.opened': ({ name, person }) => [
    `${person.name}(${person.email}) 님이 서명 문서 ${name} 열람`,
    `${person.name} (${person.email}) opened ${name} to sign it`,
  ],
  'sign.downloaded': ({ name, person }) => [
    `${person.name}(${person.email}) 님이 서명 문서 ${name} 다운로드`,
    `${person.name} (${person.email}) downloaded ${name}`,
  ],
  'sign.completed': ({ name, person }) => [
    `${person.name}(${person.email}) 님이 ${name}에 서명`,
    `${person.name} (${person.email}) signed ${name}`,
  ],
  'sign.declined': ({ name, person }) => [
    `${person.name}(${person.email}) 님이 ${name} 서명 거절`,
    `${person.name} (${person.email}) declined to sign ${name}`,
  ],
  'sign.refused': ({ name, person, code }) => [
    `${person.name}(${person.email}) 님의 서명 링크 사용 거부: ${name} (${code})`,
    `Refused ${person.name} (${person.email}) with the link to sign ${name} (${code})`,
  ],
  'message.sent': ({ to, memberIds }) => [
    to === 'operators' ? '운영자에게 메시지 보내기' : `사용자 ${memberIds.length}명에게 메시지 보내기`,
    to === 'operators' ? 'Wrote to the operators' : `Wrote to ${people(memberIds)}`,
  ],
  'message.sent-again': ({ to, memberIds }) => [
    to === 'operators' ? '운영자에게 메시지 다시 보내기' : `사용자 ${memberIds.length}명에게 메시지 다시 보내기`,
    to === 'operators' ? 'Sent a message to the operators again' : `Sent a message to ${people(memberIds)} again`,
  ],
  'message.file-fetched': ({ name, size }) => [
    `메시지 첨부 파일 다운로드: ${name} (${formatSize(size)})`,
    `Downloaded ${name}, attached to a message (${formatSize(size)})`,
  ],
  'message.files-removed': ({ count: number, size }) => [
    `보관 기간이 지난 메시지 첨부 파일 ${number}개 삭제 (${formatSize(size)})`,
    `Removed ${count(number, 'attachment')} of messages after their time (${formatSize(size)})`,
  ],
}

const UNREADABLE = { ko: '읽을 수 없는 기록', en: 'An entry that cannot be read' } as const

/**
 * What an entry says, as a sentence without its doer. `viewAs`: whose screen it was, where an operator viewed the room as another person.
 * An entry of a kind that this version does not know, or that nobody of ours has written, is said to be unreadable.
 */
export function sentenceOf(kind: string, details: unknown, language: Language, viewAs?: { readonly name: string }): string {
  const known = Object.hasOwn(ACTIVITY, kind) ? (kind as ActivityKind) : undefined
  const parsed = known && ACTIVITY[known].safeParse(details)
  if (!known || !parsed?.success) return UNREADABLE[language]
  const [korean, english] = (SENTENCES[known] as Sentence<ActivityKind>)(parsed.data as never)
  if (language === 'ko') return viewAs ? `${korean} · ${viewAs.name} 님의 화면으로` : korean
  return viewAs ? `${english} · viewing as ${viewAs.name}` : english
}
