import { expect, test } from 'vitest'
import { dayOf, formatInstant, formatSize, splitForEllipsis, splitName } from './format.ts'

test('instants are shown in the room zone, in Korean with half days, in English with 24 hours [date-format]', () => {
  expect(formatInstant('2026-11-18T06:12:00Z', 'ko')).toBe('2026-11-18 오후 03:12')
  expect(formatInstant('2026-11-18T06:12:00Z', 'en')).toBe('2026-11-18 15:12')
  expect(formatInstant('2026-12-31T15:05:59.999Z', 'ko')).toBe('2027-01-01 오전 12:05')
  expect(formatInstant('2026-12-31T15:05:59.999Z', 'en')).toBe('2027-01-01 00:05')
  expect(formatInstant('2026-11-18T03:00:00Z', 'ko')).toBe('2026-11-18 오후 12:00')
  expect(formatInstant('2026-11-18T02:59:00Z', 'ko')).toBe('2026-11-18 오전 11:59')
})

test('a day begins when it begins in the room', () => {
  expect(dayOf('2026-02-28T14:59:59.999Z')).toBe('2026-02-28')
  expect(dayOf('2026-02-28T15:00:00.000Z')).toBe('2026-03-01')
})

test.each([
  [0, '0 Bytes'],
  [999, '999 Bytes'],
  [1_000, '1.00 KB'],
  [238_080, '238.08 KB'],
  [999_994, '999.99 KB'],
  [999_995, '1.00 MB'],
  [4_820_000, '4.82 MB'],
  [314_572_800, '314.57 MB'],
  [10_000_000_000, '10.00 GB'],
  [5e15, '5000.00 TB'],
])('%d bytes are %s [size-units]', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text)
})

test('a name keeps its extension apart', () => {
  expect(splitName('2025년 감사보고서 (연결).pdf')).toEqual(['2025년 감사보고서 (연결)', '.pdf'])
  expect(splitName('v1.2 초안')).toEqual(['v1.2 초안', ''])
  expect(splitName('.gitignore')).toEqual(['.gitignore', ''])
  expect(splitName('이름만')).toEqual(['이름만', ''])
  expect(splitName('a.verylongending')).toEqual(['a.verylongending', ''])
})

test('of a long name the end of the stem stays with the extension, of a short one the extension', () => {
  expect(splitForEllipsis('주식매매계약서 최종본 수정안 (법무팀 검토) v12.pdf')).toEqual([
    '주식매매계약서 최종본 수정안 (법무팀 검',
    '토) v12.pdf',
  ])
  expect(splitForEllipsis('합계잔액시산표 (2025).pdf')).toEqual(['합계잔액시산표 ', '(2025).pdf'])
  expect(splitForEllipsis('2025년 감사보고서.pdf')).toEqual(['2025년 감사보고서', '.pdf'])
  const crowded = `${'📄'.repeat(30)}.pdf`
  expect(splitForEllipsis(crowded)).toEqual(['📄'.repeat(24), `${'📄'.repeat(6)}.pdf`])
  expect(splitForEllipsis('a'.repeat(40)).join('')).toBe('a'.repeat(40))
})
