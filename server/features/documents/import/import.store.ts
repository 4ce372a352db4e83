import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { ImportSpot } from './import.read.ts'

/**
 * What is added next to the folder gets this fixed number. Numbers up to the last one were given before, and none is given twice.
 * @returns false for one of them
 */
export async function reserveNumber(tx: Tx, { roomId, parentId }: ImportSpot, number: number): Promise<boolean> {
  const { rows } = await sql<{ last_number: number }>`
    insert into folder_counts as counts (room_id, parent_id, folders, files, last_number)
    values (${roomId}, ${parentId}, 0, 0, ${number - 1})
    on conflict (room_id, parent_id) do update set last_number = greatest(counts.last_number, excluded.last_number)
    returning last_number`.execute(tx)
  return Number(rows[0]?.last_number) < number
}
