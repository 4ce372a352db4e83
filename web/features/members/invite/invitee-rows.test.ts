import { describe, expect, it, test } from 'vitest'
import { invite } from '../../../../contract/features/members.ts'
import {
  emptyRow,
  type InviteeRow,
  inviteeOf,
  keptTextOf,
  placesNamedIn,
  placesOf,
  problemOf,
  problemOfAdding,
  rowsOf,
  withRowAdded,
} from './invitee-rows.ts'

const row = (key: number, changes: Partial<InviteeRow>): InviteeRow => ({
  ...emptyRow(key),
  name: '이참여',
  email: `p${key}@example.com`,
  ...changes,
})

test('a row needs a name, then an e-mail, in their forms [row-needs]', () => {
  expect(problemOf([emptyRow(0)])).toMatchObject({ key: 0, field: 'name', problem: 'nameRequired' })
  expect(problemOf([row(0, { name: '  ' })])).toMatchObject({ problem: 'nameRequired' })
  expect(problemOf([row(0, {}), row(1, { email: ' ' })])).toMatchObject({
    key: 1,
    problem: 'emailRequired',
  })
  for (const email of ['a', 'a@b', 'a b@c.d', 'a@b.c, d@e.f', '@b.c', 'a@b..c']) {
    expect(problemOf([row(0, { email })])).toMatchObject({ field: 'email', problem: 'emailFormat' })
  }
  expect(problemOf([row(0, { phone: '전화' })])).toMatchObject({
    field: 'phone',
    problem: 'phoneFormat',
  })
  expect(
    problemOf([
      row(0, { phone: '010-1234-5678' }),
      row(1, { phone: '+82 (0)2 123 4567', email: '김@한글.kr' }),
    ]),
  ).toBeUndefined()
})

test('a repeated address is named once, with any blanks and case [row-twice]', () => {
  const rows = [
    row(0, { email: 'A@example.com' }),
    row(1, { email: ' a@example.com ' }),
    row(2, { email: 'a@example.com' }),
    row(3, {}),
  ]
  expect(problemOf(rows)).toEqual({ kind: 'duplicate', list: ['a@example.com'] })
})

test('a row is added when the last one is whole, up to thirty [row-added]', () => {
  expect(problemOfAdding([row(0, {})])).toBeUndefined()
  expect(problemOfAdding([row(0, { email: '' })])).toMatchObject({ problem: 'emailRequired' })
  const thirty = Array.from({ length: 30 }, (_, key) => row(key, {}))
  expect(problemOfAdding(thirty.slice(1))).toBeUndefined()
  expect(problemOfAdding(thirty)).toBe('max')
})

test('what is sent fits the contract, trimmed, without what was left empty [row-sent]', () => {
  const inviteUserList = [
    row(0, { name: ' 이참여 ', phone: ' ' }),
    row(1, { division: '누리' }),
  ].map(inviteeOf)
  expect(inviteUserList).toEqual([
    { id: 0, name: '이참여', email: 'p0@example.com' },
    { id: 1, name: '이참여', email: 'p1@example.com', division: '누리' },
  ])
  expect(invite.body.safeParse({ id: 1, roomId: 1, inviteUserList }).success).toBe(true)
})

test('what is longer than the contract takes is named, and what it takes is not', () => {
  const longest = '가'.repeat(100)
  expect(
    problemOf([
      row(0, { name: longest, division: longest, position: longest, phone: `0${'1'.repeat(39)}` }),
    ]),
  ).toBeUndefined()
  for (const field of ['name', 'division', 'position'] as const) {
    expect(problemOf([row(0, { [field]: `${longest}가` })])).toMatchObject({
      field,
      problem: 'tooLong',
    })
  }
  expect(problemOf([row(0, { phone: '1'.repeat(41) })])).toMatchObject({
    field: 'phone',
    problem: 'tooLong',
  })
  expect(problemOf([row(0, { email: `${'a'.repeat(243)}@example.com` })])).toMatchObject({
    field: 'email',
    problem: 'emailFormat',
  })
})

test('a problem is found at its fields: of addresses that are there twice, at all but the first', () => {
  const rows = [
    row(7, { email: 'a@example.com' }),
    row(8, { email: 'A@example.com ' }),
    row(9, {}),
    row(10, { email: 'a@example.com' }),
  ]
  const problem = problemOf(rows)
  expect(problem && placesOf(problem, rows)).toEqual([
    { key: 8, field: 'email' },
    { key: 10, field: 'email' },
  ])
})

test('addresses that the server names are found in its text, and others that contain them are not', () => {
  const rows = [
    row(0, { email: 'a@example.co' }),
    row(1, { email: 'B@Example.com' }),
    row(2, { email: 'a@example.com' }),
  ]
  expect(
    placesNamedIn('이미 초대된 이메일 주소입니다: b@example.com, a@example.com', rows).map(
      ({ key }) => key,
    ),
  ).toEqual([1, 2])
  expect(placesNamedIn('잠시 후 다시 시도해 주세요.', rows)).toEqual([])
})

test('a new row has the division of the row above, and nothing else of it', () => {
  const rows = withRowAdded([
    row(4, { division: '누리파트너스', position: '변호사', phone: '02-123-4567' }),
  ])
  expect(rows[1]).toEqual({ ...emptyRow(5), division: '누리파트너스' })
})

test('control characters that a paste brought are not sent', () => {
  const inviteUserList = [row(0, { name: '이\u000b참여', position: '\u0007' })].map(inviteeOf)
  expect(inviteUserList).toEqual([{ id: 0, name: '이 참여', email: 'p0@example.com' }])
})

describe('what is kept of rows that are not sent', () => {
  it('is all that was typed, and comes back in the order of the columns', () => {
    const rows = [
      { ...emptyRow(4), name: '김하나', email: 'one@example.com' },
      { ...emptyRow(7), division: '법무법인' },
    ]
    expect(rowsOf(keptTextOf(rows) ?? '')).toEqual([
      { ...emptyRow(0), name: '김하나', email: 'one@example.com' },
      { ...emptyRow(1), division: '법무법인' },
    ])
  })

  it('is nothing where nothing was typed, and no row where it cannot be read', () => {
    expect(keptTextOf([emptyRow(0)])).toBeUndefined()
    for (const text of ['{', '{}', '[]', JSON.stringify(Array.from({ length: 31 }, () => []))])
      expect(rowsOf(text)).toBeUndefined()
    expect(rowsOf('[[1,"부서"],null]')).toEqual([{ ...emptyRow(0), division: '부서' }, emptyRow(1)])
  })
})
