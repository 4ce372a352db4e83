import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/api/api-error.ts'
import {
  file,
  NO_ANSWER,
  settle,
  type TestUploads,
  taken,
  testUploads,
} from '../../test/test-uploads.ts'

const LARGE = 60_000_000
const MODIFIED = '2026-01-15T03:04:05.678Z'

let it: TestUploads
const add = async (...files: ReturnType<typeof file>[]) => {
  it.queue.add(files, 4)
  await settle()
}
const unfinished = (upload: string, path: string, size = LARGE) => ({
  ...{ upload, path, size, parent: 8, folder: '02 재무', offset: 24_000_000 },
  ...{ modifiedAt: MODIFIED, startedAt: MODIFIED },
})

beforeEach(() => {
  it = testUploads()
})

test('a large file goes on where it stopped when the network is back, by itself', async () => {
  await add(file('a.pdf', LARGE))
  const [first] = it.resumable
  expect(first?.job.upload).toBeUndefined()
  first?.options.onUpload('u1')
  first?.options.onProgress(0, LARGE)
  first?.options.onProgress(24_000_000, LARGE)
  it.server.answers = false
  first?.reject(NO_ANSWER)
  await settle()
  expect(it.queue.snapshot()).toMatchObject({
    isOffline: true,
    isActive: true,
    tally: { sent: 24_000_000, failed: 0 },
  })
  await it.pass(60_000)
  expect(it.resumable).toHaveLength(1)
  expect(it.server.probes).toBeGreaterThan(4)
  it.server.answers = true
  await it.goOnline()
  expect(it.resumable[1]?.job).toMatchObject({ upload: 'u1', path: 'a.pdf' })
  it.resumable[1]?.resolve({ stored: ['a.pdf'] })
  await settle()
  expect(it.states()).toEqual({ 'a.pdf': 'done' })
  expect(it.queue.snapshot().isOffline).toBe(false)
})

test('what was sent before is no speed', async () => {
  await add(file('a.pdf', LARGE))
  await it.pass(1_750)
  it.resumable[0]?.options.onProgress(24_000_000, LARGE)
  await it.pass(250)
  expect(it.queue.snapshot().speed).toBe(0)
  it.resumable[0]?.options.onProgress(34_000_000, LARGE)
  await it.pass(250)
  expect(it.queue.snapshot().speed).toBeCloseTo(10_000_000 / 2.25)
})

test('a batch whose answer was lost is asked for before it is sent again: what has arrived is done', async () => {
  await add(file('a.pdf', 10), file('b.pdf', 20), file('c.pdf', 30))
  it.sent[0]?.options.onProgress(60, 60)
  it.sent[0]?.reject(NO_ANSWER)
  await settle()
  it.server.taken = [taken('a.pdf', { size: 10 }), taken('c.pdf', { size: 31 })]
  await it.pass(1_000)
  expect(it.states()).toMatchObject({ 'a.pdf': 'done' })
  expect(it.sent[1]?.batch.files.map(({ path }) => path)).toEqual(['b.pdf', 'c.pdf'])
  expect(it.stored).toEqual([4])
})

test('a replaced file has arrived when the stored one is another than before', async () => {
  it.server.taken = [taken('a.pdf', { size: 10 }), taken('b.pdf', { size: 10 })]
  await add(file('a.pdf'), file('b.pdf'))
  it.queue.answer('replace', true)
  await settle()
  it.sent[0]?.reject(NO_ANSWER)
  await settle()
  it.server.taken = [
    taken('a.pdf', { size: 10 }),
    taken('b.pdf', { size: 10, uploadedAt: '2026-02-02T00:00:00.000Z' }),
  ]
  await it.pass(1_000)
  expect(it.states()).toEqual({ 'a.pdf': 'sending', 'b.pdf': 'done' })
})

test('a file that fails on a server that answers is given up after a few tries, one that is gone at once', async () => {
  await add(file('a.pdf'))
  for (let tries = 0; tries < 5; tries += 1) {
    it.sent[tries]?.reject(NO_ANSWER)
    await settle()
    await it.pass(20_000)
  }
  expect(it.sent).toHaveLength(5)
  expect(it.entries()[0]).toMatchObject({ state: 'failed', reason: 'no answer' })

  const gone = file('gone.pdf')
  const unreadable = Object.assign(new Blob(), {
    arrayBuffer: () => Promise.reject(new DOMException('changed', 'NotReadableError')),
  })
  vi.spyOn(gone.file, 'slice').mockReturnValue(unreadable)
  await add(gone)
  it.sent[5]?.reject(NO_ANSWER)
  await settle()
  expect(it.entries().find((entry) => entry?.path === 'gone.pdf')).toMatchObject({
    state: 'failed',
    isUnreadable: true,
  })
})

