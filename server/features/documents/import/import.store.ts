import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { ImportSpot } from './import.read.ts'

/** Gives the next free number if this one has passed. */
export async function reserveNumber(
  tx: Tx,
  { roomId, parentId }: ImportSpot,
  number: number,
): Promise<void> {
  await sql`
    insert into folder_counts as counts (room_id, parent_id, folders, files, last_number)
    values (${roomId}, ${parentId}, 0, 0, ${number - 1})
    on conflict (room_id, parent_id) do update set last_number = greatest(counts.last_number, excluded.last_number)`.execute(
    tx,
  )
}
