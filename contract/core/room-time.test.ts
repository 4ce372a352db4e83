import { expect, test } from 'vitest'
import { formatMinute, momentAt } from './room-time.ts'

test('a minute on the wall of a zone is the moment that the zone shows as that minute', () => {
  expect(momentAt('2026-12-01', '18:00', 'Asia/Seoul')?.toISOString()).toBe(
    '2026-12-01T09:00:00.000Z',
  )
  expect(momentAt('2026-12-01', '00:30', 'Asia/Seoul')?.toISOString()).toBe(
    '2026-11-30T15:30:00.000Z',
  )
  expect(momentAt('2026-07-01', '12:00', 'Europe/Berlin')?.toISOString()).toBe(
    '2026-07-01T10:00:00.000Z',
  )
  expect(momentAt('2026-12-01', '12:00', 'Europe/Berlin')?.toISOString()).toBe(
    '2026-12-01T11:00:00.000Z',
  )
})

test('around the hours at which summer time begins and ends a minute is still what is shown', () => {
  for (const time of ['01:30', '04:30']) {
    for (const day of ['2026-03-29', '2026-10-25']) {
      const moment = momentAt(day, time, 'Europe/Berlin')
      expect(moment && formatMinute(moment, 'Europe/Berlin')).toBe(`${day} ${time}`)
    }
  }
})

test('what is no day or no time is no moment', () => {
  expect(momentAt('', '10:00', 'Asia/Seoul')).toBeUndefined()
  expect(momentAt('2026-02-31x', '10:00', 'Asia/Seoul')).toBeUndefined()
  expect(momentAt('2026-02-01', '', 'Asia/Seoul')).toBeUndefined()
})
