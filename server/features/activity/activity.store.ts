import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

type ActivityEntries = {
  activity_entries: {
    id: number
    room_id: number
    user_id: number | null
    member_id: number | null
    kind: string
    item_id: number | null
    at: Date
    sealed: Buffer
  }
}

type NewEntry = ActivityEntries['activity_entries']

/** Takes the id of an entry that is about to be written, since its details are sealed for it. */
export async function nextEntryId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('activity_entries', 'id')) as id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the sequence of entries gave no id')
  return row.id
}

/** Appends an entry; it is visible when, and only when, the action of its transaction is. */
export async function insertEntry(tx: Tx, entry: NewEntry): Promise<void> {
  await tx.withTables<ActivityEntries>().insertInto('activity_entries').values(entry).execute()
}
