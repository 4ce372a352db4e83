import { sql } from 'kysely'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { MailTables } from '../../platform/mail/outbox.tables.ts'
import { dropBlobs } from '../documents/index.ts'
import type { MessageTables } from './messages.tables.ts'

/** Encryption binds content to the id. */
export async function nextMessageId(tx: Tx): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`select nextval(pg_get_serial_sequence('messages', 'id')) as id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the sequence of messages gave no id')
  return row.id
}

interface NewMessage {
  readonly id: number
  readonly roomId: number
  readonly senderId: number
  readonly to: 'operators' | 'users'
  readonly sealed: Buffer
  readonly file: Buffer | undefined
  readonly at: Date
}

export async function insertMessage(
  tx: Tx,
  { id, roomId, senderId, to, sealed: encrypted, file, at }: NewMessage,
): Promise<void> {
  await tx
    .withTables<MessageTables>()
    .insertInto('messages')
    .values({
      id,
      room_id: roomId,
      sender_id: senderId,
      recipients: to,
      sealed: encrypted,
      file: file ?? null,
      created_at: at,
    })
    .execute()
}

export interface KeptFile {
  readonly uid: string
  readonly blobId: string
  readonly size: number
  readonly wrappedKey: Buffer
}

interface NewFile extends KeptFile {
  readonly messageId: number
  readonly roomId: number
  readonly at: Date
}

export async function insertFile(
  tx: Tx,
  { messageId, roomId, uid, blobId, size, wrappedKey, at }: NewFile,
): Promise<void> {
  await tx
    .withTables<MessageTables>()
    .insertInto('message_files')
    .values({
      message_id: messageId,
      room_id: roomId,
      content_uid: uid,
      blob_id: blobId,
      size,
      wrapped_key: wrappedKey,
      created_at: at,
    })
    .execute()
}

interface RemovedFiles {
  readonly roomId: number
  readonly count: number
  readonly size: number
}

/** Also deletes keys. `until` is inclusive. */
export async function removeOldFiles(tx: Tx, until: Date): Promise<RemovedFiles[]> {
  const gone = await tx
    .withTables<MessageTables>()
    .deleteFrom('message_files')
    .where('created_at', '<=', until)
    .returning(['room_id', 'size', 'blob_id'])
    .execute()
  await dropBlobs(
    tx,
    gone.map(({ blob_id }) => blob_id),
  )
  const rooms = new Map<number, RemovedFiles>()
  for (const { room_id: roomId, size: more } of gone) {
    const { count = 0, size = 0 } = rooms.get(roomId) ?? {}
    rooms.set(roomId, { roomId, count: count + 1, size: size + more })
  }
  return [...rooms.values()]
}

export async function deleteOldMessages(db: Queryable, before: Date): Promise<void> {
  await db
    .withTables<MessageTables>()
    .deleteFrom('messages')
    .where('created_at', '<', before)
    .execute()
}

export async function blankFiles(db: Queryable, before: Date): Promise<void> {
  await db
    .withTables<MessageTables & MailTables>()
    .updateTable('messages')
    .set({ file: null })
    .where('file', 'is not', null)
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('created_at', '<', before),
        not(
          exists(
            selectFrom('mails')
              .select('mails.id')
              .whereRef('mails.message_id', '=', 'messages.id')
              .where('mails.status', '!=', 'sent')
              .where((open) =>
                open.not(
                  open.exists(
                    open
                      .selectFrom('mails as later')
                      .select('later.id')
                      .whereRef('later.message_id', '=', 'mails.message_id')
                      .whereRef('later.member_id', '=', 'mails.member_id')
                      .whereRef('later.id', '>', 'mails.id'),
                  ),
                ),
              ),
          ),
        ),
      ]),
    )
    .execute()
}
