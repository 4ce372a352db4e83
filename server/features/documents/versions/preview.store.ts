import { sql } from 'kysely'
import type { Extension } from '../../../../contract/core/limits.ts'
import type { ViewStatus } from '../../../../contract/features/documents.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { DocumentTables, PageSize } from '../documents.tables.ts'
import type { WrappedSegment } from '../storage/encrypted-content.ts'

export interface ListedVersion {
  readonly versionId: number
  readonly roomId: number
  readonly parentId: number
  readonly isUnseen: boolean
}

const UNSEEN = sql<boolean>`(items.unseen or file_versions.staged)`.as('is_unseen')

interface ListedRow {
  readonly id: number
  readonly room_id: number
  readonly parent_id: number
  readonly is_unseen: boolean
}

const listed = ({ id, room_id, parent_id, is_unseen }: ListedRow): ListedVersion => ({
  ...{ versionId: id, roomId: room_id, parentId: parent_id, isUnseen: is_unseen },
})

/** @returns undefined if a preview exists or has failed, or the version is gone */
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
    .returning(UNSEEN)
    .executeTakeFirst()
  return row && listed(row)
}

export interface PreviewOutcome {
  readonly status: ViewStatus
  readonly pages: readonly PageSize[]
  readonly segments: readonly WrappedSegment[]
  readonly layout: number
}

/** @returns false if the version is gone or another worker was faster */
export async function finishPreview(
  tx: Tx,
  { versionId, roomId }: ListedVersion,
  { status, pages, segments, layout }: PreviewOutcome,
): Promise<boolean> {
  const tables = tx.withTables<DocumentTables>()
  const updated = await tables
    .updateTable('file_versions')
    .set({
      status,
      pages: sql`${JSON.stringify(pages)}::jsonb`,
      preview_layout: status === 'READY' ? layout : null,
    })
    .where('id', '=', versionId)
    .where('status', '=', 'WORKING')
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n) return false
  if (segments.length > 0) await insertPreviews(tx, { roomId, versionIds: [versionId] }, segments)
  return true
}

interface Sharers {
  readonly roomId: number
  readonly versionIds: readonly number[]
}

async function insertPreviews(
  tx: Tx,
  { roomId, versionIds }: Sharers,
  segments: readonly WrappedSegment[],
): Promise<void> {
  const rows = versionIds.flatMap((versionId) =>
    segments.map(({ blobId, size, wrappedKey }, ordinal) => ({
      version_id: versionId,
      purpose: 'preview' as const,
      ordinal,
      room_id: roomId,
      blob_id: blobId,
      size,
      wrapped_key: wrappedKey,
    })),
  )
  await tx.withTables<DocumentTables>().insertInto('file_segments').values(rows).execute()
}

/** Nobody may open these versions meanwhile. */
export async function holdSharers(tx: Tx, contentUid: string): Promise<ListedVersion[]> {
  const rows = await tx
    .withTables<DocumentTables>()
    .selectFrom('file_versions')
    .innerJoin('items', 'items.id', 'file_versions.item_id')
    .select(['file_versions.id', 'file_versions.room_id', 'items.parent_id'])
    .select(UNSEEN)
    .where('content_uid', '=', contentUid)
    .where('status', '=', 'READY')
    .where(
      sql<boolean>`exists (select from file_segments where version_id = file_versions.id and purpose = 'preview')`,
    )
    .orderBy('items.id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(listed)
}

export async function replacePreview(
  tx: Tx,
  sharers: Sharers,
  { pages, segments, layout }: Omit<PreviewOutcome, 'status'>,
): Promise<void> {
  const tables = tx.withTables<DocumentTables>()
  const { versionIds } = sharers
  await tables
    .deleteFrom('file_segments')
    .where('version_id', 'in', versionIds)
    .where('purpose', '=', 'preview')
    .execute()
  await insertPreviews(tx, sharers, segments)
  await tables
    .updateTable('file_versions')
    .set({ pages: sql`${JSON.stringify(pages)}::jsonb`, preview_layout: layout })
    .where('id', 'in', versionIds)
    .execute()
}

export async function notePreviewLayout(
  tx: Tx,
  versionIds: readonly number[],
  layout: number,
): Promise<void> {
  if (versionIds.length === 0) return
  await tx
    .withTables<DocumentTables>()
    .updateTable('file_versions')
    .set({ preview_layout: layout })
    .where('id', 'in', versionIds)
    .execute()
}

/** @returns true if it had one of the statuses */
export async function forgetInspection(
  tx: Tx,
  versionId: number,
  statuses: readonly ViewStatus[],
): Promise<boolean> {
  const updated = await tx
    .withTables<DocumentTables>()
    .updateTable('file_versions')
    .set({ status: null, pages: null })
    .where('id', '=', versionId)
    .where('status', 'in', [...statuses])
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

export async function findVersionsByStatus(
  db: Queryable,
  wanted: {
    readonly extensions: readonly Extension[]
    readonly statuses: readonly ViewStatus[]
    readonly limit: number
  },
): Promise<ListedVersion[]> {
  const rows = await db
    .withTables<DocumentTables>()
    .selectFrom('file_versions')
    .innerJoin('items', 'items.id', 'file_versions.item_id')
    .select(['file_versions.id', 'file_versions.room_id', 'items.parent_id'])
    .select(UNSEEN)
    .where('status', 'in', [...wanted.statuses])
    .where('items.ext', 'in', [...wanted.extensions])
    .orderBy('file_versions.id')
    .limit(wanted.limit)
    .execute()
  return rows.map(listed)
}
