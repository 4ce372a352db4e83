import { type RawBuilder, sql } from 'kysely'
import type { VisibleItems } from '../../../access/items.ts'
import { isVisible } from '../../../access/levels.read.ts'
import { bigints } from '../../../platform/db/bigints.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Counting } from '../numbering/numbering.read.ts'

/** A million eight-byte ids fit into memory. */
export interface Children {
  readonly ids: Float64Array
  readonly numbers: Float64Array | undefined
}

interface FolderSize {
  readonly id: number
  readonly size: number
}

const FOLDERS_AT_ONCE = 5_000
const CHILDREN_AT_ONCE = 20_000

/** 0 is the root. Without numbering, names decide, folders first. */
export async function readTreeOrder(
  db: Queryable,
  scope: VisibleItems,
  counting: Counting | undefined,
): Promise<ReadonlyMap<number, Children>> {
  const order = new Map<number, Children>()
  for await (const folders of folderBatches(db, scope.roomId)) {
    for (const { parent, ids, numbers } of await readChildren(db, scope, counting, folders))
      order.set(parent, {
        ids: Float64Array.from(ids),
        numbers: numbers === null ? undefined : Float64Array.from(numbers),
      })
  }
  return order
}

async function* folderBatches(db: Queryable, roomId: number): AsyncGenerator<number[]> {
  let batch: number[] = []
  let children = 0
  for (let after = -1; ; ) {
    const { rows } = await sql<FolderSize>`
      select parent_id as id, folders + files as size from folder_counts
      where room_id = ${roomId} and parent_id > ${after} and folders + files > 0
      order by parent_id limit ${FOLDERS_AT_ONCE}`.execute(db)
    for (const { id, size } of rows) {
      if (children > 0 && children + size > CHILDREN_AT_ONCE) {
        yield batch
        batch = []
        children = 0
      }
      batch.push(id)
      children += size
    }
    after = rows.at(-1)?.id ?? after
    if (rows.length < FOLDERS_AT_ONCE) break
  }
  if (batch.length > 0) yield batch
}

interface ReadChildren {
  readonly parent: number
  readonly ids: readonly number[]
  readonly numbers: readonly number[] | null
}

async function readChildren(
  db: Queryable,
  scope: VisibleItems,
  counting: Counting | undefined,
  folders: readonly number[],
): Promise<readonly ReadChildren[]> {
  const { rows } = await sql<ReadChildren>`
    select child.parent_id as parent, array_agg(child.id order by ${orderOf(counting)}) as ids,
      ${hasOwnNumbers(counting, scope) ? sql`array_agg(child.number order by ${orderOf(counting)})` : sql`null::bigint[]`} as numbers
    from (
      select items.parent_id, items.id, items.folder, items.name_key, ${isVisible(scope)} as seen${placeOf(counting)}
      from items ${counting ? sql`join index_places as place on place.item_id = items.id and place.alive` : sql``}
      where items.room_id = ${scope.roomId} and items.parent_id = any(${bigints(folders)}) and items.deleted_at is null
    ) as child
    where child.seen
    group by child.parent_id`.execute(db)
  return rows
}

const orderOf = (counting: Counting | undefined): RawBuilder<unknown> =>
  counting ? sql`child.rank, child.id` : sql`child.folder desc, child.name_key, child.id`

/** Hidden items keep their numbers. */
const hasOwnNumbers = (counting: Counting | undefined, { group }: VisibleItems): boolean =>
  counting === 'fixed' || (counting === 'all' && group !== undefined)

function placeOf(counting: Counting | undefined): RawBuilder<unknown> {
  if (counting === undefined) return sql``
  if (counting === 'fixed') return sql`, place.rank, coalesce(place.number, 0) as number`
  return sql`, place.rank, row_number() over (partition by items.parent_id order by place.rank, items.id) as number`
}