test('a request that does not move any more is ended, and begun again', async () => {
  await add(file('a.pdf', LARGE))
  it.resumable[0]?.options.onUpload('u1')
  await it.pass(61_000)
  expect(it.resumable[0]?.options.signal.aborted).toBe(true)
  it.resumable[0]?.reject(it.resumable[0].options.signal.reason)
  await settle()
  await it.pass(1_000)
  expect(it.resumable[1]?.job.upload).toBe('u1')
})

test('one file is held and goes on from where it was; nothing of it is thrown away', async () => {
  await add(file('a.pdf', LARGE), file('b.pdf', LARGE))
  it.resumable[0]?.options.onUpload('u1')
  it.resumable[0]?.options.onProgress(24_000_000, LARGE)
  it.queue.pauseFile(it.idOf('a.pdf'))
  expect(it.resumable[0]?.options.signal.aborted).toBe(true)
  it.resumable[0]?.reject(it.resumable[0].options.signal.reason)
  await settle()
  expect(it.states()).toEqual({ 'a.pdf': 'paused', 'b.pdf': 'sending' })
  expect(it.entries()[0]?.sent).toBe(24_000_000)
  expect(it.queue.snapshot()).toMatchObject({ isPaused: false, isActive: true })
  it.queue.resumeFile(it.idOf('a.pdf'))
  expect(it.resumable[2]?.job.upload).toBe('u1')
  expect(it.discarded).toEqual([])
})

test('uploads pause and resume; small files of a request restart', async () => {
  await add(file('a.pdf'), file('b.pdf'), file('c.pdf', LARGE))
  it.queue.pauseAll()
  for (const { options, reject } of [...it.sent, ...it.resumable]) reject(options.signal.reason)
  await settle()
  expect(it.queue.snapshot()).toMatchObject({
    isPaused: true,
    isActive: true,
    tally: { paused: 3 },
  })
  expect(it.timers()).toBe(0)
  it.queue.resumeAll()
  expect(it.sent[1]?.batch.files.map(({ path }) => path)).toEqual(['a.pdf', 'b.pdf'])
  expect(it.resumable).toHaveLength(2)
})

test('cancel throws away what has arrived; the end of the session does not', async () => {
  await add(file('a.pdf', LARGE), file('b.pdf', LARGE))
  it.resumable[0]?.options.onUpload('u1')
  it.resumable[1]?.options.onUpload('u2')
  it.queue.cancelFile(it.idOf('a.pdf'))
  expect(it.discarded).toEqual(['u1'])
  it.queue.close()
  expect(it.resumable[1]?.options.signal.aborted).toBe(true)
  expect(it.discarded).toEqual(['u1'])
  expect(it.timers()).toBe(0)
})

test('an unfinished upload goes on with its own file, chosen for it or added anywhere, and with no other', async () => {
  it.server.unfinished = [unfinished('u1', '2025/결산.pdf'), unfinished('u2', '재무제표.pdf')]
  await it.queue.lookForUnfinished()
  expect(it.queue.snapshot().unfinished.map(({ upload }) => upload)).toEqual(['u1', 'u2'])
  expect(it.queue.resumeUnfinished('u1', file('결산.pdf', LARGE, 5))).toBe(false)
  expect(it.queue.resumeUnfinished('u1', file('재무제표.pdf', LARGE, Date.parse(MODIFIED)))).toBe(
    false,
  )
  expect(it.resumable).toEqual([])
  expect(it.queue.resumeUnfinished('u1', file('결산.pdf', LARGE, Date.parse(MODIFIED)))).toBe(true)
  expect(it.resumable[0]?.job).toMatchObject({ upload: 'u1', parent: 8, path: '2025/결산.pdf' })
  await add(file('재무제표.pdf', LARGE, Date.parse(MODIFIED)))
  expect(it.resumable[1]?.job).toMatchObject({ upload: 'u2', parent: 8 })
  expect(it.entries()[1]).toMatchObject({ resumedIn: '02 재무', sent: 24_000_000 })
  expect(it.queue.snapshot().unfinished).toEqual([])
  expect(it.asked).toEqual([])
  await it.queue.lookForUnfinished()
  expect(it.queue.snapshot().unfinished).toEqual([])
})

