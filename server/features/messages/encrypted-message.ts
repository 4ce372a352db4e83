import { z } from 'zod'
import { LANGUAGES } from '../../../contract/core/language.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { dataKeyContext } from '../../platform/encryption/context.ts'
import { type EncryptedColumn, encryptedField } from '../../platform/encryption/encrypted-column.ts'
import type { Encryptor } from '../../platform/encryption/encryptor.ts'
import { contentContext } from '../documents/index.ts'

/** `document` is the name when sent. */
const texts = z.object({
  title: z.string(),
  content: z.string(),
  language: z.enum(LANGUAGES),
  document: z.object({ id: z.int(), parent: z.int(), name: z.string() }).optional(),
  attachment: z
    .object({
      name: z.string(),
      type: z.string(),
      size: z.int(),
      linked: z.literal(true).optional(),
    })
    .optional(),
})
export type MessageTexts = z.infer<typeof texts>

interface EncryptedMessageRow {
  readonly db: Queryable
  readonly roomId: number
  readonly messageId: number
}

type EncryptedMessageTarget = Omit<EncryptedMessageRow, 'db'> & { readonly tx: Tx }

const textPurpose = (messageId: number) => `message:${messageId}`
const filePurpose = (messageId: number) => `message-file:${messageId}`

export const encryptedMessageColumns: readonly EncryptedColumn[] = [
  encryptedField('messages', 'sealed', textPurpose),
  encryptedField('messages', 'file', filePurpose),
  {
    table: 'message_files',
    column: 'wrapped_key',
    key: ['message_id'],
    more: { content_uid: 'content_uid' },
    place: (vault, { content_uid: uid }) =>
      dataKeyContext(contentContext(vault, String(uid), 'message'), 0, 1),
  },
]

/** The file is deleted earlier. */
export async function encryptMessage(
  encryptor: Encryptor,
  { tx, roomId, messageId }: EncryptedMessageTarget,
  message: MessageTexts,
  file: Buffer | undefined,
) {
  const encrypted = await encryptor.encrypt(
    tx,
    roomId,
    textPurpose(messageId),
    Buffer.from(JSON.stringify(message)),
  )
  return {
    sealed: encrypted,
    file: file && (await encryptor.encrypt(tx, roomId, filePurpose(messageId), file)),
  }
}

/** @throws EncryptionError for another row's value */
export async function openTexts(
  encryptor: Encryptor,
  { db, roomId, messageId }: EncryptedMessageRow,
  encrypted: Buffer,
): Promise<MessageTexts> {
  return texts.parse(
    JSON.parse(
      (await encryptor.open(db, roomId, textPurpose(messageId), encrypted)).toString('utf8'),
    ),
  )
}

/** @throws EncryptionError */
export function openFile(
  encryptor: Encryptor,
  { db, roomId, messageId }: EncryptedMessageRow,
  file: Buffer,
): Promise<Buffer> {
  return encryptor.open(db, roomId, filePurpose(messageId), file)
}
