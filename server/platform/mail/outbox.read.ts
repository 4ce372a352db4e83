import { sql } from 'kysely'
import type { Queryable } from '../db/database.ts'

export interface MailCounts {
  readonly queued: number
  readonly failed: number
  readonly oldestQueuedSeconds: number
}

export async function countMails(db: Queryable): Promise<MailCounts> {
  const { rows } = await sql<MailCounts>`
    select
      (select count(*)::int from mails where status = 'queued') as queued,
      (select count(*)::int from mails where status = 'failed' and dismissed_at is null) as failed,
      coalesce((select extract(epoch from now() - min(created_at))::float8 from mails where status = 'queued'), 0) as "oldestQueuedSeconds"
  `.execute(db)
  return rows[0] ?? { queued: 0, failed: 0, oldestQueuedSeconds: 0 }
}
