import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Email } from 'postal-mime'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MemoryLog, memoryLog } from '../../test/fixtures/memory-log.ts'
import { ManualClock } from '../../test/harness/clocks.ts'
import { eventually } from '../../test/harness/eventually.ts'
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts'
import {
  from,
  listen,
  mail,
  mails,
  open,
  queue,
  rowsOf,
  run,
  SECRETS,
  traces,
} from '../../test/scenarios/mails/outboxes.ts'
import { connectDatabase, type Database } from '../db/connect.ts'
import { startJobs } from '../jobs/runner.ts'
import { silentLog } from '../log/log.ts'
import { createFolderTransport } from './folder-transport.ts'
import type { MailTransport } from './mail.ts'
import { InvalidAddress, type Outbox } from './outbox.ts'
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

describe('a mail on its way', () => {
  it('goes out once its transaction commits, and leaves its content nowhere', async () => {
    await queue(database, outbox)
    const [queued] = await mails(database)
    expect(queued).toMatchObject({
      room_id: 1,
      member_id: 7,
      kind: 'pin',
      status: 'queued',
      attempts: 0,
      sent_at: null,
      created_at: clock.now(),
    })
    expect(queued?.sealed?.length).toBeGreaterThan(100)
    expect(await traces(database, log)).not.toMatch(SECRETS)
    clock.advance(5000)
    await start()
    await eventually(async () =>
      expect(await mails(database)).toMatchObject([
        { status: 'sent', sealed: null, attempts: 1, last_error: null, sent_at: clock.now() },
      ]),
    )
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({
      to: [{ address: 'kim@lawfirm.example' }],
      subject: mail.subject,
      from,
    })
    expect(received[0]?.text?.trimEnd()).toBe(mail.text)
    await eventually(async () =>
      expect(await rowsOf(database, 'select id from graphile_worker.jobs')).toEqual([]),
    )
    expect(await traces(database, log)).not.toMatch(SECRETS)
  })

  it('does not go out when its transaction is rolled back', async () => {
    await start()
    const action = database.transaction(async (tx) => {
      await outbox.queue(tx, { roomId: 1, kind: 'pin', mail })
      throw new Error('no')
    })
    await expect(action).rejects.toThrow('no')
    await queue(database, outbox, { to: 'other@lawfirm.example' })
    await eventually(() => expect(received).toHaveLength(1))
    expect(received[0]?.to?.[0]?.address).toBe('other@lawfirm.example')
    expect(await mails(database)).toHaveLength(1)
  })

  it('carries HTML and files through the seal', async () => {
    const content = randomBytes(5000)
    await queue(database, outbox, {
      html: '<p>안내</p>',
      attachments: [{ name: '계약서.pdf', type: 'application/pdf', content }],
    })
    await start()
    await eventually(() => expect(received).toHaveLength(1))
    const [email] = received
    expect(email?.html).toContain('<p>안내</p>')
    expect(email?.attachments[0]).toMatchObject({
      filename: '계약서.pdf',
      mimeType: 'application/pdf',
    })
    expect(Buffer.from(email?.attachments[0]?.content as ArrayBuffer).equals(content)).toBe(true)
  })

  it('is one of many that go out side by side, each to its own receiver and each once', async () => {
    await start()
    const addresses = Array.from({ length: 12 }, (_, i) => `m${i}@lawfirm.example`)
    await Promise.all(addresses.map((to) => queue(database, outbox, { to })))
    await eventually(async () =>
      expect((await mails(database)).map(({ status }) => status)).toEqual(
        addresses.map(() => 'sent'),
      ),
    )
    expect(received.map(({ to }) => to?.map(({ address }) => address).join()).sort()).toEqual(
      addresses.toSorted(),
    )
  })

  it('is refused before it is queued when its address is not one', async () => {
    for (const to of [
      'a@x.example,b@y.example',
      'a@x.example\r\nBcc: b@y.example',
      '"b@y"@x.example',
      '',
    ]) {
      await expect(queue(database, outbox, { to })).rejects.toThrow(InvalidAddress)
    }
    expect(await mails(database)).toEqual([])
    expect(await rowsOf(database, 'select id from graphile_worker.jobs')).toEqual([])
  })

  it('opens for its own row and room only', async () => {
    for (let i = 0; i < 3; i++) await queue(database, outbox)
    const [one, other, moved] = (await mails(database)).map(({ id }) => id)
    await rowsOf(
      database,
      `update mails a set sealed = b.sealed from mails b where (a.id, b.id) in ((${one}, ${other}), (${other}, ${one}))`,
    )
    await rowsOf(database, `update mails set room_id = 2 where id = ${moved}`)
    for (const mailId of [one, other, moved])
      await expect(run(outbox, 'mail.send', { mailId })).rejects.toThrow('unreadable')
    expect(received).toEqual([])
    expect((await mails(database)).map(({ last_error }) => last_error)).toEqual([
      'unreadable',
      'unreadable',
      'unreadable',
    ])
  })
})

describe('tidying', () => {
  it('gives up and blanks what waited for more than two days, and nothing else', async () => {
    await queue(database, outbox)
    clock.advance(2 * 86_400_000)
    await queue(database, outbox)
    await run(outbox, 'mail.tidy', {})
    expect((await mails(database)).map(({ status }) => status)).toEqual(['queued', 'queued'])
    clock.advance(1000)
    await run(outbox, 'mail.tidy', {})
    expect(await mails(database)).toMatchObject([
      { status: 'failed', sealed: null, last_error: 'expired' },
      { status: 'queued' },
    ])
  })

  it('removes old mails from the folder', async () => {
    outbox = open(database, log, clock, createFolderTransport({ folder, clock }))
    await queue(database, outbox)
    await queue(database, outbox, { subject: 'second' })
    for (const { id } of await mails(database)) await run(outbox, 'mail.send', { mailId: id })
    const files = (await readdir(folder)).sort()
    expect(files).toHaveLength(2)
    expect(await readFile(path.join(folder, files[1]!), 'utf8')).toContain('Subject: second')
    const old = new Date(clock.now().getTime() - 8 * 86_400_000)
    const now = clock.now()
    await utimes(path.join(folder, files[0]!), old, old)
    await utimes(path.join(folder, files[1]!), now, now)
    await run(outbox, 'mail.tidy', {})
    expect(await readdir(folder)).toEqual([files[1]])
  })
})
