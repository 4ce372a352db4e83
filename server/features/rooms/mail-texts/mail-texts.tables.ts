import type { MailTextKind } from '../../../../contract/core/mail-texts.ts'

export type MailTextTables = { mail_texts: { room_id: number; kind: MailTextKind; sealed: Buffer } }
