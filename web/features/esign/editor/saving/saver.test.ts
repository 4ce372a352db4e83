import { expect, test } from 'vitest'
import { ApiError } from '../../../../lib/api/api-error.ts'
import { Saver, type SaveState } from './saver.ts'

function handClock() {
  let waiting: { readonly run: () => void }[] = []
  return {
    now: () => 0,
    after(_ms: number, run: () => void) {
      const entry = { run }
      waiting.push(entry)
      return () => {
        waiting = waiting.filter((other) => other !== entry)
      }
    },
    pending: () => waiting.length,
    async goOn() {
      const due = waiting
      waiting = []
      for (const { run } of due) run()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

const lost = () => Promise.reject(new ApiError('OFFLINE', 0, 'x'))
const clash = () => Promise.reject(new ApiError('COMPOSE_CHANGED', 409, 'x'))

function setUp(
  answers: (() => Promise<number>)[],
  stored = { value: '', revision: 0 },
  steps: (value: string, before: string) => readonly string[] = (value) => [value],
) {
  const clock = handClock()
  const saved: [string, number][] = []
  const saver = new Saver<string>(
    {
      clock,
      steps: (last, before) =>
        steps(last, before).map((value) => ({
          value,
          save(revision) {
            saved.push([value, revision])
            return answers.shift()?.() ?? Promise.resolve(revision + 1)
          },
        })),
      find: async (values) => (values.includes(stored.value) ? stored : undefined),
    },
    4,
    '',
  )
  const states: SaveState[] = []
  saver.subscribe(() => states.push(saver.state()))
  return { clock, saver, saved, states }
}

test('of many changes the last one is saved, a moment later, over the revision that was read', async () => {
  const { clock, saver, saved, states } = setUp([])
  for (const value of ['a', 'b', 'c']) saver.put(value)
  expect(saved).toEqual([])
  await clock.goOn()
  expect(saved).toEqual([['c', 4]])
  saver.put('d')
  await clock.goOn()
  expect(saved).toEqual([
    ['c', 4],
    ['d', 5],
  ])
  expect(states).toEqual(['waiting', 'saving', 'saved', 'waiting', 'saving', 'saved'])
  expect(saver.isBehind()).toBe(false)
})

test('what changes while it is saved is saved afterwards, and never two at once', async () => {
  let answer = (_revision: number) => {}
  const { clock, saver, saved } = setUp([() => new Promise((resolve) => (answer = resolve))])
  saver.put('a')
  await clock.goOn()
  saver.put('b')
  await clock.goOn()
  expect(saved).toEqual([['a', 4]])
  answer(9)
  expect(await saver.flush()).toBe(true)
  expect(saved).toEqual([
    ['a', 4],
    ['b', 9],
  ])
})

test('what could not be saved is kept and tried again, and a newer change in its place', async () => {
  const { clock, saver, saved, states } = setUp([lost])
  saver.put('a')
  await clock.goOn()
  expect(saver.state()).toBe('failed')
  expect(saver.isBehind()).toBe(true)
  expect(clock.pending()).toBe(1)
  saver.put('b')
  await clock.goOn()
  expect(saved.at(-1)).toEqual(['b', 4])
  expect(states.at(-1)).toBe('saved')
})

test('what was stored though its answer was lost is no change of somebody else', async () => {
  const { clock, saver, saved, states } = setUp([lost, lost, clash], { value: 'a', revision: 5 })
  for (const value of ['a', 'b', 'c']) {
    saver.put(value)
    await clock.goOn()
  }
  expect(saved).toEqual([
    ['a', 4],
    ['b', 4],
    ['c', 4],
    ['c', 5],
  ])
  expect(states).not.toContain('conflict')
  expect(saver.state()).toBe('saved')
})

test('what was stored though its answer was lost is not stored once more', async () => {
  const { clock, saver, saved } = setUp([lost, clash], { value: 'a', revision: 5 })
  saver.put('a')
  await clock.goOn()
  await clock.goOn()
  expect(saved).toEqual([
    ['a', 4],
    ['a', 4],
  ])
  expect(saver.state()).toBe('saved')
  saver.put('b')
  await clock.goOn()
  expect(saved.at(-1)).toEqual(['b', 5])
})

test('over the change of somebody else nothing is saved, either, where an answer was lost before it', async () => {
  const { clock, saver, saved } = setUp([lost, clash], { value: 'theirs', revision: 5 })
  saver.put('a')
  await clock.goOn()
  await clock.goOn()
  expect(saver.state()).toBe('conflict')
  expect(saved).toHaveLength(2)
})

test('over the change of somebody else nothing is saved until the person insists; nothing is lost meanwhile', async () => {
  const { clock, saver, saved } = setUp([clash])
  saver.put('a')
  await clock.goOn()
  expect(saver.state()).toBe('conflict')
  saver.put('b')
  await clock.goOn()
  expect(await saver.flush()).toBe(false)
  expect(saved).toEqual([['a', 4]])
  await saver.insist(11, 'theirs', 'b')
  expect(saved.at(-1)).toEqual(['b', 11])
  expect(saver.state()).toBe('saved')
})

test('what is changed while the person insists is saved, and insisting twice saves once', async () => {
  const { clock, saver, saved } = setUp([clash])
  saver.put('a')
  await clock.goOn()
  saver.put('b')
  await saver.insist(11, 'theirs', 'a')
  expect(saved.at(-1)).toEqual(['b', 11])
  await saver.insist(11, 'theirs', 'a')
  saver.put('c')
  await clock.goOn()
  expect(saved.slice(1)).toEqual([
    ['b', 11],
    ['c', 12],
  ])
})

test('what the document does not take is not tried again until something else is to be saved', async () => {
  const { clock, saver, saved } = setUp([
    () => Promise.reject(new ApiError('COMPOSE_NOT_DRAFT', 409, 'x')),
  ])
  saver.put('a')
  await clock.goOn()
  expect(saver.state()).toBe('refused')
  expect(saver.reason()).toBe('x')
  expect(saver.isBehind()).toBe(true)
  expect(clock.pending()).toBe(0)
  saver.put('b')
  await clock.goOn()
  expect(saved).toEqual([
    ['a', 4],
    ['b', 4],
  ])
  expect(saver.state()).toBe('saved')
})

const spelled = (value: string, before: string): readonly string[] =>
  [...value].slice(before.length).map((_, index) => value.slice(0, before.length + index + 1))

test('what takes several calls goes in each over the revision of the one before, and goes on where it was broken off', async () => {
  const ok = (revision: number) => () => Promise.resolve(revision)
  const { clock, saver, saved, states } = setUp([ok(5), lost], { value: '', revision: 0 }, spelled)
  saver.put('abc')
  await clock.goOn()
  expect(saver.state()).toBe('failed')
  expect(saver.isBehind()).toBe(true)
  await clock.goOn()
  expect(saved).toEqual([
    ['a', 4],
    ['ab', 5],
    ['ab', 5],
    ['abc', 6],
  ])
  expect(states.at(-1)).toBe('saved')
})

test('what was stored of several calls though its answer was lost is no change of somebody else, and is not stored again', async () => {
  const { clock, saver, saved, states } = setUp(
    [() => Promise.resolve(5), lost, clash],
    { value: 'ab', revision: 6 },
    spelled,
  )
  saver.put('abc')
  await clock.goOn()
  await clock.goOn()
  expect(saved).toEqual([
    ['a', 4],
    ['ab', 5],
    ['ab', 5],
    ['abc', 6],
  ])
  expect(states).not.toContain('conflict')
  expect(saver.state()).toBe('saved')
})

test('what is given up is not saved any more', async () => {
  const { clock, saver, saved } = setUp([])
  saver.put('a')
  saver.giveUp()
  await clock.goOn()
  await saver.flush()
  expect(saved).toEqual([])
  expect(saver.isBehind()).toBe(false)
})

test('another call is made over what is saved, nothing is saved during it, and what comes after it is saved over it', async () => {
  const { saver, saved } = setUp([])
  saver.put('a')
  let end = (_revision: number) => {}
  const seen: number[] = []
  const made = saver.between((revision) => {
    seen.push(revision)
    return new Promise((resolve) => (end = resolve))
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(seen).toEqual([5])
  saver.put('b')
  const flushed = saver.flush()
  await new Promise((resolve) => setImmediate(resolve))
  expect(saved).toEqual([['a', 4]])
  end(9)
  expect([await made, await flushed]).toEqual([true, true])
  expect(saved.at(-1)).toEqual(['b', 9])
})

test('another call is not made over what could not be saved, and what somebody else has changed with it is a conflict', async () => {
  const { clock, saver } = setUp([lost])
  saver.put('a')
  let calls = 0
  const count = async (answer: number | undefined) => {
    calls += 1
    return answer
  }
  expect(await saver.between(() => count(7))).toBe(false)
  expect(calls).toBe(0)
  await clock.goOn()
  expect(await saver.between(() => count(undefined))).toBe(false)
  expect(calls).toBe(1)
  expect(saver.state()).toBe('conflict')
})

test('a call that fails says so, is no conflict unless it says so, and does not stand in the way of saving', async () => {
  const { saver, saved } = setUp([])
  const fail = (code: 'INTERNAL' | 'COMPOSE_CHANGED') => () =>
    Promise.reject(new ApiError(code, 500, 'x'))
  await expect(saver.between(fail('INTERNAL'))).rejects.toMatchObject({ code: 'INTERNAL' })
  saver.put('a')
  expect(await saver.flush()).toBe(true)
  expect(saved).toEqual([['a', 4]])
  await expect(saver.between(fail('COMPOSE_CHANGED'))).rejects.toMatchObject({
    code: 'COMPOSE_CHANGED',
  })
  expect(saver.state()).toBe('conflict')
})
