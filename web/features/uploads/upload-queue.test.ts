import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import type { Batch, Rejection, SendOptions } from './send-batch.ts'
import { UploadQueue } from './upload-queue.ts'

interface Sent {
  readonly batch: Batch
  readonly options: SendOptions
  readonly resolve: (rejected: readonly Rejection[]) => void
  readonly reject: (error: unknown) => void
}

let sent: Sent[]
let stored: number[]
let queue: UploadQueue

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
  queue = new UploadQueue({
    language: () => 'ko',
    onStored: (parent) => stored.push(parent),
    send: (batch, options) => new Promise((resolve, reject) => sent.push({ batch, options, resolve, reject })),
  })
})

test('what cannot be sent is told at once with its reason; the rest goes on', async () => {
  const refused = queue.add([file('a.pdf'), file('b.exe'), file('c.pdf', 0)], 5)
  expect(refused.map(({ path, reason }) => [path, reason])).toEqual([
    ['b.exe', '허용되지 않은 확장자입니다.'],
    ['c.pdf', '빈 파일입니다.'],
  ])
  expect(sent[0]?.batch.files.map(({ path }) => path)).toEqual(['a.pdf'])
  sent[0]?.resolve([])
  await settle()
  expect(states()).toEqual({ 'a.pdf': 'done', 'b.exe': 'refused', 'c.pdf': 'refused' })
  expect(stored).toEqual([5])
  expect(queue.snapshot().isActive).toBe(false)
})

test('three requests at a time, the next one when one is over', async () => {
  queue.add(
    ['1', '2', '3', '4', '5'].map((name) => file(`${name}.pdf`, 100_000_000)),
    0,
  )
  expect(sent).toHaveLength(3)
  sent[1]?.resolve([])
  await settle()
  expect(sent).toHaveLength(4)
  expect(states()).toMatchObject({ '1.pdf': 'sending', '2.pdf': 'done', '5.pdf': 'waiting' })
})

test('what the server refused is refused, by path or by last name, and is not sent again', async () => {
  queue.add([file('A/x.pdf'), file('B/x.pdf'), file('y.pdf')], 0)
  const reason = '파일 내용이 확장자와 다릅니다.'
  sent[0]?.resolve([
    { name: 'B/x.pdf', reason, code: 'CONTENT' },
    { name: 'x.pdf', reason, code: 'CONTENT' },
  ])
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
  sent[1]?.resolve([])
  await settle()
  expect(states()).toEqual({ 'a.pdf': 'done' })
})

test('cancel drops what waits and aborts what runs; what is done stays done', async () => {
  queue.add(
    ['1', '2', '3', '4'].map((name) => file(`${name}.pdf`, 100_000_000)),
    0,
  )
  sent[0]?.resolve([])
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
  sent[0]?.resolve([])
  await settle()
  queue.add([file('c.pdf')], 0)
  expect(Object.keys(states())).toEqual(['c.pdf'])
})
