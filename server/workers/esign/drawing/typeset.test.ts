import { expect, it } from 'vitest'
import { brokenLines, typeset } from './typeset.ts'

const linesOf = (text: string, width: number): string[] => {
  const set = typeset(text, (character) => (/[\u0300-\u036f]/.test(character) ? 0 : 1))
  return brokenLines(set, width).map(([from, to]) => set.characters.slice(from, to).join(''))
}

it.each([
  ['between words', 'one two three', 8, ['one two ', 'three']],
  ['within a word that is too long', 'abcdefgh ij', 3, ['abc', 'def', 'gh ', 'ij']],
  [
    'between Korean syllables, but not before what ends a sentence',
    '가나다라.',
    4,
    ['가나다', '라.'],
  ],
  ['where the writer did', 'a\n\nb\n', 9, ['a', '', 'b', '']],
  [
    'never between a letter and its marks',
    `ab${'\u0301'.repeat(3)}c`,
    2,
    [`ab${'\u0301'.repeat(3)}`, 'c'],
  ],
  ['never before spaces', 'ab    c', 2, ['ab    ', 'c']],
  ['after each letter where no line holds two', 'abc', 0.5, ['a', 'b', 'c']],
  ['not at all where there is nothing', '', 5, ['']],
])('a text is broken %s', (_, text, width, lines) => {
  expect(linesOf(text, width)).toEqual(lines)
})

it('each character is measured once, however often lines are broken', () => {
  let measured = 0
  const set = typeset('word '.repeat(200), () => {
    measured += 1
    return 1
  })
  for (const width of [3, 30, 300]) expect(brokenLines(set, width).length).toBeGreaterThan(1)
  expect(measured).toBe(1_000)
})
