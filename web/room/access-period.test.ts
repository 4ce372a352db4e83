import { expect, test } from 'vitest'
import {
  fromOfDay,
  hasEnded,
  isYetToStart,
  lastDayOf,
  textOfFrom,
  textOfUntil,
  untilOfDay,
} from './access-period.ts'

test('the last day counts whole, in the zone of the room', () => {
  expect(untilOfDay('2031-02-28')).toBe('2031-02-28T15:00:00.000Z')
  expect(lastDayOf('2031-02-28T15:00:00.000Z')).toBe('2031-02-28')
  expect(lastDayOf('2031-02-28T15:00:00.001Z')).toBe('2031-03-01')
  expect(fromOfDay('2031-03-01')).toBe('2031-02-28T15:00:00.000Z')
  expect(untilOfDay('')).toBeUndefined()
})

test('access is over from its end on, and ahead before its beginning', () => {
  const at = '2031-02-28T15:00:00.000Z'
  const now = Date.parse(at)
  expect([
    hasEnded({ until: at }, now),
    hasEnded({ until: at }, now - 1),
    hasEnded({}, now),
  ]).toEqual([true, false, false])
  expect([
    isYetToStart({ from: at }, now - 1),
    isYetToStart({ from: at }, now),
    isYetToStart({}, now),
  ]).toEqual([true, false, false])
})

test('says the time only where it is not that of a day', () => {
  expect(textOfUntil('2026-12-31T15:00:00Z', 'ko')).toBe('2026-12-31')
  expect(textOfFrom('2026-12-31T15:00:00Z', 'ko')).toBe('2027-01-01')
  expect(textOfUntil('2026-12-31T06:30:00Z', 'en')).toBe('2026-12-31 15:30')
})
