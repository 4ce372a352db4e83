import { sql } from 'kysely'
import { nameKey } from '../../../../contract/core/name-key.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { GrantRow, MatrixItem } from '../grants.read.ts'

/** History begins with this upgrade. */
export async function pastSince(db: Queryable): Promise<Date> {
  const { rows } = await sql<{
    at: Date
  }>`select applied_at as at from schema_migrations where name = '0043_past_rights.sql'`.execute(db)
  return rows[0]?.at ?? new Date(0)
}

export interface PastGroup {
  readonly id: number
  readonly name: string
  readonly starts_at: Date | null
  readonly ends_at: Date | null
  readonly networks: readonly string[]
}

export async function findGroupsAt(db: Queryable, roomId: number, at: Date): Promise<PastGroup[]> {
  const { rows } = await sql<PastGroup>`
    select distinct on (id) id, name, starts_at, ends_at, networks
    from (
      select group_id as id, name, starts_at, ends_at, networks, created_at, held_until, id as place from past_groups
      where room_id = ${roomId} and held_until > ${at}
      union all
      select id, name, starts_at, ends_at, networks, created_at, 'infinity', 0 from groups where room_id = ${roomId}
    ) as known
    where created_at <= ${at}
    order by id, held_until, place
  `.execute(db)
  return rows
}

export async function findGrantsAt(db: Queryable, roomId: number, at: Date): Promise<GrantRow[]> {
  const { rows } = await sql<GrantRow>`
    select group_id, item_id, level, starts_at, ends_at, inherits_after from grants where room_id = ${roomId} and held_since <= ${at}
    union all
    select group_id, item_id, level, starts_at, ends_at, inherits_after from past_grants
    where room_id = ${roomId} and held_since <= ${at} and held_until > ${at}
  `.execute(db)
  return rows
}

interface PastPlace {
  readonly id: number
  readonly parent_id: number
  readonly name: string
  readonly folder: boolean
}

/** Places are past ones, without destroyed items. */
export async function findItemsAt(
  db: Queryable,
  roomId: number,
  at: Date,
  limit: number,
): Promise<MatrixItem[]> {
  const { rows } = await sql<PastPlace>`
    select items.id, items.folder, coalesce(past.parent_id, items.parent_id) as parent_id, coalesce(past.name, items.name) as name
    from items
    left join lateral (
      select parent_id, name, is_deleted from past_places
      where past_places.item_id = items.id and held_until > ${at} order by held_until, id limit 1
    ) as past on true
    where items.room_id = ${roomId} and items.created_at <= ${at}
      and not coalesce(past.is_deleted, items.deleted_at is not null and items.trash_id = items.id)
      and (items.folder
        or exists (select from grants where grants.item_id = items.id and held_since <= ${at})
        or exists (select from past_grants where past_grants.item_id = items.id and held_since <= ${at} and held_until > ${at}))
    order by items.id limit ${limit}
  `.execute(db)
  return placed(rows)
}

function placed(places: readonly PastPlace[]): MatrixItem[] {
  const byId = new Map(places.map((place) => [place.id, place]))
  const above = (parent: number): number[] | undefined => {
    const path: number[] = []
    for (let id = parent; id !== 0; ) {
      const folder = byId.get(id)
      if (!folder || path.includes(id)) return undefined
      path.unshift(id)
      id = folder.parent_id
    }
    return path
  }
  return places.flatMap(({ parent_id, ...place }) => {
    const ancestors = above(parent_id)
    return ancestors === undefined ? [] : [{ ...place, ancestors, name_key: nameKey(place.name) }]
  })
}

export interface PastMember {
  readonly name: string
  readonly role_id: number
  readonly group_id: number | null
  readonly group_from: Date | null
  readonly group_until: Date | null
  readonly can_print: boolean
  readonly can_download: boolean
  readonly can_access: boolean
}

export async function findMembersAt(
  db: Queryable,
  roomId: number,
  at: Date,
): Promise<PastMember[]> {
  const { rows } = await sql<PastMember>`
    select members.name, state.*
    from members
    cross join lateral (
      select role_id, group_id, group_from, group_until, can_print, can_download, can_access
      from (
        select role_id, group_id, group_from, group_until, can_print, can_download, can_access, held_until, id from past_members
        where past_members.member_id = members.id and held_until > ${at}
        union all
        select members.role_id, members.group_id, members.group_from, members.group_until, members.can_print, members.can_download,
          members.can_access, 'infinity', 0
      ) as known
      order by held_until, id limit 1
    ) as state
    where members.room_id = ${roomId} and members.created_at <= ${at} and (members.ended_at is null or members.ended_at > ${at})
    order by members.id
  `.execute(db)
  return rows
}
