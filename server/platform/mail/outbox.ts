import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../clock/clock.ts'
import { type SealedColumn, sealedField } from '../crypto/sealed-column.ts'
import type { Sealer } from '../crypto/sealer.ts'
import type { Db, Tx } from '../db/database.ts'
import { addJob, every, handle, type JobContext, type JobHandler, jobType, type RecurringJob } from '../jobs/job.ts'
import type { Log } from '../log/log.ts'
import { parseAddress, type Sender } from './address.ts'
import { type Mail, MailFailure, MailRefused, type MailTransport } from './mail.ts'
import { beginAttempt, expireMails, insertMail, markFailed, markSent, nextMailId, noteFailure, type QueuedMail } from './outbox.store.ts'

const purposeOf = (mailId: number) => `mail:${mailId}`

/** What is sealed of mails. */
export const sealedMailColumns: readonly SealedColumn[] = [sealedField('mails', 'sealed', purposeOf)]

/** Twelve attempts span about 16 hours, less than the 24 hours that a new PIN waits for its first use. */
const sendMail = jobType('mail.send', z.object({ mailId: z.int().positive() }), { maxAttempts: 12 })

const tidyMails = jobType('mail.tidy', z.object({}), { maxAttempts: 1 })

/** A mail whose job was lost, as by crashes at its last attempt, does not keep its content beyond this. */
const EXPIRE_AFTER_MS = 2 * 86_400_000

/** What is sealed of a mail; files are in base64. */
const sealedMail = z.object({
  messageId: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string().optional(),
  language: z.enum(['ko', 'en']),
  attachments: z
    .array(z.object({ name: z.string(), type: z.string(), content: z.base64().transform((text) => Buffer.from(text, 'base64')) }))
    .optional(),
})

export interface QueueMail {
  /** The room under whose key the mail is sealed until it is sent. */
  readonly roomId: number
  /** Whom it concerns, for lists that show whether it went out. */
  readonly memberId?: number
  /** The message that it brings to this member, for its sender to see what became of it. */
  readonly messageId?: number
  /** Who is invited by it to sign a document. */
  readonly participantId?: number
  /** What the mail is for (`pin`, `code`, `message`); shown in lists and in the log. */
  readonly kind: string
  readonly mail: Mail
  /** It can still be sent when the room is destroyed; false unless given. */
  readonly outlivesRoom?: boolean
}

/** The mail's receiver is not exactly one address; nothing was queued. */
export class InvalidAddress extends Error {
  override name = 'InvalidAddress'

  constructor() {
    super('not exactly one mail address')
  }
}

/**
 * Mails of the server. They are written in the transaction of the action that causes them, sealed, and sent by a job, so
 * that a rolled back action mails nobody and a committed one mails at least once: a crash between sending and writing
 * that down sends a second copy, under the same Message-ID.
 */
export interface Outbox {
  /** @throws InvalidAddress */
  queue(tx: Tx, mail: QueueMail): Promise<void>
  readonly handlers: readonly JobHandler[]
  readonly recurring: readonly RecurringJob[]
}

export interface OutboxOptions {
  readonly db: Db
  readonly sealer: Sealer
  /** Seals what outlives its room. */
  readonly retention: Sealer
  readonly transport: MailTransport
  readonly clock: Clock
  readonly log: Log
  readonly from: Sender
}

/** Opens the outbox; its handlers and recurring work are given to `startJobs`. */
export function createOutbox(options: OutboxOptions): Outbox {
  return {
    queue: (tx, mail) => queue(options, tx, mail),
    handlers: [handle(sendMail, ({ mailId }, context) => send(options, mailId, context)), handle(tidyMails, () => tidy(options))],
    recurring: [every(tidyMails, '17 * * * *')],
  }
}

async function queue(
  options: OutboxOptions,
  tx: Tx,
  { roomId, memberId, messageId: bringing, participantId, kind, mail, outlivesRoom = false }: QueueMail,
): Promise<void> {
  const to = parseAddress(mail.to)
  if (!to) throw new InvalidAddress()
  const attachments = mail.attachments?.map((file) => ({ ...file, content: file.content.toString('base64') }))
  const content = Buffer.from(JSON.stringify({ ...mail, to, attachments, messageId: randomUUID() }))
  const mailId = await nextMailId(tx)
  const sealed = await sealerOf(options, outlivesRoom).seal(tx, roomId, purposeOf(mailId), content)
  const about = { roomId, memberId, messageId: bringing, participantId, kind, outlivesRoom }
  await insertMail(tx, { ...about, id: mailId, sealed, createdAt: options.clock.now() })
  await addJob(tx, sendMail, { mailId })
}

const sealerOf = ({ sealer, retention }: OutboxOptions, outlivesRoom: boolean): Sealer => (outlivesRoom ? retention : sealer)

async function send(options: OutboxOptions, mailId: number, { signal, lastAttempt }: JobContext): Promise<void> {
  const { db, transport, clock, log, from } = options
  const queued = await beginAttempt(db, mailId)
  if (!queued) return
  let file: string | undefined
  try {
    const { messageId, ...mail } = await unseal(options, mailId, queued)
    file = await transport.send(mail, { from, messageId, roomId: queued.roomId, signal })
  } catch (error) {
    const reason = error instanceof MailFailure ? error.reason : 'unknown'
    const refused = error instanceof MailRefused
    // Cut off by the stop of the server, the run does not count, not even as the last one.
    if (!refused && (signal.aborted || !lastAttempt)) {
      await noteFailure(db, mailId, reason)
      throw error
    }
    await markFailed(db, mailId, reason)
    log.error({ mailId, kind: queued.kind, reason, error }, 'mail given up')
    return
  }
  // The room may have been destroyed meanwhile, and what was kept of its mails removed.
  if (!(await markSent(db, mailId, clock.now())) && file !== undefined) await transport.remove?.(file)
}

async function unseal(
  options: OutboxOptions,
  mailId: number,
  { roomId, sealed, outlivesRoom }: QueuedMail,
): Promise<z.output<typeof sealedMail>> {
  try {
    const content = await sealerOf(options, outlivesRoom).open(options.db, roomId, purposeOf(mailId), sealed)
    return sealedMail.parse(JSON.parse(content.toString('utf8')))
  } catch (cause) {
    throw new MailFailure('unreadable', { cause })
  }
}

async function tidy({ db, transport, clock, log }: OutboxOptions): Promise<void> {
  const expired = await expireMails(db, new Date(clock.now().getTime() - EXPIRE_AFTER_MS))
  if (expired > 0) log.warn({ expired }, 'mails waited too long and were given up')
  await transport.sweep?.()
}
