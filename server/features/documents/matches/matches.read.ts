import { sql } from 'kysely'
import { nameKey } from '../../../../contract/core/name-key.ts'
import type { VisibleItems } from '../../../access/items.ts'
import { isVisible, levelOf } from '../../../access/levels.read.ts'
import { bigints } from '../../../platform/db/bigints.ts'
import type { Queryable } from '../../../platform/db/database.ts'

interface WantedName {
  readonly nth: number
  readonly rank: number
  readonly folded: string
}

interface SearchedPlaces {
  readonly ids: readonly number[]
  readonly isDeep: boolean
}

export interface FoundDocument {
  readonly nth: number
  readonly rank: number
  readonly id: number
  readonly room_id: number
  readonly parent_id: number
  readonly ancestors: readonly number[]
  readonly name: string
  readonly level: number
  readonly deleted_at: Date | null
  readonly size: number
  readonly created_at: Date
  readonly content_uid: string
  readonly sealed_digest: Buffer
}

/** @param most documents per name */
export async function findDocumentsNamed(
  db: Queryable,
  scope: VisibleItems,
  { ids, isDeep }: SearchedPlaces,
  names: readonly WantedName[],
  most: number,
): Promise<FoundDocument[]> {
  const isBelow = isDeep
    ? ids.includes(0)
      ? sql`true`
      : sql`items.ancestors && ${bigints(ids)}`
    : sql`items.parent_id = any(${bigints(ids)})`
  const { rows } = await sql<FoundDocument>`
    with wanted as (
      select * from unnest(
        ${names.map(({ nth }) => nth)}::int[], ${names.map(({ rank }) => rank)}::int[], ${names.map(({ folded }) => folded)}::text[],
        ${names.map(({ folded }) => nameKey(folded))}::text[]) as wanted (nth, rank, folded, key)
    ), named as (
      select wanted.nth, wanted.rank, items.*, min(wanted.rank) over (partition by wanted.nth) as best, ${levelOf(scope)} as level
      from wanted join items on items.room_id = ${scope.roomId} and not items.folder and items.name_key = wanted.key
        and items.name_folded = wanted.folded
      where items.deleted_at is null and ${isVisible(scope)} and (items.id = any(${bigints(ids)}) or ${isBelow})
    ), counted as (
      select *, row_number() over (partition by nth order by ancestors, id) as place from named where rank = best
    )
    select counted.nth, counted.rank, counted.id, counted.room_id, counted.parent_id, counted.ancestors, counted.name, counted.level,
      counted.deleted_at, newest.size, newest.created_at, newest.content_uid, newest.sealed_digest
    from counted cross join lateral (
      select size, created_at, content_uid, sealed_digest from file_versions where item_id = counted.id order by number desc limit 1
    ) as newest
    where counted.place <= ${most}
    order by counted.nth, counted.place`.execute(db)
  return rows
}
