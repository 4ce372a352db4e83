import type { MailTextKind } from '../../../../contract/core/mails/mail-texts.ts'

export type MailTextTables = { mail_texts: { room_id: number; kind: MailTextKind; sealed: Buffer } }
