import { expect, test } from 'vitest'
import { drawnRows, indexNow, rowAhead, rowBehind, scrolledTo, sightOf } from './row-window.ts'

const rowsOf = (ids: readonly number[], total = ids.length) => ({
  total,
  rowAt: (index: number) => ({ item: ids[index] === undefined ? undefined : { id: ids[index] } }),
  indexOf: (id: number) => ids.indexOf(id),
})

const rows = rowsOf([11, 12, 13])

test('a remembered row is found where its item is now', () => {
  expect(indexNow({ index: 1, id: 12 }, rows)).toBe(1)
  expect(indexNow({ index: 0, id: 13 }, rows)).toBe(2)
})

test('a row whose item is gone stays in its place, within the list', () => {
  expect(indexNow({ index: 1, id: 99 }, rows)).toBe(1)
  expect(indexNow({ index: 8, id: 99 }, rows)).toBe(2)
  expect(indexNow({ index: 4, id: 99 }, rowsOf([]))).toBe(0)
})

test('a row that is not loaded is remembered by its place alone', () => {
  expect(indexNow({ index: 700 }, rowsOf([11], 10_000))).toBe(700)
})

test('a row that stands where it stood is not looked for in the whole list', () => {
  const searched: number[] = []
  const watched = { ...rows, indexOf: (id: number) => searched.push(id) }
  expect(indexNow({ index: 2, id: 13 }, watched)).toBe(2)
  expect(searched).toEqual([])
})

test('rows that are cut by an edge are in sight as well', () => {
  expect(sightOf({ top: 0, height: 360, rowHeight: 36 })).toEqual({ first: 0, end: 10 })
  expect(sightOf({ top: 35, height: 360, rowHeight: 36 })).toEqual({ first: 0, end: 11 })
  expect(sightOf({ top: -20, height: 360, rowHeight: 36 })).toEqual({ first: 0, end: 10 })
})

test('a list scrolls no further than to show the row', () => {
  const scrolled = { top: 360, height: 360, rowHeight: 36 }
  expect(scrolledTo(9, scrolled)).toBe(324)
  expect(scrolledTo(12, scrolled)).toBe(360)
  expect(scrolledTo(20, scrolled)).toBe(396)
  expect(scrolledTo(0, scrolled)).toBe(0)
})

test('more is looked for before it comes into sight on either side, not long before', () => {
  expect(rowAhead({ first: 10, end: 30 }, 10_000)).toBe(180)
  expect(rowAhead({ first: 0, end: 30 }, 40)).toBe(39)
  expect(rowBehind({ first: 10, end: 30 }, 10_000)).toBe(0)
  expect(rowBehind({ first: 5_000, end: 5_030 }, 10_000)).toBe(4_850)
})

test('the rows in sight, some around them, and the focused one are drawn, once and in order', () => {
  expect(drawnRows({ first: 0, end: 2 }, 5, 1)).toEqual([0, 1, 2, 3, 4])
  const far = drawnRows({ first: 100_000 - 5, end: 100_000 }, 100_000, 3)
  expect(far[0]).toBe(3)
  expect(far.at(-1)).toBe(99_999)
  expect(far.length).toBeLessThan(30)
  expect(drawnRows({ first: 0, end: 2 }, 100, 99).at(-1)).toBe(99)
  expect(drawnRows({ first: 0, end: 2 }, 0, 0)).toEqual([])
  expect(drawnRows({ first: 50, end: 60 }, 3, 0)).toEqual([0, 2])
})
