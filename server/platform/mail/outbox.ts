import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../clock/clock.ts'
import type { Db, Queryable, Tx } from '../db/database.ts'
import { type EncryptedColumn, encryptedField } from '../encryption/encrypted-column.ts'
import type { Encryptor } from '../encryption/encryptor.ts'
import {
  addJob,
  every,
  handle,
  type JobContext,
  type JobHandler,
  jobType,
  type RecurringJob,
} from '../jobs/job.ts'
import type { Log } from '../log/log.ts'
import { parseAddress, type Sender } from './address.ts'
import { layoutMail, type MailStyle } from './layout.ts'
import { type Mail, MailFailure, MailRefused, type MailTransport } from './mail.ts'
import { type MailKind, type RoomTextPolicy, roomTextPolicyOf } from './mail-kinds.ts'
import {
  beginAttempt,
  expireMails,
  insertMail,
  markFailed,
  markSent,
  nextMailId,
  noteFailure,
  type QueuedMail,
} from './outbox.store.ts'

const purposeOf = (mailId: number) => `mail:${mailId}`

export const encryptedMailColumns: readonly EncryptedColumn[] = [
  encryptedField('mails', 'sealed', purposeOf),
]

/** Attempts span 16 hours; a new PIN expires after 24. */
const sendMail = jobType('mail.send', z.object({ mailId: z.int().positive() }), { maxAttempts: 12 })

const tidyMails = jobType('mail.tidy', z.object({}), { maxAttempts: 1 })

/** A crash may lose a job. */
const EXPIRE_AFTER_MS = 2 * 86_400_000

const encryptedMail = z.object({
  messageId: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string().optional(),
  language: z.enum(['ko', 'en']),
  sender: z.string().optional(),
  replyTo: z.string().optional(),
  attachments: z
    .array(
      z.object({
        name: z.string(),
        type: z.string(),
        content: z.base64().transform((text) => Buffer.from(text, 'base64')),
      }),
    )
    .optional(),
})

export interface QueueMail {
  readonly roomId: number
  readonly memberId?: number
  readonly messageId?: number
  readonly participantId?: number
  /** Their documents are announced again. */
  readonly listId?: string
  /** The kind decides about the room's texts. */
  readonly kind: MailKind
  readonly isInvitation?: boolean
  readonly mail: Mail
  /** The member must still see these documents. */
  readonly itemIds?: readonly number[]
  readonly outlivesRoom?: boolean
  /** The installation's brand applies. */
  readonly isNeutral?: boolean
}

export class InvalidAddress extends Error {
  override name = 'InvalidAddress'

  constructor() {
    super('not exactly one mail address')
  }
}

/** Mails are encrypted. A crash before storing the result sends a copy with the same Message-ID. */
export interface Outbox {
  /** @throws InvalidAddress */
  queue(tx: Tx, mail: QueueMail): Promise<void>
  readonly handlers: readonly JobHandler[]
  readonly recurring: readonly RecurringJob[]
}

export interface MailStyleQuery {
  readonly roomId: number
  readonly memberId: number | undefined
  readonly textPolicy: RoomTextPolicy
  readonly language: 'ko' | 'en'
}

export interface OutboxOptions {
  readonly db: Db
  readonly encryptor: Encryptor
  readonly retention: Encryptor
  readonly transport: MailTransport
  readonly clock: Clock
  readonly log: Log
  readonly from: Sender
  readonly mailStyleOf: (db: Queryable, asked: MailStyleQuery) => Promise<MailStyle | undefined>
  readonly seesAll: (of: {
    readonly roomId: number
    readonly memberId: number
    readonly itemIds: readonly number[]
  }) => Promise<boolean>
}

export function createOutbox(options: OutboxOptions): Outbox {
  return {
    queue: (tx, mail) => queue(options, tx, mail),
    handlers: [
      handle(sendMail, ({ mailId }, context) => send(options, mailId, context)),
      handle(tidyMails, () => tidy(options)),
    ],
    recurring: [every(tidyMails, '17 * * * *')],
  }
}

