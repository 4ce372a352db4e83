import { type MailTextKind, mailParagraphs } from '../../../../contract/core/mails/mail-texts.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Encryptor } from '../../../platform/encryption/encryptor.ts'
import type { MailDress } from '../../../platform/mail/layout.ts'
import { nameInMail } from '../../../platform/mail/name-in-mail.ts'
import type { DressAsked } from '../../../platform/mail/outbox.ts'
import { roomIfAny } from '../find-room.ts'
import { mailTextOf } from '../mail-texts/mail-texts.ts'
import { findBrand } from './brand.read.ts'

export interface MailReader {
  readonly name: string
  readonly isOperator: boolean
}

interface DressParts {
  readonly encryptor: Encryptor
  /** Undefined for somebody who is not of the room. */
  readonly readerOf: (db: Queryable, roomId: number, memberId: number) => Promise<MailReader | undefined>
}

/** How a mail of a room looks, and what of the room's own words it has. Undefined where it is that of the product. */
export async function dressOf(
  { encryptor, readerOf }: DressParts,
  db: Queryable,
  { roomId, memberId, words, language }: DressAsked,
): Promise<MailDress | undefined> {
  const { firm, accent, accentDark, sender, replyTo, footer: closingText } = await findBrand(db, roomId)
  const reader = words === 'none' || memberId === undefined ? undefined : await readerOf(db, roomId, memberId)
  const hasWords = words !== 'none' && reader?.isOperator !== true
  const footer = hasWords ? closingText : ''
  const introduction =
    hasWords && words !== 'closing-text' && reader
      ? await introductionOf(encryptor, db, { roomId, kind: words, language, reader, firm })
      : []
  if (!firm && accent === null && accentDark === null && !sender && !replyTo && !footer && introduction.length === 0) return undefined
  return { firm, accent, accentDark, sender, replyTo, footer, introduction }
}

interface Introduced {
  readonly roomId: number
  readonly kind: MailTextKind
  readonly language: 'ko' | 'en'
  readonly reader: MailReader
  readonly firm: string
}

/** Only invitations are in the language of their reader; others are in both. */
async function introductionOf(
  encryptor: Encryptor,
  db: Queryable,
  { roomId, kind, language, reader, firm }: Introduced,
): Promise<string[]> {
  const { ko, en } = await mailTextOf(db, encryptor, { roomId, kind })
  if (!ko && !en) return []
  const room = nameInMail((await roomIfAny(db, roomId))?.name ?? '')
  // The name of the firm may have been removed since the text was written.
  const values = { name: nameInMail(reader.name), room, firm: nameInMail(firm) || room }
  const shown = kind === 'invitation' ? [language === 'ko' ? ko : en] : [ko, en]
  return shown.flatMap((text) => mailParagraphs(text, values))
}
