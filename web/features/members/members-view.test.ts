import { expect, test } from 'vitest'
import { ROLE } from '../../../contract/core/limits.ts'
import type { Member } from './members-query.ts'
import { directionOf, FILTERS, filterOf, nextSort, SORTS, viewOf } from './members-view.ts'

const failed = {
  id: 1,
  kind: 'pin',
  status: 'failed',
  reason: 'rejected',
  attempts: 1,
  queuedAt: '2026-01-01T00:00:00Z',
} as const

const person = (id: number, userName: string, changes: Partial<Member> = {}) =>
  ({
    id,
    userName,
    print: true,
    download: true,
    access: true,
    roleId: ROLE.participant,
    lastSeenAt: null,
    createdAt: `2026-01-0${id}T00:00:00.000Z`,
    mail: null,
    ...changes,
  }) as Member

const people = [
  person(3, '홍길동', { lastSeenAt: '2026-02-02T00:00:00.000Z' }),
  person(1, '김운영', { roleId: ROLE.operator, lastSeenAt: '2026-02-03T00:00:00.000Z' }),
  person(2, '2팀 이서연', { mail: failed, print: false }),
  person(4, '10팀 박도현', { access: false, lastSeenAt: '2026-02-01T00:00:00.000Z' }),
  person(5, '나기선', { access: false, print: false, download: false }),
]
const ids = (filter: (typeof FILTERS)[number], sort: (typeof SORTS)[number] = 'dateUp') =>
  viewOf(people, { filter, sort }).map(({ id }) => id)

test('each filter shows those it names and nobody else', () => {
  expect(Object.fromEntries(FILTERS.map((filter) => [filter, ids(filter)]))).toEqual({
    all: [1, 2, 3, 4, 5],
    invited: [2],
    entered: [1, 3, 4],
    mailFailed: [2],
    printBlocked: [2, 5],
    downloadBlocked: [5],
    blockedPeople: [4, 5],
    operators: [1],
  })
})

test('a filter of the address is one of these or none', () => {
  expect(FILTERS.map(filterOf)).toEqual(FILTERS)
  expect([undefined, '', 'Operators', 'toString'].map(filterOf)).toEqual([
    'all',
    'all',
    'all',
    'all',
  ])
})

test('names are sorted as everywhere, numbers by value; who never came stands below, whichever way visits are sorted', () => {
  expect(ids('all', 'nameUp')).toEqual([2, 4, 1, 5, 3])
  expect(ids('all', 'nameDown')).toEqual([3, 5, 1, 4, 2])
  expect(ids('all', 'dateDown')).toEqual([5, 4, 3, 2, 1])
  expect(ids('all', 'seenDown')).toEqual([1, 3, 4, 2, 5])
  expect(ids('all', 'seenUp')).toEqual([4, 3, 1, 2, 5])
  expect(people[0]?.id).toBe(3)
})

test('the head of a column sorts by it, and pressed again the other way round', () => {
  expect(nextSort('dateUp', 'name')).toBe('nameUp')
  expect(nextSort('nameUp', 'name')).toBe('nameDown')
  expect(nextSort('nameDown', 'name')).toBe('nameUp')
  expect(nextSort('nameDown', 'status')).toBe('seenDown')
  expect(nextSort('seenDown', 'status')).toBe('seenUp')
  expect(nextSort('seenUp', 'status')).toBe('seenDown')
  for (const sort of SORTS) {
    const sorted = (['name', 'date', 'status'] as const).filter(
      (column) => directionOf(sort, column) !== undefined,
    )
    expect(sorted).toHaveLength(1)
  }
  expect(directionOf('seenDown', 'status')).toBe('descending')
})
