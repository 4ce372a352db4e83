import { expect, it } from 'vitest'
import { formatStepCode, parseStepCode } from './step-code.ts'

it.each([
  ['01234567', '01234567'],
  ['0123 4567', '01234567'],
  ['0123-4567', '01234567'],
  [' 0123\u00a04567\n', '01234567'],
  ['0123456', undefined],
  ['012345678', undefined],
  ['0123456a', undefined],
  ['０１２３４５６７', undefined],
  ['', undefined],
])('a code of the second step in %j is %j', (text, digits) => {
  expect(parseStepCode(text)).toBe(digits)
})

it('is shown as it is read', () => {
  expect(formatStepCode('01234567')).toBe('0123 4567')
  expect(parseStepCode(formatStepCode('01234567'))).toBe('01234567')
})
