import { z } from 'zod'
import { LANGUAGES } from '../../../contract/core/language.ts'
import type { Sealer } from '../../platform/crypto/sealer.ts'
import type { Queryable } from '../../platform/db/database.ts'

/** What is sealed of a message beside its file. `document`: what it is about, as it was then. */
const texts = z.object({
  title: z.string(),
  content: z.string(),
  language: z.enum(LANGUAGES),
  document: z.object({ id: z.int(), parent: z.int(), name: z.string() }).optional(),
  attachment: z.object({ name: z.string(), type: z.string(), size: z.int() }).optional(),
})
export type MessageTexts = z.infer<typeof texts>

interface SealedPlace {
  readonly db: Queryable
  readonly roomId: number
  readonly messageId: number
}

const textPurpose = (messageId: number) => `message:${messageId}`
const filePurpose = (messageId: number) => `message-file:${messageId}`

/** Seals a message for its row, the file by itself, since that goes first. */
export async function sealMessage(sealer: Sealer, { db, roomId, messageId }: SealedPlace, message: MessageTexts, file: Buffer | undefined) {
  const sealed = await sealer.seal(db, roomId, textPurpose(messageId), Buffer.from(JSON.stringify(message)))
  return { sealed, file: file && (await sealer.seal(db, roomId, filePurpose(messageId), file)) }
}

/** @throws SealError where the row holds what was sealed for another one. */
export async function openTexts(sealer: Sealer, { db, roomId, messageId }: SealedPlace, sealed: Buffer): Promise<MessageTexts> {
  return texts.parse(JSON.parse((await sealer.open(db, roomId, textPurpose(messageId), sealed)).toString('utf8')))
}

/** @throws SealError */
export function openFile(sealer: Sealer, { db, roomId, messageId }: SealedPlace, file: Buffer): Promise<Buffer> {
  return sealer.open(db, roomId, filePurpose(messageId), file)
}
