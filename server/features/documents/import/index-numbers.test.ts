import { describe, expect, it } from 'vitest'
import { leadingNumber, numbersOf } from './index-numbers.ts'

describe('the number at the beginning of a name', () => {
  it.each([
    ['2.3.1 계약서.pdf', '2.3.1', '계약서'],
    ['02_Finance.pdf', '2', 'Finance'],
    ['1. 회사 일반.pdf', '1', '회사 일반'],
    ['1.회사.pdf', '1', '회사'],
    ['1-2. 정관.pdf', '1.2', '정관'],
    ['(3) 등기부.pdf', '3', '등기부'],
    ['01 - Corporate.pdf', '1', 'Corporate'],
    ['2.3.1.pdf', '2.3.1', ''],
    ['2.1.1 2024년 감사보고서.pdf', '2.1.1', '2024년 감사보고서'],
    ['2.1 2024 Annual Report.pdf', '2.1', '2024 Annual Report'],
    ['12.31 2023년 감사보고서.pdf', '12.31', '2023년 감사보고서'],
    ['12.31. 2023 결산.pdf', '12.31', '2023 결산'],
    ['2.10 2024 Annual Report.pdf', '2.10', '2024 Annual Report'],
    ['02.01 2024년 감사보고서.pdf', '2.1', '2024년 감사보고서'],
    ['3.5 2024 감사보고서.pdf', '3.5', '2024 감사보고서'],
    ['12-31 2023 재무제표.xlsx', '12.31', '2023 재무제표'],
    ['1. 2024 Annual Report.pdf', '1', '2024 Annual Report'],
    ['02_2023년 결산.pdf', '2', '2023년 결산'],
    ['(3) 3분기 실적.pdf', '3', '3분기 실적'],
  ])('of %s is %s', (name, number, rest) => {
    expect(leadingNumber(name, false)).toMatchObject({ parts: number.split('.').map(Number), rest })
  })

  it.each([
    ...[
      '계약서.pdf',
      '2023 재무제표.pdf',
      '1분기 실적.pdf',
      '2023-11 회의록.pdf',
      '20231105 회의록.pdf',
      '10-K.pdf',
      '1.5배 모형.pdf',
    ],
    ...[
      '24. 11. 5. 회의록.pdf',
      '24_11_05 회의록.pdf',
      '12 2024 minutes.pdf',
      '12.2024 minutes.pdf',
      '3 4분기.pdf',
    ],
    ...[
      '2024.02.10 회의록.pdf',
      '02.10.2024 minutes.pdf',
      '2.10.2024.pdf',
      '2024-02-10 회의록',
      '10. 2. 2024 minutes.pdf',
    ],
  ])('is not what %s begins with', (name) => {
    expect(leadingNumber(name, false)).toBeUndefined()
  })
})

describe('the numbers of a folder', () => {
  const foldersOf = (names: readonly string[]) => names.map((name) => ({ name, isFolder: true }))

  it.each<readonly [string, readonly string[], readonly number[] | undefined, readonly number[]]>([
    ['one level', ['1. 회사', '2. 재무', '4. 인사'], undefined, [1, 2, 4]],
    ['below their own', ['2.1 결산', '2.3 세무'], [2], [1, 3]],
    ['before years', ['02.01 2022 결산', '02.10 2023 결산', '02.11 2024 결산'], [2], [1, 10, 11]],
    ['one item', ['01_회사'], undefined, [1]],
    ['tens', ['10 회사', '20 재무'], undefined, [10, 20]],
  ])('count: %s', (_, names, above, last) => {
    expect(numbersOf(foldersOf(names), above)?.map(({ parts }) => parts.at(-1))).toEqual(last)
  })

  it.each<readonly [string, readonly string[], readonly number[] | undefined]>([
    ['one item has none', ['1. 회사', '2. 재무', '기타'], undefined],
    ['two are the same', ['1. 회사', '1. 재무'], undefined],
    ['they are below another folder', ['3.1 결산', '3.2 세무'], [2]],
    ['they are days of a year', ['03.05 2024 회의록', '03.06 2024 회의록'], [2]],
    ['they are dates', ['24.11.05 회의록', '24.11.06 회의록'], undefined],
    ['levels are mixed', ['1 회사', '1.1 정관'], undefined],
    ['one item could be called so', ['10 contracts'], undefined],
    ['they are far from each other', ['1 회사', '365 days'], undefined],
    ['there is nothing', [], undefined],
  ])('do not count where %s', (_, names, above) => {
    expect(numbersOf(foldersOf(names), above)).toBeUndefined()
  })
})
