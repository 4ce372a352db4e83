import { type RawBuilder, sql } from 'kysely'
import type { ActivityKind } from '../../../contract/features/activity.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { ActivityTables } from './audit.tables.ts'
import type { EntryRow } from './encrypted-entry.ts'

export interface EntryFilter {
  readonly userId?: number | undefined
  readonly kinds?: readonly string[] | undefined
  readonly itemId?: number | undefined
  /** Values are room-zone days or instants, both ends inclusive. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Lists a reading as one item, its newest entry. Superseded entries, `folded` in their table, are left out. */
  readonly fold?: boolean | undefined
  readonly readingId?: number | undefined
}

export interface EntryPlace {
  readonly at: Date
  readonly id: number
}

/** `seq` is null until sequenced. */
export type PlacedRow = EntryRow & {
  readonly seq: number | null
  readonly reading: number | null
  /** Only a reading's newest entry has this. */
  readonly summary: Buffer | null
}

export interface LogRoom {
  readonly roomId: number
  readonly zone: string
}

const conditionsOf = (
  { roomId, zone }: LogRoom,
  { userId, itemId, readingId, from, to }: EntryFilter,
) => [
  sql`room_id = ${roomId}`,
  ...(readingId === undefined ? [] : [sql`reading = ${readingId}`]),
  ...(userId === undefined ? [] : [sql`user_id = ${userId}`]),
  ...(itemId === undefined ? [] : [sql`item_id = ${itemId}`]),
  ...(from === undefined
    ? []
    : [
        isInstant(from)
          ? sql`at >= ${new Date(from)}`
          : sql`at >= ${from}::date::timestamp at time zone ${zone}`,
      ]),
  ...(to === undefined
    ? []
    : [
        isInstant(to)
          ? sql`at <= ${new Date(to)}`
          : sql`at < (${to}::date + 1)::timestamp at time zone ${zone}`,
      ]),
]

const isInstant = (moment: string | undefined): boolean => moment?.includes('T') === true

const isOneOf = (kinds: readonly string[] | undefined) =>
  kinds === undefined ? [] : [sql`kind = any(${[...kinds]}::text[])`]

const all = (conditions: readonly RawBuilder<unknown>[]) => sql.join(conditions, sql` and `)

/** Values of `activity_entries.folded`, a boolean; in `activity_days` the column of that name counts such entries. */
const foldedStatesOf = ({ fold }: EntryFilter): readonly boolean[] =>
  fold ? [false] : [false, true]

/** Each kind and value of `folded` has a subquery of its own, which an index answers, so that rare kinds are fast. */
export async function findEntries(
  db: Queryable,
  room: LogRoom,
  filter: EntryFilter,
  { after, limit }: { after: EntryPlace | undefined; limit: number },
): Promise<PlacedRow[]> {
  const behind = after === undefined ? [] : [sql`(at, id) < (${after.at}, ${after.id})`]
  const entries = (...more: readonly RawBuilder<unknown>[]) => sql<PlacedRow>`
    (select id, room_id, user_id, member_id, kind, item_id, at, sealed, seq, reading, summary from activity_entries
    where ${all([...conditionsOf(room, filter), ...behind, ...more])}
    order by at desc, id desc limit ${limit})`
  // With parameters, the planner assumes equally frequent kinds.
  const kinds =
    filter.kinds === undefined ? [[]] : filter.kinds.map((kind) => [sql`kind = ${kind}`])
  const parts = kinds.flatMap((kind) =>
    foldedStatesOf(filter).map((mark) => entries(...kind, sql`folded = ${sql.lit(mark)}`)),
  )
  const [only] = parts
  if (!only) return []
  const query =
    parts.length === 1
      ? only
      : sql<PlacedRow>`${sql.join(parts, sql` union all `)} order by at desc, id desc limit ${limit}`
  return (await query.execute(db)).rows
}

/**
 * Counts by day, person and kind: `items` as lists show them, `entries` all. Days are summed up when entries are sequenced. Those that
 * wait for it are added, whatever `from` and `to`; each that continues a reading takes the item of the entry before it.
 */
const countedIn = (
  { roomId, zone }: LogRoom,
  { from, to }: Pick<EntryFilter, 'from' | 'to'> = {},
) => sql`
  select day, user_id, kind, entries, entries - folded as items from activity_days
  where day between coalesce(${from ?? null}::date, '-infinity') and coalesce(${to ?? null}::date, 'infinity') and room_id = ${roomId}
  union all
  select (at at time zone ${zone})::date, coalesce(user_id, 0), kind, 1, 1 from activity_entries where room_id = ${roomId} and seq is null
  union all
  select (before.at at time zone ${zone})::date, coalesce(before.user_id, 0), before.kind, 0, -1
  from activity_entries as waiting join activity_entries as before on before.id = waiting.continues
  where waiting.room_id = ${roomId} and waiting.seq is null`

