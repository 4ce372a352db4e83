import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Batch, BatchResult, SendOptions } from './send-batch.ts'
import { UploadQueue } from './upload-queue.ts'

interface Sent {
  readonly batch: Batch
  readonly options: SendOptions
  readonly resolve: (result?: Partial<BatchResult>) => void
  readonly reject: (error: unknown) => void
}

let sent: Sent[]
let stored: number[]
let queue: UploadQueue
let now: number
let timers: (() => void)[]
const clock: Clock = {
  now: () => now,
  after(_, run) {
    timers.push(run)
    return () => {
      timers = timers.filter((timer) => timer !== run)
    }
  },
}

const file = (path: string, size = 10) => {
  const picked = new File([], path)
  Object.defineProperty(picked, 'size', { value: size })
  return { file: picked, path }
}
const states = () => Object.fromEntries(queue.snapshot().entries.map(({ path, state }) => [path, state]))
const settle = () => new Promise((resolve) => setImmediate(resolve))

beforeEach(() => {
  sent = []
  stored = []
  now = 0
  timers = []
  queue = new UploadQueue(
    {
      language: () => 'ko',
      onStored: (parent) => stored.push(parent),
      send: (batch, options) =>
        new Promise((resolve, reject) =>
          sent.push({ batch, options, reject, resolve: (result) => resolve({ stored: [], rejected: [], ...result }) }),
        ),
    },
    clock,
  )
})

test('what cannot be sent is told at once with its reason; the rest goes on', async () => {
  const refused = queue.add([file('a.pdf'), file('b.exe'), file('c.pdf', 0)], 5)
  expect(refused.map(({ path, reason }) => [path, reason])).toEqual([
    ['b.exe', '허용되지 않은 확장자입니다.'],
    ['c.pdf', '빈 파일입니다.'],
  ])
  expect(sent[0]?.batch.files.map(({ path }) => path)).toEqual(['a.pdf'])
  sent[0]?.resolve()
  await settle()
  expect(states()).toEqual({ 'a.pdf': 'done' })
  expect(stored).toEqual([5])
  expect(queue.snapshot().isActive).toBe(false)
})

test('three requests at a time, the next one when one is over', async () => {
  queue.add(
    ['1', '2', '3', '4', '5'].map((name) => file(`${name}.pdf`, 100_000_000)),
    0,
  )
  expect(sent).toHaveLength(3)
  sent[1]?.resolve()
  await settle()
  expect(sent).toHaveLength(4)
  expect(states()).toMatchObject({ '1.pdf': 'sending', '2.pdf': 'done', '5.pdf': 'waiting' })
})

test('what the server refused is refused, by path or by last name, and is not sent again', async () => {
  queue.add([file('A/x.pdf'), file('B/x.pdf'), file('y.pdf')], 0)
  const reason = '파일 내용이 확장자와 다릅니다.'
  const rejected = ['B/x.pdf', 'x.pdf'].map((name) => ({ name, reason, code: 'CONTENT' }))
  sent[0]?.resolve({ rejected })
  await settle()
  expect(states()).toEqual({ 'A/x.pdf': 'refused', 'B/x.pdf': 'refused', 'y.pdf': 'done' })
  queue.retryFailed()
  expect(sent).toHaveLength(1)
})

test('a failed request can be repeated, with the same files to the same folder', async () => {
  queue.add([file('a.pdf')], 7)
  sent[0]?.reject(new ApiError('NETWORK', 0, 'no answer'))
  await settle()
  expect(queue.snapshot().entries[0]).toMatchObject({ state: 'failed', reason: 'no answer' })
  expect(stored).toEqual([])
  queue.retryFailed()
  expect(sent[1]?.batch).toMatchObject({ parent: 7, files: [{ path: 'a.pdf' }] })
  sent[1]?.resolve()
  await settle()
  expect(states()).toEqual({ 'a.pdf': 'done' })
})

test('cancel drops what waits and aborts what runs; what is done stays done', async () => {
  queue.add(
    ['1', '2', '3', '4'].map((name) => file(`${name}.pdf`, 100_000_000)),
    0,
  )
  sent[0]?.resolve()
  await settle()
  queue.cancel()
  for (const { options, reject } of sent.slice(1)) {
    expect(options.signal.aborted).toBe(true)
    reject(options.signal.reason)
  }
  await settle()
  expect(states()).toEqual({ '1.pdf': 'done', '2.pdf': 'canceled', '3.pdf': 'canceled', '4.pdf': 'canceled' })
  expect(queue.snapshot().isActive).toBe(false)
})

test('progress is per file, and a new upload begins with a clean list', async () => {
  queue.add([file('a.pdf', 100), file('b.pdf', 100)], 0)
  sent[0]?.options.onProgress(150, 200)
  expect(queue.snapshot().entries.map((entry) => entry.sent)).toEqual([100, 50])
  sent[0]?.resolve()
  await settle()
  queue.add([file('c.pdf')], 0)
  expect(Object.keys(states())).toEqual(['c.pdf'])
})

test('a new upload keeps what failed before, which can still be sent again', async () => {
  queue.add([file('a.pdf')], 0)
  sent[0]?.reject(new ApiError('NETWORK', 0, 'no answer'))
  await settle()
  queue.add([file('b.pdf')], 0)
  expect(states()).toEqual({ 'a.pdf': 'failed', 'b.pdf': 'sending' })
})

