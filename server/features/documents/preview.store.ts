import { sql } from 'kysely'
import type { Extension } from '../../../contract/core/limits.ts'
import type { ViewStatus } from '../../../contract/features/documents.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { DocumentTables, PageSize } from './documents.tables.ts'
import type { WrappedSegment } from './sealed-content.ts'

/** A version and the folder in which lists show it. */
export interface ListedVersion {
  readonly versionId: number
  readonly roomId: number
  readonly parentId: number
}

/** Notes that the PDF of a version is being made. @returns undefined where it is not wanted: it is there, has failed, or the version is gone. */
export async function startPreview(tx: Tx, versionId: number): Promise<ListedVersion | undefined> {
  const row = await tx
    .withTables<DocumentTables>()
    .updateTable('file_versions')
    .from('items')
    .set({ status: 'WORKING' })
    .whereRef('items.id', '=', 'file_versions.item_id')
    .where('file_versions.id', '=', versionId)
    .where((where) => where.or([where('status', 'is', null), where('status', '=', 'WORKING')]))
    .returning(['file_versions.id', 'file_versions.room_id', 'items.parent_id'])
    .executeTakeFirst()
  return row && { versionId: row.id, roomId: row.room_id, parentId: row.parent_id }
}

/** How the making of a PDF ended: its pages and sealed segments, or the status that says why there are none. */
export interface PreviewOutcome {
  readonly status: ViewStatus
  readonly pages: readonly PageSize[]
  readonly segments: readonly WrappedSegment[]
}

/** Ends what `startPreview` began. @returns false where the version is gone, or somebody else was faster: then nothing is written. */
export async function finishPreview(
  tx: Tx,
  { versionId, roomId }: ListedVersion,
  { status, pages, segments }: PreviewOutcome,
): Promise<boolean> {
  const tables = tx.withTables<DocumentTables>()
  const updated = await tables
    .updateTable('file_versions')
    .set({ status, pages: sql`${JSON.stringify(pages)}::jsonb` })
    .where('id', '=', versionId)
    .where('status', '=', 'WORKING')
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n) return false
  if (segments.length === 0) return true
  const rows = segments.map(({ blobId, size, wrappedKey }, ordinal) => ({
    version_id: versionId,
    purpose: 'preview' as const,
    ordinal,
    room_id: roomId,
    blob_id: blobId,
    size,
    wrapped_key: wrappedKey,
  }))
  await tables.insertInto('file_segments').values(rows).execute()
  return true
}

/** Forgets that a version has no pages, if one of these is why. @returns whether it was. */
export async function forgetInspection(tx: Tx, versionId: number, statuses: readonly ViewStatus[]): Promise<boolean> {
  const updated = await tx
    .withTables<DocumentTables>()
    .updateTable('file_versions')
    .set({ status: null, pages: null })
    .where('id', '=', versionId)
    .where('status', 'in', [...statuses])
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** Some of the versions with these extensions that have one of these statuses. */
export async function findVersionsByStatus(
  db: Queryable,
  wanted: { readonly extensions: readonly Extension[]; readonly statuses: readonly ViewStatus[]; readonly limit: number },
): Promise<ListedVersion[]> {
  const rows = await db
    .withTables<DocumentTables>()
    .selectFrom('file_versions')
    .innerJoin('items', 'items.id', 'file_versions.item_id')
    .select(['file_versions.id', 'file_versions.room_id', 'items.parent_id'])
    .where('status', 'in', [...wanted.statuses])
    .where('items.ext', 'in', [...wanted.extensions])
    .orderBy('file_versions.id')
    .limit(wanted.limit)
    .execute()
  return rows.map(({ id, room_id, parent_id }) => ({ versionId: id, roomId: room_id, parentId: parent_id }))
}
