import { z } from 'zod'
import { LANGUAGES } from '../../../contract/core/language.ts'
import { dataKeyContext } from '../../platform/crypto/context.ts'
import { type SealedColumn, sealedField } from '../../platform/crypto/sealed-column.ts'
import type { Sealer } from '../../platform/crypto/sealer.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { contentContext } from '../documents/index.ts'

/** What is sealed of a message beside its file. `document`: what it is about, as it was then; `linked`: the mails lead to the file. */
const texts = z.object({
  title: z.string(),
  content: z.string(),
  language: z.enum(LANGUAGES),
  document: z.object({ id: z.int(), parent: z.int(), name: z.string() }).optional(),
  attachment: z.object({ name: z.string(), type: z.string(), size: z.int(), linked: z.literal(true).optional() }).optional(),
})
export type MessageTexts = z.infer<typeof texts>

interface SealedPlace {
  readonly db: Queryable
  readonly roomId: number
  readonly messageId: number
}

type NewPlace = Omit<SealedPlace, 'db'> & { readonly tx: Tx }

const textPurpose = (messageId: number) => `message:${messageId}`
const filePurpose = (messageId: number) => `message-file:${messageId}`

/** What is sealed of messages. */
export const sealedMessageColumns: readonly SealedColumn[] = [
  sealedField('messages', 'sealed', textPurpose),
  sealedField('messages', 'file', filePurpose),
  {
    table: 'message_files',
    column: 'wrapped_key',
    key: ['message_id'],
    more: { content_uid: 'content_uid' },
    place: (vault, { content_uid: uid }) => dataKeyContext(contentContext(vault, String(uid), 'message'), 0, 1),
  },
]

/** Seals a message for its row, the file by itself, since that goes first. */
export async function sealMessage(sealer: Sealer, { tx, roomId, messageId }: NewPlace, message: MessageTexts, file: Buffer | undefined) {
  const sealed = await sealer.seal(tx, roomId, textPurpose(messageId), Buffer.from(JSON.stringify(message)))
  return { sealed, file: file && (await sealer.seal(tx, roomId, filePurpose(messageId), file)) }
}

/** @throws SealError where the row holds what was sealed for another one. */
export async function openTexts(sealer: Sealer, { db, roomId, messageId }: SealedPlace, sealed: Buffer): Promise<MessageTexts> {
  return texts.parse(JSON.parse((await sealer.open(db, roomId, textPurpose(messageId), sealed)).toString('utf8')))
}

/** @throws SealError */
export function openFile(sealer: Sealer, { db, roomId, messageId }: SealedPlace, file: Buffer): Promise<Buffer> {
  return sealer.open(db, roomId, filePurpose(messageId), file)
}
