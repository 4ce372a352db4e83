import { expect, test } from 'vitest'
import { isDay } from '../../../lib/input/is-day.ts'
import {
  filterOf,
  isDayAlone,
  isFiltered,
  PERIOD_NAMES,
  periodOf,
  withDay,
  withDayAlone,
  withPeriod,
} from './activity-filter.ts'

const TODAY = '2026-03-01'
const NOTHING = { user: undefined, type: undefined, from: undefined, to: undefined }

test('an address names a filter; what makes no sense in it is passed over', () => {
  expect(filterOf({ user: 7, type: 'view', from: '2026-01-02', to: '2026-01-03' })).toEqual({
    user: 7,
    type: 'view',
    from: '2026-01-02',
    to: '2026-01-03',
  })
  expect(filterOf({ user: 0, type: 'gossip', from: '2026-02-31', to: 'today' })).toEqual(NOTHING)
  expect(filterOf({ user: '7', type: undefined, from: 20260102, to: '0202-01-01' })).toEqual(
    NOTHING,
  )
  expect(filterOf({ user: -1, type: 3, from: '2026-1-2', to: null })).toEqual(NOTHING)
  expect(isFiltered(filterOf({ user: 1.5, type: '', from: '', to: '' }))).toBe(false)
  expect(filterOf({ ...NOTHING, from: '2026-01-09', to: '2026-01-03' })).toMatchObject({
    from: '2026-01-03',
    to: '2026-01-03',
  })
})

test('a day is one of the calendar', () => {
  expect(['2028-02-29', '2000-01-01', '2026-12-31'].map(isDay)).toEqual([true, true, true])
  expect(
    ['2026-02-29', '1999-12-31', '0026-01-01', '2026-13-01', ' 2026-01-01', '', 5].map(isDay),
  ).not.toContain(true)
})

test('the other end follows a day beyond it', () => {
  const filter = { user: 3, from: '2026-01-05', to: '2026-01-08' }
  expect(withDay(filter, 'from', '2026-01-06')).toEqual({ ...filter, from: '2026-01-06' })
  expect(withDay(filter, 'from', '2026-01-09')).toEqual({
    ...filter,
    from: '2026-01-09',
    to: '2026-01-09',
  })
  expect(withDay(filter, 'to', '2026-01-02')).toEqual({
    ...filter,
    from: '2026-01-02',
    to: '2026-01-02',
  })
  expect(withDay(filter, 'to', '')).toEqual({ ...filter, to: undefined })
})

test('one day alone, and by a second press all of them again', () => {
  const filter = { user: 3, from: '2026-01-05' }
  const alone = withDayAlone(filter, TODAY)
  expect(alone).toEqual({ user: 3, from: TODAY, to: TODAY })
  expect([isDayAlone(alone, TODAY), isDayAlone(filter, '2026-01-05')]).toEqual([true, false])
  expect(withDayAlone(alone, TODAY)).toEqual({ user: 3, from: undefined, to: undefined })
  expect(withDayAlone(alone, '2026-02-28')).toMatchObject({ from: '2026-02-28', to: '2026-02-28' })
})

test('a period has its days, today included, and is known by them', () => {
  expect(withPeriod({}, 'today', TODAY)).toEqual({ from: TODAY, to: TODAY })
  expect(withPeriod({}, 'week', TODAY)).toEqual({ from: '2026-02-23', to: TODAY })
  expect(withPeriod({ type: 'view' }, 'month', TODAY)).toEqual({
    type: 'view',
    from: '2026-01-31',
    to: TODAY,
  })
  expect(
    PERIOD_NAMES.map((period) => periodOf(withPeriod({ user: 2 }, period, TODAY), TODAY)),
  ).toEqual(PERIOD_NAMES)
  expect(periodOf({ from: '2026-02-23' }, TODAY)).toBeUndefined()
  expect(periodOf({ from: TODAY, to: TODAY }, '2026-03-02')).toBeUndefined()
})
