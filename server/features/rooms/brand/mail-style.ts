import { linkOrHeaderIn } from '../../../../contract/core/mails/mail-text-fault.ts'
import { type MailTextKind, mailParagraphs } from '../../../../contract/core/mails/mail-texts.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Encryptor } from '../../../platform/encryption/encryptor.ts'
import type { Log } from '../../../platform/log/log.ts'
import type { MailStyle } from '../../../platform/mail/layout.ts'
import { nameInMail } from '../../../platform/mail/name-in-mail.ts'
import type { MailStyleQuery } from '../../../platform/mail/outbox.ts'
import { roomIfAny } from '../find-room.ts'
import { type MailText, mailTextOf } from '../mail-texts/mail-texts.ts'
import { findBrand } from './brand.read.ts'

export interface MailReader {
  readonly name: string
  readonly isOperator: boolean
}

interface MailStyleParts {
  readonly encryptor: Encryptor
  readonly log: Pick<Log, 'warn' | 'error'>
  readonly readerOf: (
    db: Queryable,
    roomId: number,
    memberId: number,
  ) => Promise<MailReader | undefined>
}

/**
 * What a room adds to a mail: its colors, names, closing text and introduction. Operators get its look alone, as they wrote the texts.
 * @returns undefined if the room adds nothing
 */
export async function mailStyleOf(
  parts: MailStyleParts,
  db: Queryable,
  { roomId, memberId, textPolicy, language }: MailStyleQuery,
): Promise<MailStyle | undefined> {
  const {
    firm,
    accent,
    accentDark,
    sender,
    replyTo,
    footer: closingText,
  } = await findBrand(db, roomId)
  const reader =
    textPolicy === 'none' || memberId === undefined
      ? undefined
      : await parts.readerOf(db, roomId, memberId)
  const hasTexts = textPolicy !== 'none' && reader?.isOperator !== true
  const footer = hasTexts ? closingText : ''
  const introduction =
    hasTexts && textPolicy !== 'closing-text' && reader
      ? await introductionOf(parts, db, { roomId, kind: textPolicy, language, reader, firm })
      : []
  if (
    !firm &&
    accent === null &&
    accentDark === null &&
    !sender &&
    !replyTo &&
    !footer &&
    introduction.length === 0
  )
    return undefined
  return { firm, accent, accentDark, sender, replyTo, footer, introduction }
}

interface IntroductionInput {
  readonly roomId: number
  readonly kind: MailTextKind
  readonly language: 'ko' | 'en'
  readonly reader: MailReader
  readonly firm: string
}

async function readableText(
  { encryptor, log }: MailStyleParts,
  db: Queryable,
  { roomId, kind }: IntroductionInput,
): Promise<MailText | undefined> {
  try {
    return await mailTextOf(db, encryptor, { roomId, kind })
  } catch {
    // Parser messages quote their input, so the error is not logged.
    log.error(
      { roomId, kind },
      'the own text of a mail could not be read, so the standard text is sent',
    )
    return undefined
  }
}

/** Invitations are in their reader's language alone, other mails in both. A text that became a link or header is left out. */
async function introductionOf(
  parts: MailStyleParts,
  db: Queryable,
  input: IntroductionInput,
): Promise<string[]> {
  const { roomId, kind, language, reader, firm } = input
  const { ko, en } = (await readableText(parts, db, input)) ?? { ko: '', en: '' }
  if (!ko && !en) return []
  const room = nameInMail((await roomIfAny(db, roomId))?.name ?? '')
  // A text may name the firm although the room no longer does.
  const values = { name: nameInMail(reader.name), room, firm: nameInMail(firm) || room }
  const shown = kind === 'invitation' ? [language === 'ko' ? ko : en] : [ko, en]
  const paragraphs = shown.flatMap((text) => mailParagraphs(text, values))
  const fault = linkOrHeaderIn(paragraphs.join('\n\n'))
  if (!fault) return paragraphs
  parts.log.warn(
    { roomId, kind, code: fault.code },
    'the own text of a mail was left out, as its values would make it a link or a header',
  )
  return []
}
