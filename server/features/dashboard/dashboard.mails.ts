import { formatRoomTime } from '../../../contract/core/room-time.ts'
import type { ActivityType } from '../../../contract/features/activity/activity-types.ts'
import { greetingOf } from '../../platform/mail/greeting.ts'
import { layoutMail } from '../../platform/mail/layout.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { linkIntoRoom } from '../../platform/mail/mail-links.ts'
import type { PresentedEntry } from '../audit/index.ts'

export const COUNTED = [
  'login',
  'view',
  'print',
  'download',
  'refusal',
  'capture',
] as const satisfies readonly ActivityType[]
export type Counted = (typeof COUNTED)[number]

export interface Count {
  readonly entries: number
  readonly people: number
}

interface GroupCounts {
  readonly name: string
  readonly people: number
  readonly counts: ReadonlyMap<Counted, Count>
}

const GROUPS = 20

interface DailyNumbers {
  readonly room: { readonly name: string; readonly roomNo: string; readonly zone: string }
  /** The range is inclusive, as `YYYY-MM-DD` in room time. */
  readonly from: string
  readonly to: string
  readonly total: number
  readonly counts: ReadonlyMap<Counted, Count>
  /** Active groups come first. */
  readonly groups: readonly GroupCounts[]
  readonly notable: readonly PresentedEntry[]
  readonly checkpoint: { readonly note: string; readonly fingerprint: string } | undefined
  readonly publicUrl: string
}

const NAMES: Readonly<Record<Counted, readonly [korean: string, english: string]>> = {
  login: ['로그인', 'Logins'],
  view: ['열람', 'Views'],
  print: ['인쇄', 'Prints'],
  download: ['다운로드', 'Downloads'],
  refusal: ['거부', 'Refusals'],
  capture: ['화면 캡처 시도', 'Screen capture attempts'],
}

const KEEP =
  '아래 확인점(첨부 파일 checkpoint.txt)은 지금까지의 활동 내역을 서명한 것입니다. 이 메일을 보관해 두면, 나중에 기록이 바뀌었는지 데이터룸의 /verify 페이지에서 서버를 믿지 않고도 확인할 수 있습니다.\n' +
  'The checkpoint below (attached as checkpoint.txt) signs the whole activity log to date. Keep this e-mail. With it, the data room’s /verify page shows whether the log was changed later, without relying on the server.'

export function dailyMail(
  to: { readonly name: string; readonly email: string },
  numbers: DailyNumbers,
): Mail {
  const { room, from, to: until, total, notable, checkpoint, publicUrl } = numbers
  const days = from === until ? until : `${from} – ${until}`
  const content = {
    greeting: greetingOf(to.name),
    paragraphs: [
      `${days}에 데이터룸에서 활동 ${total}건이 기록되었습니다.`,
      `${days}: ${total === 1 ? '1 entry was' : `${total} entries were`} recorded in your data room.`,
      '아래 수에는 운영자의 활동이 들어 있지 않습니다.\nThe figures below leave out what operators did.',
      COUNTED.map((type) => countLine(type, numbers.counts.get(type))).join('\n'),
    ],
    facts: [
      { label: '데이터룸 / Data room', value: room.name },
      { label: '데이터룸 번호 / Room number', value: room.roomNo },
      ...(checkpoint
        ? [{ label: '서명 키 지문 / Key fingerprint', value: checkpoint.fingerprint }]
        : []),
    ],
    sections: [
      ...(numbers.groups.length > 0
        ? [{ title: '그룹별 활동 / Activity by group', text: groupLines(numbers.groups) }]
        : []),
      ...(notable.length > 0
        ? [
            {
              title: '살펴볼 활동 / For review',
              text: notable.map((entry) => entryLine(entry, room.zone)).join('\n'),
            },
          ]
        : []),
      ...(checkpoint
        ? [{ title: '확인점 / Checkpoint', text: `${KEEP}\n\n${checkpoint.note.trimEnd()}` }]
        : []),
    ],
    link: {
      label: '활동 내역 보기 / View the activity log',
      url: linkIntoRoom(publicUrl, room.roomNo, `/admin/history?from=${from}&to=${until}`),
    },
    footer:
      '데이터룸의 운영자에게 활동이 있은 다음 날 보내는 메일입니다. 활동 내역 화면의 ‘요약 메일’에서 끌 수 있습니다.\nOperators of the data room receive this e-mail on the day after any activity. You can turn it off under “Summary e-mail” in the activity log.',
  }
  return {
    to: to.email,
    language: 'ko',
    subject: `[${room.name}] 활동 요약 ${days} / Activity of ${days}`,
    ...layoutMail(content, 'ko'),
    ...(checkpoint && {
      attachments: [
        { name: 'checkpoint.txt', type: 'text/plain', content: Buffer.from(checkpoint.note) },
      ],
    }),
  }
}

function countLine(type: Counted, { entries, people }: Count = { entries: 0, people: 0 }): string {
  const [ko, en] = NAMES[type]
  const by =
    people > 0
      ? [` (${people}명)`, ` (${people === 1 ? '1 person' : `${people} people`})`]
      : ['', '']
  return `· ${ko} ${entries}건${by[0]} / ${en}: ${entries}${by[1]}`
}

function groupLines(groups: readonly GroupCounts[]): string {
  const left = groups.length - GROUPS
  const lines = groups.slice(0, GROUPS).map(groupLine)
  return [
    ...lines,
    ...(left > 0
      ? [`· 그 밖의 그룹 ${left}개 / ${left === 1 ? '1 other group' : `${left} other groups`}`]
      : []),
  ].join('\n')
}

function groupLine({ name, people, counts }: GroupCounts): string {
  const done = COUNTED.flatMap((type) => {
    const entries = counts.get(type)?.entries ?? 0
    return entries > 0
      ? [
          {
            ko: `${NAMES[type][0]} ${entries}건`,
            en: `${NAMES[type][1].toLowerCase()}: ${entries}`,
          },
        ]
      : []
  })
  const ko = [`${people}명`, ...done.map((part) => part.ko)].join(', ')
  const en = [people === 1 ? '1 person' : `${people} people`, ...done.map((part) => part.en)].join(
    ', ',
  )
  return `· ${name} — ${ko} / ${en}`.replace(/\s+/g, ' ')
}

/** A line break could add lines to the mail. */
function entryLine({ at, name, sentence }: PresentedEntry, zone: string): string {
  const who = name === '' ? '' : `${name}: `
  return `· ${formatRoomTime(at, 'ko', zone)} ${who}${sentence.ko} / ${sentence.en}`.replace(
    /\s+/g,
    ' ',
  )
}
