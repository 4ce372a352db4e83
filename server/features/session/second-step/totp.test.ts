import { describe, expect, it } from 'vitest'
import { base32, codeOf, matchingStep, otpauthUri, parseAppCode, stepAt } from './totp.ts'

const SECRET = Buffer.from('12345678901234567890')

describe('codes of an authenticator app', () => {
  // RFC 6238, appendix B, has these vectors, of which apps show the last six digits.
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('are those of the standard at second %i', (second, code) => {
    expect(codeOf(SECRET, stepAt(new Date(second * 1_000)))).toBe(code.slice(2))
  })

  const at = new Date('2026-01-01T00:00:10Z')
  const now = stepAt(at)
  it.each([
    [-2, undefined],
    [-1, now - 1],
    [0, now],
    [1, now + 1],
    [2, undefined],
  ])('of the step %i from now match within one step', (difference, expected) => {
    expect(matchingStep(SECRET, codeOf(SECRET, now + difference), { at, last: 0 })).toBe(expected)
  })

  it('match no more once that step or a later one was used', () => {
    expect(matchingStep(SECRET, codeOf(SECRET, now), { at, last: now })).toBeUndefined()
    expect(matchingStep(SECRET, codeOf(SECRET, now - 1), { at, last: now })).toBeUndefined()
    expect(matchingStep(SECRET, codeOf(SECRET, now + 1), { at, last: now })).toBe(now + 1)
  })

  it('are six digits, with or without a blank', () => {
    expect(['123 456', ' 123456 ', '123-456'].map(parseAppCode)).toEqual([
      '123456',
      '123456',
      '123456',
    ])
    expect(['12345', '1234567', '12345a', ''].map(parseAppCode)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('come from a key in base32 and an address that apps read', () => {
    expect(base32(SECRET)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    expect(otpauthUri('ABC', 'a@b.kr (12)')).toBe(
      'otpauth://totp/Sealroom:a%40b.kr%20(12)?secret=ABC&issuer=Sealroom&algorithm=SHA1&digits=6&period=30',
    )
  })
})
