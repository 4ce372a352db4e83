import type { Language } from '../core/language.ts'
import { LIMITS } from '../core/limits.ts'
import { formatRoomTime } from '../core/room-time.ts'
import { sentenceOf } from '../features/activity/activity-sentences.ts'
import { nameOfType } from '../features/activity/activity-type-names.ts'
import { isWhole } from './export-filter.ts'
import type { ExportFilter, ExportHead } from './history-export.ts'
import type { ExportVerdict, Fault, Gap, NoteState, NoteVerdict } from './verify-export.ts'

/** `warn` means entries as signed, but others may be missing. */
export interface VerdictDescription {
  readonly tone: 'good' | 'warn' | 'bad'
  readonly title: string
  readonly lines: readonly string[]
}

interface Telling {
  readonly language: Language
  /** The zone is an IANA name. */
  readonly zone: string
}

type Both = readonly [korean: string, english: string]

function describeFilter({ userId, itemId, type, from, to }: ExportFilter): Both {
  const conditions: readonly Both[] = [
    ...(userId === undefined ? [] : [[`사용자 번호 ${userId}`, `person no. ${userId}`] as const]),
    ...(itemId === undefined ? [] : [[`문서 번호 ${itemId}`, `document no. ${itemId}`] as const]),
    ...(type === undefined
      ? []
      : [[`종류 '${nameOfType(type, 'ko')}'`, `type '${nameOfType(type, 'en')}'`] as const]),
    ...(from === undefined ? [] : [[`${from}부터`, `from ${from}`] as const]),
    ...(to === undefined ? [] : [[`${to}까지`, `to ${to}`] as const]),
  ]
  return [
    conditions.map(([korean]) => korean).join(', '),
    conditions.map(([, english]) => english).join(', '),
  ]
}

const FAULTS: Readonly<Record<Fault, readonly [title: Both, text: Both]>> = {
  NO_CHECKPOINT: [
    ['증명할 수 없는 파일입니다', 'This file cannot be verified'],
    [
      '서명된 확인점이 없거나 확인점 형식이 아닙니다. 내보낼 때 이미 기록이 손상되어 있었거나, 파일에서 확인점이 지워졌습니다.',
      'It has no signed checkpoint, or its checkpoint is malformed. Either the log was already damaged when it was exported, or the checkpoint was removed from the file.',
    ],
  ],
  BAD_SIGNATURE: [
    ['서명이 맞지 않습니다', 'The signature does not match'],
    [
      '확인점의 서명이 파일에 적힌 키로 만든 것이 아닙니다. 확인점이나 키가 바뀌었으므로 이 파일의 어떤 기록도 증명되지 않습니다.',
      'The signature of the checkpoint was not made with the key stated in the file. The checkpoint or the key was changed, so nothing in this file is proven.',
    ],
  ],
  OTHER_KEY: [
    ['다른 키로 서명되었습니다', 'Signed with a different key'],
    [
      '파일에 적힌 키가 알고 계신 키와 다릅니다.',
      'The key stated in the file is not the one you know.',
    ],
  ],
  OTHER_HISTORY: [
    ['보관한 확인점과 맞지 않습니다', 'It does not match the checkpoint you kept'],
    [
      '들어 있는 기록은 이 파일의 확인점과는 맞지만, 함께 확인한 확인점과는 맞지 않습니다.',
      'The entries match the file’s own checkpoint but not the checkpoint with which it was compared.',
    ],
  ],
  BAD_ENTRY: [
    ['바뀐 기록이 있습니다', 'An entry was changed'],
    [
      '아래 기록은 서명된 것과 다릅니다. 내용이나 자리, 또는 증명이 바뀌었습니다.',
      'The entry below differs from what was signed. Its content, position or proof was changed.',
    ],
  ],
  UNREADABLE_ENTRY: [
    ['읽을 수 없는 기록이 있습니다', 'An entry cannot be read'],
    [
      '아래 기록은 내보낼 때 이미 읽을 수 없었습니다. 데이터룸의 데이터베이스에서 손상되었거나 바뀌었다는 뜻입니다.',
      'The entry below could not be read when the list was exported. It was damaged or changed in the data room’s database.',
    ],
  ],
  SAME_ENTRY_TWICE: [
    ['같은 기록이 두 번 있습니다', 'An entry appears twice'],
    [
      '파일에 같은 자리의 기록이 두 번 들어 있습니다.',
      'The file contains two entries for the same position.',
    ],
  ],
  OUTSIDE_FILTER: [
    ['조건에 맞지 않는 기록이 있습니다', 'An entry does not match the filter'],
    [
      '아래 기록은 서명된 그대로이지만 파일에 적힌 조건에 맞지 않습니다. 내보낸 뒤에 조건이 바뀌었거나 다른 기록이 더해졌습니다.',
      'The entry below is as signed but does not match the filter stated in the file. The filter was changed after the export, or the entry was added.',
    ],
  ],
}

