import { expect, test } from 'vitest'
import { ATTENTIVE_MS, ReadingTimes, type Sight, STEP_MS } from './reading-times.ts'

const START = 1_700_000_000_000
const SHOWN: Sight = { page: 1, isVisible: true }

type ReadingStep = number | 'sign' | Partial<Sight>

function played(steps: readonly ReadingStep[], tick = 1_000): Record<number, number> {
  let now = START
  const times = new ReadingTimes(now)
  for (const step of steps) {
    if (step === 'sign') times.sign(now)
    else if (typeof step !== 'number') times.see(now, step)
    else
      for (const end = now + step; now < end; ) {
        now = Math.min(now + tick, end)
        times.see(now)
      }
  }
  return Object.fromEntries(times.take(100).map(({ page, seconds }) => [page, seconds]))
}

const minutes = (count: number): number => count * 60_000

test.each<[string, readonly ReadingStep[], Record<number, number>]>([
  ['nothing before a page is shown', [minutes(1)], {}],
  ['the page that is shown', [SHOWN, 12_300], { 1: 12.3 }],
  [
    'each page for itself, summed up over its visits',
    [SHOWN, 5_000, { page: 2 }, 3_000, { page: 1 }, 2_500],
    { 1: 7.5, 2: 3 },
  ],
  [
    'no page that was merely passed',
    [SHOWN, 5_000, { page: 2 }, 400, { page: 3 }, 900, { page: 4 }, 2_000],
    { 1: 5, 4: 2 },
  ],
  [
    'nothing while another tab is in sight',
    [SHOWN, 4_000, { isVisible: false }, minutes(3)],
    { 1: 4 },
  ],
  [
    'on after the return',
    [SHOWN, 4_000, { isVisible: false }, minutes(9), { isVisible: true }, 6_000],
    { 1: 10 },
  ],
  [
    'nothing while no page is shown, as behind a veil',
    [SHOWN, 4_000, { page: undefined }, minutes(1), { page: 1 }, 1_000],
    { 1: 5 },
  ],
  ['90 seconds and no more, where nobody touches anything', [SHOWN, minutes(20)], { 1: 90 }],
  ['on after an input', [SHOWN, minutes(20), 'sign', 7_000], { 1: ATTENTIVE_MS / 1_000 + 7 }],
  [
    'nothing for the silence before an input',
    [SHOWN, minutes(2), 'sign', minutes(3), 'sign', minutes(1)],
    { 1: 90 + 90 + 60 },
  ],
  [
    'a long reading with an input now and then',
    [SHOWN, 80_000, 'sign', 85_000, 'sign', 90_000],
    { 1: 255 },
  ],
  ['a turned page as an input', [SHOWN, 80_000, { page: 2 }, minutes(4)], { 1: 80, 2: 90 }],
])('counts %s', (_, steps, counted) => {
  expect(played(steps)).toEqual(counted)
})

test('a machine that slept with the document open did not read, and a clock that goes back takes nothing away', () => {
  expect(played([SHOWN, 3_000])).toEqual({ 1: 3 })
  const times = new ReadingTimes(START)
  times.see(START, SHOWN)
  times.see(START + 3_000)
  times.see(START + 3_000 + STEP_MS + 1)
  times.see(START)
  times.see(START + 2_000)
  expect(times.take(100)).toEqual([{ page: 1, seconds: 5 }])
})

test('what was handed over is not handed over again; what is too much or too little waits', () => {
  const times = new ReadingTimes(START)
  times.see(START, SHOWN)
  times.see(START + 2_000, { page: 2 })
  times.see(START + 5_000, { page: 3 })
  times.see(START + 5_600, { page: 1 })
  expect(times.take(1)).toEqual([{ page: 2, seconds: 3 }])
  expect(times.take(9)).toEqual([{ page: 1, seconds: 2 }])
  expect(times.take(9)).toEqual([])
  times.see(START + 6_600, { page: 3 })
  times.see(START + 7_100)
  expect(times.take(9)).toEqual([
    { page: 1, seconds: 1 },
    { page: 3, seconds: 1.1 },
  ])
})
