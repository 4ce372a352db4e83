import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DocumentTables } from '../documents.tables.ts'
import { below, type PlacedItem } from './tree.store.ts'

export async function readSubtree(tx: Tx, item: PlacedItem, limit: number) {
  return tx
    .withTables<DocumentTables>()
    .selectFrom('items')
    .select([
      'id',
      'parent_id',
      'ancestors',
      'folder',
      'name',
      'ext',
      'size',
      'version_id',
      'staged',
      'submitted',
      'published_at',
    ])
    .where('room_id', '=', item.room_id)
    .where((where) => where.or([where('id', '=', item.id), below(item)]))
    .limit(limit)
    .execute()
}

export type SourceItem = Awaited<ReturnType<typeof readSubtree>>[number]

export interface Making {
  readonly roomId: number
  readonly createdAt: Date
  readonly createdBy: number
}

export interface CopiedVersion {
  readonly sourceId: number
  readonly id: number
  readonly itemId: number
  readonly number: number
  readonly staged: boolean
}

/** Copies have their own wrapped keys. @returns the versions to inspect */
export async function insertCopiedVersions(
  tx: Tx,
  versions: readonly CopiedVersion[],
  { createdAt, createdBy }: Making,
): Promise<number[]> {
  const copied = sql`unnest(
    ${versions.map(({ sourceId }) => sourceId)}::bigint[], ${versions.map(({ id }) => id)}::bigint[],
    ${versions.map(({ itemId }) => itemId)}::bigint[], ${versions.map(({ number }) => number)}::int[],
    ${versions.map(({ staged }) => staged)}::boolean[]
  ) as copied (source_id, id, item_id, number, staged)`
  const { rows } = await sql<{ id: number; status: string | null }>`
    insert into file_versions (id, room_id, item_id, content_uid, number, size, sealed_digest, created_at, created_by, status, pages, preview_layout, copied, staged)
    select copied.id, room_id, copied.item_id, content_uid, copied.number, size, sealed_digest, ${createdAt}, ${createdBy}, nullif(status, 'WORKING'), pages, preview_layout, true, copied.staged
    from ${copied} join file_versions on file_versions.id = copied.source_id
    returning id, status
  `.execute(tx)
  await sql`
    insert into file_segments (version_id, purpose, ordinal, room_id, blob_id, size, wrapped_key)
    select copied.id, purpose, ordinal, file_segments.room_id, blob_id, file_segments.size, wrapped_key
    from ${copied}
    join file_segments on file_segments.version_id = copied.source_id
    join file_versions on file_versions.id = copied.id
    where purpose = 'content' or status = 'READY'
  `.execute(tx)
  return rows.filter(({ status }) => status === null).map(({ id }) => id)
}
