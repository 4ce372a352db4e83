import { expect, test } from 'vitest'
import { rowAfterKey, rowsPerPage } from './row-keys.ts'

test('keys lead within the list and never out of it', () => {
  const extent = { at: 5, total: 40, page: 20 }
  expect(rowAfterKey('ArrowDown', extent)).toBe(6)
  expect(rowAfterKey('ArrowUp', extent)).toBe(4)
  expect(rowAfterKey('PageDown', extent)).toBe(25)
  expect(rowAfterKey('PageDown', { ...extent, at: 30 })).toBe(39)
  expect(rowAfterKey('PageUp', extent)).toBe(0)
  expect(rowAfterKey('Home', extent)).toBe(0)
  expect(rowAfterKey('End', extent)).toBe(39)
  expect(rowAfterKey('ArrowDown', { ...extent, at: 39 })).toBe(39)
  expect(rowAfterKey('Enter', extent)).toBeUndefined()
})

test('a page keeps one row in sight, and is never nothing', () => {
  expect(rowsPerPage(720, 36)).toBe(19)
  expect(rowsPerPage(20, 36)).toBe(1)
})
