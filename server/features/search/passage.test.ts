import { expect, test } from 'vitest'
import { passageAround } from './passage.ts'

const marked = ({ text, ranges }: ReturnType<typeof passageAround>): string[] =>
  ranges.map(([from, to]) => text.slice(from, to))
const at = (text: string, word: string): [number, number] => [
  text.indexOf(word),
  text.indexOf(word) + word.length,
]

test('a passage is what stands around the first hit, in one line, with the hits that are in it', () => {
  const text = `${'앞말 '.repeat(40)}손해 배상\r\n책임은  손해 배상\u0002액을 ${'뒷말 '.repeat(40)}손해 배상`
  const first = text.indexOf('손해')
  const second = text.indexOf('손해', first + 1)
  const places = [first, second, text.lastIndexOf('손해')].map((from): [number, number] => [
    from,
    from + 5,
  ])
  const passage = passageAround(text, places)
  expect(marked(passage)).toEqual(['손해 배상', '손해 배상'])
  expect(passage.text).toMatch(/^…앞말 .*앞말 손해 배상 책임은 손해 배상액을 뒷말 .*…$/)
  expect(passage.text.length).toBeLessThan(150)
})

test('a short text is returned whole, and what cannot be shown is left out of it', () => {
  const text = 'a\u0000b \ud800 계약 끝 \n'
  const passage = passageAround(text, [at(text, '계약')])
  expect(passage).toEqual({ text: 'ab 계약 끝', ranges: [[3, 5]] })
})
