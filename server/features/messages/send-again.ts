import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { reachableMembers, reachableOperators } from '../members/index.ts'
import { roomIfAny } from '../rooms/index.ts'
import { wholeOf } from './delivery.rules.ts'
import { type MessageTexts, openFile, openTexts } from './encrypted-message.ts'
import type { FileOfMail } from './messages.mails.ts'
import type { MessageParts } from './messages.parts.ts'
import { findDeliveries, holdSentOne } from './messages.read.ts'
import { keptUntil } from './messages.rules.ts'
import { refuseBlindRecipients } from './named-document.ts'
import { queueMails } from './send-message.ts'

type ResendingParts = Pick<
  MessageParts,
  'database' | 'outbox' | 'encryptor' | 'clock' | 'activity' | 'throttle' | 'publicUrl' | 'confirm'
>

type Attached = NonNullable<MessageTexts['attachment']>

/**
 * Resends to missed recipients to whom the sender may still write.
 * @throws Refusal TOO_MANY; NOT_FOUND for another sender's message; NOT_OPERATOR for a former operator; NO_RECIPIENTS if nobody is left;
 * MAIL_GONE if its file was deleted
 */
export async function sendAgain(
  parts: ResendingParts,
  asked: Actor,
  messageId: number,
): Promise<void> {
  await parts.throttle.count('message', String(asked.memberId))
  await parts.database.transaction(async (tx) => {
    const row = await holdSentOne(tx, asked.memberId, messageId)
    const room = row && (await roomIfAny(tx, asked.roomId))
    if (!row || !room) throw new Refusal('NOT_FOUND')
    const { to } = row
    const recipients = await unreached(tx, asked, { to, messageId, at: parts.clock.now() })
    const place = { db: tx, roomId: asked.roomId, messageId }
    const { attachment, ...texts } = await openTexts(parts.encryptor, place, row.sealed)
    const until = keptUntil(row.created_at)
    if (attachment && !(attachment.linked ? parts.clock.now() < until : row.file))
      throw new Refusal('MAIL_GONE')
    if (texts.document)
      await refuseBlindRecipients(
        tx,
        { roomId: asked.roomId, itemId: texts.document.id, at: parts.clock.now() },
        recipients,
      )
    const content = row.file ? await openFile(parts.encryptor, place, row.file) : undefined
    const file = attachment && fileOf(attachment, content, until)
    await queueMails(
      tx,
      parts,
      { actor: asked, room, recipients, messageId },
      { ...texts, to, document: texts.document, file },
    )
    const actor = await parts.confirm(
      tx,
      asked,
      to === 'operators' ? 'messages.toOperators' : 'messages.toUsers',
    )
    await parts.activity.record(tx, actor, 'message.sent-again', {
      to,
      memberIds: recipients.map(({ id }) => id),
    })
  })
}

function fileOf(
  { name, type, size }: Attached,
  content: Buffer | undefined,
  until: Date,
): FileOfMail {
  return content
    ? { by: 'mail', name, type, content }
    : { by: 'link', name, size, keptUntil: until }
}

async function unreached(
  tx: Tx,
  actor: Actor,
  { to, messageId, at }: { to: 'operators' | 'users'; messageId: number; at: Date },
) {
  const statuses = await findDeliveries(tx, messageId)
  const missed = new Set(
    statuses.filter(({ status }) => status === 'failed').map(({ member_id }) => member_id),
  )
  const reachable =
    to === 'users' ? reachableMembers(tx, actor.roomId, at) : reachableOperators(tx, actor.roomId)
  const recipients = (await reachable).filter(({ id }) => missed.has(id))
  if (wholeOf(to, statuses).status !== 'failed' || recipients.length === 0)
    throw new Refusal('NO_RECIPIENTS')
  return recipients
}
