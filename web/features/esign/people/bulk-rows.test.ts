import { expect, test } from 'vitest'
import { cellsOfCsv } from '../../../lib/read-csv.ts'
import { bulkRows } from './bulk-rows.ts'

const rowsOf = (csv: string) => bulkRows(cellsOfCsv(new TextEncoder().encode(csv)) ?? [])

test('columns are found by their headings, in any order, in both languages', () => {
  const people = [{ name: '이서연', email: 'lee@example.com' }]
  expect(rowsOf('이메일,비고,이름(필수)\nlee@example.com,x,이서연\n')).toEqual({
    rows: people,
    faults: [],
  })
  expect(rowsOf('Name;E-mail\n이서연;lee@example.com')).toEqual({ rows: people, faults: [] })
})

test('without headings the first line is a person, name before address', () => {
  expect(rowsOf('이서연,lee@example.com\n\n"정, 우성",jung@example.com\n')).toEqual({
    rows: [
      { name: '이서연', email: 'lee@example.com' },
      { name: '정, 우성', email: 'jung@example.com' },
    ],
    faults: [],
  })
})

test('each line that cannot be sent is listed by its number, and nobody is sent two', () => {
  const { rows, faults } = rowsOf(
    'name,email\n,a@example.com\nB,\nC,c@\nD,d@example.com\nE,D@example.com\n',
  )
  expect(rows).toEqual([{ name: 'D', email: 'd@example.com' }])
  expect(faults.map(({ line, problem }) => [line, problem])).toEqual([
    [2, 'nameMissing'],
    [3, 'emailMissing'],
    [4, 'emailWrong'],
    [6, 'repeated'],
  ])
})

test('a table without anybody names nobody', () => {
  expect(rowsOf('')).toEqual({ rows: [], faults: [] })
  expect(rowsOf('name,email\n')).toEqual({ rows: [], faults: [] })
})
