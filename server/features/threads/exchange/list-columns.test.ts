import { expect, it } from 'vitest'
import { columnsIn, dayIn, headRow, priorityOf, yearFirst } from './list-columns.ts'

it.each([
  [
    ['No.', '제목', '내용', '분야', '우선순위', '희망 기한'],
    { number: 0, title: 1, text: 2, topic: 3, priority: 4, due: 5 },
  ],
  [
    ['Ref', 'Document requested', 'Description', 'Category', 'Priority (H/M/L)', 'Due Date'],
    { number: 0, title: 1, text: 2, topic: 3, priority: 4, due: 5 },
  ],
  [['', '요청자료명', '비고', ''], { title: 1, text: 2 }],
  [['제목', '제목'], { title: 0 }],
  [['아무 말', 'whatever'], {}],
])('finds the columns of %j', (heads, columns) => {
  expect(columnsIn(heads)).toEqual(columns)
})

it('takes the row with most known heads, below titles and merged cells', () => {
  expect(
    headRow([['한빛테크 자료요청 목록', '', ''], [], ['번호', '제목', '기한'], ['1', '정관', '']]),
  ).toBe(2)
  expect(headRow([['정관', '취업규칙']])).toBeUndefined()
})

it.each([
  ['2026-12-01', '2026-12-01'],
  ['2026.12.1', '2026-12-01'],
  ['2026/12/01 09:30', '2026-12-01'],
  ['2026년 12월 1일', '2026-12-01'],
  ['20261201', '2026-12-01'],
  ['46357', '2026-12-01'],
  ['2026-02-30', undefined],
  ['2026-13-01', undefined],
  ['12/01/2026', undefined],
  ['99999', undefined],
  ['다음 주', undefined],
])('reads the day %s as %s', (text, day) => {
  expect(dayIn(text)).toBe(day)
})

it.each([
  ['the month first', ['12/01/2026', '', '12/15/2026'], ['2026-12-01', undefined, '2026-12-15']],
  ['the day first', ['1.12.2026', '15.12.2026'], ['2026-12-01', '2026-12-15']],
  ['either', ['12/01/2026', '11/02/2026'], [undefined, undefined]],
  ['both', ['12/15/2026', '15/12/2026'], [undefined, undefined]],
  ['the year first', ['2026-12-01', '2026.12.15'], ['2026-12-01', '2026-12-15']],
])('reads a column of days with %s', (_, column, days) => {
  expect(column.map(yearFirst(column)).map(dayIn)).toEqual(days)
})

it.each([
  ['높음', 'HIGH'],
  ['H', 'HIGH'],
  ['보통', 'NORMAL'],
  ['Low', 'LOW'],
  ['아주 급함', undefined],
])('reads the priority %s as %s', (text, priority) => {
  expect(priorityOf(text)).toBe(priority)
})
