import type { MailTextKind } from '../../../../contract/core/mails/mail-texts.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { MailTextTables } from './mail-texts.tables.ts'

export async function findMailTexts(db: Queryable, roomId: number) {
  return db
    .withTables<MailTextTables>()
    .selectFrom('mail_texts')
    .select(['kind', 'sealed'])
    .where('room_id', '=', roomId)
    .execute()
}

export async function findMailText(
  db: Queryable,
  roomId: number,
  kind: MailTextKind,
): Promise<Buffer | undefined> {
  const row = await db
    .withTables<MailTextTables>()
    .selectFrom('mail_texts')
    .select('sealed')
    .where('room_id', '=', roomId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row?.sealed
}
