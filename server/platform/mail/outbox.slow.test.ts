import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MemoryLog, memoryLog } from '../../test/fixtures/memory-log.ts'
import { ManualClock } from '../../test/harness/clocks.ts'
import { eventually } from '../../test/harness/eventually.ts'
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts'
import { connectDatabase, type Database } from '../db/connect.ts'
import { encryptBytes, openBytes } from '../encryption/cobblestone.ts'
import type { Encryptor } from '../encryption/encryptor.ts'
import { startJobs } from '../jobs/runner.ts'
import { silentLog } from '../log/log.ts'
import { createFolderTransport } from './folder-transport.ts'
import type { Mail, MailTransport } from './mail.ts'
import { createOutbox, InvalidAddress, type Outbox } from './outbox.ts'
import { createSmtpTransport } from './smtp-transport.ts'

const PIN = '482-13-59027461834'
const mail: Mail = { to: 'kim@LawFirm.example', subject: '데이터룸 PIN 안내', text: `김민수 님, PIN ${PIN}`, language: 'ko' }
const from = { name: '씰룸', address: 'no-reply@room.example' }

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
  smtp = createSmtpTransport({ url: `smtp://127.0.0.1:${await listen()}`, clock })
  cleanups.push(() => smtp.close())
  outbox = open(smtp)
})

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function listen(): Promise<number> {
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    onRcptTo(address, _session, callback) {
      const answer = answers.shift()
      callback(answer ? Object.assign(new Error(`refused ${address.address}`), { responseCode: answer }) : null)
    },
    onData(stream, _session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        received.push(await PostalMime.parse(Buffer.concat(chunks)))
        callback()
      })
    },
  })
  server.on('error', () => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  cleanups.push(() => new Promise<void>((resolve) => server.close(resolve)))
  return (server.server.address() as AddressInfo).port
}

const roomKeys = new Map([1, 2].map((room) => [room, randomBytes(32)]))

function keyOf(room: number): Buffer {
  const key = roomKeys.get(room)
  if (!key) throw new Error('the room is destroyed')
  return key
}

const encryptor: Encryptor = {
  encrypt: async (_db, room, purpose, plaintext) => encryptBytes(keyOf(room), Buffer.from(`${room}/${purpose}`), plaintext),
  open: async (_db, room, purpose, encrypted) => openBytes(keyOf(room), Buffer.from(`${room}/${purpose}`), encrypted),
}

const open = (transport: MailTransport) =>
  createOutbox({
    db: database.db,
    encryptor,
    retention: encryptor,
    transport,
    clock,
    log,
    from,
    dressOf: async () => undefined,
    seesAll: async () => true,
  })

async function start(): Promise<void> {
  const runner = await startJobs({ pool: database.pool, handlers: outbox.handlers, recurring: outbox.recurring, log, concurrency: 2 })
  cleanups.push(() => runner.stop())
}

const queue = (changes: Partial<Mail> = {}, roomId = 1) =>
  database.transaction((tx) => outbox.queue(tx, { roomId, memberId: 7, kind: 'pin', mail: { ...mail, ...changes } }))

function run(name: string, payload: object, context: { lastAttempt?: boolean; signal?: AbortSignal } = {}): Promise<void> {
  const handler = outbox.handlers.find((candidate) => candidate.name === name)
  if (!handler) throw new Error(`no handler of ${name}`)
  return handler.run(payload, { attempt: 1, lastAttempt: false, signal: new AbortController().signal, ...context })
}

async function rowsOf<T>(query: string): Promise<T[]> {
  return (await sql.raw<T>(query).execute(database.db)).rows
}

interface MailRow {
  id: number
  room_id: number
  member_id: number
  kind: string
  sealed: Buffer | null
  status: string
  attempts: number
  last_error: string | null
  created_at: Date
  sent_at: Date | null
}

const mails = () => rowsOf<MailRow>('select * from mails order by id')
const firstId = async () => (await mails())[0]!.id
const retryNow = () =>
  rowsOf(`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now() - interval '1 second')`)

async function traces(): Promise<string> {
  const rows = await rowsOf<{ all: string }>(`
    select encode(sealed, 'escape') || row_to_json(m)::text as all from mails m union all select row_to_json(m)::text from mails m
    union all select row_to_json(j)::text from graphile_worker._private_jobs j`)
  return rows.map((row) => row.all).join('\n') + log.text()
}

const SECRETS = /lawfirm|59027461834|PIN 안내|김민수/i

