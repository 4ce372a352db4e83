import { type RawBuilder, sql } from 'kysely'

export interface PastAccess {
  readonly at: Date
  readonly groupId: number | null
  readonly wasOperator: boolean
}

const placeThen = (itemId: RawBuilder<unknown>, at: Date): RawBuilder<unknown> => sql`(
  select coalesce(past.parent_id, there.parent_id) as parent_id,
    coalesce(past.is_deleted, there.deleted_at is not null and there.trash_id = there.id) as is_deleted,
    coalesce(past.is_staged, there.staged) as is_staged
  from items as there
  left join lateral (
    select parent_id, is_deleted, is_staged from past_places
    where past_places.item_id = there.id and held_until > ${at} order by held_until, id limit 1
  ) as past on true
  where there.id = ${itemId})`

const grantsThen = (groupId: number, at: Date): RawBuilder<unknown> => sql`(
  select level, starts_at, ends_at, inherits_after from grants
  where group_id = ${groupId} and item_id = step.id and held_since <= ${at}
  union all
  select level, starts_at, ends_at, inherits_after from past_grants
  where group_id = ${groupId} and item_id = step.id and held_since <= ${at} and held_until > ${at})`

/** The path's folders may be destroyed, so the root comes last. */
const levelThen = (groupId: number, at: Date): RawBuilder<number> => sql`coalesce((
  select case when known.starts_at > ${at} or known.ends_at <= ${at} then 0 else known.level end
  from (select id, depth from way union all select 0, 1000) as step
  join lateral ${grantsThen(groupId, at)} as known on not (known.inherits_after and coalesce(known.ends_at <= ${at}, false))
  order by step.depth limit 1), 0)`

/** Requires that the document was then outside the trash, published and granted. */
export function wasVisible({ at, groupId, wasOperator }: PastAccess): RawBuilder<boolean> {
  if (groupId === null && !wasOperator) return sql`false`
  const isSeen =
    wasOperator || groupId === null
      ? sql`not bool_or(is_deleted)`
      : sql`not bool_or(is_deleted or is_staged) and ${levelThen(groupId, at)} > 0`
  return sql`(items.added_at <= ${at} and (
    with recursive way as (
      select items.id, 0 as depth, place.parent_id, place.is_deleted, place.is_staged from ${placeThen(sql`items.id`, at)} as place
      union all
      select way.parent_id, way.depth + 1, place.parent_id, place.is_deleted, place.is_staged
      from way cross join lateral ${placeThen(sql`way.parent_id`, at)} as place
      where way.parent_id <> 0
    )
    select ${isSeen} from way))`
}
