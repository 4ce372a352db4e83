import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '../../../lib/api/api-error.ts'
import {
  emptyFolder,
  file,
  settle,
  type TestUploads,
  testUploads,
} from '../../../test/test-uploads.ts'

/** The size is between files that share a request and resumable ones. */
const WIDE = 7_900_000
const BROKEN = new ApiError('INTERNAL', 500, 'broken')

let it: TestUploads
const add = async (names: readonly (string | ReturnType<typeof file>)[], parent = 0) => {
  const refused = it.queue.add(
    names.map((name) => (typeof name === 'string' ? file(name) : name)),
    parent,
  )
  await settle()
  return refused
}
const wide = (count: number) =>
  Array.from({ length: count }, (_, index) => file(`${index + 1}.pdf`, WIDE))

beforeEach(() => {
  it = testUploads()
})

test('files that cannot be sent are reported at once with their reason; the rest goes on', async () => {
  const refused = await add(['a.pdf', 'b.exe', file('c.pdf', 0)], 5)
  expect(refused.map(({ path, reason }) => [path, reason])).toEqual([
    ['b.exe', '허용되지 않은 확장자입니다.'],
    ['c.pdf', '빈 파일입니다.'],
  ])
  expect(it.sent[0]?.batch.files.map(({ path }) => path)).toEqual(['a.pdf'])
  it.sent[0]?.resolve()
  await settle()
  expect(it.states()).toEqual({ 'a.pdf': 'done' })
  expect(it.stored).toEqual([5])
  expect(it.queue.snapshot().isActive).toBe(false)
})

test('three requests at a time, large files and small ones, the next one when one is over', async () => {
  await add([
    file('1.pdf', 9_000_000),
    file('2.pdf', 9_000_000),
    ...wide(5).map(({ file: one }) => ({ file: one, path: `w${one.name}` })),
  ])
  expect([it.resumable.length, it.sent.length]).toEqual([2, 1])
  it.sent[0]?.resolve()
  await settle()
  expect(it.sent).toHaveLength(2)
  expect(it.states()).toMatchObject({
    '1.pdf': 'sending',
    'w1.pdf': 'done',
    'w2.pdf': 'done',
    'w3.pdf': 'sending',
    'w5.pdf': 'waiting',
  })
})

test('what the server refused is refused, by path or by last name, and is not sent again', async () => {
  await add(['A/x.pdf', 'B/x.pdf', 'y.pdf'])
  const reason = '파일 내용이 확장자와 다릅니다.'
  it.sent[0]?.resolve({
    rejected: ['B/x.pdf', 'x.pdf'].map((name) => ({ name, reason, code: 'CONTENT' })),
  })
  await settle()
  expect(it.states()).toEqual({ 'A/x.pdf': 'refused', 'B/x.pdf': 'refused', 'y.pdf': 'done' })
  it.queue.retryFailed()
  expect(it.sent).toHaveLength(1)
})

test('a failed request can be repeated, with the same files to the same folder', async () => {
  await add(['a.pdf'], 7)
  it.sent[0]?.reject(BROKEN)
  await settle()
  expect(it.entries()[0]).toMatchObject({ state: 'failed', reason: 'broken' })
  expect(it.stored).toEqual([])
  it.queue.retryFailed()
  expect(it.sent[1]?.batch).toMatchObject({ parent: 7, files: [{ path: 'a.pdf' }] })
  expect(it.entries()[0]).not.toHaveProperty('reason')
  it.sent[1]?.resolve()
  await settle()
  expect(it.states()).toEqual({ 'a.pdf': 'done' })
  it.queue.retryFile(it.idOf('a.pdf'))
  expect(it.sent).toHaveLength(2)
})

test('cancel drops what waits and aborts what runs; what is done stays done', async () => {
  await add(wide(9))
  it.sent[0]?.resolve()
  await settle()
  it.queue.cancel()
  for (const { options, reject } of it.sent.slice(1)) {
    expect(options.signal.aborted).toBe(true)
    reject(options.signal.reason)
  }
  await settle()
  expect(it.queue.snapshot()).toMatchObject({ isActive: false, tally: { done: 2, canceled: 7 } })
  expect(it.sent).toHaveLength(4)
})

test('progress is per file, and a new upload begins with a clean list, save what can be sent again', async () => {
  await add([file('a.pdf', 100), file('b.pdf', 100)])
  it.sent[0]?.options.onProgress(150, 200)
  expect(it.entries().map((entry) => entry?.sent)).toEqual([100, 50])
  it.sent[0]?.resolve()
  await settle()
  await add(['c.pdf'])
  expect(it.states()).toEqual({ 'c.pdf': 'sending' })
  it.sent[1]?.reject(BROKEN)
  await settle()
  await add(['d.pdf'])
  expect(it.states()).toEqual({ 'c.pdf': 'failed', 'd.pdf': 'sending' })
})

test('a waiting file that is canceled is never sent', async () => {
  await add(wide(8))
  it.queue.cancelFile(it.idOf('7.pdf'))
  for (const { resolve } of it.sent.slice(0, 3)) resolve()
  await settle()
  expect(it.sent[3]?.batch.files.map(({ path }) => path)).toEqual(['8.pdf'])
  expect(it.states()).toMatchObject({ '7.pdf': 'canceled', '8.pdf': 'sending' })
})

