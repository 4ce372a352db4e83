import { z } from 'zod'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { dataKeyContext } from '../../platform/encryption/context.ts'
import { type EncryptedColumn, encryptedField } from '../../platform/encryption/encrypted-column.ts'
import { contentContext } from '../documents/index.ts'
import { indexKeyOf } from '../rooms/index.ts'
import { gramsOf, packedTokens, tokensOf } from '../search/index.ts'
import type { ThreadParts } from './threads.parts.ts'

/** The first entry repeats the title, so tokens can be remade. */
const entryText = z.object({ title: z.string().optional(), text: z.string() })
export type EntryText = z.infer<typeof entryText>

const faqText = z.object({ title: z.string(), question: z.string(), answer: z.string() })
export type FaqText = z.infer<typeof faqText>

const titlePurpose = (threadId: string): string => `thread:${threadId}`
const entryPurpose = (entryId: string): string => `thread-entry:${entryId}`
const reasonPurpose = (threadId: string, rev: number): string => `thread-move:${threadId}:${rev}`
const fileNamePurpose = (fileId: string): string => `thread-file:${fileId}`
const viewsPurpose = (memberId: number): string => `thread-views:${memberId}`
const faqPurpose = (faqId: string): string => `faq:${faqId}`

const packedFrom = async (
  plaintext: Buffer,
  indexKey: Buffer,
  textOf: (value: unknown) => string,
) => ({
  packed: packed(indexKey, textOf(JSON.parse(plaintext.toString('utf8')))),
})

export const encryptedThreadColumns: readonly EncryptedColumn[] = [
  encryptedField('threads', 'title_sealed', titlePurpose),
  {
    ...encryptedField('thread_entries', 'sealed', entryPurpose),
    alongside: (plaintext, indexKey) =>
      packedFrom(plaintext, indexKey, (value) => wordsOfEntry(entryText.parse(value))),
  },
  encryptedField('thread_files', 'name_sealed', fileNamePurpose),
  {
    table: 'thread_files',
    column: 'wrapped_key',
    key: ['id'],
    more: { content_uid: 'content_uid' },
    place: (vault, { content_uid: uid }) =>
      dataKeyContext(contentContext(vault, String(uid), 'thread'), 0, 1),
  },
  {
    table: 'thread_previews',
    column: 'wrapped_key',
    key: ['file_id'],
    more: { content_uid: 'content_uid' },
    place: (vault, { content_uid: uid }) =>
      dataKeyContext(contentContext(vault, String(uid), 'preview'), 0, 1),
  },
  encryptedField('thread_views', 'sealed', viewsPurpose, ['member_id']),
  encryptedField('thread_moves', 'reason_sealed', reasonPurpose, ['thread_id', 'rev']),
  {
    ...encryptedField('faqs', 'sealed', faqPurpose),
    alongside: (plaintext, indexKey) =>
      packedFrom(plaintext, indexKey, (value) => wordsOfFaq(faqText.parse(value))),
  },
]

const wordsOfEntry = ({ title = '', text }: EntryText): string => `${title}\n${text}`
const wordsOfFaq = ({ title, question, answer }: FaqText): string =>
  `${title}\n${question}\n${answer}`

const packed = (indexKey: Buffer, text: string): Buffer =>
  packedTokens(tokensOf(indexKey, gramsOf(text)))

type Keys = Pick<ThreadParts, 'keyring'>

interface Encrypted {
  readonly sealed: Buffer
  readonly packed: Buffer
}

export const encryptTitle = (
  { keyring }: Keys,
  tx: Tx,
  roomId: number,
  threadId: string,
  title: string,
): Promise<Buffer> =>
  keyring.content.encrypt(tx, roomId, titlePurpose(threadId), Buffer.from(title))

export async function openTitle(
  { keyring }: Keys,
  db: Queryable,
  roomId: number,
  row: { id: string; title_sealed: Buffer },
): Promise<string> {
  return (await keyring.content.open(db, roomId, titlePurpose(row.id), row.title_sealed)).toString(
    'utf8',
  )
}

