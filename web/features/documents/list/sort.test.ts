import { expect, test } from 'vitest'
import { directionOf, nextSort } from './sort.ts'

test('a column that is chosen again is sorted the other way round', () => {
  expect(nextSort('name', 'name')).toBe('-name')
  expect(nextSort('-name', 'name')).toBe('name')
})

test('another column begins with what is looked for first', () => {
  expect(nextSort('name', 'type')).toBe('type')
  expect(nextSort('name', 'uploadedAt')).toBe('-uploadedAt')
  expect(nextSort('-uploadedAt', 'size')).toBe('-size')
  expect(nextSort('-size', 'size')).toBe('size')
})

test('one column has a direction, the others none', () => {
  expect(directionOf('-size', 'size')).toBe('descending')
  expect(directionOf('size', 'size')).toBe('ascending')
  expect(directionOf('-size', 'name')).toBeUndefined()
})
