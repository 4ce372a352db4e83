import type { Language } from '../../core/errors.ts'
import { formatSize } from '../../core/format-size.ts'
import { LIMITS } from '../../core/limits.ts'
import type { MailTextKind } from '../../core/mails/mail-texts.ts'
import type { ActivityDetails } from '../activity.ts'
import type { ReadingLimits } from '../rooms.ts'
import { count } from './counted.ts'
import { minuteOf } from './minute-of.ts'
import type { ROOM_ACTIVITY } from './room-activity.ts'
import { onOff, type Sentences, words } from './sentence.ts'

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

export function limitsOf(
  limits: ReadingLimits,
  span: 'Minute' | 'Hour',
  language: Language,
): string {
  const [documents, pages, downloads] = [
    limits[`documentsPer${span}`],
    limits[`pagesPer${span}`],
    limits[`downloadsPer${span}`],
  ]
  if (language === 'ko') return `문서 ${documents}·페이지 ${pages}·다운로드 ${downloads}`
  return `${documents} documents, ${pages} pages, ${downloads} downloads`
}

const REQUESTS = {
  operator: ['운영자 추가', 'another operator'],
  reset: ['운영자 PIN과 코드 재발송', 'a new PIN and code for an operator'],
} as const

const DECISIONS = {
  confirmed: ['승인', 'Confirmed the request for'],
  refused: ['거절', 'Refused the request for'],
  withdrawn: ['취소', 'Withdrew the request for'],
  failed: ['처리 불가', 'Could not carry out the request for'],
} as const

type Details = ActivityDetails<'room.brand'>
type ChangedRoomPart = Details['changed'][number]

const PARTS: Readonly<Record<ChangedRoomPart, readonly [korean: string, english: string]>> = {
  firm: ['회사 이름', 'name of the firm'],
  accent: ['밝은 화면의 강조색', 'accent colour on light screens'],
  accentDark: ['어두운 화면의 강조색', 'accent colour on dark screens'],
  sender: ['메일을 보내는 사람', 'sender of e-mails'],
  replyTo: ['회신 주소', 'reply address'],
  footer: ['메일 끝의 글', 'closing text of e-mails'],
  logo: ['로고', 'logo'],
  logoDark: ['어두운 화면의 로고', 'logo on dark screens'],
}

function partsIn({ changed, firm, sender }: Details, language: 0 | 1): string {
  const values: { readonly [P in ChangedRoomPart]?: string } = { firm, sender }
  const noted = changed.map((part) =>
    values[part] ? `${PARTS[part][language]} (${values[part]})` : PARTS[part][language],
  )
  return noted.join(', ')
}

const MAIL_TEXTS: Readonly<Record<MailTextKind, readonly [korean: string, english: string]>> = {
  invitation: ['초대 메일', 'invitations'],
  documents: ['새 문서 알림', 'notices of new documents'],
  questions: ['질의·자료요청 알림', 'notices of questions and requests'],
  closing: ['데이터룸 종료 안내', 'notices of the end of the data room'],
}

function mailTextsIn(
  { own, standard }: ActivityDetails<'room.mail-texts'>,
  language: 0 | 1,
): string {
  const named = (kinds: readonly MailTextKind[]) =>
    kinds.map((kind) => MAIL_TEXTS[kind][language]).join(', ')
  const back =
    language === 0
      ? `기본 문구로 되돌림: ${named(standard)}`
      : `back to the standard text: ${named(standard)}`
  return [...(own.length > 0 ? [named(own)] : []), ...(standard.length > 0 ? [back] : [])].join(
    '; ',
  )
}

const NUMBERINGS = { off: ['끔', 'off'], live: ['자동', 'live'], fixed: ['고정', 'fixed'] } as const

function numberingWords({
  numbering,
  scope,
  names,
}: ActivityDetails<'room.numbering'>): readonly [string, string] {
  const [korean, english] = NUMBERINGS[numbering]
  if (numbering === 'off') return [korean, english]
  return [
    `${korean}, ${scope === 'group' ? '그룹마다 보이는 문서대로' : '모두 같은 번호'}${names ? ', 파일 이름에도 표시' : ''}`,
    `${english}, ${scope === 'group' ? 'counted for each group' : 'the same for everybody'}${names ? ', also in file names' : ''}`,
  ]
}

