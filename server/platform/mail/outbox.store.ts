import { type Kysely, sql } from 'kysely'
import type { NoTables, Queryable } from '../db/database.ts'
import type { MailTables } from './outbox.tables.ts'

const tables = (db: Kysely<NoTables>) => db.withTables<MailTables>()

export async function nextMailId(tx: Queryable): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`select nextval(pg_get_serial_sequence('mails', 'id')) as id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the sequence of mails gave no id')
  return row.id
}

export interface NewMail {
  readonly id: number
  readonly roomId: number
  readonly memberId: number | undefined
  readonly messageId: number | undefined
  readonly participantId: number | undefined
  readonly listId: string | undefined
  readonly kind: string
  readonly outlivesRoom: boolean
  readonly itemIds: readonly number[] | undefined
  readonly sealed: Buffer
  readonly createdAt: Date
}

export async function insertMail(tx: Queryable, mail: NewMail): Promise<void> {
  const {
    id,
    roomId,
    memberId = null,
    messageId = null,
    participantId = null,
    listId = null,
    kind,
    outlivesRoom,
    itemIds,
    sealed: encrypted,
    createdAt,
  } = mail
  await tables(tx)
    .insertInto('mails')
    .values({
      ...{
        id,
        room_id: roomId,
        member_id: memberId,
        message_id: messageId,
        participant_id: participantId,
        list_id: listId,
      },
      ...{ kind, sealed: encrypted, created_at: createdAt, outlives_room: outlivesRoom },
      item_ids: itemIds ? [...itemIds] : null,
    })
    .execute()
}

export interface QueuedMail {
  readonly roomId: number
  readonly memberId: number | null
  readonly kind: string
  readonly sealed: Buffer
  readonly outlivesRoom: boolean
  readonly itemIds: readonly number[] | null
}

/** Undefined means sent or given up. The row lock ends with this call. */
export async function beginAttempt(db: Queryable, mailId: number): Promise<QueuedMail | undefined> {
  const row = await tables(db)
    .updateTable('mails')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', mailId)
    .where('status', '=', 'queued')
    .returning(['room_id', 'member_id', 'kind', 'sealed', 'outlives_room', 'item_ids'])
    .executeTakeFirst()
  if (!row?.sealed || row.room_id === null) return undefined
  const {
    room_id: roomId,
    member_id: memberId,
    kind,
    sealed,
    outlives_room: outlivesRoom,
    item_ids: itemIds,
  } = row
  return { roomId, memberId, kind, sealed, outlivesRoom, itemIds }
}

/** @returns false if the mail is gone. */
export async function markSent(db: Queryable, mailId: number, at: Date): Promise<boolean> {
  const marked = await tables(db)
    .updateTable('mails')
    .set({ status: 'sent', sealed: null, sent_at: at, last_error: null })
    .where('id', '=', mailId)
    .where('status', '=', 'queued')
    .executeTakeFirst()
  return marked.numUpdatedRows === 1n
}

export async function markFailed(db: Queryable, mailId: number, reason: string): Promise<void> {
  await tables(db)
    .updateTable('mails')
    .set({ status: 'failed', sealed: null, last_error: reason })
    .where('id', '=', mailId)
    .where('status', '=', 'queued')
    .execute()
}

export async function noteFailure(db: Queryable, mailId: number, reason: string): Promise<void> {
  await tables(db)
    .updateTable('mails')
    .set({ last_error: reason })
    .where('id', '=', mailId)
    .where('status', '=', 'queued')
    .execute()
}

export async function expireMails(db: Queryable, before: Date): Promise<number> {
  const result = await tables(db)
    .updateTable('mails')
    .set({ status: 'failed', sealed: null, last_error: 'expired' })
    .where('status', '=', 'queued')
    .where('created_at', '<', before)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}
