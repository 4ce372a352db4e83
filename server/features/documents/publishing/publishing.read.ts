import { type RawBuilder, sql } from 'kysely'
import type { VisibleItems } from '../../../access/items.ts'
import { bigints } from '../../../platform/db/bigints.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { type ItemRow, visible } from '../documents.read.ts'
import type { DocumentTables } from '../documents.tables.ts'

export interface Covering {
  readonly roomId: number
  readonly itemIds: readonly number[]
  readonly named: readonly number[]
}

/** Excludes the trash. The items must be disjoint. @param named includes items below others */
export const covered = (roomId: number, itemIds: readonly number[], named = itemIds) => sql`
  select top.id as top_id, inside.id, inside.folder, inside.staged, inside.unseen, inside.staged_version_id,
    (inside.submitted and inside.staged and inside.published_at is null and inside.id <> all(${bigints(named)})) as submitted
  from items as top
  cross join lateral (
    select items.* from items where items.id = top.id
    union all
    select items.* from items
    where top.folder and items.room_id = ${roomId} and items.deleted_at is null
      and items.ancestors >= top.ancestors || top.id and items.ancestors < top.ancestors || (top.id + 1)
  ) as inside
  where top.id = any(${bigints(itemIds)}) and top.room_id = ${roomId}`

export const waits = sql`((staged or unseen or staged_version_id is not null) and not submitted)`

export async function stagesUploads(
  db: Queryable,
  roomId: number,
  path: readonly number[],
): Promise<boolean> {
  const { rows } = await sql<{ isStaged: boolean }>`
    select coalesce(
      (select staging from items where id = any(${bigints(path)}) and staging is not null order by cardinality(ancestors) desc limit 1),
      (select staging from rooms where id = ${roomId})) as "isStaged"`.execute(db)
  return rows[0]?.isStaged ?? false
}

export async function isPathStaged(db: Queryable, path: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{
    isStaged: boolean
  }>`select is_path_staged(${bigints(path)}) as "isStaged"`.execute(db)
  return rows[0]?.isStaged ?? false
}

export async function hasOrder(db: Queryable, itemIds: readonly number[]): Promise<boolean> {
  const { rows } =
    await sql`select from publications where item_id = any(${bigints(itemIds)}) limit 1`.execute(db)
  return rows.length > 0
}

export async function hasOrderInTrash(
  db: Queryable,
  roomId: number,
  trashId: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from publications join items on items.id = publications.item_id
    where publications.room_id = ${roomId} and items.trash_id = ${trashId} limit 1`.execute(db)
  return rows.length > 0
}

const isWaiting = sql<boolean>`(items.staged or items.staged_version_id is not null)`

export async function findWaiting(
  db: Queryable,
  scope: VisibleItems,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<ItemRow[]> {
  const waiting = visible(db, scope)
    .where(isWaiting)
    .where(sql<boolean>`not is_path_staged(items.ancestors)`)
    .orderBy('items.id', 'desc')
    .limit(limit)
  return (before === undefined ? waiting : waiting.where('items.id', '<', before)).execute()
}

/** `documents` includes staged versions, `ordered` later orders. */
export async function countWaiting(
  db: Queryable,
  roomId: number,
): Promise<{ readonly documents: number; readonly ordered: number }> {
  const { rows } = await sql<{ documents: number; ordered: number }>`
    select
      (select count(*) from items
        where room_id = ${roomId} and (unseen or staged_version_id is not null) and deleted_at is null and not folder) as documents,
      (select count(*) from publications join items on items.id = publications.item_id
        where publications.room_id = ${roomId} and items.deleted_at is null) as ordered`.execute(db)
  return rows[0] ?? { documents: 0, ordered: 0 }
}

export async function findUnseen(db: Queryable, itemIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .withTables<DocumentTables>()
    .selectFrom('items')
    .select('id')
    .where(sql<boolean>`id = any(${bigints(itemIds)})`)
    .where('unseen', '=', true)
    .execute()
  return rows.map(({ id }) => id)
}

export interface Order {
  readonly item_id: number
  readonly room_id: number
  readonly publishes: boolean
  readonly notifies: boolean
  readonly due_at: Date
}

export async function findDueOrder(
  db: Queryable,
  now: Date,
  exceptRooms: readonly number[],
): Promise<Order | undefined> {
  const { rows } = await sql<Order>`
    select item_id, room_id, publishes, notifies, due_at from publications
    where due_at <= ${now} and room_id <> all(${bigints(exceptRooms)}) and exists (select from rooms where rooms.id = publications.room_id and rooms.phase = 'open')
    order by due_at, room_id, publishes, notifies limit 1`.execute(db)
  return rows[0]
}

export interface PublishedDocument {
  readonly id: number
  readonly room_id: number
  readonly name: string
  readonly ancestors: readonly number[]
  readonly replaced: boolean
}

/** The caller must check access. */
export async function findPublished(
  db: Queryable,
  roomId: number,
  at: Date,
): Promise<PublishedDocument[]> {
  const { rows } = await sql<PublishedDocument>`
    select items.id, items.room_id, items.name, items.ancestors, version.number > 1 as replaced
    from items join file_versions as version on version.id = items.version_id
    where items.room_id = ${roomId} and items.published_at = ${at} and items.deleted_at is null and not items.unseen
    order by items.ancestors, items.name_key, items.id`.execute(db)
  return rows
}

export const cameSince = (at: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from items as inside
  where top.folder and inside.room_id = top.room_id and inside.deleted_at is null
    and inside.ancestors >= top.ancestors || top.id and inside.ancestors < top.ancestors || (top.id + 1)
    and (greatest(inside.added_at, inside.content_at) > ${at} or exists (
      select from past_places as moved where moved.item_id = inside.id and moved.held_until > ${at} and (moved.is_moved or moved.is_deleted)
    ))
)`
