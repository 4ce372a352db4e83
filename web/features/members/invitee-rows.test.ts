import { expect, test } from 'vitest'
import { invite } from '../../../contract/features/members.ts'
import { emptyRow, inviteesOf, problemOf, problemOfAdding } from './invitee-rows.ts'

const row = (key: number, changes: object) => ({ ...emptyRow(key), name: '이참여', email: `p${key}@example.com`, ...changes })

test('a row needs a name, then an e-mail, in their forms', () => {
  expect(problemOf([emptyRow(0)])).toMatchObject({ key: 0, field: 'name', problem: 'nameRequired' })
  expect(problemOf([row(0, { name: '  ' })])).toMatchObject({ problem: 'nameRequired' })
  expect(problemOf([row(0, {}), row(1, { email: ' ' })])).toMatchObject({ key: 1, problem: 'emailRequired' })
  for (const email of ['a', 'a@b', 'a b@c.d', 'a@b.c, d@e.f', '@b.c', 'a@b..c']) {
    expect(problemOf([row(0, { email })])).toMatchObject({ field: 'email', problem: 'emailFormat' })
  }
  expect(problemOf([row(0, { phone: '전화' })])).toMatchObject({ field: 'phone', problem: 'phoneFormat' })
  expect(problemOf([row(0, { phone: '010-1234-5678' }), row(1, { phone: '+82 (0)2 123 4567', email: '김@한글.kr' })])).toBeUndefined()
})

test('one address twice is named once, whatever its blanks and case', () => {
  const rows = [row(0, { email: 'A@example.com' }), row(1, { email: ' a@example.com ' }), row(2, { email: 'a@example.com' }), row(3, {})]
  expect(problemOf(rows)).toEqual({ kind: 'duplicate', list: ['a@example.com'] })
})

test('a row is added when the last one is whole, up to thirty', () => {
  expect(problemOfAdding([row(0, {})])).toBeUndefined()
  expect(problemOfAdding([row(0, { email: '' })])).toMatchObject({ problem: 'emailRequired' })
  const thirty = Array.from({ length: 30 }, (_, key) => row(key, {}))
  expect(problemOfAdding(thirty.slice(1))).toBeUndefined()
  expect(problemOfAdding(thirty)).toBe('max')
})

test('what is sent fits the contract, trimmed, without what was left empty', () => {
  const inviteUserList = inviteesOf([row(0, { name: ' 이참여 ', phone: ' ' }), row(1, { division: '누리' })])
  expect(inviteUserList).toEqual([
    { id: 0, name: '이참여', email: 'p0@example.com' },
    { id: 1, name: '이참여', email: 'p1@example.com', division: '누리' },
  ])
  expect(invite.body.safeParse({ id: 1, roomId: 1, inviteUserList }).success).toBe(true)
})
