import { expect, test } from 'vitest'
import { wayTo } from './way-to.ts'

test('the way to an item is its path without its name', () => {
  expect(wayTo({ path: '계약서.pdf', name: '계약서.pdf' })).toEqual([])
  expect(wayTo({ path: '01 계약/이전 안/계약서.pdf', name: '계약서.pdf' })).toEqual(['01 계약', '이전 안'])
  expect(wayTo({ path: '계약/계약', name: '계약' })).toEqual(['계약'])
})
