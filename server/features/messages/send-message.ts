import type { Language } from '../../../contract/core/errors.ts'
import type { Permission } from '../../../contract/core/permissions.ts'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type ItemRow, type NewContent, permittedItem } from '../documents/index.ts'
import type { reachableMembers } from '../members/index.ts'
import { type RoomRow, roomOf } from '../rooms/index.ts'
import { encryptMessage, type MessageTexts } from './encrypted-message.ts'
import { type FileOfMail, messageMail } from './messages.mails.ts'
import type { MessageParts } from './messages.parts.ts'
import { keptUntil } from './messages.rules.ts'
import { insertFile, insertMessage, type KeptFile, nextMessageId } from './messages.store.ts'
import { documentNumbers, refuseBlindRecipients } from './named-document.ts'
import type { Attachment } from './vet-attachment.ts'

type StoringParts = Pick<
  MessageParts,
  'outbox' | 'encryptor' | 'clock' | 'activity' | 'content' | 'fileBudget' | 'publicUrl' | 'confirm'
>

export type Reachable = Awaited<ReturnType<typeof reachableMembers>>[number]

export interface Message {
  readonly to: 'operators' | 'users'
  readonly title: string
  readonly content: string
  readonly attachment: Attachment | undefined
  readonly itemId: number | undefined
  readonly language: Language
}

export interface Sender {
  readonly roleId: number
  readonly roomId: number
  readonly userId: number
}

export function checkSender(actor: Actor, { roleId, roomId, userId }: Sender): void {
  if (roleId !== actor.roleId || roomId !== actor.roomId || userId !== actor.userId)
    throw new Refusal('NOT_FOUND')
}

export function checkTexts({ title, content }: Pick<Message, 'title' | 'content'>): void {
  if (title === '') throw new Refusal('TITLE_MISSING')
  if (content === '') throw new Refusal('CONTENT_MISSING')
}

/**
 * One transaction also runs `choose`.
 * @throws Refusal NO_RECIPIENTS; NOT_FOUND for an invisible document; RECIPIENT_CANNOT_SEE; MESSAGE_SPACE
 */
export async function sendMessage(
  parts: MessageParts,
  sender: Sending,
  message: Message,
  choose: Choose,
): Promise<number> {
  const { attachment } = message
  const commit = () =>
    parts.database.transaction((tx) => store(tx, parts, sender, { ...message, choose }))
  return attachment?.by === 'link' ? attachment.file.keepWith(commit) : commit()
}

type Choose = (tx: Tx) => Promise<readonly Reachable[]>

interface Sending {
  readonly actor: Actor
  readonly permission: Permission
}

interface Stored extends Message {
  readonly choose: Choose
}

async function fileOf(
  tx: Tx,
  { content }: Pick<MessageParts, 'content'>,
  { roomId }: Actor,
  written: NewContent,
): Promise<KeptFile> {
  const [segment] = await content.wrapKeys(tx, roomId, written, 'message')
  if (!segment) throw new Error('a file without a segment')
  return { uid: written.uid, ...segment }
}

async function store(
  tx: Tx,
  parts: StoringParts,
  { actor: asked, permission }: Sending,
  message: Stored,
): Promise<number> {
  const { attachment, to } = message
  const room = await roomOf(tx, asked.roomId)
  const recipients = await message.choose(tx)
  if (recipients.length === 0) throw new Refusal('NO_RECIPIENTS')
  const item =
    message.itemId === undefined ? undefined : await findDocument(tx, asked, message.itemId)
  const sentAt = parts.clock.now()
  if (item)
    await refuseBlindRecipients(
      tx,
      { roomId: asked.roomId, itemId: item.id, at: sentAt },
      recipients,
    )
  const document = item && { id: item.id, parent: item.parent_id, name: item.name }
  const messageId = await keepMessage(tx, parts, asked, { ...message, document, sentAt })
  const kept =
    attachment?.by === 'link' ? await fileOf(tx, parts, asked, attachment.content) : undefined
  if (kept) await insertFile(tx, { ...kept, messageId, roomId: asked.roomId, at: sentAt })
  const file = attachment && fileOfMail(attachment, sentAt)
  await queueMails(
    tx,
    parts,
    { actor: asked, room, recipients, messageId },
    { ...message, document, file },
  )
  // Confirming earlier would delay a revocation.
  const actor = await parts.confirm(tx, asked, permission)
  if (kept) await parts.fileBudget.settle(tx, actor, kept.size)
  const about = attachment && {
    name: attachment.name,
    size: attachment.size,
    ...(kept ? { linked: true as const } : {}),
  }
  await parts.activity.record(tx, actor, 'message.sent', {
    to,
    memberIds: recipients.map(({ id }) => id),
    ...(about ? { attachment: about } : {}),
    ...(document ? { itemId: document.id, name: document.name } : {}),
  })
  return recipients.length
}

