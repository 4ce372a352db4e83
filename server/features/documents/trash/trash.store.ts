import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { findHeldBlobs } from '../documents.read.ts'
import type { DocumentTables } from '../documents.tables.ts'

export async function markForDeletion(tx: Tx, itemId: number, at: Date): Promise<void> {
  await tx
    .withTables<DocumentTables>()
    .updateTable('items')
    .set({ doomed_at: at })
    .where('id', '=', itemId)
    .execute()
}

/** The update waits for a concurrent restore. */
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

export async function findDoomedItem(
  db: Queryable,
): Promise<{ id: number; roomId: number } | undefined> {
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

/** The entry comes last, so an interrupted run finds it again. */
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
  readonly bytes: number
  readonly shared: ReadonlySet<number>
  readonly contentUids: readonly string[]
}

export async function deleteItems(tx: Tx, itemIds: readonly number[]): Promise<Destroyed> {
  const tables = tx.withTables<DocumentTables>()
  const ids = [...itemIds]
  const versions = await tables
    .selectFrom('file_versions')
    .select(['id', 'item_id'])
    .where('item_id', 'in', ids)
    .execute()
  const destroyed = await deleteVersions(
    tx,
    versions.map(({ id }) => id),
  )
  await tables.deleteFrom('items').where('id', 'in', ids).execute()
  return {
    ...destroyed,
    shared: new Set(
      versions.filter(({ id }) => destroyed.shared.has(id)).map(({ item_id }) => item_id),
    ),
  }
}

/** Deletes wrapped keys. Blobs go after the commit. */
export async function deleteVersions(tx: Tx, versionIds: readonly number[]): Promise<Destroyed> {
  if (versionIds.length === 0) return { bytes: 0, shared: new Set(), contentUids: [] }
  const tables = tx.withTables<DocumentTables>()
  const ids = [...versionIds]
  const segments = await tables
    .deleteFrom('file_segments')
    .where('version_id', 'in', ids)
    .returning(['blob_id', 'version_id'])
    .execute()
  const blobIds = [...new Set(segments.map(({ blob_id }) => blob_id))]
  const held = await findHeldBlobs(tx, blobIds)
  await freeBlobs(
    tx,
    blobIds.filter((blobId) => !held.has(blobId)),
  )
  const versions = await tables
    .deleteFrom('file_versions')
    .where('id', 'in', ids)
    .returning(['size', 'content_uid'])
    .execute()
  return {
    bytes: versions.reduce((sum, { size }) => sum + size, 0),
    shared: new Set(
      segments.filter(({ blob_id }) => held.has(blob_id)).map(({ version_id }) => version_id),
    ),
    contentUids: [...new Set(versions.map(({ content_uid }) => content_uid))],
  }
}

interface ReplacedVersion {
  readonly id: number
  readonly roomId: number
}

export async function findReplacedVersion(
  db: Queryable,
  replacedBefore: Date,
): Promise<ReplacedVersion | undefined> {
  const row = await replacedVersions(db, replacedBefore)
    .select(['older.id', 'older.room_id'])
    .orderBy('older.id')
    .limit(1)
    .executeTakeFirst()
  return row && { id: row.id, roomId: row.room_id }
}

/** The caller holds the tree lock, for which a restore waits. */
export async function findReplacedVersions(
  tx: Tx,
  roomId: number,
  replacedBefore: Date,
  limit: number,
) {
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
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('items as holder')
            .select('holder.id')
            .whereRef('holder.id', '=', 'older.item_id')
            .whereRef('holder.version_id', '=', 'older.id'),
        ),
      ),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('file_versions as newer')
          .select('newer.id')
          .whereRef('newer.item_id', '=', 'older.item_id')
          .whereRef('newer.number', '>', 'older.number')
          .where(sql<boolean>`(older.staged or not newer.staged)`)
          .where(sql<boolean>`coalesce(newer.published_at, newer.created_at) <= ${replacedBefore}`),
      ),
    )

export async function freeBlobs(tx: Tx, blobIds: readonly string[]): Promise<void> {
  if (blobIds.length === 0) return
  const rows = blobIds.map((blobId) => ({ blob_id: blobId }))
  await tx.withTables<DocumentTables>().insertInto('freed_blobs').values(rows).execute()
}

export async function findFreedBlobs(
  db: Queryable,
  of: 'all' | 'destroyed',
  limit: number,
): Promise<string[]> {
  const freed = db
    .withTables<DocumentTables>()
    .selectFrom('freed_blobs')
    .select('blob_id')
    .limit(limit)
  const rows = await (of === 'all' ? freed : freed.where('destroyed', '=', true)).execute()
  return rows.map(({ blob_id }) => blob_id)
}

export async function findFreedAmong(db: Queryable, blobIds: readonly string[]): Promise<string[]> {
  if (blobIds.length === 0) return []
  const freed = db.withTables<DocumentTables>().selectFrom('freed_blobs').select('blob_id')
  const rows = await freed.where('blob_id', 'in', [...blobIds]).execute()
  return rows.map(({ blob_id }) => blob_id)
}

export async function deleteFreedBlobs(db: Queryable, blobIds: readonly string[]): Promise<void> {
  await db
    .withTables<DocumentTables>()
    .deleteFrom('freed_blobs')
    .where('blob_id', 'in', [...blobIds])
    .execute()
}
