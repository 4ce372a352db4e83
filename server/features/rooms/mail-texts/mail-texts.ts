import { z } from 'zod'
import type { MailTextKind } from '../../../../contract/core/mails/mail-texts.ts'
import type { MailTexts } from '../../../../contract/features/rooms/mail-texts.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import {
  type EncryptedColumn,
  encryptedField,
} from '../../../platform/encryption/encrypted-column.ts'
import type { Encryptor } from '../../../platform/encryption/encryptor.ts'
import { findMailText, findMailTexts } from './mail-texts.read.ts'
import { deleteMailText, putMailText } from './mail-texts.store.ts'

export type MailText = MailTexts[MailTextKind]

const purposeOf = (roomId: number, kind: MailTextKind) => `mail-text:${roomId}:${kind}`

export const encryptedMailTextColumns: readonly EncryptedColumn[] = [
  encryptedField('mail_texts', 'sealed', purposeOf, ['room_id', 'kind']),
]

const keptText = z.object({ ko: z.string(), en: z.string() })

const STANDARD: MailText = { ko: '', en: '' }

interface MailTextKey {
  readonly roomId: number
  readonly kind: MailTextKind
}

async function openText(
  db: Queryable,
  encryptor: Encryptor,
  { roomId, kind }: MailTextKey,
  encrypted: Buffer,
): Promise<MailText> {
  return keptText.parse(
    JSON.parse((await encryptor.open(db, roomId, purposeOf(roomId, kind), encrypted)).toString()),
  )
}

export async function mailTextOf(
  db: Queryable,
  encryptor: Encryptor,
  place: MailTextKey,
): Promise<MailText> {
  const encrypted = await findMailText(db, place.roomId, place.kind)
  return encrypted ? openText(db, encryptor, place, encrypted) : STANDARD
}

export async function mailTextsOf(
  db: Queryable,
  encryptor: Encryptor,
  roomId: number,
): Promise<MailTexts> {
  const texts = {
    invitation: STANDARD,
    documents: STANDARD,
    questions: STANDARD,
    closing: STANDARD,
  }
  for (const { kind, sealed: encrypted } of await findMailTexts(db, roomId))
    texts[kind] = await openText(db, encryptor, { roomId, kind }, encrypted)
  return texts
}

export async function keepMailText(
  tx: Tx,
  encryptor: Encryptor,
  { roomId, kind }: MailTextKey,
  text: MailText,
): Promise<void> {
  if (isStandard(text)) return deleteMailText(tx, roomId, kind)
  const encrypted = await encryptor.encrypt(
    tx,
    roomId,
    purposeOf(roomId, kind),
    Buffer.from(JSON.stringify(text)),
  )
  await putMailText(tx, roomId, kind, encrypted)
}

export const isStandard = ({ ko, en }: MailText): boolean => !ko && !en
