import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/database.ts'
import type { DocumentTables } from '../../documents.tables.ts'
import type { WrappedSegment } from '../../storage/encrypted-content.ts'
import { freeBlobs } from '../../trash/trash.store.ts'
import type { UploadTables } from './uploads.tables.ts'

export type NewUpload = Omit<
  UploadTables['uploads'],
  'received' | 'used_at' | 'writer' | 'item_id' | 'stored_name'
>

export async function insertUpload(tx: Tx, upload: NewUpload): Promise<void> {
  await tx
    .withTables<UploadTables>()
    .insertInto('uploads')
    .values({
      ...upload,
      received: 0,
      used_at: upload.created_at,
      writer: null,
      item_id: null,
      stored_name: null,
    })
    .execute()
}

export interface UploadWriter {
  readonly uploadId: string
  readonly writer: string
}

/** Another piece notices this at its commit. @returns false if the offset differs */
export async function becomeWriter(
  db: Db,
  { uploadId, writer }: UploadWriter,
  offset: number,
  now: Date,
): Promise<boolean> {
  const taken = await db
    .withTables<UploadTables>()
    .updateTable('uploads')
    .set({ writer, used_at: now })
    .where('id', '=', uploadId)
    .where('received', '=', offset)
    .where('item_id', 'is', null)
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}

export async function isWriter(db: Db, { uploadId, writer }: UploadWriter): Promise<boolean> {
  const held = await db
    .withTables<UploadTables>()
    .selectFrom('uploads')
    .select('id')
    .where('id', '=', uploadId)
    .where('writer', '=', writer)
    .executeTakeFirst()
  return held !== undefined
}

interface ArrivedSegment {
  /** The segment replaces those from here on. */
  readonly ordinal: number
  readonly segment: WrappedSegment
  readonly bytes: number
}

/** @returns false if another piece has the turn */
export async function addSegment(
  tx: Tx,
  { uploadId, writer }: UploadWriter,
  { ordinal, segment, bytes }: ArrivedSegment,
  now: Date,
): Promise<boolean> {
  const tables = tx.withTables<UploadTables>()
  const added = await tables
    .updateTable('uploads')
    .set({ received: sql<number>`received + ${bytes}`, used_at: now })
    .where('id', '=', uploadId)
    .where('writer', '=', writer)
    .returning('room_id')
    .executeTakeFirst()
  if (!added) return false
  const replaced = await tables
    .deleteFrom('upload_segments')
    .where('upload_id', '=', uploadId)
    .where('ordinal', '>=', ordinal)
    .returning('blob_id')
    .execute()
  await freeBlobs(
    tx,
    replaced.map(({ blob_id }) => blob_id),
  )
  await tables
    .insertInto('upload_segments')
    .values({
      upload_id: uploadId,
      ordinal,
      room_id: added.room_id,
      blob_id: segment.blobId,
      size: segment.size,
      wrapped_key: segment.wrappedKey,
    })
    .execute()
  return true
}

/** @returns false if another piece writes */
export async function finishUpload(
  tx: Tx,
  { uploadId, writer }: UploadWriter,
  item: { id: number; name: string },
  now: Date,
): Promise<boolean> {
  const tables = tx.withTables<UploadTables>()
  const finished = await tables
    .updateTable('uploads')
    .set({
      received: sql<number>`size`,
      item_id: item.id,
      stored_name: item.name,
      writer: null,
      used_at: now,
    })
    .where('id', '=', uploadId)
    .where('writer', '=', writer)
    .executeTakeFirst()
  if (finished.numUpdatedRows === 0n) return false
  await tables.deleteFrom('upload_segments').where('upload_id', '=', uploadId).execute()
  return true
}

export async function deleteUploads(
  tx: Tx,
  ids: readonly string[],
  still: { writer?: string; restingSince?: Date } = {},
): Promise<number> {
  const tables = tx.withTables<UploadTables & DocumentTables>()
  let held = tables
    .selectFrom('uploads')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
  if (still.writer !== undefined) held = held.where('writer', '=', still.writer)
  if (still.restingSince !== undefined) held = held.where('used_at', '<', still.restingSince)
  const deleted = (await held.execute()).map(({ id }) => id)
  if (deleted.length === 0) return 0
  await tables
    .insertInto('freed_blobs')
    .columns(['blob_id'])
    .expression(
      tables.selectFrom('upload_segments').select('blob_id').where('upload_id', 'in', deleted),
    )
    .execute()
  await tables.deleteFrom('uploads').where('id', 'in', deleted).execute()
  return deleted.length
}