describe('a mail on its way', () => {
  it('goes out once its transaction commits, and leaves its content nowhere', async () => {
    await queue()
    const [queued] = await mails()
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
    expect(await traces()).not.toMatch(SECRETS)
    clock.advance(5000)
    await start()
    await eventually(async () =>
      expect(await mails()).toMatchObject([{ status: 'sent', sealed: null, attempts: 1, last_error: null, sent_at: clock.now() }]),
    )
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({ to: [{ address: 'kim@lawfirm.example' }], subject: mail.subject, from })
    expect(received[0]?.text?.trimEnd()).toBe(mail.text)
    await eventually(async () => expect(await rowsOf('select id from graphile_worker.jobs')).toEqual([]))
    expect(await traces()).not.toMatch(SECRETS)
  })

  it('does not go out when its transaction is rolled back', async () => {
    await start()
    const action = database.transaction(async (tx) => {
      await outbox.queue(tx, { roomId: 1, kind: 'pin', mail })
      throw new Error('no')
    })
    await expect(action).rejects.toThrow('no')
    await queue({ to: 'other@lawfirm.example' })
    await eventually(() => expect(received).toHaveLength(1))
    expect(received[0]?.to?.[0]?.address).toBe('other@lawfirm.example')
    expect(await mails()).toHaveLength(1)
  })

  it('carries HTML and files through the seal', async () => {
    const content = randomBytes(5000)
    await queue({ html: '<p>안내</p>', attachments: [{ name: '계약서.pdf', type: 'application/pdf', content }] })
    await start()
    await eventually(() => expect(received).toHaveLength(1))
    const [email] = received
    expect(email?.html).toContain('<p>안내</p>')
    expect(email?.attachments[0]).toMatchObject({ filename: '계약서.pdf', mimeType: 'application/pdf' })
    expect(Buffer.from(email?.attachments[0]?.content as ArrayBuffer).equals(content)).toBe(true)
  })

  it('is one of many that go out side by side, each to its own receiver and each once', async () => {
    await start()
    const addresses = Array.from({ length: 12 }, (_, i) => `m${i}@lawfirm.example`)
    await Promise.all(addresses.map((to) => queue({ to })))
    await eventually(async () => expect((await mails()).map(({ status }) => status)).toEqual(addresses.map(() => 'sent')))
    expect(received.map(({ to }) => to?.map(({ address }) => address).join()).sort()).toEqual(addresses.toSorted())
  })

  it('is refused before it is queued when its address is not one', async () => {
    for (const to of ['a@x.example,b@y.example', 'a@x.example\r\nBcc: b@y.example', '"b@y"@x.example', '']) {
      await expect(queue({ to })).rejects.toThrow(InvalidAddress)
    }
    expect(await mails()).toEqual([])
    expect(await rowsOf('select id from graphile_worker.jobs')).toEqual([])
  })

  it('opens for its own row and room only', async () => {
    for (let i = 0; i < 3; i++) await queue()
    const [one, other, moved] = (await mails()).map(({ id }) => id)
    await rowsOf(`update mails a set sealed = b.sealed from mails b where (a.id, b.id) in ((${one}, ${other}), (${other}, ${one}))`)
    await rowsOf(`update mails set room_id = 2 where id = ${moved}`)
    for (const mailId of [one, other, moved]) await expect(run('mail.send', { mailId })).rejects.toThrow('unreadable')
    expect(received).toEqual([])
    expect((await mails()).map(({ last_error }) => last_error)).toEqual(['unreadable', 'unreadable', 'unreadable'])
  })
})

