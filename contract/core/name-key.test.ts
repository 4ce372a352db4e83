import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldName, nameKey, normalizeName } from './name-key.ts'

const byCodePoint = (a: string, b: string): number => {
  const [left, right] = [[...a], [...b]]
  const at = left.findIndex((character, index) => character !== right[index])
  if (at === -1) return left.length - right.length
  return (left[at]?.codePointAt(0) ?? -1) - (right[at]?.codePointAt(0) ?? -1)
}
const compare = (a: string, b: string): number => byCodePoint(nameKey(a), nameKey(b))
const sorted = (names: readonly string[]): string[] => [...names].sort(compare)

describe('the order of names', () => {
  it.each([
    [['1', '2', '10', '100']],
    [['2 계약', '10 부록']],
    [['파일 1.pdf', '파일 2.pdf', '파일 10.pdf']],
    [['v1.2', 'v1.10', 'v2.1']],
    [['a9b', 'a10a']],
    [['가', '각', '나', '다람쥐', '하']],
    [['0', 'a', '가']],
    [['A', 'b', 'C']],
    [['2024-1-9', '2024-1-10', '2024-11-1']],
  ])('%j', (names) => {
    expect(sorted([...names].reverse())).toEqual(names)
  })

  it('goes by the value of numbers wherever they stand', () => {
    const stem = fc.stringMatching(/^[a-z가-힣]{0,4}$/)
    fc.assert(
      fc.property(stem, stem, fc.nat(), fc.nat(), (before, behind, a, b) => {
        expect(Math.sign(compare(`${before}${a}${behind}`, `${before}${b}${behind}`))).toBe(
          Math.sign(a - b),
        )
      }),
    )
  })

  it('goes by the value of numbers of up to 60 digits, leading zeros aside', () => {
    const digits = fc.stringMatching(/^[1-9]\d{0,59}$/)
    fc.assert(
      fc.property(digits, digits, fc.nat(5), (a, b, zeros) => {
        const [left, right] = [BigInt(a), BigInt(b)]
        expect(Math.sign(compare(`${'0'.repeat(zeros)}${a}`, b))).toBe(
          left < right ? -1 : left > right ? 1 : 0,
        )
      }),
    )
  })

  it('does not know how a name is composed, nor its case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(nameKey(name.normalize('NFD'))).toBe(nameKey(name.normalize('NFC')))
        expect(nameKey(foldName(name))).toBe(nameKey(name))
        expect(foldName(foldName(name))).toBe(foldName(name))
        expect(normalizeName(normalizeName(name.normalize('NFD')))).toBe(name.normalize('NFC'))
      }),
    )
  })

  it('is the order of Hangul', () => {
    const hangul = fc.stringMatching(/^[가-힣]{1,5}$/)
    const collator = new Intl.Collator('ko')
    fc.assert(
      fc.property(hangul, hangul, (a, b) => {
        expect(Math.sign(compare(a, b))).toBe(Math.sign(collator.compare(a, b)))
      }),
    )
  })
})
