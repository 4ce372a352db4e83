import { expect, test } from 'vitest'
import { redirectFor } from './guards.ts'

const joined = { agreed: false, roleId: 4 }
const waiting = { agreed: false, roleId: 4, step: { email: 'k***@example.com', askedAt: 0 } }
const participant = { agreed: true, roleId: 5 }
const operator = { agreed: true, roleId: 4 }

test('without a session everything but the entrance leads to the login [guard-login]', () => {
  expect(redirectFor('entrance', undefined)).toBeUndefined()
  for (const area of ['step', 'agreement', 'room', 'operator'] as const)
    expect(redirectFor(area, undefined)).toBe('/login')
})

test('before the second step there is that step alone, for operators too', () => {
  expect(redirectFor('step', waiting)).toBeUndefined()
  for (const area of ['entrance', 'agreement', 'room', 'operator'] as const)
    expect(redirectFor(area, waiting)).toBe('/login/step')
})

test('before the agreement there is the agreement alone, for operators too [guard-agree]', () => {
  expect(redirectFor('agreement', joined)).toBeUndefined()
  for (const area of ['entrance', 'step', 'room', 'operator'] as const)
    expect(redirectFor(area, joined)).toBe('/login/agree')
})

test('who is in does not come to the entrance again [guard-inside]', () => {
  for (const area of ['entrance', 'step', 'agreement'] as const)
    expect(redirectFor(area, participant)).toBe('/')
  expect(redirectFor('room', participant)).toBeUndefined()
})

test('the operator area is for operators [guard-operator]', () => {
  expect(redirectFor('operator', participant)).toBe('/')
  expect(redirectFor('operator', operator)).toBeUndefined()
})
