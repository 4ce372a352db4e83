import { sql } from 'kysely'
import type { Extension } from '../../../contract/core/limits.ts'
import { foldName, nameKey } from '../../../contract/core/name-key.ts'
import type { ViewStatus } from '../../../contract/features/documents.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { DocumentTables, PageSize } from './documents.tables.ts'
import type { WrappedSegment } from './storage/encrypted-content.ts'

/** PostgreSQL accepts at most 65,535 parameters. */
const ROWS = 1_000

export interface Parent {
  readonly id: number
  /** Lists ids from the root to this folder. */
  readonly path: readonly number[]
}

export const ROOT: Parent = { id: 0, path: [] }

/** The caller's tree lock keeps the folder valid. */
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

/** `newest` is a version number. */
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

/** Returns folded names. */
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

export async function insertItem(tx: Tx, item: NewItem): Promise<number> {
  const { id } = await tx
    .withTables<DocumentTables>()
    .insertInto('items')
    .values(itemValues(item))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Reserves ids for rows that reference each other. */
export async function nextIds(tx: Tx, table: 'items' | 'file_versions', count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count}::int)
  `.execute(tx)
  return rows.map(({ id }) => id)
}

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

export interface NewVersion {
  readonly id: number
  readonly roomId: number
  readonly itemId: number
  readonly contentUid: string
  readonly number: number
  readonly size: number
  readonly encryptedDigest: Buffer
  readonly createdAt: Date
  readonly createdBy: number
  readonly segments: readonly WrappedSegment[]
}

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
        sealed_digest: version.encryptedDigest,
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

/** Each version must belong to another item, which takes over its sort values. */
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

/** The first result wins. */
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
