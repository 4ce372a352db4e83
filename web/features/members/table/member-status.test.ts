import { expect, test } from 'vitest'
import { ROLE } from '../../../../contract/core/limits.ts'
import type { Member } from '../members-query.ts'
import { holdOn, presenceOf } from './member-status.ts'

const member = (changes: Partial<Member>): Member => ({
  id: 1,
  userId: 1,
  userName: '이참여',
  createdAt: '2026-11-01T00:00:00Z',
  print: false,
  download: false,
  access: true,
  text: false,
  roleId: ROLE.participant,
  threadRole: 'submitter',
  division: '',
  position: '',
  email: 'p@example.com',
  phone: '',
  lastSeenAt: null,
  mail: null,
  ...changes,
})

test('days are those of the room: its midnight is at 15:00 UTC', () => {
  const now = Date.parse('2026-03-01T01:00:00Z')
  const seen = (lastSeenAt: string) => presenceOf({ access: true, lastSeenAt }, now)
  expect(seen('2026-02-28T15:00:00Z')).toEqual({ kind: 'today' })
  expect(seen('2026-02-28T14:59:59Z')).toEqual({ kind: 'yesterday' })
  expect(seen('2026-02-27T15:00:00Z')).toEqual({ kind: 'yesterday' })
  expect(seen('2026-02-27T14:59:59Z')).toEqual({ kind: 'seen', date: '2026-02-27' })
})

test('who never came is invited, and a suspension says more than a visit', () => {
  expect(presenceOf({ access: true, lastSeenAt: null }, 0)).toEqual({ kind: 'invited' })
  expect(presenceOf({ access: false, lastSeenAt: '2026-02-28T15:00:00Z' }, 0)).toEqual({
    kind: 'suspended',
  })
})

test('nobody is held but oneself and the last operator who can enter', () => {
  const self = member({ id: 1, roleId: ROLE.operator })
  const second = member({ id: 2, roleId: ROLE.operator })
  const guest = member({ id: 3 })
  expect(holdOn(self, 1, [self, second, guest])).toBe('self')
  expect(holdOn(self, 1, [self, guest])).toBe('lastOperator')
  expect(holdOn(self, 1, [self, { ...second, access: false }, guest])).toBe('lastOperator')
  expect(holdOn(second, 1, [self, second, guest])).toBeUndefined()
  expect(holdOn(guest, 1, [self, guest])).toBeUndefined()
  expect(holdOn(self, 1, undefined)).toBe('self')
})
