import { expect, test } from 'vitest'
import { inWrittenOrder, mirrored, runsLeftward } from './written-order.ts'

const ordered = (text: string): string[] =>
  inWrittenOrder(text, runsLeftward(text)).map(({ text: stretch }) => stretch)

test.each([
  ['plain words', ['plain words']],
  ['שלום עולם', ['שלום עולם']],
  ['abc שלום עולם def', ['abc ', 'שלום עולם', ' def']],
  ['שלום abc def עולם', [' עולם', 'abc def', 'שלום ']],
  ['סכום 1,234.50 בלבד', [' בלבד', '1,234.50', 'סכום ']],
  ['total 1,234 שקל 12%', ['total 1,234 ', '12%', 'שקל ']],
  ['مرحبا ٢٠٢٤ (test)', [')', 'test', ' (', '٢٠٢٤', 'مرحبا ']],
  ['12.05.2026 תאריך', [' תאריך', '12.05.2026']],
])('%s stands from left to right as %j', (text, stretches) => {
  expect(ordered(text)).toEqual(stretches)
  expect([...ordered(text).join('')].sort()).toEqual([...text].sort())
})

test('brackets are turned, and letters are not', () => {
  expect(mirrored('(שלום) [a]')).toBe(')שלום( ]a[')
})
