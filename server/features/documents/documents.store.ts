import { sql } from 'kysely'
import type { Extension } from '../../../contract/core/limits.ts'
import { foldName, nameKey } from '../../../contract/core/name-key.ts'
import type { ViewStatus } from '../../../contract/features/documents.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { portionsOf } from '../../platform/db/portions.ts'
import type { DocumentTables, PageSize } from './documents.tables.ts'
import type { WrappedSegment } from './storage/encrypted-content.ts'

export interface Parent {
  readonly id: number
  readonly path: readonly number[]
  /** The folder or one above it is staged. */
  readonly unseen: boolean
}

export const ROOT: Parent = { id: 0, path: [], unseen: false }

/** The caller must hold the tree lock. */
export async function findParent(
  tx: Tx,
  roomId: number,
  folderId: number,
): Promise<Parent | undefined> {
  if (folderId === ROOT.id) return ROOT
  const row = await tx
    .withTables<DocumentTables>()
    .selectFrom('items')
    .select(['id', 'ancestors', 'unseen'])
    .where('id', '=', folderId)
    .where('room_id', '=', roomId)
    .where('folder', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && { id: row.id, path: [...row.ancestors, row.id], unseen: row.unseen }
}

export async function findFolderIn(
  tx: Tx,
  roomId: number,
  parent: Parent,
  name: string,
): Promise<Parent | undefined> {
  const row = await tx
    .withTables<DocumentTables>()
    .selectFrom('items')
    .select(['id', 'unseen'])
    .where('room_id', '=', roomId)
    .where('parent_id', '=', parent.id)
    .where('name_folded', '=', foldName(name))
    .where('folder', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && { id: row.id, path: [...parent.path, row.id], unseen: row.unseen }
}

export async function findFilesIn(
  tx: Tx,
  roomId: number,
  parent: Parent,
  names: readonly string[],
) {
  return tx
    .withTables<DocumentTables>()
    .selectFrom('items')
    .select(['items.id', 'items.name', 'items.name_folded', 'items.staged'])
    .select(
      sql<number>`(select max(number) from file_versions where file_versions.item_id = items.id)`.as(
        'newest',
      ),
    )
    .where('items.room_id', '=', roomId)
    .where('items.parent_id', '=', parent.id)
    .where(sql<boolean>`items.name_folded = any(${names.map(foldName)}::text[])`)
    .where('items.folder', '=', false)
    .where('items.deleted_at', 'is', null)
    .execute()
}

export async function findTakenNames(
  tx: Tx,
  roomId: number,
  parent: Pick<Parent, 'id'>,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
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
  readonly parent: Pick<Parent, 'id' | 'path'>
  readonly folder: boolean
  readonly name: string
  readonly ext: Extension | ''
  readonly filename: string
  readonly size: number
  readonly createdAt: Date
  readonly createdBy: number | null
  readonly staged: boolean
  /** A submitted document is published only by name. */
  readonly submitted?: boolean
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
  staged: item.staged,
  submitted: item.submitted ?? false,
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

export async function nextIds(
  tx: Tx,
  table: 'items' | 'file_versions',
  count: number,
): Promise<number[]> {
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
  for (const portion of portionsOf(items)) {
    const rows = portion.map((item) => ({
      ...itemValues(item),
      id: item.id,
      version_id: item.versionId,
    }))
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
  readonly createdBy: number | null
  readonly staged: boolean
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
        staged: version.staged,
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

/** Copies sort values to the items and drops waiting versions. The versions must belong to different items. */
export async function makeCurrent(tx: Tx, versionIds: readonly number[]): Promise<void> {
  if (versionIds.length === 0) return
  await tx
    .withTables<DocumentTables>()
    .updateTable('items')
    .from('file_versions')
    .set((row) => ({
      version_id: row.ref('file_versions.id'),
      staged_version_id: null,
      size: row.ref('file_versions.size'),
      created_at: row.ref('file_versions.created_at'),
      created_by: row.ref('file_versions.created_by'),
    }))
    .whereRef('items.id', '=', 'file_versions.item_id')
    .where(sql<boolean>`file_versions.id = any(${[...versionIds]}::bigint[])`)
    .execute()
}

/** Readers keep their version. The versions must belong to different items. */
export async function holdBack(tx: Tx, versionIds: readonly number[]): Promise<void> {
  if (versionIds.length === 0) return
  await tx
    .withTables<DocumentTables>()
    .updateTable('items')
    .from('file_versions')
    .set((row) => ({ staged_version_id: row.ref('file_versions.id') }))
    .whereRef('items.id', '=', 'file_versions.item_id')
    .where(sql<boolean>`file_versions.id = any(${[...versionIds]}::bigint[])`)
    .execute()
}

/** Of two simultaneous inspections, the first result stays. */
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
