import { sql } from 'kysely'
import type { Queryable } from '../../../../platform/db/database.ts'

export interface MailedList {
  readonly mailedAt: Date
  /** In the order of the mail. Some may be hidden or destroyed since. */
  readonly itemIds: readonly number[]
}

interface Asked {
  readonly roomId: number
  readonly memberId: number
  /** Undefined for the last one. */
  readonly listId?: string
}

/** @returns undefined for mails to others */
export async function findMailedList(db: Queryable, { roomId, memberId, listId }: Asked): Promise<MailedList | undefined> {
  const { rows } = await sql<MailedList>`
    select mailed_at as "mailedAt", item_ids as "itemIds"
    from mailed_list_readers as readers join mailed_lists as lists on lists.id = readers.list_id
    where readers.member_id = ${memberId} and lists.room_id = ${roomId} ${listId === undefined ? sql`` : sql`and lists.id = ${listId}`}
    order by mailed_at desc limit 1`.execute(db)
  return rows[0]
}

/** What commits late bears the time at which its transaction began. */
const OVERLAP_MINUTES = 5

/** @param mailedAt when the last mail was planned. @returns times of the database; `since` is null before a first visit. */
export async function findPeriod(db: Queryable, memberId: number, mailedAt: Date | null): Promise<{ since: Date | null; now: Date }> {
  const { rows } = await sql<{ since: Date | null; now: Date }>`
    select now() as now, greatest(
      (select max(seen_at) from sessions where member_id = ${memberId} and parent_id is null and agreed_at is not null),
      ${mailedAt}::timestamptz - make_interval(mins => ${OVERLAP_MINUTES})) as since`.execute(db)
  return rows[0] ?? { since: null, now: new Date(0) }
}
