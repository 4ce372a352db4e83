import { sql } from 'kysely'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { VisibleItems } from '../../../access/items.ts'
import { levelOf } from '../../../access/levels.read.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { ITEM_COLUMNS, type ItemRow } from '../documents.read.ts'
import type { DocumentTables } from '../documents.tables.ts'

const entries = (db: Queryable, scope: VisibleItems) =>
  db
    .withTables<DocumentTables>()
    .selectFrom('items')
    .select(ITEM_COLUMNS)
    .select(levelOf(scope).as('level'))
    .where('items.room_id', '=', scope.roomId)
    .whereRef('items.trash_id', '=', 'items.id')
    .where('items.doomed_at', 'is', null)

export async function holdTrashed(
  tx: Tx,
  scope: VisibleItems,
  itemId: number,
): Promise<ItemRow | undefined> {
  return entries(tx, scope).where('items.id', '=', itemId).forNoKeyUpdate().executeTakeFirst()
}

interface TrashPageQuery {
  readonly after: { readonly deletedAt: Date; readonly id: number } | undefined
  readonly limit: number
}

export async function listTrash(
  db: Queryable,
  scope: VisibleItems,
  { after, limit }: TrashPageQuery,
): Promise<ItemRow[]> {
  const ordered = entries(db, scope)
    .orderBy('items.deleted_at', 'desc')
    .orderBy('items.id', 'desc')
    .limit(limit)
  if (!after) return ordered.execute()
  return ordered
    .where(sql<boolean>`(items.deleted_at, items.id) < (${after.deletedAt}, ${after.id})`)
    .execute()
}

export async function findPaths(
  db: Queryable,
  scope: VisibleItems,
  folderIds: readonly number[],
): Promise<Map<number, readonly string[]>> {
  const folders = await findFolders(db, scope, folderIds)
  const above = await findFolders(db, scope, [
    ...new Set(folders.flatMap(({ ancestors }) => ancestors)),
  ])
  const names = new Map([...above, ...folders].map(({ id, name }) => [id, name]))
  return new Map(
    folders.map(({ id, ancestors }) => [
      id,
      [...ancestors, id].flatMap((step) => names.get(step) ?? []),
    ]),
  )
}

async function findFolders(db: Queryable, scope: VisibleItems, ids: readonly number[]) {
  if (ids.length === 0) return []
  return db
    .withTables<DocumentTables>()
    .selectFrom('items')
    .select(['id', 'ancestors', 'name'])
    .where('room_id', '=', scope.roomId)
    .where('id', 'in', [...ids])
    .execute()
}

export async function countTrashedChildren(
  db: Queryable,
  folderIds: readonly number[],
): Promise<Map<number, number>> {
  if (folderIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; count: number }>`
    select listed.id, children.count
    from unnest(${[...folderIds]}::bigint[]) as listed (id),
      lateral (
        select count(*) from (
          select 1 from items where trash_id = listed.id and parent_id = listed.id limit ${LIMITS.itemCountMax}
        ) as counted
      ) as children
  `.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

export async function countTrashedLevels(
  tx: Tx,
  item: Pick<ItemRow, 'id' | 'folder' | 'ancestors'>,
): Promise<number> {
  if (!item.folder) return 0
  const { deepest } = await tx
    .withTables<DocumentTables>()
    .selectFrom('items')
    .select(sql<number>`max(cardinality(items.ancestors))`.as('deepest'))
    .where('trash_id', '=', item.id)
    .where('folder', '=', true)
    .executeTakeFirstOrThrow()
  return deepest - item.ancestors.length + 1
}
