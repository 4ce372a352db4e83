import { expect, test } from 'vitest'
import { formatPin } from '../../../contract/core/pin.ts'
import { regroup } from './grouped-input.ts'

const PIN = { groups: [3, 2, 11], strip: /\D/g } as const
const CODE = { groups: [2, 5, 2], strip: /[^0-9A-Za-z]/g, upperCase: true } as const

test('every length of a PIN is shown as the contract shows it', () => {
  const digits = '1234567890123456'
  for (let length = 0; length <= 16; length += 1) {
    expect(regroup(digits.slice(0, length), length, PIN).value).toBe(
      formatPin(digits.slice(0, length)),
    )
  }
})

test('a pasted text loses what does not belong, and what is too much', () => {
  expect(regroup(' PIN: 123-45-67890123456 (99)', 30, PIN)).toEqual({
    value: '123-45-67890123456',
    caret: 18,
  })
  expect(regroup('ab-cdefg-hj', 11, CODE)).toEqual({ value: 'AB-CDEFG-HJ', caret: 11 })
  expect(regroup('abcdefghj', 9, CODE)).toEqual({ value: 'AB-CDEFG-HJ', caret: 11 })
})

test('the caret stays at its character', () => {
  expect(regroup('1234', 4, PIN)).toEqual({ value: '123-4', caret: 5 })
  expect(regroup('1923-45-6', 2, PIN)).toEqual({ value: '192-34-56', caret: 2 })
  expect(regroup('12345', 3, PIN)).toEqual({ value: '123-45', caret: 3 })
  expect(regroup('12x3', 3, PIN)).toEqual({ value: '123', caret: 2 })
})
