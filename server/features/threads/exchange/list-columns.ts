import {
  IMPORT_FIELDS,
  type ImportField,
} from '../../../../contract/features/threads/thread-exchange.ts'
import { PRIORITIES, type Priority } from '../../../../contract/features/threads/thread-states.ts'
import { bareHead } from '../../../workers/sheet/index.ts'

const HEADS: Readonly<Record<ImportField, readonly string[]>> = {
  number: ['번호', '요청번호', '질의번호', '순번', 'no', 'number', 'ref', 'reference', 'id'],
  title: [
    '제목',
    '요청자료명',
    '요청자료',
    '자료명',
    '요청항목',
    '항목',
    '질의제목',
    'title',
    'subject',
    'item',
    'request',
    'documentrequested',
  ],
  text: [
    '내용',
    '상세내용',
    '요청내용',
    '질의내용',
    '질의',
    '설명',
    '상세',
    '비고',
    'description',
    'details',
    'question',
    'text',
    'comments',
    'comment',
  ],
  topic: [
    '주제',
    '분야',
    '구분',
    '분류',
    '카테고리',
    'topic',
    'category',
    'area',
    'section',
    'workstream',
  ],
  priority: ['우선순위', '중요도', '긴급도', 'priority', 'importance', 'urgency'],
  due: [
    '기한',
    '희망기한',
    '요청기한',
    '제출기한',
    '마감일',
    '회신기한',
    'due',
    'duedate',
    'deadline',
    'requiredby',
  ],
}

export const fieldOf = (head: string): ImportField | null => {
  const bare = bareHead(head)
  return IMPORT_FIELDS.find((field) => HEADS[field].includes(bare)) ?? null
}

export type Columns = Readonly<Partial<Record<ImportField, number>>>

export function columnsIn(heads: readonly string[]): Columns {
  const columns: Partial<Record<ImportField, number>> = {}
  for (const [index, head] of heads.entries()) {
    const field = fieldOf(head)
    if (field !== null) columns[field] ??= index
  }
  return columns
}

/** Titles and remarks may precede the heads. */
const LOOKED_AT = 30

export function headRow(rows: readonly (readonly string[])[]): number | undefined {
  let best: { readonly at: number; readonly known: number } | undefined
  for (const [at, row] of rows.slice(0, LOOKED_AT).entries()) {
    const columns = columnsIn(row)
    const known = Object.keys(columns).length
    if (columns.title !== undefined && known > (best?.known ?? 0)) best = { at, known }
  }
  return best?.at
}

const PRIORITY_WORDS: Readonly<Record<Priority, readonly string[]>> = {
  HIGH: ['높음', '상', '긴급', '매우높음', 'high', 'h', 'urgent', '1', 'p1', 'a'],
  NORMAL: ['보통', '중', '일반', 'normal', 'medium', 'm', '2', 'p2', 'b'],
  LOW: ['낮음', '하', 'low', 'l', '3', 'p3', 'c'],
}

export function priorityOf(text: string): Priority | undefined {
  const bare = bareHead(text)
  return PRIORITIES.find((priority) => PRIORITY_WORDS[priority].includes(bare))
}

/** Excel treats 1900 as a leap year. */
const EXCEL_DAY_0 = Date.UTC(1899, 11, 30)
const DAY_MS = 86_400_000
const SERIAL = { least: 36_526, most: 73_050 } as const

/** Returns `YYYY-MM-DD`, else undefined. Years have four digits. */
export function dayIn(text: string): string | undefined {
  const trimmed = text.trim()
  if (/^\d{5}(\.\d+)?$/.test(trimmed)) {
    const serial = Math.floor(Number(trimmed))
    return serial >= SERIAL.least && serial <= SERIAL.most
      ? new Date(EXCEL_DAY_0 + serial * DAY_MS).toISOString().slice(0, 10)
      : undefined
  }
  const parts =
    /^(\d{4})(\d{2})(\d{2})$/.exec(trimmed) ??
    /^(\d{4})\s*[-./년]\s*(\d{1,2})\s*[-./월]\s*(\d{1,2})\s*[.일]?(?:[T\s].*)?$/.exec(trimmed)
  if (!parts) return undefined
  const [, year = '', month = '', day = ''] = parts
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${written}T00:00:00Z`)
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== written
    ? undefined
    : written
}

const YEAR_LAST = /^(\d{1,2})\s*([-./])\s*(\d{1,2})\s*\2\s*(\d{4})$/

/** 12/15/2026 becomes 2026-12-15. A number above 12 shows the day; otherwise a guess may be wrong by months. */
export function yearFirst(column: readonly string[]): (text: string) => string {
  const days = column.flatMap((text) => {
    const [, first, , second] = YEAR_LAST.exec(text.trim()) ?? []
    return first === undefined ? [] : [{ first: Number(first), second: Number(second) }]
  })
  const isMonthFirst = days.some(({ second }) => second > 12)
  if (isMonthFirst === days.some(({ first }) => first > 12)) return (text) => text
  return (text) => text.trim().replace(YEAR_LAST, isMonthFirst ? '$4-$1-$3' : '$4-$3-$1')
}
