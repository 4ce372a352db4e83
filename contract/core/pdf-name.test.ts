import { describe, expect, it } from 'vitest'
import { LANGUAGES } from './language.ts'
import { LIMITS } from './limits.ts'
import { pdfNameOf, sealedNameOf } from './pdf-name.ts'

it.each([
  ['계약서.pdf', '계약서.pdf'],
  ['계약서.PDF', '계약서.PDF'],
  ['계약서', '계약서.pdf'],
  ['계약서.pdf - 김하나', '계약서.pdf - 김하나.pdf'],
  ['', '.pdf'],
])('the file of %s is %s', (name, file) => {
  expect(pdfNameOf(name)).toBe(file)
})

it.each([
  ['계약서.pdf', '계약서 (서명 완료).pdf', '계약서 (signed).pdf'],
  ['계약서.PDF', '계약서 (서명 완료).PDF', '계약서 (signed).PDF'],
  ['계약서', '계약서 (서명 완료).pdf', '계약서 (signed).pdf'],
  [
    '계약서.pdf - 김하나',
    '계약서.pdf - 김하나 (서명 완료).pdf',
    '계약서.pdf - 김하나 (signed).pdf',
  ],
  [
    '계약서 (서명 완료).pdf',
    '계약서 (서명 완료) (서명 완료).pdf',
    '계약서 (서명 완료) (signed).pdf',
  ],
])('the sealed file of %s is %s or %s, and never named as the original', (name, ko, en) => {
  expect([sealedNameOf(name, 'ko'), sealedNameOf(name, 'en')]).toEqual([ko, en])
  expect([ko, en]).not.toContain(pdfNameOf(name))
})

describe.each([
  ['the original', pdfNameOf, '.pdf'],
  ...LANGUAGES.map((language) => {
    const suffix = language === 'ko' ? ' (서명 완료).pdf' : ' (signed).pdf'
    return [
      `the sealed file in ${language}`,
      (name: string) => sealedNameOf(name, language),
      suffix,
    ] as const
  }),
] as const)('a name that is too long with its ending: %s', (_of, nameOf, ending) => {
  it.each(['가', '😀', '👨‍👩‍👧‍👦', '각', 'é'])(
    'loses the end of its stem, in whole letters of %s',
    (letter) => {
      const full = letter.repeat(LIMITS.nameLength)
      for (const name of [full, `${full}.pdf`]) {
        const made = nameOf(name)
        const count = [...made].length
        expect(count).toBeLessThanOrEqual(LIMITS.nameLength)
        expect(count).toBeGreaterThan(LIMITS.nameLength - [...letter].length)
        expect(made.endsWith(ending)).toBe(true)
        const stem = made.slice(0, -ending.length)
        expect(stem.replaceAll(letter, '')).toBe('')
        expect(stem).not.toMatch(/\p{Surrogate}/u)
      }
    },
  )

  it('loses no letter where it fits to the last one', () => {
    const name = '가'.repeat(LIMITS.nameLength - ending.length)
    expect(nameOf(name)).toBe(`${name}${ending}`)
    expect(nameOf(`${name}나`)).toBe(`${name}${ending}`)
  })
})
