import { type RawBuilder, sql } from 'kysely'
import type { MailPace } from '../../../../contract/features/session/preferences.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'

const MORNING = 7

const dayAt = (at: Date): RawBuilder<unknown> =>
  sql`((${at}::timestamptz at time zone rooms.zone) - make_interval(hours => ${MORNING}))::date`

/** Weeks begin on Monday, and missed days are made up. */
const isDue = (at: Date): RawBuilder<boolean> =>
  sql`planned_day < (case pace when 'daily' then ${dayAt(at)} when 'weekly' then date_trunc('week', ${dayAt(at)})::date end)`

export async function findPace(db: Queryable, memberId: number): Promise<MailPace> {
  const { rows } = await sql<{
    pace: MailPace
  }>`select pace from mail_paces where member_id = ${memberId}`.execute(db)
  return rows[0]?.pace ?? 'each'
}

interface NewPace {
  readonly memberId: number
  readonly pace: MailPace
  readonly at: Date
}

export async function putPace(tx: Tx, { memberId, pace, at }: NewPace): Promise<void> {
  await sql`
    insert into mail_paces (member_id, room_id, pace, planned_day)
    select members.id, rooms.id, ${pace}, ${dayAt(at)} from members join rooms on rooms.id = members.room_id where members.id = ${memberId}
    on conflict (member_id) do update set pace = excluded.pace, planned_day = excluded.planned_day
  `.execute(tx)
}

export async function findRoomsDue(db: Queryable, at: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct rooms.id from mail_paces join rooms on rooms.id = mail_paces.room_id
    where rooms.phase in ('open', 'frozen') and pace in ('daily', 'weekly') and ${isDue(at)} order by rooms.id
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Times follow the database's clock. */
export async function findDue(
  db: Queryable,
  roomId: number,
  at: Date,
): Promise<Map<number, Date | null>> {
  const { rows } = await sql<{ id: number; mailed_at: Date | null }>`
    select member_id as id, mailed_at from mail_paces join rooms on rooms.id = mail_paces.room_id
    where rooms.id = ${roomId} and pace in ('daily', 'weekly') and ${isDue(at)}
  `.execute(db)
  return new Map(rows.map((row) => [row.id, row.mailed_at]))
}

interface Planned {
  readonly memberId: number
  readonly at: Date
  /** Undefined defers news to the next mail. */
  readonly mailedAt: Date | undefined
}

export async function markPlanned(tx: Tx, { memberId, at, mailedAt }: Planned): Promise<boolean> {
  const { rows } = await sql`
    update mail_paces set planned_day = ${dayAt(at)}, mailed_at = coalesce(${mailedAt ?? null}::timestamptz, mailed_at)
    from rooms where rooms.id = mail_paces.room_id and member_id = ${memberId} and ${isDue(at)} returning 1 as one
  `.execute(tx)
  return rows.length > 0
}
