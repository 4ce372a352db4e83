import { ROLE } from '../../core/limits.ts'
import type { ActivityDetails } from '../activity.ts'
import type { Level } from '../groups/levels.ts'
import { minuteOf } from './minute-of.ts'
import type { RIGHTS_ACTIVITY } from './rights-activity.ts'
import type { Sentences } from './sentence.ts'

const LEVEL_WORDS: Record<Level, readonly [korean: string, english: string]> = {
  none: ['보이지 않음', 'no access'],
  view: ['열람', 'view'],
  print: ['열람·인쇄', 'view and print'],
  download: ['열람·인쇄·다운로드', 'view, print and download'],
  original: ['원본 다운로드', 'download of originals'],
}
const MAIL_PACES = {
  each: ['등록·공개할 때마다', 'at each upload and publication'],
  daily: ['매일', 'daily'],
  weekly: ['매주', 'weekly'],
  never: ['받지 않음', 'never'],
} as const

const INHERITED = ['상위 폴더와 같음', 'as the folder above'] as const

const levelIn = (level: Level | null): readonly [string, string] =>
  level === null ? INHERITED : LEVEL_WORDS[level]

interface LoggedPeriod {
  readonly from?: string | undefined
  readonly until?: string | undefined
}

function periodOf({ from, until }: LoggedPeriod): readonly [string, string] {
  const korean = [
    from === undefined ? '' : `${minuteOf(from)}부터`,
    until === undefined ? '' : `${minuteOf(until)}까지`,
  ].filter((part) => part !== '')
  const english = [
    from === undefined ? '' : `from ${minuteOf(from)}`,
    until === undefined ? '' : `until ${minuteOf(until)}`,
  ].filter((part) => part !== '')
  return korean.length === 0 ? ['', ''] : [` (${korean.join(' ')})`, ` (${english.join(' ')})`]
}

const NO_LIMIT = ['제한 없음', 'no limit'] as const

function limitsOf(period: LoggedPeriod): readonly [string, string] {
  const [korean, english] = periodOf(period)
  return korean === '' ? NO_LIMIT : [korean.slice(2, -1), english.slice(2, -1)]
}

const isSamePeriod = (one: LoggedPeriod, other: LoggedPeriod): boolean =>
  one.from === other.from && one.until === other.until

function timesChanged(was: LoggedPeriod | undefined, now: LoggedPeriod): readonly [string, string] {
  if (!was) return periodOf(now)
  const [before, after] = [limitsOf(was), limitsOf(now)]
  return [` (${before[0]} → ${after[0]})`, ` (from ${before[1]} to ${after[1]})`]
}

type Updated = ActivityDetails<'group.updated'>

function groupChanged({
  name,
  before,
  isDefault,
  networks,
  shared,
  was,
  ...period
}: Updated & { readonly was: NonNullable<Updated['was']> }) {
  const rename = before === name ? [name, name] : [`${before} → ${name}`, `${before} to ${name}`]
  const [times, ranges] = [
    [limitsOf(was), limitsOf(period)],
    [was.networks, networks].map((list) =>
      list.length === 0 ? NO_LIMIT : ([list.join(', '), list.join(', ')] as const),
    ),
  ]
  const changes: (readonly [string, string])[] = []
  if (!isSamePeriod(was, period))
    changes.push([
      `이용 기간: ${times[0]?.[0]} → ${times[1]?.[0]}`,
      `time from ${times[0]?.[1]} to ${times[1]?.[1]}`,
    ])
  if (was.networks.join() !== networks.join())
    changes.push([
      `네트워크: ${ranges[0]?.[0]} → ${ranges[1]?.[0]}`,
      `networks from ${ranges[0]?.[1]} to ${ranges[1]?.[1]}`,
    ])
  if (shared !== undefined && was.shared !== shared)
    changes.push(
      shared
        ? ['구성원끼리 이름·질문 공개', 'its people see each other']
        : ['구성원끼리 이름·질문 비공개', 'its people no longer see each other'],
    )
  if (was.isDefault !== isDefault) changes.push(['기본 그룹으로 지정', 'now the default group'])
  return [
    `그룹 변경: ${[rename[0], ...changes.map(([korean]) => korean)].join(', ')}`,
    `Changed the group ${[rename[1], ...changes.map(([, english]) => english)].join(', ')}`,
  ] as const
}

const groupNow = ({
  name,
  before,
  isDefault,
  networks,
  ...period
}: Updated): readonly [string, string] => [
  `그룹 변경: ${before === name ? name : `${before} → ${name}`}${periodOf(period)[0]}${networks.length > 0 ? `, 네트워크 ${networks.join(', ')}` : ''}${isDefault ? ', 기본 그룹' : ''}`,
  `Changed the group ${before === name ? name : `${before} to ${name}`}${periodOf(period)[1]}${networks.length > 0 ? `, networks ${networks.join(', ')}` : ''}${isDefault ? ', default group' : ''}`,
]