/** Counts of days answer most filters. For a document, a reading or an instant, the entries themselves are counted. */
export async function countEntriesOf(
  db: Queryable,
  room: LogRoom,
  filter: EntryFilter,
): Promise<number> {
  const { userId, kinds, itemId, readingId, from, to } = filter
  const counted = all([
    sql`true`,
    ...(userId === undefined ? [] : [sql`user_id = ${userId}`]),
    ...isOneOf(kinds),
    ...(from === undefined ? [] : [sql`day >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`day <= ${to}::date`]),
  ])
  const entries = all([...conditionsOf(room, filter), ...isOneOf(kinds), isOfFoldedState(filter)])
  const query =
    itemId === undefined && readingId === undefined && !isInstant(from) && !isInstant(to)
      ? sql<{ total: number }>`
          select coalesce(sum(${sql.ref(filter.fold ? 'items' : 'entries')}), 0)::bigint as total from (${countedIn(room)}) as counted where ${counted}`
      : sql<{ total: number }>`select count(*) as total from activity_entries where ${entries}`
  const { rows } = await query.execute(db)
  return rows[0]?.total ?? 0
}

/** In the indexes `folded` stands before the time, so naming both values lets the time be used. */
const isOfFoldedState = (filter: EntryFilter) =>
  sql`folded = any(${foldedStatesOf(filter)}::boolean[])`

export async function countDays(
  db: Queryable,
  room: LogRoom,
  from: string,
  to: string,
): Promise<{ day: string; total: number }[]> {
  const { rows } = await sql<{ day: string; total: number }>`
    select to_char(days.day, 'YYYY-MM-DD') as day, coalesce(sum(items), 0)::bigint as total
    from generate_series(${from}::date, ${to}::date, interval '1 day') as days (day)
    left join (${countedIn(room, { from, to })}) as counted on counted.day = days.day::date
    group by days.day order by days.day
  `.execute(db)
  return rows
}

export async function countPeople(
  db: Queryable,
  room: LogRoom,
  {
    since,
    among,
    limit,
  }: { readonly since: string; readonly among: RawBuilder<boolean>; readonly limit: number },
): Promise<{ userId: number; name: string; entries: number }[]> {
  const { rows } = await sql<{ userId: number; name: string; entries: number }>`
    select counted.user_id as "userId", people.name, counted.items as entries
    from (
      select user_id, sum(items)::bigint as items from (${countedIn(room, { from: since })}) as counted
      where day >= ${since}::date and user_id > 0 and ${among}
      group by user_id having sum(items) > 0
    ) as counted
    cross join lateral (
      select name from members where members.room_id = ${room.roomId} and members.user_id = counted.user_id order by id desc limit 1
    ) as people
    order by counted.items desc, counted.user_id limit ${limit}
  `.execute(db)
  return rows
}

interface LoggedItemsQuery {
  readonly roomId: number
  readonly memberId: number
  readonly kind: ActivityKind
  readonly itemIds: readonly number[]
  readonly since: Date
}

/** Returns those of the documents for which the member has had such an entry since then. */
export async function findLoggedItems(
  db: Queryable,
  { roomId, memberId, kind, itemIds, since }: LoggedItemsQuery,
): Promise<Set<number | null>> {
  const rows = await db
    .withTables<ActivityTables>()
    .selectFrom('activity_entries')
    .select('item_id')
    .distinct()
    .where('room_id', '=', roomId)
    .where(sql<boolean>`item_id = any(${[...itemIds]}::bigint[])`)
    .where(sql<boolean>`${isOfFoldedState({})}`)
    .where('at', '>', since)
    .where('kind', '=', kind)
    .where('member_id', '=', memberId)
    .execute()
  return new Set(rows.map(({ item_id }) => item_id))
}

export async function findLogPeople(
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
  return after
    ? ordered.where(sql<boolean>`(people.name, people.id) > (${after.name}, ${after.id})`).execute()
    : ordered.execute()
}

export async function isUserOfRoom(
  db: Queryable,
  roomId: number,
  userId: number,
): Promise<boolean> {
  const members = db.withTables<ActivityTables>().selectFrom('members').select('id')
  return (
    (await members
      .where('room_id', '=', roomId)
      .where('user_id', '=', userId)
      .limit(1)
      .executeTakeFirst()) !== undefined
  )
}

export async function findDays(
  db: Queryable,
  room: LogRoom,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<{ day: string; total: number; names: string[] }[]> {
  const { rows } = await sql<{ day: string; total: number; names: string[] }>`
    with counted as (${countedIn(room)}),
    by_person as (
      select day, user_id, sum(items) as items from counted
      where day in (
        select day from counted
        where ${before ?? null}::date is null or day < ${before ?? null}::date
        group by day having sum(items) > 0 order by day desc limit ${limit})
      group by day, user_id having sum(items) > 0)
    select to_char(day, 'YYYY-MM-DD') as day, sum(items)::bigint as total,
      coalesce(array_agg(people.name order by items desc, people.name) filter (where people.name is not null), '{}') as names
    from by_person
    left join lateral (
      select name from members where members.room_id = ${room.roomId} and members.user_id = by_person.user_id order by id desc limit 1
    ) as people on true
    group by day order by day desc
  `.execute(db)
  return rows
}
