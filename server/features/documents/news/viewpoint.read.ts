import { type RawBuilder, sql } from 'kysely'
import { ROLE } from '../../../../contract/core/limits.ts'
import type { Actor } from '../../../access/actor.ts'
import type { GroupAccess } from '../../../access/group-access.ts'
import type { PastAccess } from '../../../access/past-levels.read.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { runRepeated } from '../../../platform/db/repeated-query.ts'

export interface Viewpoint {
  readonly memberId: number
  readonly since: Date
  /** Operators' news are others' uploads. */
  readonly past: PastAccess | undefined
  /** Times say when contents last became visible. Item 0 is the root. */
  readonly gains: ReadonlyMap<number, string>
}

/** The order needs microseconds. */
export const asText = (time: RawBuilder<unknown>): RawBuilder<string> =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const isPositive = (row: string, at: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${sql.ref(`${row}.level`)} > 0 and not coalesce(${sql.ref(`${row}.starts_at`)} > ${at} or ${sql.ref(`${row}.ends_at`)} <= ${at}, false))`

/** Raising a level that already shows the item does not count. */
const gainsOfGrants = ({ at }: GroupAccess, since: Date): RawBuilder<unknown> => sql`
  select item_id, held_since as gained_at from known
  where held_since > ${since} and ${isPositive('known', sql`known.held_since`)}
    and not exists (select from known as before
      where before.item_id = known.item_id and before.held_until = known.held_since and ${isPositive('before', sql`before.held_until`)})
  union all
  select item_id, starts_at from known
  where level > 0 and starts_at > greatest(${since}, held_since) and starts_at <= least(${at}::timestamptz, held_until)
  union all
  select item_id, held_until from known where level = 0 and held_until <> 'infinity'
  union all
  select item_id, ends_at from known where level = 0 and inherits_after and ends_at > ${since} and ends_at <= ${at}`

const knownGrants = (
  { groupId }: GroupAccess,
  roomId: number,
  since: Date,
): RawBuilder<unknown> => sql`
  select item_id, level, starts_at, ends_at, inherits_after, held_since, 'infinity'::timestamptz as held_until from grants
  where group_id = ${groupId} and held_since > ${since}
  union all
  select item_id, level, starts_at, ends_at, inherits_after, held_since, 'infinity' from grants
  where group_id = ${groupId} and (starts_at is not null or ends_at is not null) and held_since <= ${since}
  union all
  select item_id, level, starts_at, ends_at, inherits_after, held_since, held_until from past_grants
  where room_id = ${roomId} and group_id = ${groupId} and held_until > ${since}`

/** Without a row, no invitation existed. Invitations use this process's clock, visits the database's. */
const membershipThen = (
  memberId: number,
  since: Date,
  isVisit: boolean,
): RawBuilder<unknown> => sql`
  select role_id, group_id from (
    select role_id, group_id, held_until, id from past_members where member_id = ${memberId} and held_until > ${since}
    union all
    select role_id, group_id, 'infinity', 0 from members where id = ${memberId}
  ) as known
  where ${isVisit ? sql`true` : sql`exists (select from members where id = ${memberId} and created_at <= ${since})`}
  order by held_until, id limit 1`

interface ViewpointRow {
  readonly role_id: number | null
  readonly group_id: number | null
  readonly gains: readonly { readonly id: number; readonly at: string }[]
}

type Viewer = Pick<Actor, 'roomId' | 'memberId' | 'roleId' | 'group' | 'lastVisitAt' | 'viewAs'>

/** @param asked replaces the last visit @returns undefined on a first visit or as another person */
export async function findViewpoint(
  db: Queryable,
  actor: Viewer,
  asked?: Date,
): Promise<Viewpoint | undefined> {
  const since = asked ?? actor.lastVisitAt
  const { memberId, roomId, group } = actor
  if (!since || actor.viewAs) return undefined
  if (!group) return { memberId, since, past: undefined, gains: new Map() }
  const asking = sql<ViewpointRow>`
    with known as (${knownGrants(group, roomId, since)}),
    gains as (
      ${gainsOfGrants(group, since)}
      union all
      select item_id, held_until from past_places where room_id = ${roomId} and held_until > ${since} and is_moved
      union all
      select 0, held_until from past_members
      where member_id = ${memberId} and held_until > ${since} and (role_id <> ${actor.roleId} or group_id is distinct from ${group.groupId})
    ),
    newest as (
      select gains.item_id, max(gained_at) as gained_at from gains left join items on items.id = gains.item_id
      where gains.item_id = 0 or (items.deleted_at is null and not items.unseen)
      group by gains.item_id
    )
    select former.role_id, former.group_id,
      (select coalesce(json_agg(json_build_object('id', item_id, 'at', ${asText(sql`gained_at`)})), '[]') from newest) as gains
    from (select) as one left join (${membershipThen(memberId, since, asked === undefined)}) as former on true`
  const [found] = await runRepeated(db, asking)
  const past = {
    at: since,
    groupId: found?.group_id ?? null,
    wasOperator: found?.role_id === ROLE.operator,
  }
  return { memberId, since, past, gains: new Map(found?.gains.map(({ id, at }) => [id, at])) }
}

export function gainedAt(
  { gains }: Viewpoint,
  { id, ancestors }: { readonly id: number; readonly ancestors: readonly number[] },
): string {
  if (gains.size === 0) return ''
  return [0, ...ancestors, id].reduce((newest, each) => later(newest, gains.get(each) ?? ''), '')
}

const later = (one: string, other: string): string => (one > other ? one : other)
