import { sql } from 'kysely'
import { ROLE } from '../../../../contract/core/limits.ts'
import { isMemberNow } from '../../../access/membership.read.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { OPEN } from '../reading/thread-list.read.ts'

export interface MailedPerson {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly role_id: number
}

export async function findSubmitters(
  db: Queryable,
  groupId: number,
  at: Date,
): Promise<MailedPerson[]> {
  const { rows } = await sql<MailedPerson>`
    select members.id, members.name, members.email, members.role_id from members
    where members.group_id = ${groupId} and members.role_id <> ${ROLE.operator} and members.ended_at is null and members.can_access
      and members.thread_role = 'submitter' and members.thread_mails <> 'never' and ${isMemberNow(at)}
    order by members.id
  `.execute(db)
  return rows
}

interface DueThread {
  readonly id: string
  readonly room_id: number
  readonly assignee_id: number | null
  readonly due: string
}

/** Locks unanswered threads due today or tomorrow in room time, without a reminder. */
export async function holdDueThreads(tx: Tx, at: Date, limit: number): Promise<DueThread[]> {
  const { rows } = await sql<DueThread>`
    select threads.id, threads.room_id, threads.assignee_id, threads.due::text as due
    from threads join rooms on rooms.id = threads.room_id
    where threads.due is not null and ${OPEN} and rooms.phase in ('open', 'frozen')
      and threads.due <= (${at}::timestamptz at time zone rooms.zone)::date + 1
      and threads.due >= (${at}::timestamptz at time zone rooms.zone)::date
      and threads.due_reminded is distinct from threads.due
      and extract(hour from ${at}::timestamptz at time zone rooms.zone) >= ${MORNING}
    order by threads.room_id, threads.id limit ${limit} for update of threads skip locked
  `.execute(tx)
  return rows
}

/** The hour is local to the room. */
const MORNING = 7

interface EndingGroup {
  readonly id: number
  readonly room_id: number
  readonly last_day: string
  readonly mark: string
}

export async function holdEndingGroups(tx: Tx, at: Date, limit: number): Promise<EndingGroup[]> {
  const { rows } = await sql<EndingGroup>`
    select * from (
      select groups.id, groups.room_id, ending.last_day::text as last_day,
        ending.last_day::text || '/' || case when ending.last_day - ending.today <= 1 then 1 else 3 end as mark, groups.questions_reminded
      from groups join rooms on rooms.id = groups.room_id left join question_settings as settings on settings.room_id = rooms.id
      cross join lateral (select coalesce(groups.questions_until, settings.last_day) as last_day,
        (${at}::timestamptz at time zone rooms.zone)::date as today) as ending
      where groups.kind = 'participants' and rooms.phase = 'open' and ending.last_day - ending.today between 0 and 3
        and extract(hour from ${at}::timestamptz at time zone rooms.zone) >= ${MORNING}
    ) as due where questions_reminded is distinct from mark order by room_id, id limit ${limit}
  `.execute(tx)
  return rows
}

export async function findDigestReaders(
  db: Queryable,
  at: Date,
  after: number,
  limit: number,
): Promise<(MailedPerson & { room_id: number })[]> {
  const { rows } = await sql<MailedPerson & { room_id: number }>`
    select members.id, members.room_id, members.name, members.email, members.role_id
    from members join rooms on rooms.id = members.room_id
    where members.thread_mails = 'daily' and members.ended_at is null and members.can_access and members.thread_role <> 'none'
      and rooms.phase in ('open', 'frozen') and ${isMemberNow(at)} and members.id > ${after}
      and extract(hour from ${at}::timestamptz at time zone rooms.zone) >= ${MORNING}
      and members.digest_on is distinct from (${at}::timestamptz at time zone rooms.zone)::date
    order by members.id limit ${limit}
  `.execute(db)
  return rows
}

export async function hasUnread(tx: Queryable, memberId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (
      select from threads join members on members.id = ${memberId} and members.room_id = threads.room_id
      left join groups on groups.id = members.group_id
      left join thread_reads as reads on reads.thread_id = threads.id and reads.member_id = members.id
      where case
        when members.role_id = ${ROLE.operator} then members.operator_scope = 'full' and threads.state <> 'DRAFT' and coalesce(reads.seen, 0) < threads.rev and threads.updated_at > members.created_at
        when groups.kind = 'experts' then threads.assignee_id = members.id and coalesce(reads.seen, 0) < threads.rev
        else threads.group_id = members.group_id and not threads.hidden and threads.state <> 'DRAFT'
          and (groups.shared or threads.asker_id = members.id) and coalesce(reads.seen, 0) < threads.outer_rev
          and threads.outer_updated_at > members.created_at
      end) as has
  `.execute(tx)
  return rows[0]?.has === true
}
