import type { Queryable, Tx } from '../../platform/db/database.ts'
import { findHeldBlobs } from './documents.read.ts'
import type { DocumentTables } from './documents.tables.ts'

/** Marks an entry of the trash: from now on it cannot be restored. */
export async function doomItem(tx: Tx, itemId: number, at: Date): Promise<void> {
  await tx.withTables<DocumentTables>().updateTable('items').set({ doomed_at: at }).where('id', '=', itemId).execute()
}

/** Marks the entries of all rooms that were deleted before this; whoever is about to restore one of them is waited for. */
export async function doomDueItems(db: Queryable, deletedBefore: Date, at: Date): Promise<void> {
  await db
    .withTables<DocumentTables>()
    .updateTable('items')
    .set({ doomed_at: at })
    .whereRef('trash_id', '=', 'id')
    .where('doomed_at', 'is', null)
    .where('deleted_at', '<=', deletedBefore)
    .execute()
}

/** Some entry that is to be destroyed. */
export async function findDoomedItem(db: Queryable): Promise<{ id: number; roomId: number } | undefined> {
  const row = await db
    .withTables<DocumentTables>()
    .selectFrom('items')
    .select(['id', 'room_id'])
    .where('doomed_at', 'is not', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row && { id: row.id, roomId: row.room_id }
}

/** Some of the items of an entry of the trash, the entry itself last. */
export async function findItemsOfEntry(tx: Tx, entryId: number, limit: number) {
  return tx
    .withTables<DocumentTables>()
    .selectFrom('items')
    .select(['id', 'name', 'size'])
    .where('trash_id', '=', entryId)
    .orderBy((order) => order('id', '=', entryId))
    .orderBy('id')
    .limit(limit)
    .execute()
}

interface Destroyed {
  /** Bytes of all versions. */
  readonly bytes: number
  /** The items of which another copy still holds content. */
  readonly shared: ReadonlySet<number>
  /** Of the versions that are gone. */
  readonly contentUids: readonly string[]
}

/**
 * Deletes items with their versions and the wrapped keys of their content. The blobs that nobody holds any more are noted, to be removed
 * after the commit: from then on nothing can lead to them again.
 */
export async function deleteItems(tx: Tx, itemIds: readonly number[]): Promise<Destroyed> {
  const tables = tx.withTables<DocumentTables>()
  const ids = [...itemIds]
  const segments = await tables
    .deleteFrom('file_segments')
    .using('file_versions')
    .whereRef('file_versions.id', '=', 'file_segments.version_id')
    .where('file_versions.item_id', 'in', ids)
    .returning(['file_segments.blob_id', 'file_versions.item_id'])
    .execute()
  const blobIds = [...new Set(segments.map(({ blob_id }) => blob_id))]
  const held = await findHeldBlobs(tx, blobIds)
  const freed = blobIds.filter((blobId) => !held.has(blobId)).map((blobId) => ({ blob_id: blobId }))
  if (freed.length > 0) await tables.insertInto('freed_blobs').values(freed).execute()
  const versions = await tables.deleteFrom('file_versions').where('item_id', 'in', ids).returning(['size', 'content_uid']).execute()
  await tables.deleteFrom('items').where('id', 'in', ids).execute()
  return {
    bytes: versions.reduce((sum, { size }) => sum + size, 0),
    shared: new Set(segments.filter(({ blob_id }) => held.has(blob_id)).map(({ item_id }) => item_id)),
    contentUids: [...new Set(versions.map(({ content_uid }) => content_uid))],
  }
}

/** Blobs that are to be removed. */
export async function findFreedBlobs(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.withTables<DocumentTables>().selectFrom('freed_blobs').select('blob_id').limit(limit).execute()
  return rows.map(({ blob_id }) => blob_id)
}

/** Forgets blobs that were removed. */
export async function deleteFreedBlobs(db: Queryable, blobIds: readonly string[]): Promise<void> {
  await db
    .withTables<DocumentTables>()
    .deleteFrom('freed_blobs')
    .where('blob_id', 'in', [...blobIds])
    .execute()
}
