import { sql } from 'kysely'
import { bigints } from '../../../platform/db/bigints.ts'
import type { Queryable } from '../../../platform/db/database.ts'

/** Rounding up the database's time puts it after all commits. */
export async function databaseNow(db: Queryable): Promise<Date> {
  const { rows } = await sql<{
    at: Date
  }>`select date_trunc('milliseconds', now()) + interval '1 millisecond' as at`.execute(db)
  if (!rows[0]) throw new Error('the database has no time')
  return rows[0].at
}

export interface PastItem {
  readonly id: number
  readonly folder: boolean
  readonly parent_id: number
  readonly name: string
  readonly is_deleted: boolean
  readonly is_staged: boolean
  readonly version_id: number | null
  readonly number: number | null
}

/** Current order applies, without destroyed items. */
export async function findPastItems(
  db: Queryable,
  roomId: number,
  at: Date,
  limit: number,
): Promise<PastItem[]> {
  const { rows } = await sql<PastItem>`
    with since as (select applied_at as at from schema_migrations where name = '0062_disclosure_records.sql')
    select items.id, items.folder, coalesce(past.parent_id, items.parent_id) as parent_id, coalesce(past.name, items.name) as name,
      coalesce(past.is_deleted, items.deleted_at is not null and items.trash_id = items.id) as is_deleted,
      coalesce(past.is_staged, items.staged) as is_staged, place.number,
      case
        when items.folder then null
        -- Changes of versions are kept since then.
        when (select since.at from since) <= ${at} then case when past.item_id is null then items.version_id else past.version_id end
        else (
          select known.id from file_versions as known
          where known.item_id = items.id and not known.staged and coalesce(known.published_at, known.created_at) <= ${at}
          order by known.number desc limit 1)
      end as version_id
    from items
    left join index_places as place on place.item_id = items.id
    left join lateral (
      select item_id, parent_id, name, is_deleted, is_staged, version_id from past_places
      where past_places.item_id = items.id and held_until > ${at} order by held_until, id limit 1
    ) as past on true
    where items.room_id = ${roomId} and items.added_at <= ${at}
    order by place.rank nulls last, case when place.rank is null then items.folder end desc,
      case when place.rank is null then items.name_key end, items.id
    limit ${limit}`.execute(db)
  return rows
}

export interface PastVersion {
  readonly id: number
  readonly number: number
  readonly size: number
  readonly page_count: number | null
  readonly created_at: Date
  readonly content_uid: string
  readonly sealed_digest: Buffer
}

export async function findPastVersions(
  db: Queryable,
  roomId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PastVersion>> {
  const { rows } = await sql<PastVersion>`
    select id, number, size, page_count, created_at, content_uid, sealed_digest from file_versions
    where room_id = ${roomId} and id = any(${bigints(ids)})`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
