import { expect, test } from 'vitest'
import { importRows } from './import-rows.ts'
import { emptyRow } from './invitee-rows.ts'

const table = (...lines: string[]) => lines.map((line) => line.split('|'))
const people = (rows: ReturnType<typeof importRows>['rows']) =>
  rows.map(({ name, division, position, email, phone }) => [name, division, position, email, phone])

test('columns are found by their names, in Korean and English, in any order; others are left out', () => {
  for (const header of [
    '연락처|E-mail (필수)|비고|성명|회사명',
    'Phone number|이메일 주소|Notes|Full name|Company',
    'TEL|email|x|이름|소속',
  ]) {
    const { rows, taken, refused } = importRows(
      [emptyRow(0)],
      table('', header, '010-1234-5678|a@example.com|vip|이서연|한빛'),
    )
    expect(people(rows)).toEqual([['이서연', '한빛', '', 'a@example.com', '010-1234-5678']])
    expect({ taken, refused }).toEqual({ taken: 1, refused: [] })
  }
})

test('without names the columns are those of the dialog', () => {
  const { rows } = importRows([emptyRow(0)], table('이서연|한빛|과장|a@example.com|'))
  expect(people(rows)).toEqual([['이서연', '한빛', '과장', 'a@example.com', '']])
})

test('further columns count only with a name', () => {
  expect(
    importRows([emptyRow(0)], table('이서연|한빛|과장|a@example.com||비고')).rows[0],
  ).not.toHaveProperty('group')
  const { rows } = importRows(
    [emptyRow(0)],
    table('이메일|이름|그룹명|종료일', 'a@example.com|이서연|자문사|'),
  )
  expect(rows[0]).toMatchObject({ group: '자문사' })
  expect(rows[0]).not.toHaveProperty('until')
})

test('lines with a problem stay out, each with its line and reason, and empty ones count for nothing', () => {
  const typed = { ...emptyRow(4), name: '먼저', email: 'First@example.com' }
  const { rows, taken, refused } = importRows(
    [typed, emptyRow(5)],
    table(
      '이름|이메일|전화번호',
      '하나|one@example.com|',
      '||',
      '|two@example.com|',
      '둘||',
      '셋|three@example|',
      '넷|four@example.com|없음',
      `${'긴'.repeat(101)}|five@example.com|`,
      '다시|ONE@example.com|',
      '먼저|first@EXAMPLE.com|',
      '=여섯|six@example.com|+82-2-000-0000',
    ),
  )
  expect(taken).toBe(2)
  expect(rows.map(({ name }) => name)).toEqual(['먼저', '하나', '=여섯'])
  expect(rows[0]).toBe(typed)
  expect(refused.map(({ line, problem }) => [line, problem])).toEqual([
    [4, 'nameRequired'],
    [5, 'emailRequired'],
    [6, 'emailFormat'],
    [7, 'phoneFormat'],
    [8, 'tooLong'],
    [9, 'repeated'],
    [10, 'repeated'],
  ])
  expect(refused[0]?.name).toBe('two@example.com')
})

test('thirty are taken at most, with those that were there, and the others are named', () => {
  const typed = [{ ...emptyRow(0), name: '먼저', email: 'first@example.com' }]
  const lines = Array.from({ length: 31 }, (_, at) => `사람${at}|p${at}@example.com`)
  const { rows, taken, beyond } = importRows(typed, table('이름|이메일', ...lines))
  expect(rows).toHaveLength(30)
  expect(new Set(rows.map(({ key }) => key)).size).toBe(30)
  expect(taken).toBe(29)
  expect(beyond).toEqual(['사람29', '사람30'])
})

test('a table without people changes nothing', () => {
  const rows = [emptyRow(0)]
  for (const lines of [[''], ['이름|이메일'], ['x|y']]) {
    const imported = importRows(rows, table(...lines))
    expect(imported.rows).toEqual(rows)
    expect(imported.taken).toBe(0)
  }
})
