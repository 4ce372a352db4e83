import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../../../platform/db/database.ts'

export interface MailedList {
  readonly mailedAt: Date
  readonly itemIds: readonly number[]
}

interface MailedListQuery {
  readonly roomId: number
  readonly memberId: number
  readonly listId: string
}

/** @returns undefined for a list mailed only to others */
export async function findMailedList(
  db: Queryable,
  { roomId, memberId, listId }: MailedListQuery,
): Promise<MailedList | undefined> {
  const { rows } = await sql<MailedList>`
    select mailed_at as "mailedAt", item_ids as "itemIds"
    from mailed_list_readers as readers join mailed_lists as lists on lists.id = readers.list_id
    where readers.member_id = ${memberId} and lists.room_id = ${roomId} and lists.id = ${listId}`.execute(
    db,
  )
  return rows[0]
}

/** Mails of earlier releases count as sent. */
const listsOf = (memberId: number): RawBuilder<unknown> => sql`
  select lists.id, lists.mailed_at, lists.item_ids, readers.since, mails.status is not distinct from 'failed' as is_given_up
  from mailed_list_readers as readers join mailed_lists as lists on lists.id = readers.list_id
  left join mails on mails.list_id = lists.id and mails.member_id = readers.member_id
  where readers.member_id = ${memberId}`

/** A period rarely contains more mails. */
const LISTS_MAX = 200

/** Ignores abandoned mails. @returns each document's latest mail time */
export async function findMailed(
  db: Queryable,
  memberId: number,
  since: Date,
): Promise<ReadonlyMap<number, Date>> {
  const { rows } = await sql<MailedList>`
    select mailed_at as "mailedAt", item_ids as "itemIds" from (
      select * from (${listsOf(memberId)}) as known where mailed_at >= ${since} and not is_given_up order by mailed_at desc limit ${LISTS_MAX}
    ) as latest order by mailed_at`.execute(db)
  return new Map(
    rows.flatMap(({ mailedAt, itemIds }) => itemIds.map((id) => [id, mailedAt] as const)),
  )
}

/** Late commits carry their start time, so periods overlap. */
const OVERLAP_MINUTES = 5

/**
 * Starts at the last visit or mail, earlier after an abandoned mail.
 * @param mailedAt when the last mail was planned
 * @returns database times; `since` is null before a first visit
 */
export async function findPeriod(
  db: Queryable,
  memberId: number,
  mailedAt: Date | null,
): Promise<{ since: Date | null; now: Date }> {
  const { rows } = await sql<{ since: Date | null; now: Date }>`
    with visit as (select max(seen_at) as at from sessions where member_id = ${memberId} and parent_id is null and agreed_at is not null),
    known as (${listsOf(memberId)}),
    given_up as (
      select min(since) as since from known
      where is_given_up and since is not null and mailed_at > coalesce((select at from visit), '-infinity')
        and not exists (select from known as later
          where not later.is_given_up and later.mailed_at > known.mailed_at and later.since <= known.since)
    )
    select now() as now, greatest(
      (select at from visit),
      least(${mailedAt}::timestamptz - make_interval(mins => ${OVERLAP_MINUTES}), (select since from given_up))) as since`.execute(
    db,
  )
  return rows[0] ?? { since: null, now: new Date(0) }
}
