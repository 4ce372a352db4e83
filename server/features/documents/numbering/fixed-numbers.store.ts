import { type RawBuilder, sql } from 'kysely'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { bigints } from '../../../platform/db/bigints.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { Act } from '../acts/run-act.ts'
import { type FolderSize, folderPortionsOf, type Portion, sizeOf } from './folder-portions.ts'

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
  await sql`update index_places set number = null where room_id = ${roomId} and not alive and number is not null and ${parents}`.execute(
    tx,
  )
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

async function fixNumbersOf(
  tx: Tx,
  roomId: number,
  { parents, after, upTo }: Portion,
): Promise<void> {
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

export async function fixNumbers(
  tx: Tx,
  roomId: number,
  act: Act,
  only?: readonly number[],
): Promise<void> {
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

export const isOneOf = (parents: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`parent_id = any(${bigints(parents)})`

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
    items: rows.flatMap(({ changed: _, name, ...item }) =>
      name === null ? [] : [{ ...item, name }],
    ),
  }
}