function granted({
  group,
  itemId,
  name,
  before,
  level,
  after,
  was = {},
  ...period
}: ActivityDetails<'right.granted'>): readonly [string, string] {
  const [koreanItem, englishItem] =
    itemId === 0 ? (['전체 문서', 'all documents'] as const) : [name, name]
  const [koreanTime, englishTime] = periodOf(period)
  const inherits =
    after === 'inherit'
      ? ([', 이후 상위 폴더와 같음', ', then as the folder above'] as const)
      : (['', ''] as const)
  const [koreanWas, englishWas] = periodOf(was)
  const inherited =
    was.after === 'inherit'
      ? ([', 이후 상위 폴더와 같음', ', then as the folder above'] as const)
      : (['', ''] as const)
  return [
    `권한 변경: ${group} 그룹, ${koreanItem}: ${levelIn(before)[0]}${koreanWas}${inherited[0]} → ${levelIn(level)[0]}${koreanTime}${inherits[0]}`,
    `Changed the permission of the group ${group} on ${englishItem} from ${levelIn(before)[1]}${englishWas}${inherited[1]} to ${levelIn(level)[1]}${englishTime}${inherits[1]}`,
  ]
}

const VIEW_ENDINGS: Record<
  ActivityDetails<'group.view-as-ended'>['reason'],
  readonly [korean: string, english: string]
> = {
  left: ['나가기', 'left'],
  replaced: ['다른 사용자로 보기 시작', 'started another view'],
  session: ['운영자 화면이 닫힘', 'operator area closed'],
  group: ['그룹 삭제', 'group removed'],
}

export const RIGHTS_SENTENCES: Sentences<keyof typeof RIGHTS_ACTIVITY> = {
  'member.grouped': ({ name, group, before, was, ...period }) => [
    group === before
      ? `그룹 이용 기간 변경: ${name}, ${group}${timesChanged(was, period)[0]}`
      : `그룹 이동: ${name}, ${before}${periodOf(was ?? {})[0]} → ${group}${periodOf(period)[0]}`,
    group === before
      ? `Changed the time of ${name} in the group ${group}${timesChanged(was, period)[1]}`
      : `Moved ${name} from the group ${before}${periodOf(was ?? {})[1]} to ${group}${periodOf(period)[1]}`,
  ],
  'member.mail-pace': ({ before, pace }) => [
    `알림 메일 주기 변경: ${MAIL_PACES[before][0]} → ${MAIL_PACES[pace][0]}`,
    `Changed their mail notifications from ${MAIL_PACES[before][1]} to ${MAIL_PACES[pace][1]}`,
  ],
  'member.lead': ({ name, group, isLead }) => [
    `그룹 담당자 ${isLead ? '지정' : '해제'}: ${name}, ${group}`,
    isLead
      ? `Made ${name} a lead of the group ${group}`
      : `Removed ${name} as a lead of the group ${group}`,
  ],
  'member.proposed': ({ proposed, email }) => [
    `초대 요청: ${proposed} <${email}>`,
    `Proposed ${proposed} <${email}>`,
  ],
  'member.proposal-withdrawn': ({ proposed, email }) => [
    `초대 요청 취소: ${proposed} <${email}>`,
    `Withdrew the proposal of ${proposed} <${email}>`,
  ],
  'member.proposal-declined': ({ name, proposed, email }) => [
    `초대 요청 거절: ${proposed} <${email}> (요청: ${name})`,
    `Declined ${proposed} <${email}>, proposed by ${name}`,
  ],
  'member.proposal-admitted': ({ name, proposed, email, group }) => [
    `초대 요청 승인: ${proposed} <${email}>, ${group} 그룹 (요청: ${name})`,
    `Admitted ${proposed} <${email}> to the group ${group}, proposed by ${name}`,
  ],
  'group.view-as-started': ({ name }) => [
    `그룹 화면으로 보기 시작: ${name}`,
    `Started viewing the room as the group ${name}`,
  ],
  'group.view-as-ended': ({ name, reason }) => [
    `그룹 화면으로 보기 종료: ${name} (${VIEW_ENDINGS[reason][0]})`,
    `Stopped viewing the room as the group ${name} (${VIEW_ENDINGS[reason][1]})`,
  ],
  'group.created': ({ name, level }) => [
    `그룹 생성: ${name} (전체 문서 ${levelIn(level)[0]})`,
    `Created the group ${name} (all documents: ${levelIn(level)[1]})`,
  ],
  'group.updated': ({ was, ...details }) =>
    was ? groupChanged({ ...details, was }) : groupNow(details),
  'group.removed': ({ name, into, members }) => [
    `그룹 삭제: ${name} (${members}명을 ${into} 그룹으로)`,
    `Removed the group ${name} (moved ${members} ${members === 1 ? 'person' : 'people'} to ${into})`,
  ],
  'right.granted': (details) => granted(details),
  'right.original': (details) => granted(details),
  'member.role': ({ name, roleId, scope }) => [
    roleId === ROLE.operator
      ? `${scope === 'content' ? '자료 담당 운영자' : '운영자'}로 지정: ${name}`
      : `운영자 해제: ${name}`,
    roleId === ROLE.operator
      ? `Made ${name} ${scope === 'content' ? 'a content operator' : 'an operator'}`
      : `Removed the operator role from ${name}`,
  ],
}
