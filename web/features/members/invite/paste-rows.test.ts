import { expect, test } from 'vitest'
import { emptyRow } from './invitee-rows.ts'
import { cellsOf, pasteCells } from './paste-rows.ts'

test('a block is what has several cells; one cell is left to the field', () => {
  expect(cellsOf('홍길동')).toBeUndefined()
  expect(cellsOf('홍길동\r\n')).toBeUndefined()
  expect(cellsOf('홍길동\t누리')).toEqual([['홍길동', '누리']])
  expect(cellsOf('홍길동\n\n이참여\n')).toEqual([['홍길동'], ['이참여']])
  expect(cellsOf(' 홍길동 \t\ta@example.com\r\n\t\t\r\n이참여\t누리\t\r\n')).toEqual([
    ['홍길동', '', 'a@example.com'],
    ['이참여', '누리', ''],
  ])
})

test('a block fills rows from the field on, in the order of the columns, and leaves what it has no text for', () => {
  const rows = [
    { ...emptyRow(3), name: '먼저', phone: '02-123-4567' },
    { ...emptyRow(5), name: '나중', division: '대한' },
  ]
  const cells = [
    ['누리', '변호사', 'a@example.com', '', 'unknown column'],
    ['', '회계사', 'b@example.com'],
    ['한강', '', 'c@example.com'],
  ]
  expect(pasteCells(rows, { key: 3, field: 'division' }, cells)).toEqual({
    rows: [
      {
        key: 3,
        name: '먼저',
        division: '누리',
        position: '변호사',
        email: 'a@example.com',
        phone: '02-123-4567',
      },
      {
        key: 5,
        name: '나중',
        division: '대한',
        position: '회계사',
        email: 'b@example.com',
        phone: '',
      },
      { key: 6, name: '', division: '한강', position: '', email: 'c@example.com', phone: '' },
    ],
    taken: 3,
    beyond: [],
  })
  expect(rows[0]?.division).toBe('')
})

test('rows above the field stay, and people beyond the thirtieth row are named', () => {
  const rows = [{ ...emptyRow(0), name: '위' }, emptyRow(1)]
  const cells = Array.from({ length: 31 }, (_, index) => ['', '', '', `p${index}@example.com`])
  const pasted = pasteCells(rows, { key: 1, field: 'name' }, cells)
  expect(pasted.rows).toHaveLength(30)
  expect(pasted.rows[0]).toBe(rows[0])
  expect(pasted.taken).toBe(29)
  expect(pasted.beyond).toEqual(['p29@example.com', 'p30@example.com'])
  expect(new Set(pasted.rows.map(({ key }) => key)).size).toBe(30)
})

test('a block that names its columns fills whole rows by those names, wherever it is pasted', () => {
  const cells = [
    ['E-mail', '비고', '이름'],
    ['a@example.com', '중요', '이서연'],
  ]
  const { rows, taken } = pasteCells([emptyRow(0)], { key: 0, field: 'phone' }, cells)
  expect(rows).toEqual([{ ...emptyRow(0), name: '이서연', email: 'a@example.com' }])
  expect(taken).toBe(1)
})
