import { sql } from 'kysely'
import { ROLE } from '../../../contract/core/limits.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { peopleOf } from './dashboard.read.ts'

/** The last complete day, `YYYY-MM-DD` in the room's time zone. */
interface DueRoom {
  readonly roomId: number
  readonly day: string
}

/** @param hour in the room's time zone */
export async function findDueRooms(db: Queryable, now: Date, hour: number): Promise<DueRoom[]> {
  const { rows } = await sql<DueRoom>`
    select rooms.id as "roomId", to_char(due.day, 'YYYY-MM-DD') as day
    from rooms left join daily_mails on daily_mails.room_id = rooms.id
    cross join lateral (select ((${now}::timestamptz at time zone zone) - make_interval(hours => ${hour}::int))::date - 1 as day) as due
    where rooms.phase in ('open', 'frozen', 'closed') and (daily_mails.day is null or daily_mails.day < due.day)
    order by rooms.id
  `.execute(db)
  return rows
}

/** Returns null before the first report, undefined if the row is held or the room destroyed. */
export async function holdDailyMail(
  tx: Tx,
  roomId: number,
): Promise<{ readonly day: string | null } | undefined> {
  await sql`
    insert into daily_mails (room_id)
    select id from rooms where id = ${roomId} and phase in ('open', 'frozen', 'closed') for key share
    on conflict do nothing
  `.execute(tx)
  const { rows } = await sql<{ day: string | null }>`
    select to_char(day, 'YYYY-MM-DD') as day from daily_mails where room_id = ${roomId} for update skip locked
  `.execute(tx)
  return rows[0]
}

export async function markDailyMail(tx: Tx, roomId: number, day: string): Promise<void> {
  await sql`update daily_mails set day = ${day}::date where room_id = ${roomId}`.execute(tx)
}

interface EntryCount<T extends string> {
  readonly type: T | null
  readonly isSum: boolean
  readonly groupId: number | null
  readonly groupName: string | null
  readonly byOperators: boolean
  readonly entries: number
  readonly people: number
}

export async function countEntries<T extends string>(
  db: Queryable,
  { roomId, zone }: { readonly roomId: number; readonly zone: string },
  { after, to }: { readonly after: string | null; readonly to: string },
  types: ReadonlyMap<string, T>,
): Promise<EntryCount<T>[]> {
  const { rows } = await sql<EntryCount<T>>`
    select types.name as type, grouping(types.name) = 1 as "isSum", people.group_id as "groupId", people.group_name as "groupName",
      coalesce(people.is_operator, false) as "byOperators", count(*) as entries, count(distinct user_id) as people
    from activity_entries
    left join unnest(${[...types.keys()]}::text[], ${[...types.values()]}::text[]) as types (kind, name) using (kind)
    left join (
      select people.user_id, people.role_id = ${ROLE.operator} as is_operator, groups.id as group_id, groups.name as group_name
      from ${peopleOf(roomId)} left join groups on groups.id = people.group_id and people.role_id <> ${ROLE.operator}
    ) as people using (user_id)
    where room_id = ${roomId} and folded = any('{f,t}') and at < (${to}::date + 1)::timestamp at time zone ${zone}
      and (${after}::date is null or at >= (${after}::date + 1)::timestamp at time zone ${zone})
    group by grouping sets ((types.name, people.group_id, people.group_name, people.is_operator),
      (people.group_id, people.group_name, people.is_operator))
  `.execute(db)
  return rows
}

export async function hasSeveralGroups(db: Queryable, roomId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from groups where room_id = ${roomId} limit 2`.execute(db)
  return rows.length > 1
}
