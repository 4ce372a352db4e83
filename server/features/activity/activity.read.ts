import { type RawBuilder, sql } from 'kysely'
import type { ActivityKind } from '../../../contract/features/activity.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { ActivityTables } from './activity.tables.ts'
import type { EntryRow } from './sealed-entry.ts'

/** Which entries of a room; what is left out does not matter. */
export interface EntryFilter {
  readonly userId?: number | undefined
  readonly kinds?: readonly string[] | undefined
  readonly itemId?: number | undefined
  /** Days of the room's time zone, or instants, both included. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** A place in a list that goes by time, the newest first. */
export interface EntryPlace {
  readonly at: Date
  readonly id: number
}

/** An entry with its place in the tree, null while it has none. */
export type PlacedRow = EntryRow & { readonly seq: number | null }

interface LogRoom {
  readonly roomId: number
  /** IANA name of the time zone in which days begin and end. */
  readonly zone: string
}

/** What a row of `activity_entries` must be, whatever its kind. */
const conditionsOf = ({ roomId, zone }: LogRoom, { userId, itemId, from, to }: EntryFilter) => [
  sql`room_id = ${roomId}`,
  ...(userId === undefined ? [] : [sql`user_id = ${userId}`]),
  ...(itemId === undefined ? [] : [sql`item_id = ${itemId}`]),
  ...(from === undefined
    ? []
    : [isInstant(from) ? sql`at >= ${new Date(from)}` : sql`at >= ${from}::date::timestamp at time zone ${zone}`]),
  ...(to === undefined ? [] : [isInstant(to) ? sql`at <= ${new Date(to)}` : sql`at < (${to}::date + 1)::timestamp at time zone ${zone}`]),
]

const isInstant = (moment: string | undefined): boolean => moment?.includes('T') === true

const isOneOf = (kinds: readonly string[] | undefined) => (kinds === undefined ? [] : [sql`kind = any(${[...kinds]}::text[])`])

const all = (conditions: readonly RawBuilder<unknown>[]) => sql.join(conditions, sql` and `)

/**
 * Entries of a room behind a place, the newest first. Each kind is looked for by itself: among a million entries the few of a rare kind are
 * found as fast as those of a common one.
 */
export async function findEntries(
  db: Queryable,
  room: LogRoom,
  filter: EntryFilter,
  { after, limit }: { after: EntryPlace | undefined; limit: number },
): Promise<PlacedRow[]> {
  const behind = after === undefined ? [] : [sql`(at, id) < (${after.at}, ${after.id})`]
  const entries = (...more: readonly RawBuilder<unknown>[]) => sql<PlacedRow>`
    select id, room_id, user_id, member_id, kind, item_id, at, sealed, seq from activity_entries
    where ${all([...conditionsOf(room, filter), ...behind, ...more])}
    order by at desc, id desc limit ${limit}`
  // Each kind as a value of its own: a planner that does not know which one is looked for takes all for equally common.
  const ofKind = (kind: string) => sql`(${entries(sql`kind = ${kind}`)})`
  const query =
    filter.kinds === undefined
      ? entries()
      : sql<PlacedRow>`${sql.join(filter.kinds.map(ofKind), sql` union all `)} order by at desc, id desc limit ${limit}`
  return (await query.execute(db)).rows
}

/** How many entries there are: counted ones by their days, and those that wait to be. Those of a document, or between instants, are counted one by one. */
export async function countEntriesOf(db: Queryable, room: LogRoom, filter: EntryFilter): Promise<number> {
  const { userId, kinds, itemId, from, to } = filter
  const entries = [...conditionsOf(room, filter), ...isOneOf(kinds)]
  const days = [
    sql`room_id = ${room.roomId}`,
    ...(userId === undefined ? [] : [sql`user_id = ${userId}`]),
    ...isOneOf(kinds),
    ...(from === undefined ? [] : [sql`day >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`day <= ${to}::date`]),
  ]
  const query =
    itemId === undefined && !isInstant(from) && !isInstant(to)
      ? sql<{ total: number }>`
          select (select coalesce(sum(entries), 0) from activity_days where ${all(days)})::bigint
               + (select count(*) from activity_entries where ${all([...entries, sql`seq is null`])}) as total`
      : sql<{ total: number }>`select count(*) as total from activity_entries where ${all(entries)}`
  const { rows } = await query.execute(db)
  return rows[0]?.total ?? 0
}

interface Noting {
  readonly roomId: number
  readonly memberId: number
  readonly kind: ActivityKind
  readonly itemIds: readonly number[]
  readonly since: Date
}

/** For which of the documents there is an entry of this kind and member since then. */
export async function findNoted(db: Queryable, { roomId, memberId, kind, itemIds, since }: Noting): Promise<Set<number | null>> {
  const rows = await db
    .withTables<ActivityTables>()
    .selectFrom('activity_entries')
    .select('item_id')
    .distinct()
    .where('room_id', '=', roomId)
    .where(sql<boolean>`item_id = any(${[...itemIds]}::bigint[])`)
    .where('at', '>', since)
    .where('kind', '=', kind)
    .where('member_id', '=', memberId)
    .execute()
  return new Set(rows.map(({ item_id }) => item_id))
}

/** Everybody who is or was in a room, by name; of several memberships the newest names the person. */
export async function findPeople(
  db: Queryable,
  roomId: number,
  { after, limit }: { after: { name: string; id: number } | undefined; limit: number },
): Promise<{ id: number; name: string }[]> {
  const people = db
    .withTables<ActivityTables>()
    .selectFrom('members')
    .select(['user_id as id', 'name'])
    .distinctOn('user_id')
    .where('room_id', '=', roomId)
    .orderBy('user_id')
    .orderBy('id', 'desc')
    .as('people')
  const ordered = db
    .withTables<ActivityTables>()
    .selectFrom(people)
    .select(['people.id', 'people.name'])
    .orderBy('people.name')
    .orderBy('people.id')
    .limit(limit)
  return after ? ordered.where(sql<boolean>`(people.name, people.id) > (${after.name}, ${after.id})`).execute() : ordered.execute()
}

/** Whether somebody is or was in a room. */
export async function isOfRoom(db: Queryable, roomId: number, userId: number): Promise<boolean> {
  const members = db.withTables<ActivityTables>().selectFrom('members').select('id')
  return (await members.where('room_id', '=', roomId).where('user_id', '=', userId).limit(1).executeTakeFirst()) !== undefined
}

/** Days with entries, the newest first, with the people by how much each did; nobody of the room is not among them. What waits to be counted counts. */
export async function findDays(
  db: Queryable,
  { roomId, zone }: LogRoom,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<{ day: string; total: number; names: string[] }[]> {
  const { rows } = await sql<{ day: string; total: number; names: string[] }>`
    with counted as (
      select day, user_id, entries from activity_days where room_id = ${roomId}
      union all
      select (at at time zone ${zone})::date, coalesce(user_id, 0), 1 from activity_entries where room_id = ${roomId} and seq is null),
    by_person as (
      select day, user_id, sum(entries) as entries from counted
      where day in (
        select distinct day from counted
        where ${before ?? null}::date is null or day < ${before ?? null}::date
        order by day desc limit ${limit})
      group by day, user_id)
    select to_char(day, 'YYYY-MM-DD') as day, sum(entries)::bigint as total,
      coalesce(array_agg(people.name order by entries desc, people.name) filter (where people.name is not null), '{}') as names
    from by_person
    left join lateral (
      select name from members where members.room_id = ${roomId} and members.user_id = by_person.user_id order by id desc limit 1
    ) as people on true
    group by day order by day desc
  `.execute(db)
  return rows
}
