import { expect, test } from 'vitest'
import { placeInstead } from './guards.ts'

const joined = { agreed: false, roleId: 4 }
const waiting = { agreed: false, roleId: 4, step: { email: 'k***@example.com', askedAt: 0 } }
const participant = { agreed: true, roleId: 5 }
const operator = { agreed: true, roleId: 4 }

test('without a session everything but the entrance leads to the login [guard-login]', () => {
  expect(placeInstead('entrance', undefined)).toBeUndefined()
  for (const area of ['step', 'agreement', 'room', 'operator'] as const) expect(placeInstead(area, undefined)).toBe('/login')
})

test('before the second step there is that step alone, for operators too', () => {
  expect(placeInstead('step', waiting)).toBeUndefined()
  for (const area of ['entrance', 'agreement', 'room', 'operator'] as const) expect(placeInstead(area, waiting)).toBe('/login/step')
})

test('before the agreement there is the agreement alone, for operators too [guard-agree]', () => {
  expect(placeInstead('agreement', joined)).toBeUndefined()
  for (const area of ['entrance', 'step', 'room', 'operator'] as const) expect(placeInstead(area, joined)).toBe('/login/agree')
})

test('who is in does not come to the entrance again [guard-inside]', () => {
  for (const area of ['entrance', 'step', 'agreement'] as const) expect(placeInstead(area, participant)).toBe('/')
  expect(placeInstead('room', participant)).toBeUndefined()
})

test('the operator area is for operators [guard-operator]', () => {
  expect(placeInstead('operator', participant)).toBe('/')
  expect(placeInstead('operator', operator)).toBeUndefined()
})
