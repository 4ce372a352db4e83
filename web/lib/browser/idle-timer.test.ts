import { beforeEach, expect, test } from 'vitest'
import type { Clock } from './clock.ts'
import { type IdlePhase, IdleTimer } from './idle-timer.ts'

const MINUTE = 60_000
const LIMITS = { idleMs: 30 * MINUTE, warningMs: 2 * MINUTE, aliveEveryMs: MINUTE }

class FakeClock implements Clock {
  #now = 0
  #timers: { at: number; run: () => void }[] = []
  now = () => this.#now
  after = (ms: number, run: () => void) => {
    const timer = { at: this.#now + ms, run }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms
    while (this.#now < end) {
      this.#now = Math.min(end, this.#now + 1_000)
      const due = this.#timers.filter(({ at }) => at <= this.#now)
      this.#timers = this.#timers.filter(({ at }) => at > this.#now)
      for (const { run } of due) run()
      await Promise.resolve()
      await Promise.resolve()
    }
  }
}

let clock: FakeClock
let alive: number[]
let phases: IdlePhase[]
let seen: number | undefined
let seenListeners: (() => void)[]
let isReachable: boolean
let stop: () => void

const sign = (at: number | undefined) => {
  seen = at
  for (const listener of seenListeners) listener()
}

const start = () => {
  const timer = new IdleTimer({
    clock,
    limits: LIMITS,
    lastSeen: {
      read: () => seen,
      write: sign,
      subscribe: (listener) => {
        seenListeners.push(listener)
        return () => {
          seenListeners = seenListeners.filter((other) => other !== listener)
        }
      },
    },
    sendAlive: async () => {
      alive.push(clock.now())
      if (!isReachable) throw new Error('no answer')
    },
    onPhase: (phase) => phases.push(phase),
  })
  stop = timer.start()
  return timer
}

beforeEach(() => {
  clock = new FakeClock()
  alive = []
  phases = []
  seen = 0
  seenListeners = []
  isReachable = true
})

test('without input: nothing is sent, a warning at 28:00 that counts down, the end at 30:00 [idle-timer]', async () => {
  start()
  await clock.pass(28 * MINUTE - 1_000)
  expect(phases).toEqual([])
  await clock.pass(1_000)
  expect(phases).toEqual([{ kind: 'warning', secondsLeft: 120 }])
  await clock.pass(2 * MINUTE)
  expect(phases.at(-2)).toEqual({ kind: 'warning', secondsLeft: 1 })
  expect(phases.at(-1)).toEqual({ kind: 'ended' })
  expect(phases).toHaveLength(121)
  expect(alive).toEqual([])
})

test('input is reported at most once a minute, and input in between at the end of the minute', async () => {
  const timer = start()
  for (let second = 0; second < 90; second += 1) {
    timer.input()
    await clock.pass(1_000)
  }
  await clock.pass(10 * MINUTE)
  expect(alive).toEqual([60_000, 120_000])
  await clock.pass(20 * MINUTE - 10_000)
  expect(phases.at(-1)).toMatchObject({ kind: 'warning' })
})

test('under the warning a movement changes nothing; the decision to stay does', async () => {
  const timer = start()
  await clock.pass(28 * MINUTE + 10_000)
  timer.input()
  await clock.pass(5_000)
  expect(alive).toEqual([])
  expect(phases.at(-1)).toEqual({ kind: 'warning', secondsLeft: 105 })
  timer.extend()
  await clock.pass(1_000)
  expect(alive).toHaveLength(1)
  expect(phases.at(-1)).toEqual({ kind: 'active' })
  await clock.pass(27 * MINUTE)
  expect(phases.at(-1)).toEqual({ kind: 'active' })
})

test('what the server did not hear is not counted', async () => {
  isReachable = false
  const timer = start()
  await clock.pass(20 * MINUTE)
  timer.input()
  await clock.pass(8 * MINUTE)
  expect(alive.length).toBeGreaterThan(1)
  expect(phases[0]).toEqual({ kind: 'warning', secondsLeft: 120 })
})

test('another tab at work keeps this one', async () => {
  start()
  await clock.pass(27 * MINUTE)
  seen = clock.now()
  await clock.pass(10 * MINUTE)
  expect(phases).toEqual([])
})

test('a page that is opened after the end ends at once', async () => {
  await clock.pass(40 * MINUTE)
  start()
  expect(phases).toEqual([{ kind: 'ended' }])
})

test('an answer that comes after the end of the watch does not set it going again', async () => {
  const timer = start()
  await clock.pass(28 * MINUTE + 10_000)
  timer.extend()
  stop()
  const reported = phases.length
  await clock.pass(60 * MINUTE)
  expect(alive).toHaveLength(1)
  expect(seen).toBe(0)
  expect(phases).toHaveLength(reported)
})

test('under the warning a sign of life in another tab counts at once; the end of the session there is no sign of idleness here', async () => {
  start()
  await clock.pass(28 * MINUTE)
  expect(phases.at(-1)).toMatchObject({ kind: 'warning' })
  sign(clock.now())
  expect(phases.at(-1)).toEqual({ kind: 'active' })
  expect(alive).toEqual([])
  await clock.pass(28 * MINUTE)
  clock.now = () => 100 * MINUTE
  sign(undefined)
  expect(phases.at(-1)).toMatchObject({ kind: 'warning' })
  stop()
  expect(seenListeners).toEqual([])
})
