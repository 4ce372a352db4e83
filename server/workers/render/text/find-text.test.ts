import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { finderOf, foldedForm, foldText, hitsOn } from './find-text.ts'
import { boxAround } from './line-box.ts'
import { NO_TEXT, type PageText } from './page-text.ts'

const PART = /\\u\{[0-9a-f]+\}|\[[^\]]+\][?+]?|[^\\[\]]\?/gu

function found(text: string, words: string): string[] {
  const folded = foldText(text)
  const finder = finderOf(words)
  if (!finder) return []
  return [...folded.text.matchAll(finder)].map(({ 0: hit, index }) =>
    text.slice(folded.from[index], folded.to[index + hit.length - 1]),
  )
}

describe('words are found', () => {
  test.each([
    [
      'in any case',
      'Share Purchase Agreement',
      'share purchase AGREEMENT',
      'Share Purchase Agreement',
    ],
    ['in any width', 'Ｓｈａｒｅ １００％', 'share 100%', 'Ｓｈａｒｅ １００％'],
    ['typed decomposed', '주식 매매 계약', '매매'.normalize('NFD'), '매매'],
    ['printed decomposed', '주식 매매 계약'.normalize('NFD'), '매매', '매매'.normalize('NFD')],
    ['with an accent of its own', 're\u0301sume\u0301', 'résumé', 're\u0301sume\u0301'],
    ['in ligatures', 'con\ufb01dential o\ufb03ce', 'confidential', 'con\ufb01dential'],
    ['over a line break', 'purchase\r\nprice', 'purchase price', 'purchase\r\nprice'],
    [
      'with more spaces than typed',
      'purchase  \u00a0 price',
      'purchase price',
      'purchase  \u00a0 price',
    ],
    ['with fewer spaces than typed', 'purchase price', '  purchase   price ', 'purchase price'],
    ['parted by a hyphen', 'confi\u0002dential', 'confidential', 'confi\u0002dential'],
    ['whose hyphen ends a line', 'non\u0002compete', 'non-compete', 'non\u0002compete'],
    ['with a soft hyphen inside', 'confi\u00addential', 'confidential', 'confi\u00addential'],
    ['Korean, parted at the end of a line', '매매계\r\n약서', '계약서', '계\r\n약서'],
    [
      'Korean, with a space at the end of a line',
      '매매계약\r\n당사자',
      '계약 당사자',
      '계약\r\n당사자',
    ],
    ['beyond the basic plane', 'deal 🤝 done', '🤝 DONE', '🤝 done'],
    [
      'that mean something in a pattern',
      'a.*(b)[c]{2}^$|\\d',
      '.*(b)[c]{2}^$|\\d',
      '.*(b)[c]{2}^$|\\d',
    ],
    ['with a final sigma', 'ΛΌΓΟΣ', 'λόγος', 'ΛΌΓΟΣ'],
  ])('%s', (_, text, words, hit) => {
    expect(found(text, words)).toEqual([hit])
  })

  test.each([
    ['a syllable that begins like it', '각서', '가'],
    ['a part of a syllable', '가', 'ㄱ'],
    ['words that no space parts', 'therapist', 'the rapist'],
    ['words that a space parts', 'the rapist', 'therapist'],
    ['a word parted at the end of a line without a hyphen', 'confi\r\ndential', 'confidential'],
    ['a letter for any character', 'abc', 'a.c'],
    ['nothing', 'a b', '  \u00ad '],
  ])('but not %s', (_, text, words) => {
    expect(found(text, words)).toEqual([])
  })

  test('at every position, in every form', () => {
    const word = fc.stringMatching(/^[a-z가-힣]{1,8}$/)
    const form = fc.constantFrom<(text: string) => string>(
      (text) => text.normalize('NFD'),
      (text) => text.toUpperCase(),
      (text) =>
        text.replace(/[a-z]/g, (letter) =>
          String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0),
        ),
    )
    fc.assert(
      fc.property(word, fc.array(word), fc.array(word), form, (wanted, before, behind, write) => {
        const text = [...before, write(wanted), ...behind].join(' ')
        expect(found(text, wanted)).toContain(write(wanted))
      }),
    )
  })

  test.each([
    [
      'words that begin again and again',
      'a '.repeat(LIMITS.pageCharacters / 2),
      `${'a '.repeat(49)}b`,
    ],
    ['nothing but space', ' '.repeat(LIMITS.pageCharacters), 'a b'],
    ['nothing but marks', '\u0301\u0323'.repeat(LIMITS.pageCharacters / 2), 'a b'],
    [
      'spaces, for which many become adjacent',
      `a${' '.repeat(LIMITS.pageCharacters - 1)}`,
      `a${' \u200b'.repeat(60)}b`,
    ],
    [
      'parted words, for many such marks',
      `a${'\u0002'.repeat(LIMITS.pageCharacters - 1)}`,
      `a${'\u0002'.repeat(60)}b`,
    ],
    ['one letter', 'a'.repeat(LIMITS.pageCharacters), `${'a'.repeat(99)}b`],
  ])('not, but soon, in %s', (_, text, words) => {
    const finder = finderOf(words) ?? /$/
    for (const folded of [foldText(text).text, foldedForm(text)])
      expect(folded.search(finder)).toBe(-1)
  })

  test('in one way only: no part that may repeat or be absent begins like its neighbours', () => {
    const unit = fc.constantFrom(...'aB가나1.*-‐ \n\t\u0002\u200b\u00ad\u00a0¨ﬁ＿😀', '\u0301')
    let variable = 0
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (words) => {
        const parts = finderOf(words)?.source.match(PART) ?? []
        expect(parts.join('')).toBe(finderOf(words)?.source ?? '')
        const letters = [...new Set([...foldText(words).text, ...' \n\u0002-'])]
        for (const [index, part] of parts.entries()) {
          const next = parts[index + 1]
          if (next === undefined || !(/[?+]$/.test(part) || /[?+]$/.test(next))) continue
          variable += 1
          const [one, other] = [part, next].map(
            (each) => new RegExp(`^${each.replace(/[?+]$/, '')}$`, 'u'),
          )
          expect({
            words,
            both: letters.filter((letter) => one?.test(letter) && other?.test(letter)),
          }).toEqual({ words, both: [] })
        }
      }),
    )
    expect(variable).toBeGreaterThan(100)
  })

  test('each unit of a folded text knows what it was made of', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const folded = foldText(text)
        expect(folded.from).toHaveLength(folded.text.length)
        expect(folded.to).toHaveLength(folded.text.length)
        const isSound = folded.from.every(
          (from, unit) => from < (folded.to[unit] ?? 0) && (folded.to[unit] ?? 0) <= text.length,
        )
        expect(isSound).toBe(true)
      }),
    )
  })
})