const NOTES: Readonly<Record<NoteState, Both>> = {
  kept: [
    '이 파일과 맞습니다. 그때까지의 기록이 지금도 그대로입니다.',
    'It matches this file. The log up to that point is unchanged.',
  ],
  unproven: [
    '이 파일만으로는 맞는지 알 수 없습니다. 조건 없이 전체를 내보낸 JSON 파일로 확인해 주세요.',
    'This file alone is not enough to check it. Please use a JSON export of the whole list, without a filter.',
  ],
  later: [
    '이 파일보다 기록이 많습니다. 같은 데이터룸의 것이고 같은 키로 서명되었습니다. 이 파일이 먼저 내보낸 것인지, 뒷부분이 잘려 나갔는지는 지금 다시 내보낸 파일로 확인할 수 있습니다.',
    'It covers more entries than this file and is from the same data room and key. A new export will show whether this file is older or was truncated.',
  ],
  'cut-off': [
    '이 파일을 내보내기 전에 서명되었는데 이 파일보다 기록이 많습니다. 뒷부분의 기록이 잘려 나갔거나 기록이 예전 상태로 되돌려졌습니다.',
    'It was signed before this file was exported, yet covers more entries. The end of the log was removed, or the log was reset to an earlier state.',
  ],
  unreadable: ['확인점이 아닙니다.', 'It is not a checkpoint.'],
  'other-log': ['다른 데이터룸의 확인점입니다.', 'It is a checkpoint from another data room.'],
  'other-key': [
    '서명이 맞지 않습니다. 이 파일에 적힌 키로 서명된 확인점이 아닙니다.',
    'Its signature does not match. It was not signed with the key stated in this file.',
  ],
  contradicts: [
    '이 파일과 서로 다른 기록을 말합니다. 확인점이 서명된 뒤에 그때까지의 기록이 바뀌었습니다.',
    'It contradicts this file. Entries signed by then were changed afterwards.',
  ],
}

const say = (language: Language, [korean, english]: Both): string =>
  language === 'ko' ? korean : english
const number = (count: number): string => count.toLocaleString('en')

export function describeVerdict(
  verdict: ExportVerdict,
  head: ExportHead,
  telling: Telling,
): VerdictDescription {
  const { language } = telling
  const { fault, gaps, checked, at } = verdict
  const size = verdict.head?.size ?? 0
  const reported = (
    tone: VerdictDescription['tone'],
    title: Both,
    ...lines: readonly (Both | string)[]
  ): VerdictDescription => ({
    tone,
    title: say(language, title),
    lines: lines.map((line) => (typeof line === 'string' ? line : say(language, line))),
  })
  if (fault) {
    const [title, text] = FAULTS[fault]
    const before: Both = [
      `그 앞에서 읽은 ${number(checked)}건은 서명된 그대로입니다.`,
      `The ${number(checked)} entries before it are as signed.`,
    ]
    return reported(
      'bad',
      title,
      text,
      ...(at ? [describeEntry(at, telling)] : []),
      ...(checked > 0 ? [before] : []),
    )
  }
  const missing = isWhole(head.filter) ? gaps : []
  const inner = missing.filter(({ from }) => from > 0)
  const later = isOutdone(verdict) ? [OUTDONE] : []
  if (inner.length > 0)
    return reported(
      'bad',
      ['빠진 기록이 있습니다', 'Entries are missing'],
      ...inner.slice(0, 5).map((gap) => describeGap(gap, telling)),
      present(checked, size),
      ...later.map(([, text]) => text),
    )
  const doubts: readonly (readonly [title: Both, text: Both])[] = [
    ...later,
    ...missing.map((gap) => [BEGINNING, describeBeginning(gap)] as const),
    ...(isWhole(head.filter) ? [] : [[PART, describePart(head.filter)] as const]),
    ...(verdict.reworded.first
      ? [[REWORDED, describeReworded(verdict.reworded.count)] as const]
      : []),
  ]
  const first = verdict.reworded.first ? [describeEntry(verdict.reworded.first, telling)] : []
  const [doubt] = doubts
  if (doubt)
    return reported(
      'warn',
      doubt[0],
      ...doubts.map(([, text]) => text),
      ...first,
      present(checked, size),
    )
  return reported(
    'good',
    ['모든 기록이 서명된 그대로입니다', 'Every entry is as signed'],
    [
      `기록 ${number(size)}건이 빠짐없이 있고, 서명된 뒤 바뀐 것이 없습니다.`,
      `All ${number(size)} entries are present and unchanged since they were signed.`,
    ],
    UNSIGNED,
  )
}

const isOutdone = ({ notes }: ExportVerdict): boolean =>
  notes.some(({ state }) => state === 'later')

const OUTDONE: readonly [title: Both, text: Both] = [
  ['보관한 확인점에 기록이 더 많습니다', 'The checkpoint you kept covers more entries'],
  [
    '보관하신 확인점은 이 파일에 없는 기록까지 서명한 것입니다. 이 파일이 확인점보다 먼저 내보낸 것이거나, 뒷부분의 기록이 잘려 나간 것입니다. 지금 다시 내보낸 파일로 확인해 주세요.',
    'The checkpoint you kept covers entries that are not in this export. Either the export is older, or entries were removed. Please check the checkpoint with a new export.',
  ],
]

