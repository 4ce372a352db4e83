import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Database } from '../../../platform/db/connect.ts'
import { encryptBytes, openBytes } from '../../../platform/encryption/cobblestone.ts'
import type { Encryptor } from '../../../platform/encryption/encryptor.ts'
import type { Mail, MailTransport } from '../../../platform/mail/mail.ts'
import { createOutbox, type Outbox } from '../../../platform/mail/outbox.ts'
import type { MemoryLog } from '../../fixtures/memory-log.ts'
import type { ManualClock } from '../../harness/clocks.ts'

const PIN = '482-13-59027461834'

export const mail: Mail = {
  to: 'kim@LawFirm.example',
  subject: '데이터룸 PIN 안내',
  text: `김민수 님, PIN ${PIN}`,
  language: 'ko',
}

export const from = { name: '씰룸', address: 'no-reply@room.example' }

export async function listen(
  answers: number[],
  received: Email[],
  cleanups: (() => Promise<unknown>)[],
): Promise<number> {
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    onRcptTo(address, _session, callback) {
      const answer = answers.shift()
      callback(
        answer
          ? Object.assign(new Error(`refused ${address.address}`), { responseCode: answer })
          : null,
      )
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

export const roomKeys = new Map([1, 2].map((room) => [room, randomBytes(32)]))

function keyOf(room: number): Buffer {
  const key = roomKeys.get(room)
  if (!key) throw new Error('the room is destroyed')
  return key
}

const encryptor: Encryptor = {
  encrypt: async (_db, room, purpose, plaintext) =>
    encryptBytes(keyOf(room), Buffer.from(`${room}/${purpose}`), plaintext),
  open: async (_db, room, purpose, encrypted) =>
    openBytes(keyOf(room), Buffer.from(`${room}/${purpose}`), encrypted),
}

export const open = (
  database: Database,
  log: MemoryLog,
  clock: ManualClock,
  transport: MailTransport,
) =>
  createOutbox({
    db: database.db,
    encryptor,
    retention: encryptor,
    transport,
    clock,
    log,
    from,
    mailStyleOf: async () => undefined,
    seesAll: async () => true,
  })

export const queue = (
  database: Database,
  outbox: Outbox,
  changes: Partial<Mail> = {},
  roomId = 1,
) =>
  database.transaction((tx) =>
    outbox.queue(tx, { roomId, memberId: 7, kind: 'pin', mail: { ...mail, ...changes } }),
  )

export function run(
  outbox: Outbox,
  name: string,
  payload: object,
  context: { lastAttempt?: boolean; signal?: AbortSignal } = {},
): Promise<void> {
  const handler = outbox.handlers.find((candidate) => candidate.name === name)
  if (!handler) throw new Error(`no handler of ${name}`)
  return handler.run(payload, {
    attempt: 1,
    lastAttempt: false,
    signal: new AbortController().signal,
    ...context,
  })
}

export async function rowsOf<T>(database: Database, query: string): Promise<T[]> {
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

export const mails = (database: Database) =>
  rowsOf<MailRow>(database, 'select * from mails order by id')

export async function traces(database: Database, log: MemoryLog): Promise<string> {
  const rows = await rowsOf<{ all: string }>(
    database,
    `
    select encode(sealed, 'escape') || row_to_json(m)::text as all from mails m union all select row_to_json(m)::text from mails m
    union all select row_to_json(j)::text from graphile_worker._private_jobs j`,
  )
  return rows.map((row) => row.all).join('\n') + log.text()
}

export const SECRETS = /lawfirm|59027461834|PIN 안내|김민수/i
