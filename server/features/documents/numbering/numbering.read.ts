import { type RawBuilder, sql } from 'kysely'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { VisibleItems } from '../../../access/items.ts'
import { type FolderPlace, isVisible, isVisibleInFolder } from '../../../access/levels.read.ts'
import { bigints } from '../../../platform/db/bigints.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { type NumberingSettings, numberingOf } from '../../rooms/index.ts'
import type { Sort } from '../documents.read.ts'
import { isIndexSort } from './index-list.read.ts'

export type Counting = 'fixed' | 'all' | 'visible'

/** Is undefined while numbering is off. Operators count all items. */
export async function findCounting(
  db: Queryable,
  scope: VisibleItems,
): Promise<Counting | undefined> {
  const settings = await numberingOf(db, scope.roomId)
  return settings && countingOf(settings, scope)
}

export function sortOf(wanted: Sort | undefined, counting: Counting | undefined): Sort {
  const sort = wanted ?? 'index'
  return counting || !isIndexSort(sort) ? sort : sort === 'index' ? 'name' : '-name'
}

export function countingOf(
  { numbering, scope: of }: NumberingSettings,
  { group }: Pick<VisibleItems, 'group'>,
): Counting | undefined {
  if (numbering === 'off') return undefined
  if (numbering === 'fixed') return 'fixed'
  return of === 'group' && group ? 'visible' : 'all'
}

/** @param folder holds most of the items */
function counted(
  counting: Counting,
  scope: VisibleItems,
  folder?: FolderPlace,
): RawBuilder<unknown> {
  if (counting !== 'visible') return sql`index_places as places where places.alive`
  const isSeen = folder
    ? sql`(case when items.parent_id = ${folder.id} then ${isVisibleInFolder(scope, folder)} else ${isVisible(scope)} end)`
    : isVisible(scope)
  return sql`index_places as places join items on items.id = places.item_id where places.alive and ${isSeen}`
}

export interface Numbered {
  readonly id: number
  readonly ancestors: readonly number[]
}

/** Numbers such as `2.3.1` start at the root. @param folder holds most of the items */
export async function findIndexes(
  db: Queryable,
  scope: VisibleItems,
  counting: Counting | undefined,
  items: readonly Numbered[],
  folder?: FolderPlace,
): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(items.flatMap(({ id, ancestors }) => [...ancestors, id]))]
  if (!counting || ids.length === 0) return new Map()
  const numbers = new Map(
    (await findNumbers(db, scope, counting, ids, folder)).map(({ id, number }) => [id, number]),
  )
  return new Map(
    items.flatMap(({ id, ancestors }) => {
      const path = [...ancestors, id].map((each) => numbers.get(each))
      return path.includes(undefined) ? [] : [[id, path.join('.')]]
    }),
  )
}

const COUNTED_AT_MOST = 5_000

/** Skips items that need too much counting. */
export async function findCountable(
  db: Queryable,
  roomId: number,
  counting: Counting,
  itemIds: readonly number[],
): Promise<Numbered[]> {
  const isSmall =
    counting === 'fixed'
      ? sql`true`
      : sql`(select coalesce(sum(counts.folders + counts.files), 0) from folder_counts as counts
          where counts.room_id = ${roomId} and counts.parent_id = any(array_prepend(0::bigint, items.ancestors))) <= ${COUNTED_AT_MOST}`
  const { rows } = await sql<Numbered>`
    select items.id, items.ancestors from items
    where items.id = any(${bigints(itemIds)}) and items.room_id = ${roomId} and ${isSmall}`.execute(
    db,
  )
  return rows
}

interface OwnNumber {
  readonly id: number
  readonly number: number
}

async function findNumbers(
  db: Queryable,
  scope: VisibleItems,
  counting: Counting,
  ids: readonly number[],
  folder: FolderPlace | undefined,
): Promise<OwnNumber[]> {
  const asked = sql`index_places as places where places.item_id = any(${bigints(ids)}) and places.room_id = ${scope.roomId}`
  if (counting === 'fixed') {
    const { rows } =
      await sql<OwnNumber>`select places.item_id as id, places.number from ${asked} and places.number is not null`.execute(
        db,
      )
    return rows
  }
  const { rows } = await sql<OwnNumber>`
    with last as materialized (select places.parent_id, max(places.rank) as rank from ${asked} and places.alive group by places.parent_id)
    select numbered.id, numbered.number
    from last
    cross join lateral (
      select places.item_id as id, row_number() over (order by places.rank, places.item_id) as number
      from ${counted(counting, scope, folder)}
        and places.room_id = ${scope.roomId} and places.parent_id = last.parent_id and places.rank <= last.rank
    ) as numbered
    where numbered.id = any(${bigints(ids)})
  `.execute(db)
  return rows
}

export const stepsOf = (number: string): readonly number[] =>
  number.split('.').filter(Boolean).map(Number)

/** @returns the id of the item, even if the caller does not see it */
export async function findByIndex(
  db: Queryable,
  scope: VisibleItems,
  counting: Counting,
  steps: readonly number[],
): Promise<number | undefined> {
  if (steps.length > LIMITS.treeDepth + 1) return undefined
  let parent = 0
  for (const step of steps) {
    const here = sql`${counted(counting, scope)} and places.room_id = ${scope.roomId} and places.parent_id = ${parent}`
    const { rows } = await sql<{ id: number }>`select places.item_id as id from ${here} ${
      counting === 'fixed'
        ? sql`and places.number = ${step}`
        : sql`order by places.rank, places.item_id offset ${step - 1} limit 1`
    }`.execute(db)
    const next = rows[0]?.id
    if (next === undefined) return undefined
    parent = next
  }
  return parent === 0 ? undefined : parent
}