function squares(text: string, angle = 0): PageText {
  const before = (index: number): string[] => text.slice(0, index).split('\n')
  return {
    text,
    cut: false,
    printed: text.length,
    box(index) {
      if (text[index] === '\n') return undefined
      const [x, y] = [
        100 + 10 * (before(index).at(-1)?.length ?? 0),
        80 + 20 * before(index).length,
      ]
      return boxAround(
        [
          [x, y],
          [x + 10, y + 10],
        ],
        angle,
      )
    },
    glyph: () => undefined,
  }
}

const areas = (page: PageText, words: string, limit = 10) =>
  hitsOn(page, finderOf(words) ?? /$/, limit)

test('the quick way to fold is the long one', () => {
  const unit = fc.constantFrom(...'aZ 가\t\n\r\u0002-é각\u00a0')
  fc.assert(fc.property(fc.string({ unit }), (text) => foldedForm(text) === foldText(text).text))
})

describe('a hit', () => {
  test('has one area for each of its lines, spaces included', () => {
    expect(areas(squares('one two\nthree'), 'two three')).toEqual([
      [
        { x: 140, y: 100, width: 30, height: 10 },
        { x: 100, y: 120, width: 50, height: 10 },
      ],
    ])
  })

  test('on a slanted line has one for each letter', () => {
    expect(areas(squares('slant', 30), 'la')[0]).toHaveLength(2)
  })

  test('is returned up to the limit, one after the other', () => {
    expect(areas(squares('aaaa'), 'aa')).toHaveLength(2)
    expect(areas(squares('aaaaaaaa'), 'a', 3)).toHaveLength(3)
    expect(areas(NO_TEXT, 'a')).toEqual([])
  })
})
