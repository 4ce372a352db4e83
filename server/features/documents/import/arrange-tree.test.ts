import { expect, it } from 'vitest'
import { arrangeTree, numberOf } from './arrange-tree.ts'
import { type ImportNode, readNumbers, treeOf } from './import-tree.ts'

type ListedTreeNodes = Readonly<
  Record<
    string,
    {
      readonly place: number
      readonly number?: number
      readonly name?: string
      readonly isSure?: boolean
    }
  >
>

async function* empty(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array()
}

function arranged(
  names: readonly string[],
  listed: ListedTreeNodes = {},
  givesNumbers = true,
): string[] {
  const entries = names.map((name) => ({
    path: name,
    steps: [name],
    isFolder: false,
    size: 1,
    content: empty,
  }))
  const { root } = treeOf({ name: '', entries })
  readNumbers(root, undefined)
  for (const child of root.children) {
    const row = listed[child.name]
    if (row) child.listed = { name: child.name, number: undefined, isSure: true, ...row }
  }
  arrangeTree(root, 'strip', givesNumbers)
  return root.children.map((node: ImportNode) => `${numberOf(node) ?? '-'} ${node.target}`)
}

it('gives the title of the list where the name agrees, or is nothing but its number, and to no other document', () => {
  const listed = {
    '1. 정관.pdf': { place: 0, number: 1, name: '정관' },
    '2.pdf': { place: 1, number: 2, name: '등기부' },
    '3. 주식매매계약서.pdf': { place: 2, number: 3, name: '이사회 의사록', isSure: false },
  }
  expect(arranged(Object.keys(listed), listed)).toEqual([
    '1 정관.pdf',
    '2 등기부.pdf',
    '3 주식매매계약서.pdf',
  ])
})

it('puts numbers before the list where they are given, so that what the list leaves out keeps its own', () => {
  const names = ['1. a.pdf', '2. b.pdf', '3. c.pdf', '4. d.pdf']
  const listed = {
    '1. a.pdf': { place: 0, number: 1 },
    '2. b.pdf': { place: 1, number: 2 },
    '4. d.pdf': { place: 2, number: 4 },
  }
  const byNumber = ['1', '2', '3', '4'].map(
    (number, at) => `${number} ${['a', 'b', 'c', 'd'][at]}.pdf`,
  )
  expect(arranged(names, bare(listed))).toEqual(byNumber)
  expect(
    arranged(['b.pdf', 'a.pdf', 'c.pdf'], {
      'b.pdf': { place: 0 },
      'a.pdf': { place: 1 },
      'c.pdf': { place: 2, number: 2 },
    }),
  ).toEqual([...['2 c.pdf', '- b.pdf', '- a.pdf']])
  expect(
    arranged(
      ['1. a.pdf', '2. b.pdf'],
      { '1. a.pdf': { place: 1, name: 'a' }, '2. b.pdf': { place: 0, name: 'b' } },
      false,
    ),
  ).toEqual([...['2 b.pdf', '1 a.pdf']])
})

const bare = (listed: ListedTreeNodes): ListedTreeNodes =>
  Object.fromEntries(
    Object.entries(listed).map(([name, row]) => [
      name,
      { ...row, name: name.replace(/^\d\. /, '').replace('.pdf', '') },
    ]),
  )

it('asks for no number with a leading 0, which would move the others', () => {
  expect(arranged(['00_목록.pdf', '01_회사.pdf', '02_재무.pdf'])).toEqual([
    '1 회사.pdf',
    '2 재무.pdf',
    '- 목록.pdf',
  ])
  expect(arranged(['00_목록.pdf', '01_회사.pdf'], {}, false)).toEqual(['- 목록.pdf', '1 회사.pdf'])
})
