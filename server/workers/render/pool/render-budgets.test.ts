import { describe, expect, it } from 'vitest'
import { ManualClock } from '../../../test/harness/clocks.ts'
import type { Task } from '../protocol.ts'
import { RenderError, type RenderFailure } from '../render-error.ts'
import { RenderBudgets } from './render-budgets.ts'

const DEADLINE = 20_000
const MINUTE = 60_000

const page = (file: string, number = 1, room = 'room'): Task => ({
  type: 'page',
  source: {
    id: file,
    kind: 'pdf',
    segments: [],
    context: { room, file, fileVersion: 1, purpose: 'content' },
  },
  page: number,
  width: 800,
  tile: undefined,
  mark: 'unmarked',
})

function budgets() {
  const clock = new ManualClock(new Date('2026-01-01T00:00:00Z'))
  const made = new RenderBudgets(DEADLINE, clock)
  const fail = (task: Task, code: RenderFailure = 'TIMEOUT', ms = DEADLINE) =>
    made.ended(task, ms, new RenderError(code))
  const exhaust = (room: string) => {
    for (const file of ['x', 'y']) for (const number of [1, 2, 3]) fail(page(file, number, room))
  }
  return { made, clock, fail, exhaust }
}

describe('a page', () => {
  it('that took its whole deadline is not tried again for three minutes, in any size; others are, after those of other documents', () => {
    const { made, clock, fail } = budgets()
    fail(page('a'))
    expect(made.refusalOf({ ...page('a'), width: 99 } as Task)).toMatchObject({
      code: 'TIMEOUT',
      isRemembered: false,
    })
    expect(made.refusalOf(page('a', 2))).toBeUndefined()
    expect([made.isLast(page('a', 2)), made.isLast(page('b'))]).toEqual([true, false])
    clock.advance(3 * MINUTE)
    expect(made.refusalOf(page('a'))).toBeUndefined()
    clock.advance(10 * MINUTE)
    expect(made.isLast(page('a', 2))).toBe(false)
  })

  it('that was stopped for another room is tried again', () => {
    const { made, fail } = budgets()
    fail(page('a'), 'STOPPED', 1_000)
    expect(made.refusalOf(page('a'))).toBeUndefined()
    expect(made.isLast(page('a'))).toBe(true)
    expect(made.allowanceOf(page('a'))).toEqual({ ms: DEADLINE, failure: 'TIMEOUT' })
  })

  it('that was slow and came comes after others next time, and costs nothing', () => {
    const { made, clock } = budgets()
    for (let count = 0; count < 50; count++) made.ended(page('a'), 5_000)
    expect(made.isLast(page('a', 2))).toBe(true)
    expect(made.refusalOf(page('a'))).toBeUndefined()
    clock.advance(4 * MINUTE)
    expect(made.isLast(page('a'))).toBe(false)
  })

  it('that fails for what is no cost is not remembered', () => {
    const { made, fail } = budgets()
    for (const code of ['BROKEN', 'LOCKED', 'NO_PAGE', 'UNREADABLE', 'BUSY'] as const)
      fail(page('a'), code)
    expect(made.refusalOf(page('a'))).toBeUndefined()
    expect(made.isLast(page('a'))).toBe(false)
  })
})

describe('a document', () => {
  it('may lose three deadlines, the last of them only as far as they go, and is refused then with what it failed with', () => {
    const { made, clock, fail } = budgets()
    fail(page('a', 1))
    fail(page('a', 2), 'TIMEOUT', 15_000)
    expect(made.allowanceOf(page('a', 3))).toEqual({ ms: DEADLINE, failure: 'TIMEOUT' })
    fail(page('a', 3))
    expect(made.allowanceOf(page('a', 4))).toEqual({ ms: 5_000, failure: 'TIMEOUT' })
    fail(page('a', 4), 'MEMORY', 1_000)
    expect(made.refusalOf(page('a', 5))).toMatchObject({ code: 'MEMORY', isRemembered: true })
    expect(made.refusalOf(page('b'))).toBeUndefined()
    clock.advance(10 * MINUTE)
    expect(made.refusalOf(page('a', 5))).toBeUndefined()
    expect(made.allowanceOf(page('a', 5))).toEqual({ ms: DEADLINE, failure: 'TIMEOUT' })
  })
})

describe('a room', () => {
  it('that lost all that it may has unknown documents drawn last and in haste, costly ones not at all, and known ones as ever', () => {
    const { made, clock, fail, exhaust } = budgets()
    made.ended(page('known'), 100)
    fail(page('costly'), 'TIMEOUT', 2_000)
    exhaust('room')
    expect(made.refusalOf(page('costly'))).toMatchObject({ code: 'BUDGET' })
    expect(made.refusalOf(page('fresh'))).toBeUndefined()
    expect(made.isLast(page('fresh'))).toBe(true)
    expect(made.allowanceOf(page('fresh'))).toEqual({ ms: 1_600, failure: 'BUDGET' })
    expect(made.isLast(page('known'))).toBe(false)
    expect(made.allowanceOf(page('known'))).toEqual({ ms: DEADLINE, failure: 'TIMEOUT' })
    const elsewhere = page('fresh', 1, 'another room')
    expect(made.isLast(elsewhere)).toBe(false)
    expect(made.allowanceOf(elsewhere)).toEqual({ ms: DEADLINE, failure: 'TIMEOUT' })
    clock.advance(MINUTE)
    expect(made.isLast(page('fresh'))).toBe(false)
  })
})
