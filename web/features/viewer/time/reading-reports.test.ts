import { beforeEach, expect, test, vi } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { ApiError } from '../../../lib/api-error.ts'
import type { TimeReport } from '../lease.ts'
import { ReadingReports } from './reading-reports.ts'

let now: number
let sent: (readonly TimeReport[])[]
let failure: unknown
let reports: ReadingReports

const send = async (told: readonly TimeReport[]): Promise<void> => {
  sent.push(told)
  if (failure !== undefined) throw failure
}
const lost = new ApiError('NETWORK', 0, '')

/** Somebody reads a page for so many seconds. */
function read(page: number, seconds: number): void {
  reports.see({ page })
  for (let second = 0; second < seconds; second += 1) {
    now += 1_000
    reports.see()
  }
}

beforeEach(() => {
  now = 1_700_000_000_000
  sent = []
  failure = undefined
  reports = new ReadingReports({ now: () => now, after: () => () => undefined })
  reports.see({ isVisible: true })
})

test('tells what was read since the last time, and nothing where nothing was', async () => {
  await reports.tell(send)
  read(1, 10)
  await reports.tell(send)
  await reports.tell(send)
  read(1, 2)
  read(2, 3)
  await reports.tell(send)
  expect(sent).toEqual([
    [{ page: 1, seconds: 10 }],
    [
      { page: 2, seconds: 3 },
      { page: 1, seconds: 2 },
    ],
  ])
})

test.each([
  ['there was no answer', lost],
  ['the server was not itself', new ApiError('INTERNAL', 502, '')],
])('where %s it tells again, and says since when, until it is heard', async (_, error) => {
  failure = error
  read(1, 10)
  await reports.tell(send)
  read(2, 20)
  await reports.tell(send)
  failure = undefined
  read(2, 5)
  await reports.tell(send)
  await reports.tell(send)
  expect(sent.slice(1)).toEqual([
    [
      { page: 1, seconds: 10, ago: 20 },
      { page: 2, seconds: 20 },
    ],
    [
      { page: 1, seconds: 10, ago: 25 },
      { page: 2, seconds: 20, ago: 5 },
      { page: 2, seconds: 5 },
    ],
  ])
})

test.each([401, 403, 404])('what is refused with %i is not told again', async (http) => {
  failure = new ApiError('NOT_FOUND', http, '')
  read(1, 10)
  await reports.tell(send)
  failure = undefined
  await reports.tell(send)
  expect(sent).toHaveLength(1)
})

test('what is older than a lease can be is given up', async () => {
  failure = lost
  read(1, 10)
  await reports.tell(send)
  now += LIMITS.leaseIdleMs
  failure = undefined
  read(2, 3)
  await reports.tell(send)
  expect(sent.at(-1)).toEqual([{ page: 2, seconds: 3 }])
})

test('one call at a time; what is under way goes with the lease once more, marked as told before', async () => {
  let answer: () => void = () => undefined
  read(1, 10)
  const telling = reports.tell(async (told) => {
    sent.push(told)
    await new Promise<void>((resolve) => {
      answer = resolve
    })
  })
  read(2, 4)
  await reports.tell(send)
  expect(sent).toEqual([[{ page: 1, seconds: 10 }]])
  expect(reports.rest()).toEqual([
    { page: 1, seconds: 10, ago: 4 },
    { page: 2, seconds: 4 },
  ])
  now += 1_000
  answer()
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  answer()
  await telling
  // What was asked for meanwhile is told then.
  expect(sent[1]).toEqual([
    { page: 2, seconds: 4, ago: 1 },
    { page: 2, seconds: 1 },
  ])
  expect(reports.rest()).toEqual([])
})

test('no call carries more than the server takes', () => {
  for (let page = 1; page <= LIMITS.reportsPerCall + 5; page += 1) read(page, 1)
  expect(reports.rest()).toHaveLength(LIMITS.reportsPerCall)
})
