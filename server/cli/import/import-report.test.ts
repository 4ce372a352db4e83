import { describe, expect, it } from 'vitest'
import { tableOf } from './import-report.ts'

const reportOf = (rows: number, missing: number, expected: number): string =>
  tableOf({
    entries: [],
    list: {
      path: 'index.csv',
      rows,
      missing: Array.from({ length: missing }, (_, at) => ({
        row: at + 2,
        name: `문서 ${at + 1}`,
      })),
      expected,
    },
    isOrdered: true,
    failure: undefined,
  })

describe('the sentence about the list of a folder', () => {
  it.each([
    [
      7,
      3,
      2,
      'has 7 rows, 3 of them without a file or folder; 2 documents more are expected in the room.',
    ],
    [
      1,
      1,
      1,
      'has 1 row, 1 of them without a file or folder; 1 document more is expected in the room.',
    ],
    [
      7,
      1,
      1,
      'has 7 rows, 1 of them without a file or folder; 1 document more is expected in the room.',
    ],
    [
      7,
      0,
      0,
      'has 7 rows, 0 of them without a file or folder; 0 documents more are expected in the room.',
    ],
  ])(
    'with %i rows, %i missing and %i expected agrees with its numbers',
    (rows, missing, expected, sentence) => {
      expect(reportOf(rows, missing, expected)).toContain(`The list index.csv ${sentence}`)
    },
  )
})
