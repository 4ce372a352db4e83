import { type RawBuilder, sql } from 'kysely'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { bigints } from '../../../platform/db/bigints.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { Act } from '../acts/run-act.ts'
import { type Parent, ROOT } from '../documents.store.ts'
import type { DocumentTables } from '../documents.tables.ts'
import { below } from '../items/tree.store.ts'

/** Each halving takes a third of a digit; beyond this, the folder gets whole ranks. */
const DIGITS = 40

/** Larger statements could time out. */
const AT_ONCE = 50_000

/** Small folders share a portion of this size, between which a stop is heard. */
const TOGETHER = 10_000

export interface FolderSize {
  readonly id: number
  readonly size: number
}

export interface Portion {
  readonly parents: readonly number[]
  readonly after: number
  readonly upTo: number
  readonly size: number
}

export function* folderPortionsOf(folders: readonly FolderSize[]): Generator<Portion> {
  let parents: number[] = []
  let size = 0
  for (const folder of folders) {
    if (folder.size > AT_ONCE) {
      for (let after = 0; after < folder.size; after += AT_ONCE)
        yield { parents: [folder.id], after, upTo: after + AT_ONCE, size: Math.min(AT_ONCE, folder.size - after) }
      continue
    }
    if (parents.length > 0 && size + folder.size > TOGETHER) {
      yield { parents, after: 0, upTo: AT_ONCE, size }
      parents = []
      size = 0
    }
    parents.push(folder.id)
    size += folder.size
  }
  if (parents.length > 0) yield { parents, after: 0, upTo: AT_ONCE, size }
}

export const sizeOf = (folders: readonly Pick<FolderSize, 'size'>[]): number => folders.reduce((sum, { size }) => sum + size, 0)

/** Sorts folders first, then by name. Placed items stay. The caller must hold the tree lock. */
export async function placeAll(tx: Tx, roomId: number, act: Act): Promise<void> {
  const { rows: folders } = await sql<FolderSize>`
    select parent_id as id, count(*) as size from items where room_id = ${roomId} group by parent_id order by parent_id`.execute(tx)
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
  const { rows } = await sql<{ is_alone: boolean }>`select pg_try_advisory_xact_lock(hashtext('analyze index_places')) as is_alone`.execute(
    tx,
  )
  if (rows[0]?.is_alone) await sql`analyze index_places`.execute(tx)
}

export const missing = (roomId: number): RawBuilder<unknown> =>
  sql`expected_documents as expected where expected.room_id = ${roomId} and expected.removed_at is null
    and not exists (select from items where items.id = expected.item_id and items.deleted_at is null)`

