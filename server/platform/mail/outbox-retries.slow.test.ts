import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Email } from 'postal-mime'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MemoryLog, memoryLog } from '../../test/fixtures/memory-log.ts'
import { ManualClock } from '../../test/harness/clocks.ts'
import { eventually } from '../../test/harness/eventually.ts'
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts'
import {
  listen,
  mails,
  open,
  queue,
  roomKeys,
  rowsOf,
  run,
  SECRETS,
  traces,
} from '../../test/scenarios/mails/outboxes.ts'
import { connectDatabase, type Database } from '../db/connect.ts'
import { startJobs } from '../jobs/runner.ts'
import { silentLog } from '../log/log.ts'
import type { MailTransport } from './mail.ts'
import type { Outbox } from './outbox.ts'
import { createSmtpTransport } from './smtp-transport.ts'

let test: TestDatabase
let database: Database
let log: MemoryLog
let clock: ManualClock
let folder: string
let answers: number[]
let received: Email[]
let smtp: MailTransport
let outbox: Outbox
const cleanups: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  test = await createTestDatabase()
  cleanups.push(() => test.drop())
  database = await connectDatabase(test.connection, { log: silentLog })
  cleanups.push(() => database.close())
  folder = await mkdtemp(path.join(os.tmpdir(), 'sealroom-outbox-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  log = memoryLog()
  clock = new ManualClock(new Date('2026-03-04T05:06:07Z'))
  answers = []
  received = []
  smtp = createSmtpTransport({
    url: `smtp://127.0.0.1:${await listen(answers, received, cleanups)}`,
    clock,
  })
  cleanups.push(() => smtp.close())
  outbox = open(database, log, clock, smtp)
})

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function start(): Promise<void> {
  const runner = await startJobs({
    pool: database.pool,
    handlers: outbox.handlers,
    recurring: outbox.recurring,
    log,
    concurrency: 2,
  })
  cleanups.push(() => runner.stop())
}
const firstId = async () => (await mails(database))[0]!.id
const retryNow = () =>
  rowsOf(
    database,
    `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now() - interval '1 second')`,
  )

describe('a mail that does not go out', () => {
  it('is given up and blanked when it is refused for good', async () => {
    answers.push(550)
    await queue(database, outbox)
    await start()
    await eventually(async () =>
      expect(await mails(database)).toMatchObject([
        { status: 'failed', sealed: null, attempts: 1, last_error: 'rejected', sent_at: null },
      ]),
    )
    await eventually(async () =>
      expect(await rowsOf(database, 'select id from graphile_worker.jobs')).toEqual([]),
    )
    expect(log.entries.filter(({ level }) => level === 'error')).toMatchObject([
      { msg: 'mail given up', kind: 'pin', reason: 'rejected' },
    ])
    expect(received).toEqual([])
    expect(await traces(database, log)).not.toMatch(SECRETS)
  })

  it('is tried again when the server asks for it', async () => {
    answers.push(451)
    await queue(database, outbox)
    await start()
    await eventually(async () =>
      expect(await mails(database)).toMatchObject([
        { status: 'queued', attempts: 1, last_error: 'deferred' },
      ]),
    )
    expect(received).toEqual([])
    await eventually(async () =>
      expect(await rowsOf(database, 'select last_error from graphile_worker.jobs')).toEqual([
        { last_error: 'mail not sent: deferred' },
      ]),
    )
    expect(await traces(database, log)).not.toMatch(SECRETS)
    await retryNow()
    await eventually(async () =>
      expect(await mails(database)).toMatchObject([
        { status: 'sent', attempts: 2, sealed: null, last_error: null },
      ]),
    )
    expect(received).toHaveLength(1)
  })

  it('waits longer after each attempt, and for less than a day in all', async () => {
    answers.push(451, 451, 451)
    await queue(database, outbox)
    await start()
    const waits: number[] = []
    for (const attempts of [1, 2, 3]) {
      await eventually(async () =>
        expect(await mails(database)).toMatchObject([{ status: 'queued', attempts }]),
      )
      await eventually(async () => {
        const [job] = await rowsOf<{
          attempts: number
          locked_at: Date | null
          max_attempts: number
          wait: number
        }>(
          database,
          `select attempts, max_attempts, locked_at, extract(epoch from run_at - updated_at)::float as wait from graphile_worker._private_jobs`,
        )
        expect(job).toMatchObject({ attempts, locked_at: null, max_attempts: 12 })
        waits[attempts - 1] = job?.wait ?? 0
      })
      await retryNow()
    }
    await eventually(async () =>
      expect(await mails(database)).toMatchObject([{ status: 'sent', attempts: 4 }]),
    )
    for (const [index, wait] of waits.entries())
      expect(wait).toBeGreaterThanOrEqual(Math.exp(index + 1) - 0.01)
    expect(waits.toSorted((one, other) => one - other)).toEqual(waits)
    // The waits are equal from the tenth on.
    const all = Array.from({ length: 11 }, (_, index) => Math.exp(Math.min(index + 1, 10))).reduce(
      (sum, wait) => sum + wait,
    )
    expect(all).toBeGreaterThan(12 * 3_600)
    expect(all).toBeLessThan(24 * 3_600)
  })

  it('is given up and blanked at its last attempt', async () => {
    answers.push(451, 451)
    await queue(database, outbox)
    const mailId = await firstId()
    await expect(run(outbox, 'mail.send', { mailId })).rejects.toThrow('deferred')
    expect((await mails(database))[0]?.sealed).not.toBeNull()
    await run(outbox, 'mail.send', { mailId }, { lastAttempt: true })
    expect(await mails(database)).toMatchObject([
      { status: 'failed', sealed: null, attempts: 2, last_error: 'deferred' },
    ])
    await run(outbox, 'mail.send', { mailId })
    expect(received).toEqual([])
  })

  it('is kept when the server stops during its last attempt', async () => {
    answers.push(451)
    await queue(database, outbox)
    await expect(
      run(
        outbox,
        'mail.send',
        { mailId: await firstId() },
        { lastAttempt: true, signal: AbortSignal.abort() },
      ),
    ).rejects.toThrow()
    const [row] = await mails(database)
    expect(row).toMatchObject({ status: 'queued' })
    expect(row?.sealed).not.toBeNull()
  })

  it('is given up when its room is destroyed', async () => {
    roomKeys.set(3, randomBytes(32))
    await queue(database, outbox, {}, 3)
    roomKeys.delete(3)
    await run(outbox, 'mail.send', { mailId: await firstId() }, { lastAttempt: true })
    expect(await mails(database)).toMatchObject([
      { status: 'failed', sealed: null, last_error: 'unreadable' },
    ])
    expect(received).toEqual([])
  })
})

describe('running twice', () => {
  it('sends no second copy of a mail that is sent, and bears an unknown id', async () => {
    await queue(database, outbox)
    const mailId = await firstId()
    await run(outbox, 'mail.send', { mailId })
    await run(outbox, 'mail.send', { mailId })
    await run(outbox, 'mail.send', { mailId: 999 })
    expect(received).toHaveLength(1)
    expect(await mails(database)).toMatchObject([{ status: 'sent', attempts: 1 }])
  })

  it('sends copies of one Message-ID when two runs overlap', async () => {
    await queue(database, outbox)
    const mailId = await firstId()
    await Promise.all([run(outbox, 'mail.send', { mailId }), run(outbox, 'mail.send', { mailId })])
    expect(received.length).toBeGreaterThan(0)
    expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(1)
    expect(await mails(database)).toMatchObject([{ status: 'sent', sealed: null }])
  })
})
