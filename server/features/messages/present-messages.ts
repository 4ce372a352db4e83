import { namesOfMembers } from '../members/index.ts'
import { openTexts } from './encrypted-message.ts'
import type { MessageParts } from './messages.parts.ts'
import { findMessages, findRecipients } from './messages.read.ts'

export interface PresentedMessage {
  readonly at: Date
  readonly from: string
  readonly to: 'operators' | 'users'
  readonly recipients: readonly string[] | undefined
  readonly title: string
  readonly content: string
  readonly document: string | undefined
  readonly attachment: { readonly name: string; readonly size: number } | undefined
}

const ROWS = 200

export async function* presentMessages(
  { database: { db }, encryptor }: Pick<MessageParts, 'database' | 'encryptor'>,
  roomId: number,
  memberId: number | undefined,
): AsyncGenerator<PresentedMessage> {
  let after = 0
  for (;;) {
    const rows = await findMessages(db, roomId, memberId, after, ROWS)
    const sent = memberId === undefined ? await findRecipients(db, idsOf(rows)) : []
    const ids = [...rows.map((row) => row.sender_id), ...sent.map((row) => row.member_id)]
    const names = await namesOfMembers(db, roomId, ids)
    for (const { id, sender_id: senderId, to, sealed: encrypted, created_at: at } of rows) {
      const { title, content, document, attachment } = await openTexts(
        encryptor,
        { db, roomId, messageId: id },
        encrypted,
      )
      const recipients = sent
        .filter((row) => row.message_id === id)
        .map((row) => names.get(row.member_id) ?? '')
      yield {
        ...{ at, to, title, content },
        from: names.get(senderId) ?? '',
        recipients: memberId === undefined ? recipients : undefined,
        document: document?.name,
        attachment: attachment && { name: attachment.name, size: attachment.size },
      }
    }
    after = rows.at(-1)?.id ?? after
    if (rows.length < ROWS) return
  }
}

const idsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id)