test('a canceled file leaves its request; the others of it are sent again, and it can be taken back', async () => {
  await add(['a.pdf', 'b.pdf', 'c.pdf'], 9)
  it.queue.cancelFile(it.idOf('b.pdf'))
  expect(it.sent[0]?.options.signal.aborted).toBe(true)
  it.sent[0]?.options.onProgress(5, 30)
  it.sent[0]?.reject(it.sent[0].options.signal.reason)
  await settle()
  expect(it.sent[1]?.batch.files.map(({ path }) => path)).toEqual(['a.pdf', 'c.pdf'])
  it.sent[1]?.resolve()
  await settle()
  expect(it.states()).toEqual({ 'a.pdf': 'done', 'b.pdf': 'canceled', 'c.pdf': 'done' })
  it.queue.retryFile(it.idOf('b.pdf'))
  expect(it.sent[2]?.batch).toMatchObject({ parent: 9, files: [{ path: 'b.pdf' }] })
})

test('what has left completely is neither canceled nor held: the server may have kept it', async () => {
  await add(wide(4))
  it.sent[0]?.options.onProgress(210, 210)
  expect(it.states()).toEqual({
    '1.pdf': 'saving',
    '2.pdf': 'saving',
    '3.pdf': 'sending',
    '4.pdf': 'sending',
  })
  it.queue.cancelFile(it.idOf('1.pdf'))
  it.queue.pauseAll()
  it.queue.cancel()
  expect(it.sent[0]?.options.signal.aborted).toBe(false)
  expect(it.sent[1]?.options.signal.aborted).toBe(true)
  it.sent[0]?.resolve()
  await settle()
  expect(it.states()).toEqual({
    '1.pdf': 'done',
    '2.pdf': 'done',
    '3.pdf': 'canceled',
    '4.pdf': 'canceled',
  })
})

test('names that the server assigned are reported, each for its file, past the refused ones', async () => {
  await add(['A/x.pdf', 'B/y.pdf', 'z.pdf'])
  it.sent[0]?.resolve({
    stored: ['x.pdf', 'z (2).pdf'],
    rejected: [{ name: 'B/y.pdf', reason: '빈 파일입니다.', code: 'EMPTY' }],
  })
  await settle()
  expect(it.entries().map((entry) => [entry?.state, entry?.storedAs])).toEqual([
    ['done', undefined],
    ['refused', undefined],
    ['done', 'z (2).pdf'],
  ])
})

test('names that cannot be matched are not reported', async () => {
  await add(['a.pdf', 'b.pdf'])
  it.sent[0]?.resolve({ stored: ['a (2).pdf'] })
  await settle()
  expect(it.entries().map((entry) => entry?.storedAs)).toEqual([undefined, undefined])
})

test('the speed is that of all requests together, and there is none when nothing runs', async () => {
  await add(wide(4))
  await it.pass(1_750)
  it.sent[0]?.options.onProgress(WIDE, WIDE * 2)
  it.sent[1]?.options.onProgress(WIDE / 2, WIDE * 2)
  await it.pass(250)
  expect(it.queue.snapshot().speed).toBe((WIDE * 1.5) / 2)
  for (const { resolve } of it.sent) resolve()
  await settle()
  expect(it.queue.snapshot().speed).toBeUndefined()
})

test('progress is reported by the clock, not by the browser; the end is reported at once', async () => {
  await add([file('a.pdf', 100)])
  let reported = 0
  it.queue.subscribe(() => {
    reported += 1
  })
  const before = it.queue.snapshot()
  for (let bytes = 1; bytes < 100; bytes += 1) it.sent[0]?.options.onProgress(bytes, 100)
  expect(reported).toBe(0)
  expect(it.queue.snapshot()).toBe(before)
  await it.pass(250)
  expect(reported).toBe(1)
  expect(it.queue.snapshot().tally.sent).toBe(99)
  it.sent[0]?.resolve()
  await settle()
  expect(reported).toBe(2)
  expect(it.timers()).toBe(0)
})

test('without space nothing as large is tried in vain, smaller files go on, and it is reported once', async () => {
  await add([
    file('big.pdf', 9_000_000),
    ...wide(5),
    file('bigger.pdf', 9_500_000),
    file('small.pdf', 10),
  ])
  const refusals = new Set<unknown>()
  it.queue.subscribe(() => refusals.add(it.queue.snapshot().halt))
  it.resumable[0]?.reject(new ApiError('NO_SPACE', 507, 'full'))
  await settle()
  expect(it.states()).toMatchObject({
    'big.pdf': 'failed',
    'bigger.pdf': 'failed',
    'small.pdf': 'sending',
    '5.pdf': 'sending',
  })
  expect(it.resumable).toHaveLength(1)
  expect([...refusals]).toEqual([{ reason: 'full' }])
})

test('without the scanner nothing is tried in vain', async () => {
  await add(wide(9))
  it.sent[0]?.reject(new ApiError('SCANNER_DOWN', 503, 'no scanner'))
  await settle()
  expect(it.sent).toHaveLength(3)
  expect(it.queue.snapshot().tally).toMatchObject({ failed: 5, open: 4 })
})

test('empty folders are made with the files, without asking about their names, and are requested again without a response', async () => {
  it.server.taken = []
  it.server.answers = false
  await add([emptyFolder('A/B'), emptyFolder('C')], 7)
  expect(it.states()).toEqual({ 'A/B': 'waiting', C: 'waiting' })
  it.server.answers = true
  await it.pass(1_000)
  expect(it.folders).toEqual([
    ['A/B', 'C'],
    ['A/B', 'C'],
  ])
  expect([it.asked, it.sent]).toEqual([[], []])
  expect(it.states()).toEqual({ 'A/B': 'done', C: 'done' })
  expect(it.stored).toEqual([7])

  await add(['a.pdf', emptyFolder('D')])
  expect(it.sent.map(({ batch }) => batch.files.map(({ path }) => path))).toEqual([['a.pdf']])
  expect(it.folders.at(-1)).toEqual(['D'])
  expect(it.queue.snapshot().tally).toMatchObject({ total: 2, folders: 1, done: 1, foldersDone: 1 })
})
