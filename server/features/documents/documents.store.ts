import { sql } from 'kysely'
import type { Extension } from '../../../contract/core/limits.ts'
import { foldName, nameKey } from '../../../contract/core/name-key.ts'
import type { ViewStatus } from '../../../contract/features/documents.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { DocumentTables, PageSize } from './documents.tables.ts'
import type { WrappedSegment } from './sealed-content.ts'

/** Rows of one statement, which takes 65,535 values at most. */
const ROWS = 1_000

/** A folder that takes new items, with the path to it. The root has id 0 and no ancestors. */
export interface Parent {
  readonly id: number
  /** From the root down, the folder itself last. */
  readonly path: readonly number[]
}

export const ROOT: Parent = { id: 0, path: [] }

/** A folder that takes items. It stays one until the transaction ends, since the caller holds the tree. */
export async function findParent(tx: Tx, roomId: number, folderId: number): Promise<Parent | undefined> {
  if (folderId === ROOT.id) return ROOT
  const row = await tx
    .withTables<DocumentTables>()
    .selectFrom('items')
    .select(['id', 'ancestors'])
    .where('id', '=', folderId)
    .where('room_id', '=', roomId)
    .where('folder', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && { id: row.id, path: [...row.ancestors, row.id] }
}

/** A folder by its name in a parent. */
export async function findFolderIn(tx: Tx, roomId: number, parent: Parent, name: string): Promise<Parent | undefined> {
  const row = await tx
    .withTables<DocumentTables>()
    .selectFrom('items')
    .select('id')
    .where('room_id', '=', roomId)
    .where('parent_id', '=', parent.id)
    .where('name_folded', '=', foldName(name))
    .where('folder', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && { id: row.id, path: [...parent.path, row.id] }
}

/** The files of a folder that have one of the names, with the numbers of their newest versions. */
export async function findFilesIn(tx: Tx, roomId: number, parent: Parent, names: readonly string[]) {
  return tx
    .withTables<DocumentTables>()
    .selectFrom('items')
    .innerJoin('file_versions', 'file_versions.id', 'items.version_id')
    .select(['items.id', 'items.name', 'items.name_folded', 'file_versions.number as newest'])
    .where('items.room_id', '=', roomId)
    .where('items.parent_id', '=', parent.id)
    .where(sql<boolean>`items.name_folded = any(${names.map(foldName)}::text[])`)
    .where('items.folder', '=', false)
    .where('items.deleted_at', 'is', null)
    .execute()
}

/** Those of the names, folded, that items of a folder have. */
export async function findTakenNames(tx: Tx, roomId: number, parent: Parent, names: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx
    .withTables<DocumentTables>()
    .selectFrom('items')
    .select('name_folded')
    .where('room_id', '=', roomId)
    .where('parent_id', '=', parent.id)
    .where(sql<boolean>`name_folded = any(${names.map(foldName)}::text[])`)
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(rows.map((row) => row.name_folded))
}

/** An item that is about to be written. */
export interface NewItem {
  readonly roomId: number
  readonly parent: Parent
  readonly folder: boolean
  readonly name: string
  readonly ext: Extension | ''
  readonly filename: string
  readonly size: number
  readonly createdAt: Date
  readonly createdBy: number
}

/** The row of a new item, without an id of its own and without a version. */
const itemValues = (item: NewItem) => ({
  room_id: item.roomId,
  parent_id: item.parent.id,
  ancestors: [...item.parent.path],
  folder: item.folder,
  name: item.name,
  name_folded: foldName(item.name),
  name_key: nameKey(item.name),
  ext: item.ext,
  filename: item.filename,
  size: item.size,
  created_at: item.createdAt,
  created_by: item.createdBy,
})

/** @returns the id of the item. */
export async function insertItem(tx: Tx, item: NewItem): Promise<number> {
  const { id } = await tx
    .withTables<DocumentTables>()
    .insertInto('items')
    .values(itemValues(item))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Takes ids for rows that name each other before they are written. */
export async function nextIds(tx: Tx, table: 'items' | 'file_versions', count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count}::int)
  `.execute(tx)
  return rows.map(({ id }) => id)
}

/** An item that is about to be written under an id that was taken for it. */
export interface NumberedItem extends NewItem {
  readonly id: number
  readonly versionId: number | null
}

export async function insertItems(tx: Tx, items: readonly NumberedItem[]): Promise<void> {
  for (let from = 0; from < items.length; from += ROWS) {
    const rows = items.slice(from, from + ROWS).map((item) => ({ ...itemValues(item), id: item.id, version_id: item.versionId }))
    await tx.withTables<DocumentTables>().insertInto('items').values(rows).execute()
  }
}

/** A version that is about to be written, with its segments. */
export interface NewVersion {
  readonly id: number
  readonly roomId: number
  readonly itemId: number
  readonly contentUid: string
  readonly number: number
  readonly size: number
  readonly sealedDigest: Buffer
  readonly createdAt: Date
  readonly createdBy: number
  readonly segments: readonly WrappedSegment[]
}

/** Stores versions with their segments. */
export async function insertVersions(tx: Tx, versions: readonly NewVersion[]): Promise<void> {
  const tables = tx.withTables<DocumentTables>()
  await tables
    .insertInto('file_versions')
    .values(
      versions.map((version) => ({
        id: version.id,
        room_id: version.roomId,
        item_id: version.itemId,
        content_uid: version.contentUid,
        number: version.number,
        size: version.size,
        sealed_digest: version.sealedDigest,
        created_at: version.createdAt,
        created_by: version.createdBy,
        status: null,
        pages: null,
      })),
    )
    .execute()
  const segments = versions.flatMap(({ id, roomId, segments: list }) =>
    list.map((segment, ordinal) => ({
      version_id: id,
      ordinal,
      room_id: roomId,
      blob_id: segment.blobId,
      size: segment.size,
      wrapped_key: segment.wrappedKey,
    })),
  )
  await tables.insertInto('file_segments').values(segments).execute()
}

/**
 * Makes versions, each of another item, the ones that everybody reads: their sizes and dates, by which lists are sorted, are those of the
 * items from now on.
 */
export async function makeCurrent(tx: Tx, versionIds: readonly number[]): Promise<void> {
  if (versionIds.length === 0) return
  await tx
    .withTables<DocumentTables>()
    .updateTable('items')
    .from('file_versions')
    .set((row) => ({
      version_id: row.ref('file_versions.id'),
      size: row.ref('file_versions.size'),
      created_at: row.ref('file_versions.created_at'),
      created_by: row.ref('file_versions.created_by'),
    }))
    .whereRef('items.id', '=', 'file_versions.item_id')
    .where(sql<boolean>`file_versions.id = any(${[...versionIds]}::bigint[])`)
    .execute()
}

/** Writes down what a version turned out to be for a reader, unless somebody did already: the first answer was found in time. */
export async function updateInspection(
  db: Queryable,
  versionId: number,
  found: { status: ViewStatus; pages: readonly PageSize[] },
): Promise<boolean> {
  const updated = await db
    .withTables<DocumentTables>()
    .updateTable('file_versions')
    .set({ status: found.status, pages: sql`${JSON.stringify(found.pages)}::jsonb` })
    .where('id', '=', versionId)
    .where('status', 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}
