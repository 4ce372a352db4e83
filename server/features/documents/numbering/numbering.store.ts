import { sql } from 'kysely'
import { bigints } from '../../../platform/db/bigints.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { Act } from '../acts/run-act.ts'
import { type Parent, ROOT } from '../documents.store.ts'
import type { DocumentTables } from '../documents.tables.ts'
import { below } from '../items/tree.store.ts'
import { AT_ONCE, type FolderSize, folderPortionsOf, sizeOf } from './folder-portions.ts'
import { others } from './neighbours.read.ts'

/** Each halving takes a third of a digit; beyond this, the folder gets whole ranks. */
const DIGITS = 40

/** Sorts folders first, then by name. Placed items stay. The caller must hold the tree lock. */
export async function placeAll(tx: Tx, roomId: number, act: Act): Promise<void> {
  const { rows: folders } = await sql<FolderSize>`
    select parent_id as id, count(*) as size from items where room_id = ${roomId} group by parent_id order by parent_id`.execute(
    tx,
  )
  act.expect(sizeOf(folders))
  for (const { parents, after, upTo, size } of folderPortionsOf(folders)) {
    await sql`
      insert into index_places (item_id, room_id, parent_id, alive, rank)
      select id, ${roomId}, parent_id, alive, rank
      from (
        select items.id, items.parent_id, items.deleted_at is null as alive,
          row_number() over (partition by items.parent_id order by items.folder desc, items.name_key, items.id) as rank
        from items
        where items.room_id = ${roomId} and items.parent_id = any(${bigints(parents)})
      ) as placed
      where rank > ${after} and rank <= ${upTo}
      on conflict do nothing`.execute(tx)
    act.advance(size)
  }
  if (sizeOf(folders) > AT_ONCE) await analyzePlaces(tx)
  await sql`
    update expected_documents as expected set rank = placed.rank
    from (
      select id, row_number() over (partition by parent_id order by id) + (
        select count(*) from items where items.room_id = ${roomId} and items.parent_id = coalesce(missing.parent_id, 0)
      ) as rank
      from expected_documents as missing where room_id = ${roomId} and rank is null and item_id is null
    ) as placed
    where expected.id = placed.id`.execute(tx)
}

/** Old statistics would plan for an empty table. Other rooms skip this, because its lock lasts until the commit. */
async function analyzePlaces(tx: Tx): Promise<void> {
  const { rows } = await sql<{
    is_alone: boolean
  }>`select pg_try_advisory_xact_lock(hashtext('analyze index_places')) as is_alone`.execute(tx)
  if (rows[0]?.is_alone) await sql`analyze index_places`.execute(tx)
}

interface Gap {
  readonly low: string | null
  readonly high: string | null
  readonly is_narrow: boolean
}

/** Without an item, places are last. The caller holds the tree lock. */
export async function placeBefore(
  tx: Tx,
  roomId: number,
  parent: number,
  ids: readonly number[],
  before: number | null,
): Promise<void> {
  let gap = await gapBefore(tx, roomId, parent, ids, before)
  if (gap.is_narrow) {
    await layOut(tx, roomId, parent)
    gap = await gapBefore(tx, roomId, parent, ids, before)
  }
  const { low, high } = gap
  const count = ids.length
  const first = low ?? (high === null ? sql`0` : sql`${high}::numeric - ${count + 1}`)
  await sql`
    with bounds as (
      select ${first}::numeric as low, ${high === null ? sql`${first}::numeric + ${count + 1}` : sql`${high}::numeric`} as high
    )
    update index_places as places
    set rank = trim_scale(round(low + (high - low) * moved.at / ${count + 1}, greatest(0, ceil(log(${count + 1} / (high - low)))::int) + 1))
    from bounds, unnest(${bigints(ids)}) with ordinality as moved (id, at)
    where places.item_id = moved.id`.execute(tx)
}

async function gapBefore(
  tx: Tx,
  roomId: number,
  parent: number,
  ids: readonly number[],
  before: number | null,
): Promise<Gap> {
  const { rows } = await sql<Gap>`
    with high as (select rank, item_id from index_places where item_id = ${before}),
    low as (
      select rank from ${others(roomId, parent, ids)} ${before === null ? sql`` : sql`and (rank, item_id) < (select rank, item_id from high)`}
      order by rank desc, item_id desc limit 1
    ),
    found as (select (select rank from low) as low, (select rank from high) as high)
    select low::text, high::text, coalesce(low = high or scale(low) > ${DIGITS} or scale(high) > ${DIGITS}, false) as is_narrow from found`.execute(
    tx,
  )
  return rows[0] ?? { low: null, high: null, is_narrow: false }
}

async function layOut(tx: Tx, roomId: number, parent: number): Promise<void> {
  await sql`
    with ordered as materialized (
      select id, row_number() over (order by rank, id) as place
      from (
        select item_id as id, rank from index_places where room_id = ${roomId} and parent_id = ${parent}
        union all
        select -id, rank from expected_documents where room_id = ${roomId} and coalesce(parent_id, 0) = ${parent} and rank is not null
      ) as places
    ),
    items as (update index_places set rank = ordered.place from ordered where item_id = ordered.id),
    -- Their ranks there mean nothing any more.
    gone as (update index_places set former_parent_id = null where room_id = ${roomId} and former_parent_id = ${parent})
    update expected_documents as expected set rank = ordered.place from ordered where expected.id = -ordered.id`.execute(
    tx,
  )
}

export async function findFoldersBelow(
  db: Queryable,
  roomId: number,
  { id, path }: Parent,
): Promise<number[]> {
  const rows = await db
    .withTables<DocumentTables>()
    .selectFrom('items')
    .select('id')
    .where('room_id', '=', roomId)
    .where('folder', '=', true)
    .where('deleted_at', 'is', null)
    .$if(id !== ROOT.id, (query) => query.where(below({ id, ancestors: path.slice(0, -1) })))
    .execute()
  return [id, ...rows.map((row) => row.id)]
}

/** Exchanges the places and numbers of new items at the end of folders. @param ids expected documents have negative ids */
export async function orderAsListed(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    with places as (
      select item_id as id, parent_id, rank, number from index_places where item_id = any(${bigints(ids)})
      union all
      select -id, coalesce(parent_id, 0), rank, number from expected_documents where id = any(${bigints(ids.map((id) => -id))}) and rank is not null
    ),
    listed as (
      select places.*, wanted.at from unnest(${bigints(ids)}) with ordinality as wanted (id, at) join places using (id)
    ),
    wanted as (select id, parent_id, row_number() over (partition by parent_id order by at) as place from listed),
    given as (select parent_id, rank, number, row_number() over (partition by parent_id order by rank, id desc) as place from listed),
    exchanged as materialized (select wanted.id, given.rank, given.number from wanted join given using (parent_id, place)),
    items as (
      update index_places set rank = exchanged.rank, number = exchanged.number from exchanged where item_id = exchanged.id
    )
    update expected_documents as expected set rank = exchanged.rank, number = exchanged.number
    from exchanged where expected.id = -exchanged.id`.execute(tx)
}
