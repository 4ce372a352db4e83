import { sql } from 'kysely'
import type { ViewStatus } from '../../../../contract/features/documents.ts'
import { LEVEL } from '../../../../contract/features/groups/levels.ts'
import type { VisibleItems } from '../../../access/items.ts'
import { isVisible, levelOf } from '../../../access/levels.read.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { ItemRow } from '../documents.read.ts'
import type { DocumentTables } from '../documents.tables.ts'
import { below } from '../items/tree.store.ts'

const living = (db: Queryable, scope: VisibleItems) =>
  db
    .withTables<DocumentTables>()
    .selectFrom('items')
    .leftJoin('file_versions', 'file_versions.id', 'items.version_id')
    .select([
      'items.id',
      'items.room_id',
      'items.parent_id',
      'items.ancestors',
      'items.folder',
      'items.name',
      'items.ext',
      'items.size',
      'items.version_id',
      'items.deleted_at',
      sql<Date>`coalesce(file_versions.created_at, items.created_at)`.as('stored_at'),
      sql<ViewStatus | null>`file_versions.status`.as('view_status'),
      levelOf(scope).as('level'),
    ])
    .where(isVisible(scope))
    .where('items.room_id', '=', scope.roomId)
    .where('items.deleted_at', 'is', null)

export type LivingItem = Awaited<ReturnType<typeof findItems>>[number]

export async function findItems(db: Queryable, scope: VisibleItems, ids: readonly number[]) {
  return living(db, scope)
    .where(sql<boolean>`items.id = any(${[...ids]}::bigint[])`)
    .execute()
}

const inTreeOrder = (query: ReturnType<typeof living>, limit: number): Promise<LivingItem[]> =>
  query
    .orderBy('items.ancestors')
    .orderBy('items.folder', 'desc')
    .orderBy('items.name_key')
    .orderBy('items.id')
    .limit(limit)
    .execute()

export const listBelow = (
  db: Queryable,
  scope: VisibleItems,
  folder: Pick<ItemRow, 'id' | 'ancestors'>,
  limit: number,
): Promise<LivingItem[]> => inTreeOrder(living(db, scope).where(below(folder)), limit)

export const currentVersions = (db: Queryable, scope: VisibleItems) =>
  living(db, scope).clearSelect().select('items.version_id').select(levelOf(scope).as('level'))

export const heldVersions = (db: Queryable, roomId: number) =>
  db
    .withTables<DocumentTables>()
    .selectFrom('file_versions')
    .select(['file_versions.id as version_id', sql<number>`${LEVEL.download}::int`.as('level')])
    .where('room_id', '=', roomId)