const fileOfMail = (attachment: Attachment, sentAt: Date): FileOfMail =>
  attachment.by === 'mail'
    ? attachment
    : { by: 'link', name: attachment.name, size: attachment.size, keptUntil: keptUntil(sentAt) }

interface WrittenMessage
  extends Pick<Message, 'to' | 'title' | 'content' | 'language'>,
    Pick<MessageTexts, 'document'> {
  readonly file: FileOfMail | undefined
}

type KeptMessage = Omit<WrittenMessage, 'file'> &
  Pick<Message, 'attachment'> & { readonly sentAt: Date }

async function keepMessage(
  tx: Tx,
  { encryptor }: Pick<MessageParts, 'encryptor'>,
  { roomId, memberId }: Actor,
  written: KeptMessage,
): Promise<number> {
  const { title, content, language, document, attachment, sentAt } = written
  const id = await nextMessageId(tx)
  const linked = attachment?.by === 'link' ? { linked: true as const } : {}
  const about = attachment && {
    name: attachment.name,
    type: attachment.type,
    size: attachment.size,
    ...linked,
  }
  const texts = {
    title,
    content,
    language,
    ...(document ? { document } : {}),
    ...(about ? { attachment: about } : {}),
  }
  const mailed = attachment?.by === 'mail' ? attachment.content : undefined
  const encrypted = await encryptMessage(encryptor, { tx, roomId, messageId: id }, texts, mailed)
  await insertMessage(tx, {
    id,
    roomId,
    senderId: memberId,
    to: written.to,
    ...encrypted,
    at: sentAt,
  })
  return id
}

interface Addressed {
  readonly actor: Actor
  readonly room: RoomRow
  readonly recipients: readonly Reachable[]
  readonly messageId: number
}

export async function queueMails(
  tx: Tx,
  parts: Pick<MessageParts, 'outbox' | 'publicUrl' | 'clock'>,
  { actor, room, recipients, messageId }: Addressed,
  written: WrittenMessage,
): Promise<void> {
  // Only operators may see addresses.
  const from = {
    name: actor.name,
    position: actor.position,
    ...(written.to === 'operators' ? { email: actor.email } : {}),
  }
  const of = { name: room.name, roomNo: room.room_no, zone: room.zone }
  const { document } = written
  const named = document && { roomId: actor.roomId, itemId: document.id, at: parts.clock.now() }
  const numberOf = named && (await documentNumbers(tx, named, recipients))
  for (const to of recipients) {
    const numbered = document && { ...document, number: numberOf?.(to) }
    const mail = messageMail({
      ...written,
      document: numbered,
      messageId,
      room: of,
      to,
      from,
      publicUrl: parts.publicUrl,
    })
    const itemIds = written.to === 'users' && document ? [document.id] : undefined
    await parts.outbox.queue(tx, {
      roomId: actor.roomId,
      memberId: to.id,
      messageId,
      kind: 'message',
      mail,
      ...(itemIds && { itemIds }),
    })
  }
}

async function findDocument(tx: Tx, actor: Actor, itemId: number): Promise<ItemRow> {
  const item = await permittedItem(tx, actor, itemId, 'read')
  if (item.folder) throw new Refusal('NOT_FOUND')
  return item
}