test('what the server puts away after the page was left is seen a moment later', async () => {
  it.server.unfinished = [{ ...unfinished('u1', 'a.pdf'), offset: 0 }]
  await it.queue.lookForUnfinished()
  it.server.unfinished = [unfinished('u1', 'a.pdf')]
  await it.pass(2_000)
  expect(it.queue.snapshot().unfinished).toMatchObject([{ offset: 24_000_000 }])
  expect(it.timers()).toBe(0)
})

test('what is thrown away is not shown any more; where that failed it is', async () => {
  it.server.unfinished = [unfinished('u1', 'a.pdf')]
  await it.queue.lookForUnfinished()
  it.server.answers = false
  await expect(it.queue.discardUnfinished('u1')).rejects.toBe(NO_ANSWER)
  expect(it.queue.snapshot().unfinished).toHaveLength(1)
  it.server.answers = true
  await it.queue.discardUnfinished('u1')
  expect(it.queue.snapshot().unfinished).toEqual([])
  expect(it.discarded).toEqual(['u1'])
})

test('an upload unknown to the server restarts, and asks for its name where that was never done', async () => {
  it.server.unfinished = [unfinished('u1', 'a.pdf')]
  await it.queue.lookForUnfinished()
  it.server.taken = [taken('a.pdf', { size: LARGE })]
  it.queue.resumeUnfinished('u1', file('a.pdf', LARGE, Date.parse(MODIFIED)))
  it.resumable[0]?.reject(new ApiError('INTERNAL', 404, ''))
  await settle()
  expect(it.queue.snapshot().question).toMatchObject({ job: { path: 'a.pdf', upload: undefined } })

  await add(file('b.pdf', LARGE))
  it.resumable[1]?.options.onUpload('u2')
  it.resumable[1]?.reject(new ApiError('INTERNAL', 404, ''))
  await settle()
  expect(it.resumable[2]?.job).toMatchObject({ path: 'b.pdf', upload: undefined })
})

test('when the session has ended nothing is lost, tried or asked, until its person is back: then all goes on', async () => {
  await add(file('a.pdf', LARGE), file('b.pdf', 20))
  it.resumable[0]?.options.onUpload('u1')
  it.resumable[0]?.options.onProgress(0, LARGE)
  it.resumable[0]?.options.onProgress(24_000_000, LARGE)
  const ended = new ApiError('SESSION_ENDED', 401, 'ended')
  it.resumable[0]?.reject(ended)
  it.sent[0]?.reject(ended)
  await settle()
  it.queue.hold()
  expect(it.states()).toEqual({ 'a.pdf': 'waiting', 'b.pdf': 'waiting' })
  expect(it.queue.snapshot()).toMatchObject({
    isBarred: true,
    isOffline: false,
    isActive: true,
    tally: { failed: 0, sent: 24_000_000 },
  })
  await it.pass(60_000)
  await it.goOnline()
  expect([it.server.probes, it.resumable.length, it.sent.length]).toEqual([0, 1, 1])

  it.queue.admit()
  await settle()
  expect(it.queue.snapshot().isBarred).toBe(false)
  expect(it.resumable[1]?.job).toMatchObject({ upload: 'u1', path: 'a.pdf' })
  expect(it.sent[1]?.batch.files.map(({ path }) => path)).toEqual(['b.pdf'])
})

test('a session that ends while a name is asked for, or while the network is away, is waited for like that, too', async () => {
  it.server.answers = false
  await add(file('a.pdf', 10))
  expect(it.queue.snapshot().isOffline).toBe(true)
  it.queue.hold()
  expect(it.queue.snapshot()).toMatchObject({ isBarred: true, isOffline: false })
  it.server.answers = true
  await it.pass(60_000)
  expect(it.sent).toEqual([])
  it.queue.admit()
  await settle()
  expect(it.sent[0]?.batch.files.map(({ path }) => path)).toEqual(['a.pdf'])
})
