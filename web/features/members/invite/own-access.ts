import { untilOfDay } from '../../../room/access-period.ts'
import type { Group } from '../../../room/groups.ts'
import { type InviteeRow, OWN_FIELDS, ownOf } from './invitee-rows.ts'

const OWN_PROBLEMS = ['groupUnknown', 'switchFormat', 'untilFormat', 'ownOfOperator'] as const
export type OwnProblem = (typeof OWN_PROBLEMS)[number]

export const isOwnProblem = (problem: string): problem is OwnProblem =>
  OWN_PROBLEMS.some((known) => known === problem)

const YES = new Set(['허용', '예', '네', 'o', 'y', 'yes', 'true', '1', 'on', 'allow', 'allowed'])
const NO = new Set([
  '차단',
  '아니오',
  '아니요',
  'x',
  'n',
  'no',
  'false',
  '0',
  'off',
  'block',
  'blocked',
])

/** @returns null if the word means neither yes nor no. */
function switchOf(cell: string | undefined): boolean | null | undefined {
  const word = (cell ?? '').trim().toLowerCase()
  if (word === '') return undefined
  return YES.has(word) ? true : NO.has(word) ? false : null
}

const DAY = /^(\d{4})[-./]\s?(\d{1,2})[-./]\s?(\d{1,2})\.?$/

function dayIn(cell: string): string | undefined {
  const [, year, month = '', date = ''] = DAY.exec(cell.trim()) ?? []
  return year === undefined
    ? undefined
    : `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
}

interface OwnAccess {
  readonly group?: Group | undefined
  readonly print?: boolean | undefined
  readonly download?: boolean | undefined
  readonly until?: string | undefined
}

const sameName = (one: string, other: string): boolean =>
  one.trim().normalize('NFC').toLowerCase() === other.trim().normalize('NFC').toLowerCase()

export function ownAccess(
  row: InviteeRow,
  groups: readonly Group[],
  today: string,
): OwnAccess | OwnProblem {
  const [name = '', , , end = ''] = ownOf(row)
  const group = name === '' ? undefined : groups.find((each) => sameName(each.name, name))
  if (name !== '' && !group) return 'groupUnknown'
  const [print, download] = [switchOf(row.print), switchOf(row.download)]
  if (print === null || download === null) return 'switchFormat'
  const until = end === '' ? undefined : dayIn(end)
  if (end !== '' && (until === undefined || until < today || untilOfDay(until) === undefined))
    return 'untilFormat'
  return { group, print, download, until }
}

export const hasOwn = (row: InviteeRow): boolean =>
  OWN_FIELDS.some((field) => (row[field] ?? '') !== '')