async function queue(
  options: OutboxOptions,
  tx: Tx,
  {
    roomId,
    memberId,
    messageId: bringing,
    participantId,
    listId,
    kind,
    mail,
    itemIds,
    outlivesRoom = false,
    ...of
  }: QueueMail,
): Promise<void> {
  const to = parseAddress(mail.to)
  if (!to) throw new InvalidAddress()
  const attachments = mail.attachments?.map((file) => ({
    ...file,
    content: file.content.toString('base64'),
  }))
  const textPolicy = roomTextPolicyOf(kind, of.isInvitation === true)
  const style = of.isNeutral
    ? undefined
    : await options.mailStyleOf(tx, { roomId, memberId, textPolicy, language: mail.language })
  const content = Buffer.from(
    JSON.stringify({ ...styled(mail, style), to, attachments, messageId: randomUUID() }),
  )
  const mailId = await nextMailId(tx)
  const encrypted = await encryptorOf(options, outlivesRoom).encrypt(
    tx,
    roomId,
    purposeOf(mailId),
    content,
  )
  const about = {
    roomId,
    memberId,
    messageId: bringing,
    participantId,
    listId,
    kind,
    outlivesRoom,
    itemIds,
  }
  await insertMail(tx, { ...about, id: mailId, sealed: encrypted, createdAt: options.clock.now() })
  await addJob(tx, sendMail, { mailId })
}

function styled({ content, ...mail }: Mail, style: MailStyle | undefined): Mail {
  if (!style) return mail
  const { text, html } = content ? layoutMail(content, mail.language, style) : mail
  return {
    ...mail,
    text,
    html,
    ...(style.sender && { sender: style.sender }),
    ...(style.replyTo && { replyTo: style.replyTo }),
  }
}

const encryptorOf = ({ encryptor, retention }: OutboxOptions, outlivesRoom: boolean): Encryptor =>
  outlivesRoom ? retention : encryptor

async function send(
  options: OutboxOptions,
  mailId: number,
  { signal, lastAttempt }: JobContext,
): Promise<void> {
  const { db, transport, clock, log, from } = options
  const queued = await beginAttempt(db, mailId)
  if (!queued) return
  if (!(await mayBeSent(options, queued))) {
    await markFailed(db, mailId, 'withdrawn')
    log.info({ mailId, kind: queued.kind }, 'mail given up: its reader may not see what it names')
    return
  }
  let file: string | undefined
  try {
    const { messageId, ...mail } = await decrypt(options, mailId, queued)
    file = await transport.send(mail, { from, messageId, roomId: queued.roomId, signal })
  } catch (error) {
    const reason = error instanceof MailFailure ? error.reason : 'unknown'
    const refused = error instanceof MailRefused
    // Server stops are no attempts.
    if (!refused && (signal.aborted || !lastAttempt)) {
      await noteFailure(db, mailId, reason)
      throw error
    }
    await markFailed(db, mailId, reason)
    log.error({ mailId, kind: queued.kind, reason, error }, 'mail given up')
    return
  }
  // The room may be gone.
  if (!(await markSent(db, mailId, clock.now())) && file !== undefined)
    await transport.remove?.(file)
}

/** Rights may change while mails wait. */
async function mayBeSent(
  { seesAll }: OutboxOptions,
  { roomId, memberId, itemIds }: QueuedMail,
): Promise<boolean> {
  return itemIds === null || memberId === null || seesAll({ roomId, memberId, itemIds })
}

async function decrypt(
  options: OutboxOptions,
  mailId: number,
  { roomId, sealed: encrypted, outlivesRoom }: QueuedMail,
): Promise<z.output<typeof encryptedMail>> {
  try {
    const content = await encryptorOf(options, outlivesRoom).open(
      options.db,
      roomId,
      purposeOf(mailId),
      encrypted,
    )
    return encryptedMail.parse(JSON.parse(content.toString('utf8')))
  } catch (cause) {
    throw new MailFailure('unreadable', { cause })
  }
}

async function tidy({ db, transport, clock, log }: OutboxOptions): Promise<void> {
  const expired = await expireMails(db, new Date(clock.now().getTime() - EXPIRE_AFTER_MS))
  if (expired > 0) log.warn({ expired }, 'mails waited too long and were given up')
  await transport.sweep?.()
}
