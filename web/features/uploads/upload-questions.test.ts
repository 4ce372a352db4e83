import { beforeEach, expect, test } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { file, settle, type TestUploads, taken, testUploads } from '../../test/test-uploads.ts'

let it: TestUploads

beforeEach(() => {
  it = testUploads()
})

test('files whose names are free go while the others are asked about', async () => {
  it.server.taken = [taken('b.pdf'), taken('c.pdf')]
  it.queue.add([file('a.pdf'), file('b.pdf'), file('c.pdf')], 3)
  await settle()
  expect(it.states()).toEqual({ 'a.pdf': 'sending', 'b.pdf': 'checking', 'c.pdf': 'checking' })
  expect(it.queue.snapshot().question).toMatchObject({
    job: { path: 'b.pdf' },
    taken: { size: 99 },
    others: 1,
  })
})

test('keep goes by itself under a number, replace with others that replace, skip is not sent', async () => {
  it.server.taken = ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'].map((path) => taken(path))
  it.queue.add(
    ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'].map((path) => file(path)),
    3,
  )
  await settle()
  it.queue.answer('keep', false)
  it.queue.answer('skip', false)
  it.queue.answer('replace', true)
  expect(it.queue.snapshot().question).toBeUndefined()
  expect(it.resumable.map(({ job }) => [job.path, job.conflict])).toEqual([['a.pdf', 'keep']])
  expect(it.sent.map(({ batch }) => [batch.conflict, batch.files.map(({ path }) => path)])).toEqual(
    [['replace', ['c.pdf', 'd.pdf']]],
  )
  expect(it.states()).toMatchObject({ 'b.pdf': 'skipped' })
  it.resumable[0]?.resolve({ stored: ['a (2).pdf'] })
  it.sent[0]?.resolve({ stored: ['c.pdf', 'd.pdf'] })
  await settle()
  expect(it.entries().map((entry) => [entry?.state, entry?.storedAs])).toEqual([
    ['done', 'a (2).pdf'],
    ['skipped', undefined],
    ['done', undefined],
    ['done', undefined],
  ])
})

test('an answer for all holds for what is found later, and for this upload alone', async () => {
  const many = Array.from({ length: 2_500 }, (_, index) => `${index}.pdf`)
  it.server.taken = [...many, 'other.pdf'].map((path) => taken(path))
  it.queue.add(
    many.map((path) => file(path)),
    0,
  )
  await Promise.resolve()
  it.queue.add([file('other.pdf')], 0)
  while (!it.queue.snapshot().question) await Promise.resolve()
  it.queue.answer('skip', true)
  await settle()
  expect(it.asked.map(({ length }) => length).sort()).toEqual([1, 1_000, 1_000, 500])
  const { tally, question } = it.queue.snapshot()
  const isOther = question?.job.path === 'other.pdf'
  expect([tally.skipped, isOther ? 0 : question?.others]).toEqual(isOther ? [2_500, 0] : [1, 2_499])
  expect(it.sent).toEqual([])
})

test('is asked in as many calls as long paths take', async () => {
  const many = Array.from(
    { length: 900 },
    (_, index) => `${'가나다라마바사아자차'.repeat(20)}/${index}.pdf`,
  )
  it.queue.add(
    many.map((path) => file(path)),
    0,
  )
  await settle()
  expect(it.asked.flat().sort()).toEqual([...many].sort())
  expect(it.asked.length).toBeGreaterThan(1)
  for (const paths of it.asked)
    expect(Buffer.byteLength(JSON.stringify(paths))).toBeLessThan(LIMITS.jsonBodyBytes)
})

test('without an answer only the files that were asked about are dropped, and they can be taken back', async () => {
  it.server.taken = [taken('b.pdf'), taken('c.pdf'), taken('d.pdf')]
  it.queue.add(
    ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'].map((path) => file(path)),
    3,
  )
  await settle()
  it.queue.answer('replace', false)
  it.queue.cancelQuestions()
  expect(it.states()).toEqual({
    'a.pdf': 'sending',
    'b.pdf': 'sending',
    'c.pdf': 'canceled',
    'd.pdf': 'canceled',
  })
  it.queue.retryFile(it.idOf('c.pdf'))
  await settle()
  expect(it.queue.snapshot().question).toMatchObject({ job: { path: 'c.pdf' } })
})

test('a file that is canceled is not asked about; one that is held waits with its answer', async () => {
  it.server.taken = [taken('a.pdf'), taken('b.pdf')]
  it.queue.add([file('a.pdf'), file('b.pdf')], 0)
  await settle()
  it.queue.cancelFile(it.idOf('a.pdf'))
  it.queue.pauseFile(it.idOf('b.pdf'))
  expect(it.queue.snapshot().question).toMatchObject({ job: { path: 'b.pdf' }, others: 0 })
  it.queue.answer('replace', false)
  expect(it.states()).toEqual({ 'a.pdf': 'canceled', 'b.pdf': 'paused' })
  it.queue.resumeFile(it.idOf('b.pdf'))
  expect(it.sent[0]?.batch).toMatchObject({ conflict: 'replace', files: [{ path: 'b.pdf' }] })
})

test('without a response of the server names are requested again; a refusal is reported', async () => {
  it.server.answers = false
  it.queue.add([file('a.pdf')], 0)
  await settle()
  expect(it.queue.snapshot()).toMatchObject({ isOffline: true, isActive: true })
  expect(it.states()).toEqual({ 'a.pdf': 'checking' })
  it.server.answers = true
  await it.goOnline()
  expect(it.states()).toEqual({ 'a.pdf': 'sending' })

  const refusing = testUploads()
  Object.defineProperty(refusing.server, 'taken', {
    get: () => {
      throw new ApiError('NOT_FOUND', 404, 'no folder')
    },
  })
  refusing.queue.add([file('a.pdf')], 0)
  await settle()
  expect(refusing.entries()[0]).toMatchObject({ state: 'failed', reason: 'no folder' })
  expect(refusing.sent).toEqual([])
})
