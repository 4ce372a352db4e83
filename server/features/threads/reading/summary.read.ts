import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import { OPEN } from './thread-list.read.ts'

interface Totals {
  readonly open: number
  readonly overdue: number
  readonly unassigned: number
  readonly toApprove: number
}

export async function findTotals(db: Queryable, roomId: number, today: string): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select count(*)::int as open, count(*) filter (where due < ${today}::date)::int as overdue,
      count(*) filter (where assignee_id is null)::int as unassigned,
      count(*) filter (where state = 'ANSWERED')::int as "toApprove"
    from threads where room_id = ${roomId} and ${OPEN}
  `.execute(db)
  return rows[0] ?? { open: 0, overdue: 0, unassigned: 0, toApprove: 0 }
}

interface OpenThread {
  readonly id: string
  readonly type: 'QUESTION' | 'REQUEST'
  readonly code: string
  readonly number: number
  readonly submitted_at: Date
}

export async function findOldestOpen(
  db: Queryable,
  roomId: number,
): Promise<OpenThread | undefined> {
  const { rows } = await sql<OpenThread>`
    select id, type, code, number, submitted_at from threads
    where room_id = ${roomId} and ${OPEN} and submitted_at is not null order by submitted_at, id limit 1
  `.execute(db)
  return rows[0]
}

interface Grouped {
  readonly id: string | null
  readonly name: string | null
  readonly open: number
  readonly answered: number
  readonly mean_hours: number | null
}

interface By {
  readonly id: RawBuilder<unknown>
  readonly table: RawBuilder<unknown>
  readonly key: RawBuilder<unknown>
}

export const BY_TOPIC: By = {
  id: sql`threads.topic_id::text`,
  table: sql`topics`,
  key: sql`topics.id::text`,
}
export const BY_EXPERT: By = {
  id: sql`threads.assignee_id::text`,
  table: sql`members`,
  key: sql`members.id::text`,
}

export async function summarizeBy(
  db: Queryable,
  roomId: number,
  { id, table, key }: By,
): Promise<Grouped[]> {
  const { rows } = await sql<Grouped>`
    select counted.*, named.name from (
      select ${id} as id, count(*) filter (where ${OPEN})::int as open, count(*) filter (where delivered_at is not null)::int as answered,
        avg(extract(epoch from delivered_at - submitted_at) / 3600) filter (where delivered_at is not null)::float8 as mean_hours
      from threads where room_id = ${roomId} and state <> 'DRAFT' and state <> 'WITHDRAWN' group by 1
    ) as counted left join (select ${key} as id, name from ${table} where room_id = ${roomId}) as named on named.id = counted.id
    order by counted.open desc, named.name limit 50
  `.execute(db)
  return rows
}
