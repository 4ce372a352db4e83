import { expect, test } from 'vitest'
import { daysLeft, TRASH_DAYS } from './days-left.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const deletedAt = '2026-01-10T03:00:00.000Z'
const then = new Date(deletedAt).getTime()

test.each([
  [0, 30, false],
  [HOUR, 30, false],
  [DAY, 29, false],
  [27 * DAY, 3, false],
  [27 * DAY + 1, 3, false],
  [28 * DAY, 2, true],
  [30 * DAY - 1, 1, true],
  [30 * DAY, 0, true],
  [40 * DAY, 0, true],
])('%d ms after it was deleted an item has %d days left', (age, days, isSoon) => {
  expect(daysLeft({ deletedAt }, then + age)).toEqual({ days, isSoon })
})

test('what is deleted a moment ahead of this clock has no more than all its days', () => {
  expect(daysLeft({ deletedAt }, then - 1).days).toBe(TRASH_DAYS)
})
