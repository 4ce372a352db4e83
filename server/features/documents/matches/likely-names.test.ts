import { describe, expect, it } from 'vitest'
import { likelyNames } from './likely-names.ts'

const of = (name: string): string[] =>
  likelyNames(name).map(({ by, folded, number }) => [by, folded, number].filter(Boolean).join(' '))

describe('the names under which a file may be a version', () => {
  it.each([
    ['Deal.PDF', ['name deal.pdf']],
    ['2.3.1 주주간계약.pdf', ['name 2.3.1 주주간계약.pdf', 'number 주주간계약.pdf 2.3.1']],
    ['3. Bylaws.pdf', ['name 3. bylaws.pdf', 'number bylaws.pdf 3']],
    [
      '1.2_정관 (2).pdf',
      [
        'name 1.2_정관 (2).pdf',
        'number 정관 (2).pdf 1.2',
        'ending 1.2_정관.pdf',
        'ending 정관.pdf 1.2',
      ],
    ],
    ['정관_v2.1.docx', ['name 정관_v2.1.docx', 'ending 정관.docx']],
    ['정관 V3.docx', ['name 정관 v3.docx', 'ending 정관.docx']],
  ])('%s', (name, names) => {
    expect(of(name)).toEqual(names)
  })

  it.each([
    '2024 보고서.pdf',
    '12.pdf',
    '3 .pdf',
    '(2).pdf',
    '_v2.pdf',
    'rev2.pdf',
    'IPv4.pdf',
    '3.14.pdf',
  ])('takes nothing from %s', (name) => {
    expect(of(name)).toEqual([`name ${name.toLowerCase()}`])
  })
})
