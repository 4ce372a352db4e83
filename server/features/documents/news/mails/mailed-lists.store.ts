import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { bigints } from '../../../../platform/db/bigints.ts'
import type { Tx } from '../../../../platform/db/database.ts'

/** What a list leaves out is still on the page of new documents. */
export const LIST_MAX = 10_000

/** What a periodic mail covers, from `since` to `now`, by the clock of the database. */
interface MailedListPeriod {
  readonly since: Date | null
  readonly now: Date
}

/** Stores which documents a mail lists for a member, and returns the id for its link. Members with equal lists share one. */
export function createMailedListWriter(tx: Tx, roomId: number, period?: MailedListPeriod) {
  const listIdsByItems = new Map<string, string>()
  const insert = async (itemIds: readonly number[]): Promise<string> => {
    const listId = randomUUID()
    await sql`insert into mailed_lists (id, room_id, mailed_at, item_ids)
      values (${listId}, ${roomId}, coalesce(${period?.now ?? null}::timestamptz, now()), ${bigints(itemIds)})`.execute(
      tx,
    )
    return listId
  }
  return async (memberId: number, itemIds: readonly number[]): Promise<string> => {
    const kept = itemIds.slice(0, LIST_MAX)
    const key = kept.join()
    const listId = listIdsByItems.get(key) ?? (await insert(kept))
    listIdsByItems.set(key, listId)
    await sql`insert into mailed_list_readers (list_id, member_id, since) values (${listId}, ${memberId}, ${period?.since ?? null})`.execute(
      tx,
    )
    return listId
  }
}

export type MailedListWriter = ReturnType<typeof createMailedListWriter>
