import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { ActivityTables } from '../audit.tables.ts'
import type { EntryRow } from '../encrypted-entry.ts'
import type { ReadTile } from './log-tree.ts'
import type { Tile, TilePlace } from './tiles.ts'

const COLUMNS = [
  'id',
  'room_id',
  'user_id',
  'member_id',
  'kind',
  'item_id',
  'at',
  'sealed',
  'continues',
] as const

type WaitingRow = EntryRow & { readonly continues: number | null }

export async function findWaitingRooms(db: Queryable, limit: number): Promise<number[]> {
  const rows = await db
    .withTables<ActivityTables>()
    .selectFrom('activity_entries')
    .select('room_id')
    .where('seq', 'is', null)
    .groupBy('room_id')
    .orderBy(({ fn }) => fn.min('id'))
    .limit(limit)
    .execute()
  return rows.map((row) => row.room_id)
}

export async function holdTree(
  tx: Tx,
  roomId: number,
): Promise<{ size: number; note: string } | undefined> {
  const trees = tx.withTables<ActivityTables>()
  await trees
    .insertInto('activity_trees')
    .values({ room_id: roomId, size: 0, note: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return trees
    .selectFrom('activity_trees')
    .select(['size', 'note'])
    .where('room_id', '=', roomId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

export async function findTree(
  db: Queryable,
  roomId: number,
): Promise<{ size: number; note: string } | undefined> {
  return db
    .withTables<ActivityTables>()
    .selectFrom('activity_trees')
    .select(['size', 'note'])
    .where('room_id', '=', roomId)
    .where('size', '>', 0)
    .executeTakeFirst()
}

export async function findNotes(db: Queryable): Promise<string[]> {
  const rows = await db
    .withTables<ActivityTables>()
    .selectFrom('activity_trees')
    .select('note')
    .where('size', '>', 0)
    .execute()
  return rows.map(({ note }) => note)
}

export async function findWaitingEntries(
  tx: Tx,
  roomId: number,
  limit: number,
): Promise<WaitingRow[]> {
  return tx
    .withTables<ActivityTables>()
    .selectFrom('activity_entries')
    .select(COLUMNS)
    .where('room_id', '=', roomId)
    .where('seq', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function findSuperseded(
  tx: Tx,
  ids: readonly number[],
): Promise<{ at: Date; user_id: number | null; kind: string }[]> {
  if (ids.length === 0) return []
  return tx
    .withTables<ActivityTables>()
    .selectFrom('activity_entries')
    .select(['at', 'user_id', 'kind'])
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute()
}

export async function placeEntries(tx: Tx, ids: readonly number[], first: number): Promise<void> {
  await sql`
    update activity_entries set seq = placed.seq
    from unnest(${[...ids]}::bigint[]) with ordinality as ordered (id, number)
    cross join lateral (select ${first}::bigint + ordered.number - 1 as seq) as placed
    where activity_entries.id = ordered.id
  `.execute(tx)
}

export async function findTiles(
  db: Queryable,
  roomId: number,
  places: readonly TilePlace[],
): Promise<Tile[]> {
  if (places.length === 0) return []
  return db
    .withTables<ActivityTables>()
    .selectFrom('activity_tiles')
    .select(['level', 'index', 'hashes'])
    .where('room_id', '=', roomId)
    .where(({ eb, or }) => or(places.map(({ level, index }) => eb.and({ level, index }))))
    .execute()
}

/** @throws RangeError if a tile is missing */
export const hashTileReader =
  (db: Queryable, roomId: number): ReadTile =>
  async (level, index) => {
    const [tile] = await findTiles(db, roomId, [{ level, index }])
    if (!tile) throw new RangeError(`the tile ${level}/${index} of room ${roomId} is missing`)
    return tile.hashes
  }

export async function storeTiles(tx: Tx, roomId: number, tiles: readonly Tile[]): Promise<void> {
  await tx
    .withTables<ActivityTables>()
    .insertInto('activity_tiles')
    .values(tiles.map(({ level, index, hashes }) => ({ room_id: roomId, level, index, hashes })))
    .onConflict((conflict) =>
      conflict
        .columns(['room_id', 'level', 'index'])
        .doUpdateSet(({ ref }) => ({ hashes: ref('excluded.hashes') })),
    )
    .execute()
}

export async function storeTree(
  tx: Tx,
  roomId: number,
  tree: { size: number; note: string },
): Promise<void> {
  await tx
    .withTables<ActivityTables>()
    .updateTable('activity_trees')
    .set(tree)
    .where('room_id', '=', roomId)
    .execute()
}

export async function findLogRoom(db: Queryable, roomId: number) {
  return db
    .withTables<ActivityTables>()
    .selectFrom('rooms')
    .select(['vault', 'zone', 'created_at', 'name', 'room_no'])
    .where('id', '=', roomId)
    .executeTakeFirstOrThrow()
}
