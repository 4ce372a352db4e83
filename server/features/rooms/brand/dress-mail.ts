import { imitationIn } from '../../../../contract/core/mails/mail-text-fault.ts'
import { type MailTextKind, mailParagraphs } from '../../../../contract/core/mails/mail-texts.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Encryptor } from '../../../platform/encryption/encryptor.ts'
import type { Log } from '../../../platform/log/log.ts'
import type { MailDress } from '../../../platform/mail/layout.ts'
import { nameInMail } from '../../../platform/mail/name-in-mail.ts'
import type { DressAsked } from '../../../platform/mail/outbox.ts'
import { roomIfAny } from '../find-room.ts'
import { type MailText, mailTextOf } from '../mail-texts/mail-texts.ts'
import { findBrand } from './brand.read.ts'

export interface MailReader {
  readonly name: string
  readonly isOperator: boolean
}

interface DressParts {
  readonly encryptor: Encryptor
  readonly log: Pick<Log, 'warn' | 'error'>
  readonly readerOf: (db: Queryable, roomId: number, memberId: number) => Promise<MailReader | undefined>
}

/** Returns undefined without look and texts. */
export async function dressOf(
  parts: DressParts,
  db: Queryable,
  { roomId, memberId, words, language }: DressAsked,
): Promise<MailDress | undefined> {
  const { firm, accent, accentDark, sender, replyTo, footer: closingText } = await findBrand(db, roomId)
  const reader = words === 'none' || memberId === undefined ? undefined : await parts.readerOf(db, roomId, memberId)
  const hasWords = words !== 'none' && reader?.isOperator !== true
  const footer = hasWords ? closingText : ''
  const introduction =
    hasWords && words !== 'closing-text' && reader ? await introductionOf(parts, db, { roomId, kind: words, language, reader, firm }) : []
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

async function readableText({ encryptor, log }: DressParts, db: Queryable, { roomId, kind }: Introduced): Promise<MailText | undefined> {
  try {
    return await mailTextOf(db, encryptor, { roomId, kind })
  } catch {
    // Parser messages quote their input, so the error is not logged.
    log.error({ roomId, kind }, 'the own text of a mail could not be read, so the standard text is sent')
    return undefined
  }
}

/** Only invitations use their reader's language. */
async function introductionOf(parts: DressParts, db: Queryable, introduced: Introduced): Promise<string[]> {
  const { roomId, kind, language, reader, firm } = introduced
  const { ko, en } = (await readableText(parts, db, introduced)) ?? { ko: '', en: '' }
  if (!ko && !en) return []
  const room = nameInMail((await roomIfAny(db, roomId))?.name ?? '')
  // The firm's name may be gone.
  const values = { name: nameInMail(reader.name), room, firm: nameInMail(firm) || room }
  const shown = kind === 'invitation' ? [language === 'ko' ? ko : en] : [ko, en]
  const paragraphs = shown.flatMap((text) => mailParagraphs(text, values))
  const fault = imitationIn(paragraphs.join('\n\n'))
  if (!fault) return paragraphs
  parts.log.warn({ roomId, kind, code: fault.code }, 'the own text of a mail was left out, as its values would make it a link or a header')
  return []
}