const BEGINNING: Both = ['앞부분의 기록이 없습니다', 'The beginning is missing']

const PART: Both = ['전체가 아닌 일부 기록입니다', 'This is only part of the log']

function describePart(filter: ExportFilter): Both {
  const [korean, english] = describeFilter(filter)
  return [
    `조건에 따라 일부만 내보낸 파일입니다 (${korean}). 들어 있는 기록은 서명된 그대로이지만 조건은 서명되지 않으며, 조건에 맞는 다른 기록이 빠졌는지는 이 파일만으로 알 수 없습니다.`,
    `It was exported with a filter (${english}). Its entries are as signed, but the filter is not signed, and this file alone does not show whether other matching entries were left out.`,
  ]
}

const REWORDED: Both = ['문장이 기록과 다릅니다', 'Sentences differ from their entries']

const describeReworded = (count: number): Both => [
  `기록은 서명된 그대로이지만, 기록을 설명하는 문장은 서명되지 않습니다. ${number(count)}건의 문장이 서명된 기록에서 다시 만든 문장과 다릅니다. 문장이 바뀌었거나 다른 버전에서 내보낸 파일입니다. 첫 번째 기록이 말하는 것은 다음과 같습니다.`,
  `The entries are as signed, but the sentences describing them are not signed. Sentences that differ from those generated from the signed entries: ${number(count)}. They were changed, or the file was exported by another version. The first such entry reads:`,
]

const UNSIGNED: Both = [
  '데이터룸 이름과 기록을 설명하는 문장은 서명되지 않습니다. 문장은 서명된 기록에서 다시 만들어 비교했습니다.',
  'The data room’s name and the sentences describing entries are not signed. The sentences were compared with those generated from the signed entries.',
]

const present = (checked: number, size: number): Both => [
  `전체 ${number(size)}건 가운데 ${number(checked)}건이 들어 있습니다.`,
  `It contains ${number(checked)} of ${number(size)} entries.`,
]

const YEARS = Math.floor(LIMITS.retentionMs / (365 * 24 * 3_600_000))

const describeBeginning = ({ to }: Gap): Both => [
  `처음 ${number(to)}건이 없습니다. 데이터룸은 ${YEARS}년이 지난 기록을 지웁니다. 데이터룸이 그보다 오래되지 않았다면 누군가 뺀 것입니다.`,
  `The first ${number(to)} entries are missing. A data room deletes entries after ${YEARS} years; if it is not that old, someone has left them out.`,
]

function describeGap({ from, to, after, before }: Gap, { language, zone }: Telling): Both {
  const when = (at: string | undefined) =>
    at === undefined ? '…' : formatRoomTime(new Date(at), language, zone)
  const places = to - from === 1 ? `${from}` : `${from}–${to - 1}`
  return [
    `순번 ${places}의 기록 ${number(to - from)}건이 없습니다 (${when(after)} ~ ${when(before)}).`,
    `No. ${places}: ${to - from === 1 ? '1 entry is' : `${number(to - from)} entries are`} missing (between ${when(after)} and ${when(before)}).`,
  ]
}

function describeEntry(
  { seq, entry }: NonNullable<ExportVerdict['at']>,
  { language, zone }: Telling,
): Both {
  const place: Both =
    seq === null ? ['순번 없음', 'without a number'] : [`순번 ${seq}`, `No. ${seq}`]
  if (!entry) return place
  const when = formatRoomTime(new Date(entry.at), language, zone)
  const what = (of: Language) =>
    `${entry.doer.name === '' ? '' : `${entry.doer.name}, `}${sentenceOf(entry.kind, entry.details, of, entry.viewAs)}`
  return [`${place[0]} · ${when} · ${what('ko')}`, `${place[1]} · ${when} · ${what('en')}`]
}

export function describeNote(
  { checkpoint, state }: NoteVerdict,
  { language, zone }: Telling,
): string {
  const text = say(language, NOTES[state])
  if (!checkpoint) return text
  const when = formatRoomTime(new Date(checkpoint.at), language, zone)
  return `${say(language, [`확인점 (${number(checkpoint.size)}건, ${when})`, `Checkpoint (${number(checkpoint.size)} entries, ${when})`])}: ${text}`
}

/** `unsound` means a fault or missing entries, `part` a valid export with a filter or other sentences, which nobody signed. */
export function soundnessOf(
  verdict: ExportVerdict,
  { filter }: ExportHead,
): 'sound' | 'part' | 'unsound' {
  if (verdict.fault !== undefined || isOutdone(verdict)) return 'unsound'
  if (!isWhole(filter)) return 'part'
  if (verdict.gaps.length > 0) return 'unsound'
  return verdict.reworded.count === 0 ? 'sound' : 'part'
}
