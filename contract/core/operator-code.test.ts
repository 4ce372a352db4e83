import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CODE_ALPHABET, formatOperatorCode, parseOperatorCode } from './operator-code.ts'

describe('an operator code', () => {
  it('is written without letters that look like others', () => {
    expect(new Set(CODE_ALPHABET).size).toBe(32)
    expect(CODE_ALPHABET).not.toMatch(/[ILOU]/)
  })

  it('is read with and without hyphens, as it is shown [code-shape]', () => {
    const code = fc
      .array(fc.constantFrom(...CODE_ALPHABET), { minLength: 9, maxLength: 9 })
      .map((letters) => letters.join(''))
    fc.assert(
      fc.property(code, (text) => {
        expect(parseOperatorCode(text)).toBe(text)
        expect(formatOperatorCode(text)).toMatch(/^.{2}-.{5}-.{2}$/)
        expect(parseOperatorCode(formatOperatorCode(text))).toBe(text)
      }),
    )
  })

  it.each([
    '',
    '12345678',
    '1234567890',
    'ab-cdefg-hj',
    'AB-CDEFG-HI',
    'AB-CDEFG-HO',
    'AB-CDEFG-HU',
    'AB-CDEFG-HL',
    'ABC-DEFG-HJ',
    'AB CDEFG HJ',
    ' ABCDEFGHJ',
    'ABCDEFGHJ\n',
  ])('%j is none', (text) => {
    expect(parseOperatorCode(text)).toBeUndefined()
  })
})
