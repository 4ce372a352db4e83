import { expect, test } from 'vitest'
import { directionOf, nextSort } from './sort.ts'

test('a column that is chosen again is sorted the other way round', () => {
  expect(nextSort('name', 'name', true)).toBe('-name')
  expect(nextSort('-name', 'name', true)).toBe('name')
})

test('another column begins with what is looked for first', () => {
  expect(nextSort('name', 'type', true)).toBe('type')
  expect(nextSort('name', 'uploadedAt', true)).toBe('-uploadedAt')
  expect(nextSort('-uploadedAt', 'size', true)).toBe('-size')
  expect(nextSort('-size', 'size', true)).toBe('size')
})

test('one column has a direction, the others none', () => {
  expect(directionOf('-size', 'size', true)).toBe('descending')
  expect(directionOf('size', 'size', true)).toBe('ascending')
  expect(directionOf('-size', 'name', true)).toBeUndefined()
})

test('the order of the index is that of names while nothing is numbered', () => {
  expect(directionOf('index', 'name', false)).toBe('ascending')
  expect(directionOf('index', 'name', true)).toBeUndefined()
  expect(directionOf('-index', 'index', true)).toBe('descending')
  expect(nextSort('index', 'name', false)).toBe('-name')
  expect(nextSort('index', 'name', true)).toBe('name')
})
