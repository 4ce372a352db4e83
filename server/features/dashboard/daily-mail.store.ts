import { sql } from 'kysely'
import type { Queryable, Tx } from '../../platform/db/database.ts'

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

/** Null before the first report. Undefined if another node holds the row or the room is destroyed. */
export async function holdDailyMail(tx: Tx, roomId: number): Promise<{ readonly day: string | null } | undefined> {
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

export interface EntryCount {
  readonly entries: number
  readonly people: number
}

/** Days are in the room's time zone. Kinds outside `groups` have the group null. */
export async function countGroups<G extends string>(
  db: Queryable,
  { roomId, zone }: { readonly roomId: number; readonly zone: string },
  { after, to }: { readonly after: string | null; readonly to: string },
  groups: ReadonlyMap<string, G>,
): Promise<(EntryCount & { readonly group: G | null })[]> {
  const { rows } = await sql<EntryCount & { group: G | null }>`
    select groups.name as group, count(*) as entries, count(distinct user_id) as people
    from activity_entries left join unnest(${[...groups.keys()]}::text[], ${[...groups.values()]}::text[]) as groups (kind, name) using (kind)
    where room_id = ${roomId} and folded = any('{f,t}') and at < (${to}::date + 1)::timestamp at time zone ${zone}
      and (${after}::date is null or at >= (${after}::date + 1)::timestamp at time zone ${zone})
    group by groups.name
  `.execute(db)
  return rows
}
