import { sql } from 'kysely'
import { bigints } from '../platform/db/bigints.ts'
import type { Queryable } from '../platform/db/database.ts'

export interface ItemPlace {
  readonly id: number
  readonly name: string
  readonly ancestors: number[]
  readonly folder: boolean
}

export interface NearestGrant {
  readonly group_id: number
  readonly item_id: number
  readonly name: string
  readonly level: number
  readonly starts_at: Date | null
  readonly ends_at: Date | null
  readonly inherits_after: boolean
  readonly granted: number
  readonly has_shown: boolean
}

/** Item 0 is the root. */
export async function findNearest(
  db: Queryable,
  roomId: number,
  item: ItemPlace | undefined,
  at: Date,
): Promise<NearestGrant[]> {
  const path = item ? [...item.ancestors, item.id] : []
  const shown =
    item && !item.folder
      ? sql`false`
      : sql`exists (select from grants as lower where lower.group_id = nearest.group_id and lower.alive and not lower.unseen and lower.item_id <> 0
          and not coalesce(lower.starts_at > ${at} or lower.ends_at <= ${at}, false) and lower.level > 0
          and ${item ? sql`lower.ancestors >= ${bigints(path)} and lower.ancestors < ${bigints([...path.slice(0, -1), (path.at(-1) ?? 0) + 1])}` : sql`true`})`
  const { rows } = await sql<NearestGrant>`
    select nearest.group_id, nearest.item_id, coalesce(items.name, '') as name, nearest.starts_at, nearest.ends_at, nearest.inherits_after,
      nearest.level as granted, ${shown} as has_shown,
      case when nearest.starts_at > ${at} or nearest.ends_at <= ${at} then 0 else nearest.level end as level
    from (
      select distinct on (group_id) * from grants
      where room_id = ${roomId} and item_id = any(${bigints([0, ...path])}) and not (inherits_after and ends_at <= ${at})
      order by group_id, item_id <> 0 desc, cardinality(ancestors) desc
    ) as nearest
    left join items on items.id = nearest.item_id
    order by nearest.group_id
  `.execute(db)
  return rows
}

export type GrantSource = Pick<NearestGrant, 'item_id' | 'name' | 'ends_at'>

export async function findSources(
  db: Queryable,
  { roomId, groupId, at }: { readonly roomId: number; readonly groupId: number; readonly at: Date },
  itemIds: readonly number[],
): Promise<Map<number, GrantSource>> {
  const { rows } = await sql<GrantSource & { id: number }>`
    select items.id, nearest.item_id, coalesce(source.name, '') as name, nearest.ends_at
    from items
    cross join lateral (
      select item_id, ends_at from grants
      where group_id = ${groupId} and item_id = any(0::bigint || items.ancestors || items.id) and not (inherits_after and ends_at <= ${at})
      order by item_id <> 0 desc, cardinality(ancestors) desc limit 1
    ) as nearest
    left join items as source on source.id = nearest.item_id
    where items.room_id = ${roomId} and items.id = any(${bigints(itemIds)})
  `.execute(db)
  return new Map(rows.map(({ id, ...source }) => [id, source]))
}

export async function findGrantsBelow(
  db: Queryable,
  roomId: number,
  { id, ancestors }: ItemPlace,
): Promise<GrantBelow[]> {
  const { rows } = await sql<GrantBelow>`
    select group_id, item_id, level, starts_at, ends_at, inherits_after from grants
    where room_id = ${roomId} and alive and ancestors >= ${bigints([...ancestors, id])} and ancestors < ${bigints([...ancestors, id + 1])}
  `.execute(db)
  return rows
}

export interface GrantBelow {
  readonly group_id: number
  readonly item_id: number
  readonly level: number
  readonly starts_at: Date | null
  readonly ends_at: Date | null
  readonly inherits_after: boolean
}

export async function hidesItems(db: Queryable, roomId: number): Promise<boolean> {
  const { rows } = await sql<{ hides: boolean }>`
    select exists (
      select from groups
      where groups.room_id = ${roomId} and exists (select from members where members.group_id = groups.id and members.ended_at is null)
        and (
          exists (
            select from grants
            where grants.group_id = groups.id and (grants.level = 0 or grants.starts_at is not null or grants.ends_at is not null)
          )
          or not exists (select from grants where grants.group_id = groups.id and grants.item_id = 0)
        )
    ) as hides`.execute(db)
  return rows[0]?.hides ?? false
}
