import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { bigints } from '../../../../platform/db/bigints.ts'
import type { Tx } from '../../../../platform/db/database.ts'

/** The page of new documents shows the rest. */
export const LIST_MAX = 10_000

interface MailedListPeriod {
  readonly since: Date | null
  readonly now: Date
}

/** @param period uses the clock of the database */
export function mailedLists(tx: Tx, roomId: number, period?: MailedListPeriod) {
  const known = new Map<string, string>()
  const insert = async (itemIds: readonly number[]): Promise<string> => {
    const listId = randomUUID()
    await sql`insert into mailed_lists (id, room_id, mailed_at, item_ids)
      values (${listId}, ${roomId}, coalesce(${period?.now ?? null}::timestamptz, now()), ${bigints(itemIds)})`.execute(tx)
    return listId
  }
  return async (memberId: number, itemIds: readonly number[]): Promise<string> => {
    const kept = itemIds.slice(0, LIST_MAX)
    const key = kept.join()
    const listId = known.get(key) ?? (await insert(kept))
    known.set(key, listId)
    await sql`insert into mailed_list_readers (list_id, member_id, since) values (${listId}, ${memberId}, ${period?.since ?? null})`.execute(
      tx,
    )
    return listId
  }
}

export type KeepMailedList = ReturnType<typeof mailedLists>
