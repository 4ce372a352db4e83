import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { findReachable } from '../members/index.ts'
import { findRoom } from '../rooms/index.ts'
import { wholeOf } from './delivery.rules.ts'
import type { FileOfMail } from './messages.mails.ts'
import type { MessageParts } from './messages.parts.ts'
import { findDeliveries, holdSentOne } from './messages.read.ts'
import { keptUntil } from './messages.rules.ts'
import { type MessageTexts, openFile, openTexts } from './sealed-message.ts'
import { isOperator, queueMails } from './send-message.ts'

type Attached = NonNullable<MessageTexts['attachment']>

/**
 * Mails a message once more to those whom it did not reach and to whom its sender may still write, as it was written. What did reach
 * somebody is not sent to them again, whoever asks how often.
 * @throws Refusal TOO_MANY; NOT_FOUND for what somebody else has sent; NOT_OPERATOR for what was sent to users by somebody who is no operator
 * any more; NO_RECIPIENTS where there is nobody left who did not get it; MAIL_GONE where its file is deleted already.
 */
export async function sendAgain(parts: MessageParts, asked: Actor, messageId: number): Promise<void> {
  await parts.throttle.count('message', String(asked.memberId))
  await parts.database.transaction(async (tx) => {
    const row = await holdSentOne(tx, asked.memberId, messageId)
    const room = row && (await findRoom(tx, asked.roomId))
    if (!row || !room) throw new Refusal('NOT_FOUND')
    const { to } = row
    const recipients = await unreached(tx, asked, { to, messageId })
    const place = { db: tx, roomId: asked.roomId, messageId }
    const { attachment, ...texts } = await openTexts(parts.sealer, place, row.sealed)
    const until = keptUntil(row.created_at)
    if (attachment && !(attachment.linked ? parts.clock.now() < until : row.file)) throw new Refusal('MAIL_GONE')
    const content = row.file ? await openFile(parts.sealer, place, row.file) : undefined
    const file = attachment && fileOf(attachment, content, until)
    await queueMails(tx, parts, { actor: asked, room, recipients, messageId }, { ...texts, to, document: texts.document, file })
    const actor = await parts.confirm(tx, asked, to === 'operators' ? 'messages.toOperators' : 'messages.toUsers')
    await parts.activity.record(tx, actor, 'message.sent-again', { to, memberIds: recipients.map(({ id }) => id) })
  })
}

function fileOf({ name, type, size }: Attached, content: Buffer | undefined, until: Date): FileOfMail {
  return content ? { by: 'mail', name, type, content } : { by: 'link', name, size, keptUntil: until }
}

async function unreached(tx: Tx, actor: Actor, { to, messageId }: { to: 'operators' | 'users'; messageId: number }) {
  const fates = await findDeliveries(tx, messageId)
  const missed = new Set(fates.filter(({ status }) => status === 'failed').map(({ member_id }) => member_id))
  const recipients = (await findReachable(tx, actor.roomId)).filter((each) => missed.has(each.id) && (to === 'users' || isOperator(each)))
  if (wholeOf(to, fates).status !== 'failed' || recipients.length === 0) throw new Refusal('NO_RECIPIENTS')
  return recipients
}
