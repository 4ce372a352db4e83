import { type RawBuilder, sql } from 'kysely'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { VisibleItems } from '../../../access/items.ts'
import { type FolderPlace, isVisibleInFolder, levelInFolder } from '../../../access/levels.read.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import {
  ITEM_COLUMNS,
  type ItemPageQuery,
  type ItemRow,
  inScope,
  type Position,
  type Sort,
} from '../documents.read.ts'

export type IndexSort = 'index' | '-index'

export const isIndexSort = (sort: Sort): sort is IndexSort => sort === 'index' || sort === '-index'

const directionOf = (sort: IndexSort): RawBuilder<unknown> =>
  sql.raw(sort === 'index' ? 'asc' : 'desc')

interface IndexListPosition {
  readonly rank: string
  readonly id: number
}

const places = (scope: VisibleItems, folder: FolderPlace): RawBuilder<unknown> => sql`
  index_places as place join items on items.id = place.item_id
  where place.room_id = ${scope.roomId} and place.parent_id = ${folder.id} and place.alive and ${isVisibleInFolder(scope, folder)}`

/** A rank in cursors would reveal hidden items. @returns undefined after the last item */
async function resolve(
  db: Queryable,
  scope: VisibleItems,
  folder: FolderPlace,
  sort: IndexSort,
  { id, value }: Position,
) {
  const { rows } = await sql<IndexListPosition>`
    select rank::text, item_id as id from index_places
    where item_id = ${id} and room_id = ${scope.roomId} and parent_id = ${folder.id}`.execute(db)
  if (rows[0]) return rows[0]
  const nth = await sql<IndexListPosition>`
    select place.rank::text, place.item_id as id from ${places(scope, folder)}
    order by place.rank ${directionOf(sort)}, place.item_id ${directionOf(sort)} offset ${Math.max(Number(value) - 1, 0)} limit 1`.execute(
    db,
  )
  return nth.rows[0]
}

const compared = (
  sort: IndexSort,
  how: 'behind' | 'up to',
  { rank, id }: IndexListPosition,
): RawBuilder<boolean> => {
  const operator = sql.raw(
    { behind: ['>', '<'], 'up to': ['<=', '>='] }[how][sort === 'index' ? 0 : 1] ?? '>',
  )
  return sql<boolean>`(place.rank, place.item_id) ${operator} (${rank}::numeric, ${id}::bigint)`
}

export async function listByIndex(
  db: Queryable,
  scope: VisibleItems,
  folder: FolderPlace,
  { sort, after, until, limit }: Omit<ItemPageQuery, 'sort'> & { readonly sort: IndexSort },
): Promise<ItemRow[]> {
  const from = after && (await resolve(db, scope, folder, sort, after))
  if (after && !from) return []
  const to = until && (await resolve(db, scope, folder, sort, until))
  let rows = inScope(db, scope)
    .innerJoin('index_places as place', 'place.item_id', 'items.id')
    .select(ITEM_COLUMNS)
    .select(levelInFolder(scope, folder).as('level'))
    .where('place.room_id', '=', scope.roomId)
    .where('place.parent_id', '=', folder.id)
    .where('place.alive', '=', true)
    .where(isVisibleInFolder(scope, folder))
  if (from) rows = rows.where(compared(sort, 'behind', from))
  if (to) rows = rows.where(compared(sort, 'up to', to))
  const direction = sort === 'index' ? 'asc' : 'desc'
  return rows
    .orderBy('place.rank', direction)
    .orderBy('place.item_id', direction)
    .limit(limit)
    .execute()
}

export async function outlineByIndex(
  db: Queryable,
  scope: VisibleItems,
  folder: FolderPlace,
  {
    sort,
    step,
    after,
  }: { readonly sort: IndexSort; readonly step: number; readonly after: Position },
): Promise<Position[]> {
  const from = await resolve(db, scope, folder, sort, after)
  if (!from) return []
  const { rows } = await sql<{ folder: boolean; id: number; at: number }>`
    select folder, id, at from (
      select items.folder, items.id, row_number() over (order by place.rank ${directionOf(sort)}, place.item_id ${directionOf(sort)}) as at
      from ${places(scope, folder)} and ${compared(sort, 'behind', from)}
    ) as numbered
    where at % ${step} = 0
    order by at
    limit ${LIMITS.outlineMax}`.execute(db)
  return rows.map(({ at, ...item }) => ({ ...item, value: Number(after.value) + at }))
}

export async function countBeforeByIndex(
  db: Queryable,
  scope: VisibleItems,
  folder: FolderPlace,
  itemId: number,
  sort: IndexSort,
): Promise<number> {
  const { rows } = await sql<{ before: number }>`
    with own as (select rank, item_id from index_places where item_id = ${itemId})
    select count(*) as before from own, ${places(scope, folder)}
      and (place.rank, place.item_id) ${sql.raw(sort === 'index' ? '<' : '>')} (own.rank, own.item_id)`.execute(
    db,
  )
  return rows[0]?.before ?? 0
}
