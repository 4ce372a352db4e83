import { sql } from 'kysely'
import type { ViewStatus } from '../../../../contract/features/documents.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { type Covering, covered, waits } from './publishing.read.ts'

export interface CheckedRow {
  readonly id: number
  readonly parent_id: number
  readonly ancestors: readonly number[]
  readonly folder: boolean
  readonly name: string
  readonly ext: string
  readonly version_id: number | null
  readonly size: number
  readonly status: ViewStatus | null
  readonly content_uid: string | null
  readonly sealed_digest: Buffer | null
}

export async function findToCheck(
  db: Queryable,
  { roomId, itemIds, named }: Covering,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<CheckedRow[]> {
  const { rows } = await sql<CheckedRow>`
    select items.id, items.parent_id, items.ancestors, items.folder, items.name, items.ext, version.id as version_id,
      coalesce(version.size, 0)::bigint as size, version.status, version.content_uid, version.sealed_digest
    from (select * from (${covered(roomId, itemIds, named)}) as inside where ${waits} and id > ${after} order by id limit ${limit}) as found
    join items on items.id = found.id
    left join file_versions as version on version.id = coalesce(items.staged_version_id, items.version_id)
    order by items.id`.execute(db)
  return rows
}

export async function countToCheck(
  db: Queryable,
  { roomId, itemIds, named }: Covering,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${covered(roomId, itemIds, named)}) as inside where ${waits}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export async function findEmptyFolders(
  db: Queryable,
  roomId: number,
  folders: readonly CheckedRow[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select folder.id from items as folder
    where folder.id = any(${folders.map(({ id }) => id)}::bigint[]) and not exists (
      select from items where items.room_id = ${roomId} and items.deleted_at is null and not items.folder
        and items.ancestors >= folder.ancestors || folder.id and items.ancestors < folder.ancestors || (folder.id + 1))`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

export interface OtherRow {
  readonly id: number
  readonly other_id: number
  readonly parent_id: number
  readonly ancestors: readonly number[]
  readonly name: string
}

const bare = (column: string) =>
  sql`regexp_replace(lower(normalize(${sql.ref(column)}, nfkc)), '[^[:alnum:]]+', '', 'g')`

export async function findSimilarNames(
  db: Queryable,
  itemIds: readonly number[],
): Promise<OtherRow[]> {
  const { rows } = await sql<OtherRow>`
    select distinct on (own.id) own.id, other.id as other_id, other.parent_id, other.ancestors, other.name
    from items as own
    join items as other on other.room_id = own.room_id and other.parent_id = own.parent_id and other.folder = own.folder and other.id <> own.id
      and other.deleted_at is null and ${bare('other.name')} = ${bare('own.name')}
    where own.id = any(${[...itemIds]}::bigint[]) and ${bare('own.name')} <> ''
    order by own.id, other.id`.execute(db)
  return rows
}

export interface SameSizeRow extends OtherRow {
  readonly content_uid: string
  readonly sealed_digest: Buffer
}

/** Equal contents have equal sizes. */
export async function findSameSize(
  db: Queryable,
  roomId: number,
  rows: readonly CheckedRow[],
  limit: number,
): Promise<SameSizeRow[]> {
  const { rows: found } = await sql<SameSizeRow>`
    select own.id, other.id as other_id, other.parent_id, other.ancestors, other.name, version.content_uid, version.sealed_digest
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ size }) => size)}::bigint[], ${rows.map(({ ext }) => ext)}::text[])
      as own (id, size, ext)
    cross join lateral (
      select * from items where items.room_id = ${roomId} and items.deleted_at is null and not items.folder and items.size = own.size
        and items.ext = own.ext and items.id <> own.id order by items.id limit ${limit}
    ) as other
    join file_versions as version on version.id = other.version_id
    order by own.id, other.id`.execute(db)
  return found
}
