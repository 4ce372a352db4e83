import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'

export interface Neighbour {
  readonly id: number
  readonly place: number
  readonly name: string
  readonly folder: boolean
}

const living = (roomId: number, parent: number): RawBuilder<unknown> =>
  sql`index_places as places where places.room_id = ${roomId} and places.parent_id = ${parent} and places.alive`

export async function countLiving(db: Queryable, roomId: number, parent: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(folders + files), 0)::int as count from folder_counts where room_id = ${roomId} and parent_id = ${parent}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Returns the place, from 1, of the first item with this number or a greater one. */
export async function placeOfFixed(
  db: Queryable,
  roomId: number,
  parent: number,
  number: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ place: number }>`
    select (select count(*)::int + 1 from ${living(roomId, parent)} and (places.rank, places.item_id) < (found.rank, found.item_id)) as place
    from (
      select places.rank, places.item_id from ${living(roomId, parent)} and places.number >= ${number}
      order by places.number <> ${number}, places.rank, places.item_id limit 1
    ) as found`.execute(db)
  return rows[0]?.place
}

export async function findAround(
  db: Queryable,
  roomId: number,
  parent: number,
  place: number,
): Promise<Neighbour[]> {
  const skipped = Math.max(0, place - 2)
  const { rows } = await sql<Neighbour>`
    select around.item_id as id, around.place::int as place, items.name, items.folder
    from (
      select places.item_id, ${skipped} + row_number() over (order by places.rank, places.item_id) as place
      from (
        select places.item_id, places.rank from ${living(roomId, parent)} order by places.rank, places.item_id
        offset ${skipped} limit ${place - skipped + 1}
      ) as places
    ) as around
    join items on items.id = around.item_id
    order by around.place`.execute(db)
  return rows
}