/** Counts places from 1. Expected documents have negative ids. */
const byPlace = (roomId: number, parents: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  select item_id, parent_id, number, row_number() over (partition by parent_id order by rank, item_id) as place
  from (
    select item_id, parent_id, number, rank from index_places where room_id = ${roomId} and alive
    union all
    select -id, coalesce(parent_id, 0), number, rank from ${missing(roomId)} and rank is not null
  ) as places
  where ${parents}`

/** The new numbers may include those of deleted items. */
async function forgetNumbers(tx: Tx, roomId: number, parents: RawBuilder<boolean>): Promise<void> {
  await sql`update index_places set number = null where room_id = ${roomId} and not alive and number is not null and ${parents}`.execute(tx)
  await sql`
    update index_places set former_number = null
    where item_id in (
      select item_id
      from (select item_id, former_parent_id as parent_id from index_places where room_id = ${roomId} and former_number is not null) as places
      where ${parents}
    )`.execute(tx)
  await sql`
    update expected_documents as held set number = null
    where held.id not in (select expected.id from ${missing(roomId)}) and held.id in (
      select id
      from (select id, coalesce(parent_id, 0) as parent_id from expected_documents where room_id = ${roomId} and number is not null) as places
      where ${parents}
    )`.execute(tx)
}

async function fixNumbersOf(tx: Tx, roomId: number, { parents, after, upTo }: Portion): Promise<void> {
  const numbered = sql`(${byPlace(roomId, isOneOf(parents))}) as numbered`
  const isChanged = (table: string) =>
    sql`${sql.ref(table)}.number is distinct from numbered.place and place > ${after} and place <= ${upTo}`
  await sql`
    update index_places as places set number = numbered.place
    from ${numbered} where places.item_id = numbered.item_id and ${isChanged('places')}`.execute(tx)
  await sql`
    update expected_documents as expected set number = numbered.place
    from ${numbered} where expected.id = -numbered.item_id and ${isChanged('expected')}`.execute(tx)
  if (after > 0) return
  await sql`
    insert into folder_counts as counts (room_id, parent_id, folders, files, last_number)
    select ${roomId}, parent_id, 0, 0, max(place) from ${numbered} group by parent_id
    on conflict (room_id, parent_id) do update set last_number = excluded.last_number`.execute(tx)
}

export async function fixNumbers(tx: Tx, roomId: number, act: Act, only?: readonly number[]): Promise<void> {
  const isAsked = only ? isOneOf(only) : sql<boolean>`true`
  await forgetNumbers(tx, roomId, isAsked)
  const { rows: folders } = await sql<FolderSize>`
    select parent_id as id, count(*) as size
    from (
      select parent_id from index_places where room_id = ${roomId} and alive
      union all
      select coalesce(parent_id, 0) from ${missing(roomId)} and rank is not null
    ) as places
    where ${isAsked} group by parent_id order by parent_id`.execute(tx)
  act.expect(sizeOf(folders))
  for (const portion of folderPortionsOf(folders)) {
    await fixNumbersOf(tx, roomId, portion)
    act.advance(portion.size)
  }
}

export const isOneOf = (parents: readonly number[]): RawBuilder<boolean> => sql<boolean>`parent_id = any(${bigints(parents)})`

export interface Renumbered {
  readonly itemId: number
  readonly name: string
  readonly from: number | null
  readonly to: number
}

export async function findRenumbered(
  db: Queryable,
  roomId: number,
  parents: readonly number[],
): Promise<{ changed: number; items: Renumbered[] }> {
  const { rows } = await sql<Omit<Renumbered, 'name'> & { name: string | null; changed: number }>`
    select numbered.item_id as "itemId", items.name, numbered.number as "from", numbered.place as "to", count(*) over () as changed
    from (${byPlace(roomId, isOneOf(parents))}) as numbered
    left join items on items.id = numbered.item_id
    where numbered.number is distinct from numbered.place
    order by items.ancestors, numbered.place
    limit ${LIMITS.renumberedShown}`.execute(db)
  return {
    changed: rows[0]?.changed ?? 0,
    items: rows.flatMap(({ changed: _, name, ...item }) => (name === null ? [] : [{ ...item, name }])),
  }
}

export async function findPlaced(tx: Tx, roomId: number, parent: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
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

const others = (roomId: number, parent: number, ids: readonly number[]): RawBuilder<unknown> =>
  sql`index_places where room_id = ${roomId} and parent_id = ${parent} and alive and not item_id = any(${bigints(ids)})`

interface NumberedItemRow {
  readonly item_id: number
}

/** @returns the following item, null for the end */
export async function findAtPlace(tx: Tx, roomId: number, parent: number, ids: readonly number[], place: number): Promise<number | null> {
  const skipped = place - 1
  const left = (await countPlaced(tx, roomId, parent)) - ids.length - place
  if (left < 0) return null
  const nearer = skipped <= left ? sql`rank, item_id offset ${skipped}` : sql`rank desc, item_id desc offset ${left}`
  const { rows } = await sql<NumberedItemRow>`select item_id from ${others(roomId, parent, ids)} order by ${nearer} limit 1`.execute(tx)
  return rows[0]?.item_id ?? null
}

async function countPlaced(tx: Tx, roomId: number, parent: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select folders + files as count from folder_counts where room_id = ${roomId} and parent_id = ${parent}`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function findBehind(tx: Tx, roomId: number, parent: number, ids: readonly number[], id: number): Promise<number[]> {
  const { rows } = await sql<NumberedItemRow>`
    select item_id from ${others(roomId, parent, ids)} and (rank, item_id) > (select rank, item_id from index_places where item_id = ${id})
    order by rank, item_id limit 2`.execute(tx)
  return rows.map(({ item_id }) => item_id)
}

export interface Follower {
  readonly id: number
  readonly before: number | null
}

export async function findFollowers(tx: Tx, roomId: number, parent: number, ids: readonly number[]): Promise<Follower[]> {
  const { rows } = await sql<Follower>`
    select places.item_id as id, (
      select item_id from ${others(roomId, parent, [])} and (rank, item_id) > (places.rank, places.item_id)
      order by rank, item_id limit 1
    ) as before
    from index_places as places where places.item_id = any(${bigints(ids)}) order by places.rank, places.item_id`.execute(tx)
  return rows
}

export async function findInFront(tx: Tx, roomId: number, parent: number, ids: readonly number[], id: number): Promise<number | undefined> {
  const { rows } = await sql<NumberedItemRow>`
    select item_id from ${others(roomId, parent, ids)} and (rank, item_id) < (select rank, item_id from index_places where item_id = ${id})
    order by rank desc, item_id desc limit 1`.execute(tx)
  return rows[0]?.item_id
}

export async function sortByRank(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } =
    await sql<NumberedItemRow>`select item_id from index_places where item_id = any(${bigints(ids)}) order by rank, item_id`.execute(tx)
  return rows.map(({ item_id }) => item_id)
}

interface Gap {
  readonly low: string | null
  readonly high: string | null
  readonly is_narrow: boolean
}

/** Without an item, places are last. The caller holds the tree lock. */
export async function placeBefore(tx: Tx, roomId: number, parent: number, ids: readonly number[], before: number | null): Promise<void> {
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

async function gapBefore(tx: Tx, roomId: number, parent: number, ids: readonly number[], before: number | null): Promise<Gap> {
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
    update expected_documents as expected set rank = ordered.place from ordered where expected.id = -ordered.id`.execute(tx)
}

export async function findFoldersBelow(db: Queryable, roomId: number, { id, path }: Parent): Promise<number[]> {
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
