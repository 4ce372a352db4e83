import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { ActivityTables } from './audit.tables.ts'

type NewEntry = Omit<ActivityTables['activity_entries'], 'seq' | 'folded'>

/** Details are encrypted for their id. */
export async function nextEntryIds(tx: Tx, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval('activity_entries_id_seq') as id from generate_series(1, ${count}::int)
  `.execute(tx)
  return rows.map(({ id }) => id)
}

export async function insertEntries(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
  // One parameter per value would be slow.
  const column = <K extends keyof NewEntry>(name: K): NewEntry[K][] =>
    entries.map((entry) => entry[name])
  await sql`
    insert into activity_entries (id, room_id, user_id, member_id, kind, item_id, at, sealed, reading, continues, summary)
    select * from unnest(
      ${column('id')}::bigint[], ${column('room_id')}::bigint[], ${column('user_id')}::bigint[], ${column('member_id')}::bigint[],
      ${column('kind')}::text[], ${column('item_id')}::bigint[], ${column('at')}::timestamptz[], ${column('sealed')}::bytea[],
      ${column('reading')}::bigint[], ${column('continues')}::bigint[], ${column('summary')}::bytea[]
    )
  `.execute(tx)
}

export async function holdReading(tx: Tx, roomId: number, entryId: number) {
  return tx
    .withTables<ActivityTables>()
    .selectFrom('activity_entries')
    .select(['id', 'reading', 'summary'])
    .where('room_id', '=', roomId)
    .where('id', '=', entryId)
    .where('folded', '=', false)
    .forUpdate()
    .executeTakeFirst()
}

export async function supersedeEntry(tx: Tx, entryId: number): Promise<void> {
  await tx
    .withTables<ActivityTables>()
    .updateTable('activity_entries')
    .set({ folded: true, summary: null })
    .where('id', '=', entryId)
    .execute()
}

/** Deletes only sequenced entries, whose hashes stay. @returns how many */
export async function deleteEntriesBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ room_id: number }>`
    delete from activity_entries where id in (
      select id from activity_entries where at < ${before} and seq is not null order by at limit ${limit} for update skip locked)
    returning room_id
  `.execute(tx)
  return rows.length
}

/** @param day `YYYY-MM-DD` */
export async function deleteCountsBefore(tx: Tx, day: string): Promise<void> {
  await sql`delete from activity_days where day < ${day}::date`.execute(tx)
  await sql`delete from activity_items where day < ${day}::date`.execute(tx)
}
