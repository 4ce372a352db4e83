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
  /** The items, or versions, of which a copy still holds content. */
  readonly shared: ReadonlySet<number>
  /** Of the versions that are gone. */
  readonly contentUids: readonly string[]
}

/** Deletes items with all their versions, as `deleteVersions` does. */
export async function deleteItems(tx: Tx, itemIds: readonly number[]): Promise<Destroyed> {
  const tables = tx.withTables<DocumentTables>()
  const ids = [...itemIds]
  const versions = await tables.selectFrom('file_versions').select(['id', 'item_id']).where('item_id', 'in', ids).execute()
  const destroyed = await deleteVersions(
    tx,
    versions.map(({ id }) => id),
  )
  await tables.deleteFrom('items').where('id', 'in', ids).execute()
  return { ...destroyed, shared: new Set(versions.filter(({ id }) => destroyed.shared.has(id)).map(({ item_id }) => item_id)) }
}

/**
 * Deletes versions with the wrapped keys of their content. The blobs that nobody holds any more are noted, to be removed after the commit: from
 * then on nothing can lead to them again.
 */
export async function deleteVersions(tx: Tx, versionIds: readonly number[]): Promise<Destroyed> {
  if (versionIds.length === 0) return { bytes: 0, shared: new Set(), contentUids: [] }
  const tables = tx.withTables<DocumentTables>()
  const ids = [...versionIds]
  const segments = await tables.deleteFrom('file_segments').where('version_id', 'in', ids).returning(['blob_id', 'version_id']).execute()
  const blobIds = [...new Set(segments.map(({ blob_id }) => blob_id))]
  const held = await findHeldBlobs(tx, blobIds)
  await freeBlobs(
    tx,
    blobIds.filter((blobId) => !held.has(blobId)),
  )
  const versions = await tables.deleteFrom('file_versions').where('id', 'in', ids).returning(['size', 'content_uid']).execute()
  return {
    bytes: versions.reduce((sum, { size }) => sum + size, 0),
    shared: new Set(segments.filter(({ blob_id }) => held.has(blob_id)).map(({ version_id }) => version_id)),
    contentUids: [...new Set(versions.map(({ content_uid }) => content_uid))],
  }
}

/** A version that another one has replaced. */
interface ReplacedVersion {
  readonly id: number
  readonly roomId: number
}

/** Some version that was replaced before this. */
export async function findReplacedVersion(db: Queryable, replacedBefore: Date): Promise<ReplacedVersion | undefined> {
  const row = await replacedVersions(db, replacedBefore)
    .select(['older.id', 'older.room_id'])
    .orderBy('older.id')
    .limit(1)
    .executeTakeFirst()
  return row && { id: row.id, roomId: row.room_id }
}

/** Some versions of a room that were replaced before this, with their files; whoever is about to bring one back is waited for by the tree's lock. */
export async function findReplacedVersions(tx: Tx, roomId: number, replacedBefore: Date, limit: number) {
  return replacedVersions(tx, replacedBefore)
    .innerJoin('items', 'items.id', 'older.item_id')
    .select(['older.id', 'older.item_id', 'older.number', 'older.size', 'items.name'])
    .where('older.room_id', '=', roomId)
    .orderBy('older.id')
    .limit(limit)
    .execute()
}

const replacedVersions = (db: Queryable, replacedBefore: Date) =>
  db
    .withTables<DocumentTables>()
    .selectFrom('file_versions as older')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('file_versions as newer')
          .select('newer.id')
          .whereRef('newer.item_id', '=', 'older.item_id')
          .whereRef('newer.number', '>', 'older.number')
          .where('newer.created_at', '<=', replacedBefore),
      ),
    )

/** Notes blobs that nobody holds any more once this commits: they are removed by what sweeps blobs. */
export async function freeBlobs(tx: Tx, blobIds: readonly string[]): Promise<void> {
  if (blobIds.length === 0) return
  const rows = blobIds.map((blobId) => ({ blob_id: blobId }))
  await tx.withTables<DocumentTables>().insertInto('freed_blobs').values(rows).execute()
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
