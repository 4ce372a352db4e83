import { sql } from 'kysely'
import type { Extension } from '../../../../contract/core/limits.ts'
import type { ViewStatus } from '../../../../contract/features/documents.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { PageSize, WrappedSegment } from '../../documents/index.ts'
import type { ThreadTables } from '../threads.tables.ts'

export interface TakenFile {
  readonly id: string
  readonly room_id: number
  readonly ext: Extension
  /** The size is in bytes. */
  readonly size: number
  readonly content_uid: string
  readonly blob_id: string
  readonly wrapped_key: Buffer
  readonly attempts: number
}

/** New files precede retried ones. Rooms take turns, the smallest file first. */
export async function takeFile(tx: Tx, at: Date): Promise<TakenFile | undefined> {
  const { rows } = await sql<TakenFile>`
    update thread_files set attempts = attempts + 1, tried_at = ${at}
    where id = (
      select waiting.id from thread_files as waiting where waiting.status = 'WAITING' and waiting.due_at <= ${at}
      order by waiting.attempts > 0,
        (select max(tried_at) from thread_files as other where other.room_id = waiting.room_id) nulls first, waiting.size, waiting.id
      limit 1)
    returning id, room_id, ext, size, content_uid, blob_id, wrapped_key, attempts
  `.execute(tx)
  return rows[0]
}

export async function isOtherRoomWaiting(
  db: Queryable,
  roomId: number,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (
      select from thread_files where status = 'WAITING' and due_at <= ${at} and attempts = 0 and room_id <> ${roomId}) as waits
  `.execute(db)
  return rows[0]?.waits === true
}

/** Blocks concurrent callers until the transaction ends, so none misses a file. */
export async function findNextDue(tx: Tx): Promise<Date | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended('sealroom thread conversions', 0))`.execute(
    tx,
  )
  const { due } = await tx
    .withTables<ThreadTables>()
    .selectFrom('thread_files')
    .select(({ fn }) => fn.min('due_at').as('due'))
    .where('status', '=', 'WAITING')
    .executeTakeFirstOrThrow()
  return due ?? undefined
}

export async function postponeFile(
  tx: Tx,
  fileId: string,
  { counts, dueAt }: { counts: boolean; dueAt: Date },
): Promise<void> {
  await sql`
    update thread_files set due_at = ${dueAt}, attempts = attempts - ${counts ? 0 : 1} where id = ${fileId} and status = 'WAITING'
  `.execute(tx)
}

interface ConversionOutcome {
  readonly status: ViewStatus
  readonly pages: readonly PageSize[]
  readonly preview: WrappedSegment | undefined
}

/** @returns false if gone or finished */
export async function finishFile(
  tx: Tx,
  { id, room_id, content_uid }: Pick<TakenFile, 'id' | 'room_id' | 'content_uid'>,
  { status, pages, preview }: ConversionOutcome,
): Promise<boolean> {
  const tables = tx.withTables<ThreadTables>()
  const updated = await tables
    .updateTable('thread_files')
    .set({ status, pages: JSON.stringify(pages), due_at: null })
    .where('id', '=', id)
    .where('status', '=', 'WAITING')
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n) return false
  if (preview) {
    const { blobId: blob_id, size, wrappedKey: wrapped_key } = preview
    await tables
      .insertInto('thread_previews')
      .values({ file_id: id, room_id, content_uid, blob_id, size, wrapped_key })
      .execute()
  }
  return true
}

export async function awaitConverted(tx: Tx, at: Date): Promise<void> {
  await tx
    .withTables<ThreadTables>()
    .updateTable('thread_files')
    .set({ status: 'WAITING', attempts: 0, due_at: at })
    .where('status', '=', 'NO_CONVERTER')
    .execute()
}
