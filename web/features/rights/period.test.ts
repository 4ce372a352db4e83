import { expect, it } from 'vitest'
import { dayOfFrom, dayOfUntil, fromDay, isInPeriod, untilDay } from './period.ts'

it('begins with a day of the room’s zone and includes the last day', () => {
  expect(fromDay('2026-12-01')).toBe('2026-11-30T15:00:00.000Z')
  expect(untilDay('2026-12-31')).toBe('2026-12-31T15:00:00.000Z')
  expect([fromDay(''), untilDay('')]).toEqual([null, null])
})

it('gives back the days that were typed', () => {
  for (const day of ['2026-02-28', '2026-12-31', '2028-02-29']) {
    expect(dayOfFrom(fromDay(day))).toBe(day)
    expect(dayOfUntil(untilDay(day))).toBe(day)
  }
  expect([dayOfFrom(null), dayOfUntil(null)]).toEqual(['', ''])
})

it('holds from its beginning until before its end', () => {
  const [from, until] = ['2026-12-01T00:00:00Z', '2026-12-02T00:00:00Z']
  const at = (instant: string) => isInPeriod({ from, until }, Date.parse(instant))
  expect([at('2026-11-30T23:59:59Z'), at(from), at('2026-12-01T23:59:59Z'), at(until)]).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(isInPeriod({ from: null }, 0)).toBe(true)
})
