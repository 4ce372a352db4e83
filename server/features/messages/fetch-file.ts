import type { PayloadIn } from '../../../contract/core/operation.ts'
import type { file } from '../../../contract/features/messages.ts'
import type { Actor } from '../../access/actor.ts'
import { authorizeOne, type Subjects } from '../../access/authorize.ts'
import type { MessageFileFacts } from '../../access/policies.ts'
import { bytesInRange, requestedRange } from '../../platform/http/byte-range.ts'
import { disposition } from '../../platform/http/disposition.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import {
  type Delivery,
  endWith,
  type Requested,
  storeTicket,
  ticketUrl,
} from '../delivery/index.ts'
import { namesOfMembers } from '../members/index.ts'
import { openTexts } from './encrypted-message.ts'
import type { MessageParts } from './messages.parts.ts'
import { type AddressedRow, findAddressed } from './messages.read.ts'
import { keptUntil } from './messages.rules.ts'

type FileParts = Pick<MessageParts, 'database' | 'encryptor' | 'clock' | 'bus'>

export async function showFile(
  parts: FileParts,
  actor: Actor,
  messageId: number,
): Promise<PayloadIn<typeof file>> {
  const { row, attachment, title } = await fileFor(parts, actor, messageId)
  const names = await namesOfMembers(parts.database.db, actor.roomId, [row.sender_id])
  return {
    name: attachment.name,
    size: attachment.size,
    title,
    sender: names.get(row.sender_id) ?? '',
    sentAt: row.created_at.toISOString(),
    keptUntil: keptUntil(row.created_at).toISOString(),
  }
}

export async function ticketForFile(
  parts: FileParts,
  actor: Actor,
  messageId: number,
): Promise<{ readonly url: string }> {
  await fileFor(parts, actor, messageId)
  return { url: ticketUrl(await storeTicket(parts, actor, { kind: 'message', messageId })) }
}

/** Only full operators have this permission, so losing the role ends the stream. */
const ONLY_OPERATORS_HAVE = 'messages.toUsers'

/** Logging precedes the first byte. @throws Refusal RANGE; NOT_FOUND for a continuation without a range. */
export async function handOutFile(
  parts: FileParts & Pick<MessageParts, 'activity' | 'content' | 'sessions'>,
  actor: Actor,
  messageId: number,
  requested: Requested,
): Promise<Delivery> {
  const { row, stored, attachment } = await fileFor(parts, actor, messageId)
  const { name, size } = attachment
  const range = requestedRange(requested.headers, size)
  if (requested.continues && range === undefined) throw new Refusal('NOT_FOUND')
  const reader = parts.content.read(await parts.content.open(actor.roomId, stored, 'message'))
  const details = { messageId, senderId: row.sender_id, name, size }
  await parts.database.transaction((tx) =>
    parts.activity.record(tx, actor, 'message.file-fetched', details),
  )
  const body = reader.stream(range)
  endWith(body, requested.signal)
  if (row.to === 'operators') {
    const watch = parts.sessions.watch(actor, ONLY_OPERATORS_HAVE)
    body.once('close', () => watch.release())
    endWith(body, watch.signal)
  }
  return bytesInRange(
    { size, type: 'application/octet-stream', disposition: disposition('attachment', name) },
    range,
    body,
  )
}

const messageFile = (
  { roomId, memberId }: Actor,
  messageId: number,
): Subjects<{ facts: MessageFileFacts; row: AddressedRow }> => ({
  async find(db) {
    const row = await findAddressed(db, roomId, { messageId, memberId })
    return [
      row && {
        facts: { isAddressed: row.is_addressed, isForOperators: row.to === 'operators' },
        row,
      },
    ]
  },
})

/** Recipients of operators' files must still be operators. @throws Refusal NOT_FOUND otherwise; ATTACHMENT_GONE after expiry */
async function fileFor(parts: FileParts, actor: Actor, messageId: number) {
  const { row } = (await authorizeOne(parts, actor, messageFile(actor, messageId), 'message file'))
    .found
  const { database, encryptor, clock } = parts
  const { attachment, title } = await openTexts(
    encryptor,
    { db: database.db, roomId: actor.roomId, messageId },
    row.sealed,
  )
  // Only files that are too large for the mail are linked.
  if (!attachment?.linked) throw new Refusal('NOT_FOUND')
  const { content_uid: uid, blob_id, size, wrapped_key } = row
  if (
    uid === null ||
    blob_id === null ||
    size === null ||
    wrapped_key === null ||
    clock.now() >= keptUntil(row.created_at)
  )
    throw new Refusal('ATTACHMENT_GONE')
  return {
    row,
    attachment,
    title,
    stored: { content_uid: uid, segments: [{ blob_id, size, wrapped_key }] },
  }
}
