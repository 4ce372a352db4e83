import type { Tx } from '../../platform/db/database.ts'

type ActivityEntries = {
  activity_entries: {
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

/** Appends an entry; it is visible when, and only when, the action of its transaction is. */
export async function insertEntry(tx: Tx, entry: NewEntry): Promise<void> {
  await tx.withTables<ActivityEntries>().insertInto('activity_entries').values(entry).execute()
}