export const ROOM_SENTENCES: Sentences<keyof typeof ROOM_ACTIVITY> = {
  'room.created': ({ name }) => [`데이터룸 개설: ${name}`, `Opened the room: ${name}`],
  'room.renamed': ({ name, before }) => [
    `데이터룸 이름 변경: ${before} → ${name}`,
    `Renamed the room from ${before} to ${name}`,
  ],
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
  'room.crossing': ({ crossing }) => [
    `다른 데이터룸과의 이동 ${crossing ? '허용' : '금지'}`,
    crossing ? 'Allowed moving between data rooms' : 'Prohibited moving between data rooms',
  ],
  'room.reporting': ({ dailyMail }) => [
    `메일 설정 변경: 요약 메일 ${dailyMail ? '켜짐' : '꺼짐'}`,
    `Changed e-mail settings: daily summary ${dailyMail ? 'on' : 'off'}`,
  ],
  'room.brand': (details) => [
    `브랜드 변경: ${partsIn(details, 0)}`,
    `Changed the brand: ${partsIn(details, 1)}`,
  ],
  'room.mail-texts': (details) => [
    `메일 머리말 변경: ${mailTextsIn(details, 0)}`,
    `Changed the introductions of e-mails: ${mailTextsIn(details, 1)}`,
  ],
  'room.agreement': ({ version, form, pages, signature }) =>
    form === 'product'
      ? [
          '비밀유지 동의서 변경: 기본 안내문으로',
          'Changed the confidentiality agreement to the standard notice',
        ]
      : [
          `비밀유지 동의서 변경: ${version}판, ${form === 'pdf' ? 'PDF' : '글'}${pages > 0 ? ` ${pages}쪽` : ''}${signature ? ', 서명 필요' : ''}`,
          `Changed the confidentiality agreement: version ${version}, ${form === 'pdf' ? 'PDF' : 'text'}${pages > 0 ? ` of ${pages} pages` : ''}${signature ? ', to be signed' : ''}`,
        ],
  'room.reading-limits': (limits) => [
    `열람 속도 한도 변경: 1분 ${limitsOf(limits, 'Minute', 'ko')}, 1시간 ${limitsOf(limits, 'Hour', 'ko')}`,
    `Changed reading limits: ${limitsOf(limits, 'Minute', 'en')} per minute, ${limitsOf(limits, 'Hour', 'en')} per hour`,
  ],
  'room.staging': ({ staging }) => [
    `업로드한 문서 공개 방식 변경: ${staging ? '공개 대기' : '바로 공개'}`,
    `Changed uploads to ${staging ? 'wait until they are published' : 'be published at once'}`,
  ],
  'room.numbering': (settings) => {
    const [korean, english] = numberingWords(settings)
    return [`색인 번호 변경: ${korean}`, `Changed index numbers: ${english}`]
  },
  'room.numbering-undone': (settings) => {
    const [korean, english] = numberingWords(settings)
    return [
      `색인 번호 변경 취소, 이전 설정으로 복원: ${korean}`,
      `Undid the change of index numbers, back to: ${english}`,
    ]
  },
  'room.key-replaced': ({ values }) => [
    `룸 암호화 열쇠 교체 (${values}개 항목)`,
    `Rotated the room key (${count(values, 'value')})`,
  ],
  'room.phase': ({ phase: to, scheduled, restoredTo }) => [
    `${phase(to)[0]}${scheduled ? ' (예정된 일시)' : ''}${restoredTo === undefined ? '' : ` (${minuteOf(restoredTo)} 백업에서 복원)`}`,
    `${phase(to)[1]}${scheduled ? ' (as scheduled)' : ''}${restoredTo === undefined ? '' : ` (restored to the backup of ${minuteOf(restoredTo)})`}`,
  ],
  'room.limits': ({ storage, users }) => [
    `한도 변경: 저장 공간 ${formatSize(storage)}, 인원 ${users === LIMITS.usersUnlimited ? '제한 없음' : `${users}명`}`,
    `Changed limits: storage ${formatSize(storage)}, people ${users === LIMITS.usersUnlimited ? 'unlimited' : String(users)}`,
  ],
  'room.structure-copied': ({ roomNo }) => [
    `폴더 구조를 새 데이터룸 ${roomNo}에 복사`,
    `Copied the folder structure to the new data room ${roomNo}`,
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
  'room.destruction-confirmed': ({ by }) => [
    `파기 시작: ${confirming(by)[0]}`,
    `Destruction started: ${confirming(by)[1]}`,
  ],
  'room.key-destroyed': () => ['데이터룸 키 파기', 'Destroyed the room key'],
  'room.destroyed': ({ documents, versions, bytes }) => [
    `데이터룸 파기: 문서 ${documents}개, 버전 ${versions}개, ${formatSize(bytes)}`,
    `Destroyed the room: ${count(documents, 'document')}, ${count(versions, 'version')}, ${formatSize(bytes)}`,
  ],
  'operator.asked': ({ request, name, email }) => [
    `${REQUESTS[request][0]} 요청: ${name === undefined ? email : `${name} (${email})`}`,
    `Asked for ${REQUESTS[request][1]}: ${name === undefined ? email : `${name} (${email})`}`,
  ],
  'operator.decided': ({ request, email, decision }) => [
    `${REQUESTS[request][0]} 요청 ${DECISIONS[decision][0]}: ${email}`,
    `${DECISIONS[decision][1]} ${REQUESTS[request][1]}: ${email}`,
  ],
}
