import type { PayloadIn } from '../../../contract/core/operation.ts'
import type { file } from '../../../contract/features/messages.ts'
import type { Actor } from '../../access/actor.ts'
import { authorizeOne, type Subjects } from '../../access/authorize.ts'
import type { MessageFileFacts } from '../../access/policies.ts'
import { bytesInRange, requestedRange } from '../../platform/http/byte-range.ts'
import { disposition } from '../../platform/http/disposition.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { findMemberNames } from '../members/index.ts'
import { addressOfTicket, type Delivery, endWith, type Requested, storeTicket } from '../renditions/index.ts'
import type { MessageParts } from './messages.parts.ts'
import { type AddressedRow, findAddressed } from './messages.read.ts'
import { keptUntil } from './messages.rules.ts'
import { openTexts } from './sealed-message.ts'

/** What the file of a message is, to one to whom it was mailed. @throws Refusal as `fileFor`. */
export async function showFile(parts: MessageParts, actor: Actor, messageId: number): Promise<PayloadIn<typeof file>> {
  const { row, attachment, title } = await fileFor(parts, actor, messageId)
  const names = await findMemberNames(parts.database.db, actor.roomId, [row.sender_id])
  return {
    name: attachment.name,
    size: attachment.size,
    title,
    sender: names.get(row.sender_id) ?? '',
    sentAt: row.created_at.toISOString(),
    keptUntil: keptUntil(row.created_at).toISOString(),
  }
}

/** An address at which the browser fetches it by itself. @throws Refusal as `fileFor`. */
export async function ticketForFile(parts: MessageParts, actor: Actor, messageId: number): Promise<{ readonly url: string }> {
  await fileFor(parts, actor, messageId)
  return { url: addressOfTicket(await storeTicket(parts, actor, { kind: 'message', messageId })) }
}

/**
 * Its bytes, or a range of them, each time on record before the first one leaves.
 * @throws Refusal as `fileFor`; RANGE; NOT_FOUND where it was to go on and no range is asked for.
 */
export async function handOutFile(parts: MessageParts, actor: Actor, messageId: number, requested: Requested): Promise<Delivery> {
  const { row, stored, attachment } = await fileFor(parts, actor, messageId)
  const { name, size } = attachment
  const range = requestedRange(requested.headers, size)
  if (requested.continues && range === undefined) throw new Refusal('NOT_FOUND')
  const reader = parts.content.read(await parts.content.open(actor.roomId, stored, 'message'))
  const details = { messageId, senderId: row.sender_id, name, size }
  await parts.database.transaction((tx) => parts.activity.record(tx, actor, 'message.file-fetched', details))
  const body = reader.stream(range)
  endWith(body, requested.signal)
  if (row.to === 'operators') {
    const watch = parts.sessions.watch(actor, FOR_OPERATORS)
    body.once('close', () => watch.release())
    endWith(body, watch.signal)
  }
  return bytesInRange({ size, type: 'application/octet-stream', disposition: disposition('attachment', name) }, range, body)
}

/** What is lost with the role. */
const FOR_OPERATORS = 'messages.toUsers'

/** The file of a message, as the gate looks at it. */
const messageFile = ({ roomId, memberId }: Actor, messageId: number): Subjects<{ facts: MessageFileFacts; row: AddressedRow }> => ({
  async find(db) {
    const row = await findAddressed(db, roomId, { messageId, memberId })
    return [row && { facts: { isAddressed: row.is_addressed, isForOperators: row.to === 'operators' }, row }]
  },
})

/**
 * The file to which the mails of a message lead, for one to whom they went; what was sent to operators only for who is one still.
 * @throws Refusal NOT_FOUND for everybody else; ATTACHMENT_GONE once its time is over.
 */
async function fileFor(parts: MessageParts, actor: Actor, messageId: number) {
  const { row } = (await authorizeOne(parts, actor, messageFile(actor, messageId), 'message file')).found
  const { database, sealer, clock } = parts
  const { attachment, title } = await openTexts(sealer, { db: database.db, roomId: actor.roomId, messageId }, row.sealed)
  if (!attachment?.linked) throw new Refusal('NOT_FOUND')
  const { content_uid: uid, blob_id, size, wrapped_key } = row
  if (uid === null || blob_id === null || size === null || wrapped_key === null || clock.now() >= keptUntil(row.created_at))
    throw new Refusal('ATTACHMENT_GONE')
  return { row, attachment, title, stored: { content_uid: uid, segments: [{ blob_id, size, wrapped_key }] } }
}
