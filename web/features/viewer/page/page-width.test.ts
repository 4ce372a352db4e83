import { expect, test } from 'vitest'
import { stepOf } from './page-width.ts'

test('a width is rounded up to the step that the server would take', () => {
  expect(stepOf(560, 1)).toBe(800)
  expect(stepOf(800, 1)).toBe(800)
  expect(stepOf(560, 2)).toBe(1_200)
  expect(stepOf(10, 1)).toBe(64)
  expect(stepOf(4_000, 3)).toBe(2_400)
})
