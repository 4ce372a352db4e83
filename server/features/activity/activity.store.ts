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

/** Takes the ids of entries that are about to be written, since the details of each are sealed for its own. */
export async function nextEntryIds(tx: Tx, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('activity_entries', 'id')) as id from generate_series(1, ${count}::int)
  `.execute(tx)
  return rows.map(({ id }) => id)
}

/** Appends entries; they are visible when, and only when, the action of their transaction is. */
export async function insertEntries(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
  await tx
    .withTables<ActivityEntries>()
    .insertInto('activity_entries')
    .values([...entries])
    .execute()
}
