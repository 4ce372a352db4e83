import { expect, test } from 'vitest'
import { goalsOf } from './goals.mjs'

const met = {
  source: 'a/met.pdf',
  references: { poppler: 0.1 },
  status: 'READY',
  blank: false,
  shown: 1,
  pictures: 'none',
  text: { had: true, whole: true, shares: {} },
  marks: { compared: 1, pages: 1, bare: [] as string[] },
}

const missed = (...results: object[]): string[] =>
  goalsOf([met, ...results], { abc: { drawn: 'a fuzzer made it' } }).flatMap(
    ({ what, met: isMet }) => (isMet ? [] : [what]),
  )

test('files that meet all goals miss none', () => {
  expect(missed({ ...met, source: 'b.pdf' })).toEqual([])
})

test('a file that others draw must be drawn, unless its content is excused from that goal', () => {
  const broken = { source: 'a/broken.pdf', references: { mupdf: 0.2 }, status: 'BROKEN' }
  expect(missed(broken)).toEqual(['drawn here, of those that poppler or MuPDF draws'])
  expect(missed({ ...met, source: 'blank.pdf', blank: true })).toEqual([
    'drawn here, of those that poppler or MuPDF draws',
  ])
  expect(missed({ ...broken, hash: 'abc' }, { ...broken, references: {} })).toEqual([])
  expect(missed({ ...broken, source: 'a/abc', hash: 'abd' })).toEqual([
    'drawn here, of those that poppler or MuPDF draws',
  ])
  expect(missed({ ...met, hash: 'abc', shown: 0.1 })).toEqual(['the mark on every page'])
})

test('a copy that does not come, a page without the mark and lost text are misses of their own', () => {
  const { text, marks, pictures, ...drawn } = met
  expect(missed({ ...drawn, copyTrouble: 'terminated' })).toEqual([
    'marked copies, of those drawn here',
  ])
  expect(missed({ ...met, marks: { compared: 2, pages: 2, bare: ['2 (10 %)'] } })).toEqual([
    'the mark on every page',
  ])
  expect(missed({ ...met, shown: 0.1 })).toEqual(['the mark on every page'])
  expect(missed({ ...met, marks: { compared: 0, pages: 1, bare: [] } })).toEqual([
    'the mark on every page',
  ])
  expect(missed({ ...met, marks: { compared: 19, pages: 30, bare: [] } })).toEqual([
    'the mark on every page',
  ])
  expect(missed({ ...met, marks: { compared: 20, pages: 30, bare: [] } })).toEqual([])
  const lost = { ...met, text: { had: true, whole: false, shares: { poppler: 0.3 } } }
  expect(missed(lost)).toEqual(['text whole, of copies that had text'])
  expect(missed(lost, ...Array.from({ length: 98 }, () => met))).toEqual([])
  expect(missed({ ...met, text: { had: false, whole: false, shares: {} } })).toEqual([])
})
