import { nameKey } from '../../../contract/core/name-key.ts'
import type { Member } from './members-query.ts'
import { isOperator } from './table/member-status.ts'

export const FILTERS = [
  'all',
  'invited',
  'entered',
  'mailFailed',
  'printBlocked',
  'downloadBlocked',
  'blockedPeople',
  'operators',
] as const
export type Filter = (typeof FILTERS)[number]

export const SORTS = ['dateUp', 'dateDown', 'nameUp', 'nameDown', 'seenDown', 'seenUp'] as const
export type Sort = (typeof SORTS)[number]

export const SORT_COLUMNS = {
  name: 'nameUp',
  date: 'dateUp',
  status: 'seenDown',
} as const satisfies Record<string, Sort>
export type SortColumn = keyof typeof SORT_COLUMNS

export const filterOf = (name: string | undefined): Filter =>
  FILTERS.find((filter) => filter === name) ?? 'all'

export interface MembersView {
  readonly filter: Filter
  readonly sort: Sort
  readonly group?: number | undefined
}

export const FIRST_SORT: Sort = 'dateUp'

const PASSES: Readonly<Record<Filter, (member: Member) => boolean>> = {
  all: () => true,
  invited: ({ access, lastSeenAt }) => access && lastSeenAt === null,
  entered: ({ lastSeenAt }) => lastSeenAt !== null,
  mailFailed: ({ mail }) => mail?.status === 'failed',
  printBlocked: ({ print }) => !print,
  downloadBlocked: ({ download }) => !download,
  blockedPeople: ({ access }) => !access,
  operators: isOperator,
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const ORDERS: Readonly<Record<Sort, (one: Member, other: Member) => number>> = {
  dateUp: (one, other) => compare(one.createdAt, other.createdAt) || one.id - other.id,
  dateDown: (one, other) => ORDERS.dateUp(other, one),
  nameUp: (one, other) =>
    compare(nameKey(one.userName), nameKey(other.userName)) || one.id - other.id,
  nameDown: (one, other) => ORDERS.nameUp(other, one),
  seenDown: (one, other) =>
    compare(other.lastSeenAt ?? '', one.lastSeenAt ?? '') || one.id - other.id,
  seenUp: (one, other) =>
    compare(one.lastSeenAt ?? '~', other.lastSeenAt ?? '~') || one.id - other.id,
}

export function viewOf(
  people: readonly Member[],
  { filter, sort, group }: MembersView,
): readonly Member[] {
  const inGroup = group === undefined ? people : people.filter(({ groupId }) => groupId === group)
  return inGroup.filter(PASSES[filter]).sort(ORDERS[sort])
}

const columnOf = (sort: Sort): SortColumn =>
  sort.startsWith('name') ? 'name' : sort.startsWith('date') ? 'date' : 'status'

export function nextSort(sort: Sort, column: SortColumn): Sort {
  if (columnOf(sort) !== column) return SORT_COLUMNS[column]
  const [up, down] = SORTS.filter((each) => columnOf(each) === column)
  return sort === up ? (down ?? sort) : (up ?? sort)
}

export function directionOf(
  sort: Sort,
  column: SortColumn,
): 'ascending' | 'descending' | undefined {
  if (columnOf(sort) !== column) return undefined
  return sort.endsWith('Up') ? 'ascending' : 'descending'
}
