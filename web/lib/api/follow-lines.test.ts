import { expect, test } from 'vitest'
import type { Clock } from '../browser/clock.ts'
import { followLines, reconnectDelay } from './follow-lines.ts'

test('the wait doubles up to a quarter of a minute, with a quarter of chance at most', () => {
  expect([1, 2, 3, 4, 5, 60].map((failures) => reconnectDelay(failures, 0))).toEqual([
    1_000, 2_000, 4_000, 8_000, 15_000, 15_000,
  ])
  expect(reconnectDelay(1, 1)).toBe(1_250)
})

const clockWith = (onSilence: (run: () => void) => void): Clock => ({
  now: () => 0,
  after(ms, run) {
    if (ms === 50_000) onSilence(run)
    else queueMicrotask(run)
    return () => undefined
  },
})

test('a broken stream is opened again, breaks are counted in a row, and a line ends the row', async () => {
  const stop = new AbortController()
  const lines: string[] = []
  const breaks: number[] = []
  let opened = 0
  await followLines({
    clock: clockWith(() => undefined),
    signal: stop.signal,
    silenceMs: 50_000,
    async *open() {
      opened += 1
      if (opened === 3) yield 'line'
      if (opened === 5) stop.abort()
      throw new Error('broken')
    },
    onLine: (line: string) => lines.push(line),
    onBreak: (failures) => breaks.push(failures),
  })
  expect(lines).toEqual(['line'])
  expect(breaks).toEqual([1, 2, 1, 2])
})

test('silence is a break', async () => {
  const stop = new AbortController()
  let fallSilent = () => {}
  const breaks: number[] = []
  let opened = 0
  await followLines({
    clock: clockWith((run) => {
      fallSilent = run
    }),
    signal: stop.signal,
    silenceMs: 50_000,
    async *open(signal) {
      opened += 1
      if (opened === 2) stop.abort()
      yield 'hello'
      await new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        if (signal.aborted) reject(signal.reason)
        else fallSilent()
      })
    },
    onLine: () => undefined,
    onBreak: (failures) => breaks.push(failures),
  })
  expect(opened).toBe(2)
  expect(breaks).toEqual([1])
})

test('what wakes it ends a wait at once, and is heard of no more after that', async () => {
  const stop = new AbortController()
  let listening = 0
  let opened = 0
  await followLines({
    clock: { now: () => 0, after: () => () => undefined },
    signal: stop.signal,
    silenceMs: 50_000,
    async *open() {
      opened += 1
      if (opened === 3) stop.abort()
      yield* []
      throw new Error('broken')
    },
    onLine: () => undefined,
    onBreak: () => undefined,
    onWake(run) {
      listening += 1
      queueMicrotask(run)
      return () => {
        listening -= 1
      }
    },
  })
  expect(opened).toBe(3)
  expect(listening).toBe(0)
})