export async function encryptEntry(
  { keyring }: Keys,
  tx: Tx,
  roomId: number,
  entryId: string,
  text: EntryText,
): Promise<Encrypted> {
  const { room } = await keyring.keysToEncrypt(tx, roomId)
  const sealed = await keyring.content.encrypt(
    tx,
    roomId,
    entryPurpose(entryId),
    Buffer.from(JSON.stringify(text)),
  )
  return { sealed, packed: packed(indexKeyOf(room), wordsOfEntry(text)) }
}

export async function openEntry(
  { keyring }: Keys,
  db: Queryable,
  roomId: number,
  row: { id: string; sealed: Buffer },
): Promise<EntryText> {
  return entryText.parse(
    JSON.parse(
      (await keyring.content.open(db, roomId, entryPurpose(row.id), row.sealed)).toString('utf8'),
    ),
  )
}

export const encryptReason = (
  { keyring }: Keys,
  tx: Tx,
  roomId: number,
  move: { id: string; rev: number },
  reason: string,
): Promise<Buffer> =>
  keyring.content.encrypt(tx, roomId, reasonPurpose(move.id, move.rev), Buffer.from(reason))

export async function openReason(
  { keyring }: Keys,
  db: Queryable,
  roomId: number,
  move: { thread_id: string; rev: number; reason_sealed: Buffer },
): Promise<string> {
  return (
    await keyring.content.open(
      db,
      roomId,
      reasonPurpose(move.thread_id, move.rev),
      move.reason_sealed,
    )
  ).toString('utf8')
}

export const encryptFileName = (
  { keyring }: Keys,
  tx: Tx,
  roomId: number,
  fileId: string,
  name: string,
): Promise<Buffer> =>
  keyring.content.encrypt(tx, roomId, fileNamePurpose(fileId), Buffer.from(name))

export async function openFileName(
  { keyring }: Keys,
  db: Queryable,
  roomId: number,
  row: { id: string; name_sealed: Buffer },
): Promise<string> {
  return (
    await keyring.content.open(db, roomId, fileNamePurpose(row.id), row.name_sealed)
  ).toString('utf8')
}

export const encryptViews = (
  { keyring }: Keys,
  tx: Tx,
  roomId: number,
  memberId: number,
  views: string,
): Promise<Buffer> =>
  keyring.content.encrypt(tx, roomId, viewsPurpose(memberId), Buffer.from(views))

export async function openViews(
  { keyring }: Keys,
  db: Queryable,
  roomId: number,
  memberId: number,
  sealed: Buffer,
): Promise<string> {
  return (await keyring.content.open(db, roomId, viewsPurpose(memberId), sealed)).toString('utf8')
}

export async function encryptFaq(
  { keyring }: Keys,
  tx: Tx,
  roomId: number,
  faqId: string,
  text: FaqText,
): Promise<Encrypted> {
  const { room } = await keyring.keysToEncrypt(tx, roomId)
  const sealed = await keyring.content.encrypt(
    tx,
    roomId,
    faqPurpose(faqId),
    Buffer.from(JSON.stringify(text)),
  )
  return { sealed, packed: packed(indexKeyOf(room), wordsOfFaq(text)) }
}

export async function openFaq(
  { keyring }: Keys,
  db: Queryable,
  roomId: number,
  row: { id: string; sealed: Buffer },
): Promise<FaqText> {
  return faqText.parse(
    JSON.parse(
      (await keyring.content.open(db, roomId, faqPurpose(row.id), row.sealed)).toString('utf8'),
    ),
  )
}

/** During a rotation, each key has its own tokens. */
export async function tokensFor(
  { keyring }: Keys,
  db: Queryable,
  roomId: number,
  text: string,
): Promise<number[][]> {
  const grams = gramsOf(text)
  const keys = await keyring.indexKeysOf(db, roomId)
  return keys.map((key) => [...new Set(tokensOf(key, grams).map((token) => token >>> 8))])
}
