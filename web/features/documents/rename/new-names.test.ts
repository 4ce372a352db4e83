import { describe, expect, it } from 'vitest'
import {
  byList,
  byPattern,
  cellsOf,
  type ItemToRename,
  inListOrder,
  NO_PATTERN,
  withExtension,
} from './new-names.ts'

const file = (name: string, id = 1): ItemToRename => ({ id, name, type: 4 })
const folder = (name: string, id = 1): ItemToRename => ({ id, name, type: 5 })

describe('a pattern', () => {
  const items = [file('계약서 초안.PDF', 1), file('계약서.docx', 2), folder('2024.10', 3)]

  it.each([
    ['keeps all names as it is', {}, ['계약서 초안.PDF', '계약서.docx', '2024.10']],
    [
      'replaces each occurrence, letter by letter',
      { find: '.', replace: '$&' },
      ['계약서 초안.PDF', '계약서.docx', '2024$&10'],
    ],
    [
      'finds decomposed letters',
      { find: '계약'.normalize('NFD'), replace: '합의' },
      ['합의서 초안.PDF', '합의서.docx', '2024.10'],
    ],
    [
      'puts text around',
      { prefix: 'A_', suffix: ' 최종' },
      ['A_계약서 초안 최종.PDF', 'A_계약서 최종.docx', 'A_2024.10 최종'],
    ],
    [
      'numbers from a start',
      { name: '첨부 {n:3}', from: 9 },
      ['첨부 009.PDF', '첨부 010.docx', '첨부 011'],
    ],
    [
      'numbers in any field',
      { prefix: '{n}. ', suffix: '_{ext}' },
      ['1. 계약서 초안_PDF.PDF', '2. 계약서_docx.docx', '3. 2024.10_'],
    ],
    [
      'takes other braces as they are',
      { name: '{x}{n:0}' },
      ['{x}{n:0}.PDF', '{x}{n:0}.docx', '{x}{n:0}'],
    ],
  ])('%s', (_, pattern, names) => {
    expect(byPattern(items, { ...NO_PATTERN, ...pattern })).toEqual(names)
  })

  it('takes no name for a token', () => {
    expect(byPattern([file('{n}.pdf')], { ...NO_PATTERN, prefix: '{n} ' })).toEqual(['1 {n}.pdf'])
  })
})

it.each([
  [file('a.PDF'), 'b.pdf', 'b.PDF'],
  [file('a.PDF'), ' b ', 'b.PDF'],
  [file('a.pdf'), 'b.docx', 'b.docx.pdf'],
  [folder('a'), 'b.pdf', 'b.pdf'],
])('the extension of %j stays', (item, wanted, name) => {
  expect(withExtension(item, wanted)).toBe(name)
})

describe('a pasted list', () => {
  const items = [file('a.pdf', 1), file('b.pdf', 2), folder('c', 3)]

  it('of one column names items in their order, and leaves those without a name alone', () => {
    expect(byList(items, '하나\r\n\r\n셋\r\n')).toEqual({
      names: ['하나.pdf', 'b.pdf', '셋'],
      left: [],
      missing: 0,
      isPaired: false,
    })
    expect(byList(items, '하나')).toMatchObject({ names: ['하나.pdf', 'b.pdf', 'c'], missing: 2 })
    expect(byList(items, '1\n2\n3\n4\n\n')).toMatchObject({
      names: ['1.pdf', '2.pdf', '3'],
      left: ['4'],
      missing: 0,
    })
    expect(byList(items, '')).toMatchObject({
      names: ['a.pdf', 'b.pdf', 'c'],
      left: [],
      missing: 3,
    })
  })

  it('of two columns names items by their present name, with or without extension', () => {
    const list = '현재\t새 이름\nB\t둘\nc\t셋.x\nA.PDF\t하나.pdf\n'
    expect(byList(items, list)).toEqual({
      names: ['하나.pdf', '둘.pdf', '셋.x'],
      left: ['현재'],
      missing: 0,
      isPaired: true,
    })
    expect(byList(items, 'a.pdf\t')).toMatchObject({ names: ['a.pdf', 'b.pdf', 'c'], missing: 2 })
    expect(
      byList([file('같음.pdf', 1), file('같음.pdf', 2)], '같음.pdf\t1\n같음.pdf\t2').names,
    ).toEqual(['1.pdf', '2.pdf'])
  })

  it('has quoted cells as spreadsheets copy them', () => {
    expect(cellsOf('"a ""b"""\tc\n"d\ne"\t"f\n\n')).toEqual([
      ['a "b"', 'c'],
      ['d e', '"f'],
    ])
    expect(cellsOf('5" 파이프\n')).toEqual([['5" 파이프']])
    expect(cellsOf('\t\n \n')).toEqual([])
  })
})

it('items come as the list shows them', () => {
  const rows = [
    { name: 'b2.pdf', type: 4, index: '10', size: 1, ext: 'pdf', uploadedAt: '2026-01-02' },
    { name: 'b10.pdf', type: 4, index: '2', size: 3, ext: 'pdf', uploadedAt: '2026-01-01' },
    { name: '가', type: 5, index: '9', size: 0, ext: '', uploadedAt: '2026-01-03' },
  ]
  const named = (
    sort: Parameters<typeof inListOrder>[1],
    some: Parameters<typeof inListOrder>[0] = rows,
  ) => inListOrder(some, sort).map(({ name }) => name)
  expect(named('index')).toEqual(['b10.pdf', '가', 'b2.pdf'])
  expect(named('-index')).toEqual(['b2.pdf', '가', 'b10.pdf'])
  expect(named('name')).toEqual(['가', 'b2.pdf', 'b10.pdf'])
  expect(named('-size')).toEqual(['가', 'b10.pdf', 'b2.pdf'])
  expect(
    named(
      'index',
      rows.map(({ index: _, ...row }) => row),
    ),
  ).toEqual(['가', 'b2.pdf', 'b10.pdf'])
})
