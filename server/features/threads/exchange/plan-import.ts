import { LIMITS } from '../../../../contract/core/limits.ts'
import type {
  IMPORT_ERRORS,
  ImportField,
} from '../../../../contract/features/threads/thread-exchange.ts'
import {
  PRIORITIES,
  type ThreadState,
  type ThreadType,
} from '../../../../contract/features/threads/thread-states.ts'
import { ownNumber } from '../thread-number.ts'
import { type Columns, dayIn, priorityOf, yearFirst } from './list-columns.ts'
import type { List } from './read-list.ts'

type ImportError = (typeof IMPORT_ERRORS)[number]

export interface KnownThread {
  readonly id: string
  readonly number: number
  readonly state: ThreadState
  readonly title: string
  readonly text: string
  readonly topicId: string | null
  readonly priority: number
  readonly due: string | null
}

export interface Values {
  readonly title: string
  readonly text: string
  readonly topicId: string | null
  readonly priority: number
  readonly due: string | null
}

export interface PlannedRow {
  readonly row: number
  readonly known: KnownThread | undefined
  /** Threads keep values that the row lacks. */
  readonly values: Values
  readonly fields: readonly ImportField[]
  readonly errors: readonly { readonly field: ImportField; readonly code: ImportError }[]
}

interface Surroundings {
  readonly type: ThreadType
  readonly topics: readonly { readonly id: string; readonly name: string }[]
  readonly known: ReadonlyMap<number, KnownThread>
}

const NUMBER = /^(?:[A-Z]+(?:\.\d+)?\/)?(?:[QR]-?)?0*([1-9]\d{0,7})$/i

export function planImport({ columns, rows }: List, surroundings: Surroundings): PlannedRow[] {
  const numbers = new Set<number>()
  const { due } = columns
  const written = yearFirst(due === undefined ? [] : rows.map(({ cells }) => cells[due] ?? ''))
  return rows.map(({ at, cells }) => {
    const given = cells.map((cell, index) => (index === due ? written(cell) : cell))
    return planRow(at, reader(columns, given), surroundings, numbers)
  })
}

type Read = (field: ImportField) => string | undefined

const reader =
  (columns: Columns, cells: readonly string[]): Read =>
  (field) => {
    const index = columns[field]
    return index === undefined
      ? undefined
      : (cells[index] ?? '').normalize('NFC').replace(/\r\n?/g, '\n').trim()
  }

const CONTROLS = /[^\P{Cc}\n\t]/gu
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

function planRow(
  row: number,
  read: Read,
  { type, topics, known: threads }: Surroundings,
  numbers: Set<number>,
): PlannedRow {
  const errors: { field: ImportField; code: ImportError }[] = []
  const fail = (field: ImportField, code: ImportError): undefined =>
    void errors.push({ field, code })
  const known = knownBy(read('number') ?? '', type, threads, numbers, fail)
  const title = oneLine((read('title') ?? '').replace(CONTROLS, ' '))
  const text = (read('text') ?? '').replace(CONTROLS, '')
  const values = {
    title: title === '' ? (known?.title ?? '') : title,
    text: text === '' ? (known?.text ?? title) : text,
    topicId: topicIn(read('topic'), topics, known, fail),
    priority: priorityIn(read('priority'), known, fail),
    due: dueIn(read('due'), known, fail),
  }
  if (values.title === '') fail('title', 'MISSING')
  if (values.title.length > LIMITS.threadTitle) fail('title', 'TOO_LONG')
  if (values.text.length > LIMITS.threadText) fail('text', 'TOO_LONG')
  const fields = known ? changesOf(known, values) : []
  const isFixed = known && !CHANGEABLE.includes(known.state)
  for (const field of fields)
    if (isFixed && (field === 'title' || field === 'text')) fail(field, 'FIXED')
  return { row, known, values, fields, errors }
}

/** Texts are fixed after the answer. */
const CHANGEABLE: readonly ThreadState[] = ['DRAFT', 'RETURNED', 'OPEN', 'PARTLY']

type Fail = (field: ImportField, code: ImportError) => undefined

/** Numbers without Q- or R- make new threads: other lists have their own. */
function knownBy(
  text: string,
  type: ThreadType,
  threads: Surroundings['known'],
  numbers: Set<number>,
  fail: Fail,
): KnownThread | undefined {
  const number = Number(NUMBER.exec(text)?.[1] ?? Number.NaN)
  const isOurs = /[QR]-/i.test(text)
  if (!isOurs) return undefined
  const known = threads.get(number)
  if (
    !known ||
    text.toUpperCase().split('/').at(-1)?.slice(0, 1) !== ownNumber({ type, number }).slice(0, 1)
  )
    return fail('number', 'NUMBER')
  if (numbers.has(number)) return fail('number', 'REPEATED')
  numbers.add(number)
  return known
}

function topicIn(
  text: string | undefined,
  topics: Surroundings['topics'],
  known: KnownThread | undefined,
  fail: Fail,
): string | null {
  if (text === undefined || text === '') return known?.topicId ?? null
  const found = topics.find(({ name }) => name.toLowerCase() === oneLine(text).toLowerCase())
  if (!found) fail('topic', 'TOPIC')
  return found?.id ?? null
}

function priorityIn(text: string | undefined, known: KnownThread | undefined, fail: Fail): number {
  const usual = known?.priority ?? PRIORITIES.indexOf('NORMAL')
  if (text === undefined || text === '') return usual
  const found = priorityOf(text)
  if (found === undefined) fail('priority', 'PRIORITY')
  return found === undefined ? usual : PRIORITIES.indexOf(found)
}

function dueIn(
  text: string | undefined,
  known: KnownThread | undefined,
  fail: Fail,
): string | null {
  if (text === undefined || text === '') return known?.due ?? null
  const day = dayIn(text)
  if (day === undefined) fail('due', 'DATE')
  return day ?? null
}

function changesOf(known: KnownThread, values: Values): ImportField[] {
  const differs: Readonly<Record<Exclude<ImportField, 'number'>, boolean>> = {
    title: known.title !== values.title,
    text: known.text !== values.text,
    topic: known.topicId !== values.topicId,
    priority: known.priority !== values.priority,
    due: known.due !== values.due,
  }
  return (['title', 'text', 'topic', 'priority', 'due'] as const).filter((field) => differs[field])
}

export const changeOf = ({
  known,
  fields,
  errors,
}: PlannedRow): 'new' | 'changed' | 'same' | 'error' => {
  if (errors.length > 0) return 'error'
  if (!known) return 'new'
  return fields.length > 0 ? 'changed' : 'same'
}
