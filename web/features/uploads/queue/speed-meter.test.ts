import { expect, test } from 'vitest'
import { formatSpeed, SpeedMeter, spokenTime } from './speed-meter.ts'

test('no speed is reported in the first second', () => {
  const meter = new SpeedMeter(10_000)
  meter.add(10_100, 5_000_000)
  expect(meter.speed(10_999)).toBeUndefined()
  expect(meter.speed(11_000)).toBe(5_000_000)
})

test('bursts are smoothed over six seconds', () => {
  const meter = new SpeedMeter(0)
  for (let second = 1; second <= 20; second += 1)
    meter.add(second * 1_000, second % 2 === 0 ? 2_000_000 : 0)
  expect(meter.speed(20_000)).toBe(1_000_000)
})

test('a connection that stands still comes down to nothing', () => {
  const meter = new SpeedMeter(0)
  meter.add(1_000, 6_000_000)
  expect(meter.speed(6_000)).toBe(1_000_000)
  expect(meter.speed(7_000)).toBe(0)
})

test('what was taken back does not count against the speed', () => {
  const meter = new SpeedMeter(0)
  meter.add(500, 2_000_000)
  meter.add(800, -2_000_000)
  expect(meter.speed(2_000)).toBe(1_000_000)
})

test.each([
  [0, '0 KB/s'],
  [850_400, '850 KB/s'],
  [999_600, '1.0 MB/s'],
  [42_130_000, '42.1 MB/s'],
])('%d bytes per second: %s', (speed, text) => {
  expect(formatSpeed(speed)).toBe(text)
})

test.each([
  [0.2, { unit: 'seconds', count: 1 }],
  [5.4, { unit: 'seconds', count: 6 }],
  [41, { unit: 'seconds', count: 45 }],
  [55.2, { unit: 'minutes', count: 1 }],
  [61, { unit: 'minutes', count: 2 }],
  [3_540, { unit: 'minutes', count: 59 }],
  [3_600, { unit: 'hours', hours: 1, minutes: 0 }],
  [4_801, { unit: 'hours', hours: 1, minutes: 21 }],
])('%d seconds are said as %j', (seconds, said) => {
  expect(spokenTime(seconds)).toEqual(said)
})