describe('a mail that does not go out', () => {
  it('is given up and blanked when it is refused for good', async () => {
    answers = [550]
    await queue()
    await start()
    await eventually(async () =>
      expect(await mails()).toMatchObject([{ status: 'failed', sealed: null, attempts: 1, last_error: 'rejected', sent_at: null }]),
    )
    await eventually(async () => expect(await rowsOf('select id from graphile_worker.jobs')).toEqual([]))
    expect(log.entries.filter(({ level }) => level === 'error')).toMatchObject([{ msg: 'mail given up', kind: 'pin', reason: 'rejected' }])
    expect(received).toEqual([])
    expect(await traces()).not.toMatch(SECRETS)
  })

  it('is tried again when the server asks for it', async () => {
    answers = [451]
    await queue()
    await start()
    await eventually(async () => expect(await mails()).toMatchObject([{ status: 'queued', attempts: 1, last_error: 'deferred' }]))
    expect(received).toEqual([])
    await eventually(async () =>
      expect(await rowsOf('select last_error from graphile_worker.jobs')).toEqual([{ last_error: 'mail not sent: deferred' }]),
    )
    expect(await traces()).not.toMatch(SECRETS)
    await retryNow()
    await eventually(async () => expect(await mails()).toMatchObject([{ status: 'sent', attempts: 2, sealed: null, last_error: null }]))
    expect(received).toHaveLength(1)
  })

  it('waits longer after each attempt, and for less than a day in all', async () => {
    answers = [451, 451, 451]
    await queue()
    await start()
    const waits: number[] = []
    for (const attempts of [1, 2, 3]) {
      await eventually(async () => expect(await mails()).toMatchObject([{ status: 'queued', attempts }]))
      await eventually(async () => {
        const [job] = await rowsOf<{ attempts: number; locked_at: Date | null; max_attempts: number; wait: number }>(
          `select attempts, max_attempts, locked_at, extract(epoch from run_at - updated_at)::float as wait from graphile_worker._private_jobs`,
        )
        expect(job).toMatchObject({ attempts, locked_at: null, max_attempts: 12 })
        waits[attempts - 1] = job?.wait ?? 0
      })
      await retryNow()
    }
    await eventually(async () => expect(await mails()).toMatchObject([{ status: 'sent', attempts: 4 }]))
    for (const [index, wait] of waits.entries()) expect(wait).toBeGreaterThanOrEqual(Math.exp(index + 1) - 0.01)
    expect(waits.toSorted((one, other) => one - other)).toEqual(waits)
    // The waits are equal from the tenth on.
    const all = Array.from({ length: 11 }, (_, index) => Math.exp(Math.min(index + 1, 10))).reduce((sum, wait) => sum + wait)
    expect(all).toBeGreaterThan(12 * 3_600)
    expect(all).toBeLessThan(24 * 3_600)
  })

  it('is given up and blanked at its last attempt', async () => {
    answers = [451, 451]
    await queue()
    const mailId = await firstId()
    await expect(run('mail.send', { mailId })).rejects.toThrow('deferred')
    expect((await mails())[0]?.sealed).not.toBeNull()
    await run('mail.send', { mailId }, { lastAttempt: true })
    expect(await mails()).toMatchObject([{ status: 'failed', sealed: null, attempts: 2, last_error: 'deferred' }])
    await run('mail.send', { mailId })
    expect(received).toEqual([])
  })

  it('is kept when the server stops during its last attempt', async () => {
    answers = [451]
    await queue()
    await expect(run('mail.send', { mailId: await firstId() }, { lastAttempt: true, signal: AbortSignal.abort() })).rejects.toThrow()
    const [row] = await mails()
    expect(row).toMatchObject({ status: 'queued' })
    expect(row?.sealed).not.toBeNull()
  })

  it('is given up when its room is destroyed', async () => {
    roomKeys.set(3, randomBytes(32))
    await queue({}, 3)
    roomKeys.delete(3)
    await run('mail.send', { mailId: await firstId() }, { lastAttempt: true })
    expect(await mails()).toMatchObject([{ status: 'failed', sealed: null, last_error: 'unreadable' }])
    expect(received).toEqual([])
  })
})

describe('running twice', () => {
  it('sends no second copy of a mail that is sent, and bears an unknown id', async () => {
    await queue()
    const mailId = await firstId()
    await run('mail.send', { mailId })
    await run('mail.send', { mailId })
    await run('mail.send', { mailId: 999 })
    expect(received).toHaveLength(1)
    expect(await mails()).toMatchObject([{ status: 'sent', attempts: 1 }])
  })

  it('sends copies of one Message-ID when two runs overlap', async () => {
    await queue()
    const mailId = await firstId()
    await Promise.all([run('mail.send', { mailId }), run('mail.send', { mailId })])
    expect(received.length).toBeGreaterThan(0)
    expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(1)
    expect(await mails()).toMatchObject([{ status: 'sent', sealed: null }])
  })
})

describe('tidying', () => {
  it('gives up and blanks what waited for more than two days, and nothing else', async () => {
    await queue()
    clock.advance(2 * 86_400_000)
    await queue()
    await run('mail.tidy', {})
    expect((await mails()).map(({ status }) => status)).toEqual(['queued', 'queued'])
    clock.advance(1000)
    await run('mail.tidy', {})
    expect(await mails()).toMatchObject([{ status: 'failed', sealed: null, last_error: 'expired' }, { status: 'queued' }])
  })

  it('removes old mails from the folder', async () => {
    outbox = open(createFolderTransport({ folder, clock }))
    await queue()
    await queue({ subject: 'second' })
    for (const { id } of await mails()) await run('mail.send', { mailId: id })
    const files = (await readdir(folder)).sort()
    expect(files).toHaveLength(2)
    expect(await readFile(path.join(folder, files[1]!), 'utf8')).toContain('Subject: second')
    const old = new Date(clock.now().getTime() - 8 * 86_400_000)
    const now = clock.now()
    await utimes(path.join(folder, files[0]!), old, old)
    await utimes(path.join(folder, files[1]!), now, now)
    await run('mail.tidy', {})
    expect(await readdir(folder)).toEqual([files[1]])
  })
})
