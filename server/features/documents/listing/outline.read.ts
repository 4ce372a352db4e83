import { sql } from 'kysely'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { VisibleItems } from '../../../access/items.ts'
import { countVisible, type FolderPlace, isVisibleInFolder } from '../../../access/levels.read.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import {
  type ColumnSort,
  comparableOf,
  compare,
  type ItemRow,
  orderOf,
  type Position,
  positionOfItem,
} from '../documents.read.ts'
import type { DocumentTables } from '../documents.tables.ts'

interface Outlined {
  readonly sort: ColumnSort
  readonly step: number
  readonly after: Position
}

export async function outlineFolder(
  db: Queryable,
  scope: VisibleItems,
  parent: FolderPlace,
  outlined: Outlined,
): Promise<Position[]> {
  const { sort, step, after } = outlined
  const { column, direction } = orderOf(sort)
  const order = sql`${sql.ref(column)} ${sql.raw(direction)}, id ${sql.raw(direction)}`
  const behind = (folder: boolean) => sql`
    from items
    where room_id = ${scope.roomId} and parent_id = ${parent.id} and deleted_at is null and folder = ${folder}
      and ${isVisibleInFolder(scope, parent)}
      and ${after.folder === folder ? compare('behind', after, sort) : !folder}`
  const { rows } = await sql<{ folder: boolean; value: string | number | Date; id: number }>`
    select folder, value, id from (
      select folder, ${sql.ref(column)} as value, id, row_number() over (order by ${order}) as place ${behind(true)}
      union all
      select folder, ${sql.ref(column)} as value, id, row_number() over (order by ${order}) + (select count(*) ${behind(true)}) ${behind(false)}
    ) as numbered
    where place % ${step} = 0
    order by place
    limit ${LIMITS.outlineMax}
  `.execute(db)
  return rows.map(({ folder, value, id }) => ({ folder, value: comparableOf(value), id }))
}

export async function countBefore(
  db: Queryable,
  scope: VisibleItems,
  folder: FolderPlace,
  item: ItemRow,
  sort: ColumnSort,
): Promise<number> {
  const { before } = await db
    .withTables<DocumentTables>()
    .selectFrom('items')
    .select(({ fn }) => fn.countAll<number>().as('before'))
    .where('items.room_id', '=', scope.roomId)
    .where('items.parent_id', '=', item.parent_id)
    .where('items.deleted_at', 'is', null)
    .where('items.folder', '=', item.folder)
    .where(isVisibleInFolder(scope, folder))
    .where(compare('before', positionOfItem(item, sort), sort))
    .executeTakeFirstOrThrow()
  if (item.folder) return before
  const counts = await countVisible(db, scope, [folder])
  return before + (counts.get(item.parent_id)?.folders ?? 0)
}