test('one failed file is sent again, the other stays', async () => {
  queue.add([file('a.pdf'), file('b.pdf')], 3)
  sent[0]?.reject(new ApiError('NETWORK', 0, 'no answer'))
  await settle()
  const [, second] = queue.snapshot().entries
  queue.retryFile(second!.id)
  expect(sent[1]?.batch).toMatchObject({ parent: 3, files: [{ path: 'b.pdf' }] })
  expect(queue.snapshot().entries).toMatchObject([{ state: 'failed', reason: 'no answer' }, { state: 'sending' }])
  expect(queue.snapshot().entries[1]).not.toHaveProperty('reason')
})

test('what is done is not sent again', async () => {
  queue.add([file('a.pdf')], 0)
  sent[0]?.resolve()
  await settle()
  queue.retryFile(queue.snapshot().entries[0]!.id)
  expect(sent).toHaveLength(1)
})

test('a waiting file that is canceled is never sent', async () => {
  queue.add(
    ['1', '2', '3', '4', '5'].map((name) => file(`${name}.pdf`, 100_000_000)),
    0,
  )
  queue.cancelFile(queue.snapshot().entries[3]!.id)
  for (const { resolve } of sent.slice(0, 3)) resolve()
  await settle()
  expect(sent.map(({ batch }) => batch.files[0]?.path)).toEqual(['1.pdf', '2.pdf', '3.pdf', '5.pdf'])
  expect(states()).toMatchObject({ '4.pdf': 'canceled', '5.pdf': 'sending' })
})

test('a canceled file leaves its request; the others of it are sent again, and it can be taken back', async () => {
  queue.add([file('a.pdf'), file('b.pdf'), file('c.pdf')], 9)
  const [, second] = queue.snapshot().entries
  queue.cancelFile(second!.id)
  expect(sent[0]?.options.signal.aborted).toBe(true)
  sent[0]?.options.onProgress(5, 30)
  sent[0]?.reject(sent[0].options.signal.reason)
  await settle()
  expect(sent[1]?.batch.files.map(({ path }) => path)).toEqual(['a.pdf', 'c.pdf'])
  sent[1]?.resolve()
  await settle()
  expect(states()).toEqual({ 'a.pdf': 'done', 'b.pdf': 'canceled', 'c.pdf': 'done' })
  queue.retryFile(second!.id)
  expect(sent[2]?.batch).toMatchObject({ parent: 9, files: [{ path: 'b.pdf' }] })
})

test('what has left completely cannot be canceled: the server may have kept it', async () => {
  queue.add([file('a.pdf', 100_000_000), file('b.pdf', 100_000_000)], 0)
  sent[0]?.options.onProgress(210, 210)
  expect(states()).toEqual({ 'a.pdf': 'saving', 'b.pdf': 'sending' })
  queue.cancelFile(queue.snapshot().entries[0]!.id)
  queue.cancel()
  expect(sent[0]?.options.signal.aborted).toBe(false)
  expect(sent[1]?.options.signal.aborted).toBe(true)
  sent[0]?.resolve()
  await settle()
  expect(states()).toEqual({ 'a.pdf': 'done', 'b.pdf': 'canceled' })
})

test('names that the server gave are told, each for its file, past the refused ones', async () => {
  queue.add([file('A/x.pdf'), file('B/y.pdf'), file('z.pdf')], 0)
  sent[0]?.resolve({ stored: ['x.pdf', 'z (2).pdf'], rejected: [{ name: 'B/y.pdf', reason: '빈 파일입니다.', code: 'EMPTY' }] })
  await settle()
  expect(queue.snapshot().entries.map(({ state, storedAs }) => [state, storedAs])).toEqual([
    ['done', undefined],
    ['refused', undefined],
    ['done', 'z (2).pdf'],
  ])
})

test('names that cannot be matched are not told at all', async () => {
  queue.add([file('a.pdf'), file('b.pdf')], 0)
  sent[0]?.resolve({ stored: ['a (2).pdf'] })
  await settle()
  expect(queue.snapshot().entries.map(({ storedAs }) => storedAs)).toEqual([undefined, undefined])
})

test('the speed is that of all requests together, and there is none when nothing runs', async () => {
  queue.add([file('a.pdf', 100_000_000), file('b.pdf', 100_000_000)], 0)
  now = 2_000
  sent[0]?.options.onProgress(40_000_000, 100_000_000)
  sent[1]?.options.onProgress(20_000_000, 100_000_000)
  expect(queue.snapshot().speed).toBe(30_000_000)
  for (const { resolve } of sent) resolve()
  await settle()
  expect(queue.snapshot().speed).toBeUndefined()
})

test('progress is told by the clock, not by the browser; beginning and end are told at once', async () => {
  let told = 0
  queue.subscribe(() => {
    told += 1
  })
  queue.add([file('a.pdf', 100)], 0)
  expect(told).toBe(1)
  for (let bytes = 1; bytes < 100; bytes += 1) sent[0]?.options.onProgress(bytes, 100)
  expect(told).toBe(1)
  for (const run of timers) run()
  expect(told).toBe(2)
  sent[0]?.resolve()
  await settle()
  expect(told).toBe(3)
  expect(timers).toEqual([])
})

test('the snapshot stays the same object until something changes', () => {
  queue.add([file('a.pdf', 100)], 0)
  const before = queue.snapshot()
  expect(queue.snapshot()).toBe(before)
  sent[0]?.options.onProgress(10, 100)
  expect(queue.snapshot()).not.toBe(before)
})
