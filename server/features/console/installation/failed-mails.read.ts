import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'

interface FailedMails {
  readonly roomId: number
  readonly roomNo: string
  readonly kind: string
  readonly reason: string
  readonly count: number
  readonly lastAt: Date
  readonly lastId: number
}

export async function findFailedMails(
  db: Queryable,
  { before, limit }: { before: number | undefined; limit: number },
) {
  const { rows } = await sql<FailedMails>`
    select mails.room_id as "roomId", rooms.room_no as "roomNo", mails.kind, coalesce(mails.last_error, 'unknown') as reason,
      count(*)::int as count, max(mails.created_at) as "lastAt", max(mails.id) as "lastId"
    from mails join rooms on rooms.id = mails.room_id
    where mails.status = 'failed' and mails.dismissed_at is null
    group by mails.room_id, rooms.room_no, mails.kind, mails.last_error
    having ${before === undefined ? sql<boolean>`true` : sql<boolean>`max(mails.id) < ${before}`}
    order by max(mails.id) desc limit ${limit}`.execute(db)
  return rows
}
