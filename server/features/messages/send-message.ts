import type { Language } from '../../../contract/core/errors.ts'
import { ROLE } from '../../../contract/core/limits.ts'
import type { Permission } from '../../../contract/core/permissions.ts'
import type { Actor } from '../../access/actor.ts'
import { allowed, candidateOf, visibleItems } from '../../access/items.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { MailAttachment } from '../../platform/mail/mail.ts'
import { findItem, type ItemRow } from '../documents/index.ts'
import type { findReachable } from '../members/index.ts'
import { findRoom, type RoomRow } from '../rooms/index.ts'
import { messageMail } from './messages.mails.ts'
import type { MessageParts } from './messages.parts.ts'
import { insertMessage, nextMessageId } from './messages.store.ts'
import { type MessageTexts, sealMessage } from './sealed-message.ts'

export type Reachable = Awaited<ReturnType<typeof findReachable>>[number]

/** A message that has passed all checks of what it holds. */
export interface Message {
  readonly to: 'operators' | 'users'
  readonly title: string
  readonly content: string
  readonly attachment: MailAttachment | undefined
  readonly itemId: number | undefined
  readonly language: Language
}

export interface Sender {
  readonly roleId: number
  readonly roomId: number
  readonly userId: number
}

/** @throws Refusal NOT_FOUND where a body names another sender than the session's own. */
export function checkSender(actor: Actor, { roleId, roomId, userId }: Sender): void {
  if (roleId !== actor.roleId || roomId !== actor.roomId || userId !== actor.userId) throw new Refusal('NOT_FOUND')
}

/** The order of the specification: the title is missed first. @throws Refusal TITLE_MISSING, CONTENT_MISSING */
export function checkTexts({ title, content }: Pick<Message, 'title' | 'content'>): void {
  if (title === '') throw new Refusal('TITLE_MISSING')
  if (content === '') throw new Refusal('CONTENT_MISSING')
}

/**
 * Keeps the message, queues one mail for each recipient, and logs it, all of it or nothing.
 * @param choose the recipients, as the room is in this transaction.
 * @throws Refusal NO_RECIPIENTS; NOT_FOUND where the sender does not see the document; those of `choose` and `confirm`.
 */
export async function sendMessage(
  parts: MessageParts,
  { actor: asked, permission }: { readonly actor: Actor; readonly permission: Permission },
  message: Message,
  choose: (tx: Tx) => Promise<readonly Reachable[]>,
): Promise<number> {
  return parts.database.transaction(async (tx) => {
    const room = await findRoom(tx, asked.roomId)
    if (!room) throw new Refusal('NOT_FOUND')
    const recipients = await choose(tx)
    if (recipients.length === 0) throw new Refusal('NO_RECIPIENTS')
    const item = message.itemId === undefined ? undefined : await findDocument(tx, asked, message.itemId)
    const document = item && { id: item.id, parent: item.parent_id, name: item.name }
    const messageId = await keepMessage(tx, parts, asked, { ...message, document })
    await queueMails(tx, parts, { actor: asked, room, recipients, messageId }, { ...message, document })
    const { attachment } = message
    // Last, since sealing large files takes seconds, for which a revocation would have to wait.
    const actor = await parts.confirm(tx, asked, permission)
    await parts.activity.record(tx, actor, 'message.sent', {
      to: message.to,
      memberIds: recipients.map(({ id }) => id),
      ...(attachment ? { attachment: { name: attachment.name, size: attachment.content.length } } : {}),
      ...(document ? { itemId: document.id, name: document.name } : {}),
    })
    return recipients.length
  })
}

type Written = Pick<Message, 'to' | 'title' | 'content' | 'language' | 'attachment'> & Pick<MessageTexts, 'document'>

/** Keeps what was written for its sender, who sees what becomes of it and may send it again. */
async function keepMessage(tx: Tx, { sealer, clock }: MessageParts, { roomId, memberId }: Actor, written: Written): Promise<number> {
  const { title, content, language, document, attachment } = written
  const id = await nextMessageId(tx)
  const about = attachment && { name: attachment.name, type: attachment.type, size: attachment.content.length }
  const texts = { title, content, language, ...(document ? { document } : {}), ...(about ? { attachment: about } : {}) }
  const sealed = await sealMessage(sealer, { db: tx, roomId, messageId: id }, texts, attachment?.content)
  await insertMessage(tx, { id, roomId, senderId: memberId, to: written.to, ...sealed, at: clock.now() })
  return id
}

interface Addressed {
  readonly actor: Actor
  readonly room: RoomRow
  readonly recipients: readonly Reachable[]
  readonly messageId: number
}

/** Queues a mail for each recipient by itself. */
export async function queueMails(
  tx: Tx,
  parts: MessageParts,
  { actor, room, recipients, messageId }: Addressed,
  written: Written,
): Promise<void> {
  // Operators know the people of their room; nobody else is told an address.
  const from = { name: actor.name, position: actor.position, ...(written.to === 'operators' ? { email: actor.email } : {}) }
  const { document, attachment } = written
  for (const to of recipients) {
    const names = { room: { name: room.name, roomNo: room.room_no }, to, from, publicUrl: parts.publicUrl }
    const mail = messageMail({ ...written, ...names, document, attachment })
    await parts.outbox.queue(tx, { roomId: actor.roomId, memberId: to.id, messageId, kind: 'message', mail })
  }
}

async function findDocument(tx: Tx, actor: Actor, itemId: number): Promise<ItemRow> {
  const item = await findItem(tx, visibleItems(actor), itemId)
  if (!item || item.folder || !allowed(actor, 'read', [candidateOf(item)]).has(item.id)) throw new Refusal('NOT_FOUND')
  return item
}

/** Whether somebody is an operator of the room. */
export const isOperator = ({ role_id }: Pick<Reachable, 'role_id'>): boolean => role_id === ROLE.operator
