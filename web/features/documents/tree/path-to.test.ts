import { expect, test } from 'vitest'
import { pathTo } from './path-to.ts'

test('the path to an item leaves out its name', () => {
  expect(pathTo({ path: '계약서.pdf', name: '계약서.pdf' })).toEqual([])
  expect(pathTo({ path: '01 계약/이전 안/계약서.pdf', name: '계약서.pdf' })).toEqual([
    '01 계약',
    '이전 안',
  ])
  expect(pathTo({ path: '계약/계약', name: '계약' })).toEqual(['계약'])
})
