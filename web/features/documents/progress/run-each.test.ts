import { expect, test } from 'vitest'
import { ApiError, type FailureCode } from '../../../lib/api/api-error.ts'
import { runEach, StoppedRun } from './run-each.ts'

const refusal = (code: FailureCode, http: number) => new ApiError(code, http, 'text')
const quietly = () => ({ signal: new AbortController().signal, onProgress: () => undefined })

test('each is done after the one before it, and progress is reported after each', async () => {
  const log: string[] = []
  const outcome = await runEach(
    [1, 2, 3],
    async (item) => {
      log.push(`begin ${item}`)
      await Promise.resolve()
      log.push(`end ${item}`)
      return item * 10
    },
    {
      signal: new AbortController().signal,
      onProgress: (finished) => log.push(`finished ${finished}`),
    },
  )
  expect(log).toEqual(
    [1, 2, 3].flatMap((item) => [`begin ${item}`, `end ${item}`, `finished ${item}`]),
  )
  expect(outcome).toEqual({
    done: [1, 2, 3].map((item) => ({ item, result: item * 10 })),
    failed: [],
  })
})

test('one that is refused does not keep the others from being done', async () => {
  const gone = refusal('NOT_FOUND', 404)
  const outcome = await runEach(
    ['a', 'b', 'c'],
    (item) => (item === 'b' ? Promise.reject(gone) : Promise.resolve(item)),
    quietly(),
  )
  expect(outcome.done.map(({ item }) => item)).toEqual(['a', 'c'])
  expect(outcome.failed).toEqual([{ item: 'b', error: gone }])
})

test.each([refusal('SESSION_ENDED', 401), refusal('NOT_RAISED', 403), refusal('OFFLINE', 0)])(
  'after %s the others are not tried, and have failed with it',
  async (error) => {
    const tried: string[] = []
    const outcome = await runEach(
      ['a', 'b', 'c'],
      (item) => {
        tried.push(item)
        return item === 'b' ? Promise.reject(error) : Promise.resolve(item)
      },
      quietly(),
    )
    expect(tried).toEqual(['a', 'b'])
    expect(outcome.done.map(({ item }) => item)).toEqual(['a'])
    expect(outcome.failed).toEqual([
      { item: 'b', error },
      { item: 'c', error },
    ])
  },
)

test('when it is stopped, what was begun is finished and the others are neither done nor failed', async () => {
  const stopping = new AbortController()
  const outcome = await runEach(
    ['a', 'b', 'c'],
    (item) => {
      if (item === 'b') stopping.abort()
      return Promise.resolve(item)
    },
    { ...quietly(), signal: stopping.signal },
  )
  expect(outcome.done.map(({ item }) => item)).toEqual(['a', 'b'])
  expect(outcome.failed).toEqual([])
})

test('an action that ends the run leaves its item and the others neither done nor failed', async () => {
  const act = (item: string) =>
    item === 'b' ? Promise.reject(new StoppedRun()) : Promise.resolve(item)
  const outcome = await runEach(['a', 'b', 'c'], act, quietly())
  expect(outcome.done.map(({ item }) => item)).toEqual(['a'])
  expect(outcome.failed).toEqual([])
})
