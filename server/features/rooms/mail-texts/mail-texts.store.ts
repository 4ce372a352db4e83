import type { MailTextKind } from '../../../../contract/core/mails/mail-texts.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { MailTextTables } from './mail-texts.tables.ts'

export async function putMailText(
  tx: Tx,
  roomId: number,
  kind: MailTextKind,
  encrypted: Buffer,
): Promise<void> {
  await tx
    .withTables<MailTextTables>()
    .insertInto('mail_texts')
    .values({ room_id: roomId, kind, sealed: encrypted })
    .onConflict((conflict) =>
      conflict.columns(['room_id', 'kind']).doUpdateSet({ sealed: encrypted }),
    )
    .execute()
}

export async function deleteMailText(tx: Tx, roomId: number, kind: MailTextKind): Promise<void> {
  await tx
    .withTables<MailTextTables>()
    .deleteFrom('mail_texts')
    .where('room_id', '=', roomId)
    .where('kind', '=', kind)
    .execute()
}
