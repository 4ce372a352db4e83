import { findAddresses } from '../members/index.ts'
import type { MessageParts } from './messages.parts.ts'
import { findMessages, findRecipients } from './messages.read.ts'
import { openTexts } from './sealed-message.ts'

/** A message as it is told to those who may read it. */
export interface ToldMessage {
  readonly at: Date
  readonly from: string
  /** Names of those it went to; where only what one member wrote or was written is told, that says no more than `to`. */
  readonly to: 'operators' | 'users'
  readonly recipients: readonly string[] | undefined
  readonly title: string
  readonly content: string
  /** The name of the document that it is about, as it was then. */
  readonly document: string | undefined
  /** The file that went with it; itself it is not told. */
  readonly attachment: { readonly name: string; readonly size: number } | undefined
}

const ROWS = 200

/** All messages of a room that are kept, the oldest first; `memberId`: those alone that this member has written or was written. */
export async function* tellMessages(
  { database: { db }, sealer }: Pick<MessageParts, 'database' | 'sealer'>,
  roomId: number,
  memberId: number | undefined,
): AsyncGenerator<ToldMessage> {
  let after = 0
  for (;;) {
    const rows = await findMessages(db, roomId, memberId, after, ROWS)
    const sent = memberId === undefined ? await findRecipients(db, idsOf(rows)) : []
    const ids = [...rows.map((row) => row.sender_id), ...sent.map((row) => row.member_id)]
    const names = new Map((await findAddresses(db, roomId, [...new Set(ids)])).map(({ id, name }) => [id, name]))
    for (const { id, sender_id: senderId, to, sealed, created_at: at } of rows) {
      const { title, content, document, attachment } = await openTexts(sealer, { db, roomId, messageId: id }, sealed)
      const recipients = sent.filter((row) => row.message_id === id).map((row) => names.get(row.member_id) ?? '')
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
