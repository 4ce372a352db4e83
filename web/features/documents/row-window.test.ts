import { expect, test } from 'vitest'
import { indexNow, rowAfterKey, rowsPerPage, wantsMore, withRow } from './row-window.ts'

const items = [{ id: 11 }, { id: 12 }, { id: 13 }]

test('a remembered row is found where its item is now', () => {
  expect(indexNow({ index: 1, id: 12 }, items, 3)).toBe(1)
  expect(indexNow({ index: 0, id: 13 }, items, 3)).toBe(2)
})

test('a row whose item is gone stays in its place, within the list', () => {
  expect(indexNow({ index: 1, id: 99 }, items, 3)).toBe(1)
  expect(indexNow({ index: 8, id: 99 }, items, 3)).toBe(2)
  expect(indexNow({ index: 4, id: 99 }, [], 0)).toBe(0)
})

test('a row that is not loaded is remembered by its place alone', () => {
  expect(indexNow({ index: 700 }, items, 10_000)).toBe(700)
})

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

test('more is wanted before its end comes into sight, not long before', () => {
  expect(wantsMore(30, 500)).toBe(false)
  expect(wantsMore(360, 500)).toBe(true)
  expect(wantsMore(9_000, 500)).toBe(true)
})

test('the row that holds the focus is drawn wherever the list was scrolled to, once and in order', () => {
  expect(withRow([10, 11, 12], 11)).toEqual([10, 11, 12])
  expect(withRow([10, 11, 12], 3)).toEqual([3, 10, 11, 12])
  expect(withRow([10, 11, 12], 900)).toEqual([10, 11, 12, 900])
})
