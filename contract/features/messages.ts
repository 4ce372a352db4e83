import { z } from 'zod'
import { LIMITS } from '../core/limits.ts'
import { operation } from '../core/operation.ts'
import { done, id, instant, line, paging, pathId, queryPaging } from '../core/schemas.ts'
import { mailReason } from './members.ts'

/** The server compares these values with the session and never trusts them. */
const sender = z.strictObject({ roleId: id, roomId: id, userId: id })

/** The handler refuses empty texts with a specific error. */
const title = line(LIMITS.messageTitle)
const content = z
  .string()
  .max(LIMITS.messageContent * 4)
  .transform((text) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim())
  .pipe(
    z
      .string()
      .max(LIMITS.messageContent)
      .regex(/^[\P{Cc}\n\t]*$/u),
  )

/** This is the part `data`. The mail links to `itemId`. */
export const toOperators = z.strictObject({ title, content, sender, itemId: id.optional() })

/** Only the address matters. */
const recipient = z.strictObject({ name: line(100).optional(), email: z.string().max(1_000) })

export const toUsers = z.strictObject({
  subject: title,
  content,
  recipients: z.array(recipient).max(LIMITS.recipientsPerMessage),
  sender,
  itemId: id.optional(),
})

const roomUser = z.object({ userId: id, name: z.string(), email: z.string(), phone: z.string() })

const multipart =
  'Multipart: `data` as JSON, and at most one `file` by the rules of uploads. A file too large for mails is kept for 7 days, and the mails link to it.'

export const sendByUser = operation({
  name: 'messages.sendByUser',
  method: 'POST',
  path: '/room/api/message/sendByUser',
  summary: `Mails a message to each operator of the room except the sender. ${multipart}`,
  credential: 'session',
  delivers: 'none',
  permission: 'messages.toOperators',
  multipart: true,
  answer: { kind: 'json', payload: done },
})

export const getRoomUsers = operation({
  name: 'messages.getRoomUsers',
  method: 'POST',
  path: '/room/api/message/getRoomUsers',
  summary:
    'Lists the people to whom the caller can write: those of the room who may enter, except the caller.',
  credential: 'session',
  delivers: 'none',
  permission: 'messages.toUsers',
  body: z.strictObject({ roomId: id, ...paging }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: z.array(roomUser), paged: true },
})

const toEach = {
  method: 'POST',
  credential: 'session',
  delivers: 'none',
  multipart: true,
  answer: {
    kind: 'json',
    /** `dropped` recipients have no address. */
    payload: z.object({ sent: z.int().nonnegative(), dropped: z.int().nonnegative() }),
  },
} as const

export const sendByManager = operation({
  ...toEach,
  name: 'messages.sendByManager',
  path: '/room/api/message/sendByManager',
  summary: `Mails a message from the user screen to people of the room, one mail each. ${multipart}`,
  permission: 'messages.toUsers',
})

export const attachFileMail = operation({
  ...toEach,
  name: 'messages.attachFileMail',
  path: '/room/api/message/attachFileMail',
  summary: `Mails a message from the operator area to people of the room, one mail each. ${multipart}`,
  permission: 'messages.mailUsers',
})

/**
 * `sent` means accepted by the mail server, `queued` has a `reason` after a failure, and `failed` is final. Operators count as one with
 * the best state, users with the worst.
 */
const delivery = { status: z.enum(['queued', 'sent', 'failed']), reason: mailReason.nullable() }

const sentMessage = {
  id,
  to: z.enum(['operators', 'users']),
  title: z.string(),
  sentAt: instant,
  ...delivery,
  resendable: z.boolean(),
}

const addressee = z.object({ name: z.string(), email: z.string(), ...delivery })

export const sent = operation({
  name: 'messages.sent',
  method: 'GET',
  path: '/room/api/message/sent/:roomId',
  summary:
    'Lists the caller’s own messages of the last 90 days, newest first, with their delivery states.',
  credential: 'session',
  delivers: 'none',
  permission: 'messages.read',
  params: z.strictObject({ roomId: pathId }),
  query: z.strictObject(queryPaging),
  identity: { params: { roomId: 'room' } },
  answer: {
    kind: 'json',
    /** Only operators may see who is in the room; participants get null. */
    payload: z.array(
      z.object({
        ...sentMessage,
        recipients: z.object({ first: z.string(), count: z.int(), failed: z.int() }).nullable(),
      }),
    ),
    paged: true,
  },
})

export const sentOne = operation({
  name: 'messages.sentOne',
  method: 'GET',
  path: '/room/api/message/sentOne/:id',
  summary: 'Returns a message that the caller has sent.',
  credential: 'session',
  delivers: 'none',
  permission: 'messages.read',
  params: z.strictObject({ id: pathId }),
  answer: {
    kind: 'json',
    payload: z.object({
      ...sentMessage,
      content: z.string(),
      document: z.string().nullable(),
      /** The caller sees this index number; it is absent if the document is invisible. */
      documentIndex: z.string().optional(),
      attachment: z
        .object({
          name: z.string(),
          size: z.int(),
          /** A file attached to the mails has null. */
          keptUntil: instant.nullable(),
        })
        .nullable(),
      recipients: z.array(addressee).nullable(),
    }),
  },
})

export const sendAgain = operation({
  name: 'messages.sendAgain',
  method: 'POST',
  path: '/room/api/message/sendAgain',
  summary:
    'Mails a message again to recipients whom it did not reach and who may still be written to.',
  credential: 'session',
  delivers: 'none',
  permission: 'messages.toOperators',
  body: z.strictObject({ id }),
  answer: { kind: 'json', payload: done },
})

export const file = operation({
  name: 'messages.file',
  method: 'GET',
  path: '/room/api/message/file/:id',
  summary:
    'Returns the file to which the mails of a message link, for their recipients. For a message to operators only, the caller must still be an operator.',
  credential: 'session',
  delivers: 'none',
  permission: 'messages.receive',
  params: z.strictObject({ id: pathId }),
  answer: {
    kind: 'json',
    payload: z.object({
      name: z.string(),
      size: z.int(),
      title: z.string(),
      sender: z.string(),
      sentAt: instant,
      keptUntil: instant,
    }),
  },
})

export const fileTicket = operation({
  name: 'messages.fileTicket',
  method: 'POST',
  path: '/room/api/message/file/ticket',
  summary:
    'Returns an address, relative to the base path, at which the browser may fetch a message’s file during this session: `renditions.fetchTicket`.',
  credential: 'session',
  delivers: 'none',
  permission: 'messages.receive',
  body: z.strictObject({ id }),
  answer: { kind: 'json', payload: z.object({ url: z.string() }) },
})
