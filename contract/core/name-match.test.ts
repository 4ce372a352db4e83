import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldName } from './name-key.ts'
import { hasInitials, initialsOf, namePattern, rangesIn } from './name-match.ts'

const found = (name: string, keyword: string): string[] =>
  rangesIn(name, keyword).map(([from, to]) => name.normalize('NFC').slice(from, to))

describe('a keyword in a name', () => {
  it.each([
    ['계약서 최종.pdf', 'ㄱㅇㅅ', ['계약서']],
    ['계약서 최종.pdf', '계ㅇ', ['계약']],
    ['계약서 최종.pdf', 'ㄱㅇㅊ', []],
    ['깍두기', 'ㄱ', ['기']],
    ['깍두기', 'ㄲ', ['깍']],
    ['삯 정산', 'ㅅㅈㅅ', []],
    ['각서', 'ㄳ', ['각서']],
    ['감사 ㄳㄳ', 'ㄳㄳ', ['ㄳㄳ']],
    ['감사 ㄳㄳ', 'ㄱㅅ', ['감사']],
    ['ㄱㄴㄷ 목록', 'ㄱㄴ', ['ㄱㄴ']],
    ['Résumé (최종).PDF', 'RÉSUMÉ (', ['Résumé (']],
    ['a+b [1].pdf', '+B [1].', ['+b [1].']],
    ['가나가나가', '가나', ['가나', '가나']],
    ['계약서'.normalize('NFD'), 'ㅇㅅ', ['약서']],
    ['계약서', ' 약 ', ['약']],
    ['계약서', '  ', []],
    ['😀 계약', '계', ['계']],
  ])('in %s %s is found as %j', (name, keyword, wanted) => {
    expect(found(name, keyword)).toEqual(wanted)
  })

  it('lies where its initials lie in those of the name', () => {
    const text = fc.string({
      unit: fc.constantFrom(
        '가',
        '깋',
        '나',
        '힣',
        'ㄱ',
        'ㄴ',
        'ㄳ',
        'ㅎ',
        'a',
        '.',
        '(',
        '2',
        '^',
        '\\',
      ),
    })
    fc.assert(
      fc.property(text, text, (name, keyword) => {
        const folded = foldName(keyword)
        if (!hasInitials(folded)) return
        const matches = new RegExp(namePattern(folded), 'u').test(foldName(name))
        if (matches) expect(initialsOf(foldName(name))).toContain(initialsOf(folded))
        if (foldName(name).includes(folded)) expect(matches).toBe(true)
      }),
    )
  })
})
