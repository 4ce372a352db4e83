import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dammDigit, formatPin, parsePin } from './pin.ts'

const digit = fc.constantFrom(...'0123456789')
const fifteen = fc.array(digit, { minLength: 15, maxLength: 15 }).map((digits) => digits.join(''))
const pin = fifteen.map((digits) => `${digits}${dammDigit(digits)}`)

describe('a PIN', () => {
  it('has the check digit of the literature', () => {
    expect(dammDigit('572')).toBe('4')
    expect(dammDigit('5724')).toBe('0')
    expect(dammDigit('')).toBe('0')
  })

  it('is read with and without hyphens, as it is shown [pin-shape]', () => {
    fc.assert(
      fc.property(pin, (digits) => {
        expect(parsePin(digits)).toBe(digits)
        expect(formatPin(digits)).toMatch(/^\d{3}-\d{2}-\d{11}$/)
        expect(parsePin(formatPin(digits))).toBe(digits)
      }),
    )
  })

  it('is rejected with a wrong digit or two swapped neighbours', () => {
    fc.assert(
      fc.property(pin, fc.nat(15), digit, (digits, at, other) => {
        const wrong = `${digits.slice(0, at)}${other}${digits.slice(at + 1)}`
        expect(parsePin(wrong)).toBe(wrong === digits ? digits : undefined)
        const swapped =
          at === 15
            ? digits
            : `${digits.slice(0, at)}${digits[at + 1]}${digits[at]}${digits.slice(at + 2)}`
        expect(parsePin(swapped)).toBe(swapped === digits ? digits : undefined)
      }),
    )
  })

  it.each([
    '',
    '123',
    '123-45-6789012345',
    '1234-5-67890123456',
    '123 45 67890123456',
    '１２３４５６７８９０１２３４５６',
    '123-45-67890123456\n',
    'abc-de-fghijklmnop',
  ])('%j is none', (text) => {
    expect(parsePin(text)).toBeUndefined()
  })

  it.each([
    ['', ''],
    ['12', '12'],
    ['123', '123'],
    ['1234', '123-4'],
    ['12345', '123-45'],
    ['123456', '123-45-6'],
    ['12345678901234567890', '123-45-67890123456'],
  ])('%j is shown as %j while it is typed [pin-grouped]', (digits, shown) => {
    expect(formatPin(digits)).toBe(shown)
  })
})
