import { type RawBuilder, sql } from 'kysely'
import { bigints } from '../../../platform/db/bigints.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { DocumentTables } from '../documents.tables.ts'

export async function findPlaced(
  tx: Tx,
  roomId: number,
  parent: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await tx
    .withTables<DocumentTables>()
    .selectFrom('index_places')
    .select('item_id')
    .where(sql<boolean>`item_id = any(${bigints(ids)})`)
    .where('room_id', '=', roomId)
    .where('parent_id', '=', parent)
    .where('alive', '=', true)
    .execute()
  return new Set(rows.map(({ item_id }) => item_id))
}

export const others = (
  roomId: number,
  parent: number,
  ids: readonly number[],
): RawBuilder<unknown> =>
  sql`index_places where room_id = ${roomId} and parent_id = ${parent} and alive and not item_id = any(${bigints(ids)})`

interface NumberedItemRow {
  readonly item_id: number
}

/** @returns the following item, null for the end */
export async function findAtPlace(
  tx: Tx,
  roomId: number,
  parent: number,
  ids: readonly number[],
  place: number,
): Promise<number | null> {
  const skipped = place - 1
  const left = (await countPlaced(tx, roomId, parent)) - ids.length - place
  if (left < 0) return null
  const nearer =
    skipped <= left
      ? sql`rank, item_id offset ${skipped}`
      : sql`rank desc, item_id desc offset ${left}`
  const { rows } =
    await sql<NumberedItemRow>`select item_id from ${others(roomId, parent, ids)} order by ${nearer} limit 1`.execute(
      tx,
    )
  return rows[0]?.item_id ?? null
}

async function countPlaced(tx: Tx, roomId: number, parent: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select folders + files as count from folder_counts where room_id = ${roomId} and parent_id = ${parent}`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

export async function findBehind(
  tx: Tx,
  roomId: number,
  parent: number,
  ids: readonly number[],
  id: number,
): Promise<number[]> {
  const { rows } = await sql<NumberedItemRow>`
    select item_id from ${others(roomId, parent, ids)} and (rank, item_id) > (select rank, item_id from index_places where item_id = ${id})
    order by rank, item_id limit 2`.execute(tx)
  return rows.map(({ item_id }) => item_id)
}

export interface Follower {
  readonly id: number
  readonly before: number | null
}

export async function findFollowers(
  tx: Tx,
  roomId: number,
  parent: number,
  ids: readonly number[],
): Promise<Follower[]> {
  const { rows } = await sql<Follower>`
    select places.item_id as id, (
      select item_id from ${others(roomId, parent, [])} and (rank, item_id) > (places.rank, places.item_id)
      order by rank, item_id limit 1
    ) as before
    from index_places as places where places.item_id = any(${bigints(ids)}) order by places.rank, places.item_id`.execute(
    tx,
  )
  return rows
}

export async function findInFront(
  tx: Tx,
  roomId: number,
  parent: number,
  ids: readonly number[],
  id: number,
): Promise<number | undefined> {
  const { rows } = await sql<NumberedItemRow>`
    select item_id from ${others(roomId, parent, ids)} and (rank, item_id) < (select rank, item_id from index_places where item_id = ${id})
    order by rank desc, item_id desc limit 1`.execute(tx)
  return rows[0]?.item_id
}

export async function sortByRank(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } =
    await sql<NumberedItemRow>`select item_id from index_places where item_id = any(${bigints(ids)}) order by rank, item_id`.execute(
      tx,
    )
  return rows.map(({ item_id }) => item_id)
}
