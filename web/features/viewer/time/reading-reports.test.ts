import { beforeEach, expect, test, vi } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import type { TimeReport } from '../opening/lease.ts'
import { ReadingReports } from './reading-reports.ts'

let now: number
let sent: (readonly TimeReport[])[]
let failure: unknown
let reports: ReadingReports

const send = async (reported: readonly TimeReport[]): Promise<void> => {
  sent.push(reported)
  if (failure !== undefined) throw failure
}
const lost = new ApiError('OFFLINE', 0, '')

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

test('sends what was read since the last time, and nothing where nothing was', async () => {
  await reports.report(send)
  read(1, 10)
  await reports.report(send)
  await reports.report(send)
  read(1, 2)
  read(2, 3)
  await reports.report(send)
  expect(sent).toEqual([
    [{ page: 1, seconds: 10 }],
    [
      { page: 1, seconds: 2 },
      { page: 2, seconds: 3 },
    ],
  ])
})

test.each([
  ['there was no answer', lost],
  ['the server was not itself', new ApiError('INTERNAL', 502, '')],
])('where %s it sends again, with the start time, until it succeeds', async (_, error) => {
  failure = error
  read(1, 10)
  await reports.report(send)
  read(2, 20)
  await reports.report(send)
  failure = undefined
  read(2, 5)
  await reports.report(send)
  await reports.report(send)
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

test.each([401, 403, 404])('a report refused with %i is not sent again', async (http) => {
  failure = new ApiError('NOT_FOUND', http, '')
  read(1, 10)
  await reports.report(send)
  failure = undefined
  await reports.report(send)
  expect(sent).toHaveLength(1)
})

test('what is older than a lease can be is given up', async () => {
  failure = lost
  read(1, 10)
  await reports.report(send)
  now += LIMITS.leaseIdleMs
  failure = undefined
  read(2, 3)
  await reports.report(send)
  expect(sent.at(-1)).toEqual([{ page: 2, seconds: 3 }])
})

test('one call at a time; a pending report is sent once more with the lease, marked as a repetition', async () => {
  let answer: () => void = () => undefined
  read(1, 10)
  const telling = reports.report(async (reported) => {
    sent.push(reported)
    await new Promise<void>((resolve) => {
      answer = resolve
    })
  })
  read(2, 4)
  await reports.report(send)
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
