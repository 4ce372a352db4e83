import { sql } from 'kysely'
import type { VisibleItems } from '../../../access/items.ts'
import { isVisible, levelOf } from '../../../access/levels.read.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { DocumentTables } from '../documents.tables.ts'

export async function findMeasured(db: Queryable, scope: VisibleItems, ids: readonly number[]) {
  return db
    .withTables<DocumentTables>()
    .selectFrom('items')
    .select([
      'id',
      'room_id',
      'deleted_at',
      'ancestors',
      'folder',
      'size',
      levelOf(scope).as('level'),
    ])
    .where(isVisible(scope))
    .where('room_id', '=', scope.roomId)
    .where('deleted_at', 'is', null)
    .where('id', 'in', [...ids])
    .execute()
}

export interface Measure {
  readonly folders: number
  readonly files: number
  readonly bytes: number
}

/** Folders must be disjoint. Path order keeps to one index range. */
export async function measureBelow(
  db: Queryable,
  scope: VisibleItems,
  folderIds: readonly number[],
  limit: number,
): Promise<Measure> {
  if (folderIds.length === 0) return { folders: 0, files: 0, bytes: 0 }
  const { rows } = await sql<Measure>`
    select count(*) filter (where folder) as folders, count(*) filter (where not folder) as files, coalesce(sum(size), 0)::bigint as bytes
    from (
      select found.folder, found.size
      from items as top, lateral (
        select items.folder, items.size from items
        where items.room_id = ${scope.roomId} and items.deleted_at is null and ${isVisible(scope)}
          and items.ancestors >= top.ancestors || top.id and items.ancestors < top.ancestors || (top.id + 1)
        order by items.ancestors
        limit ${limit}
      ) as found
      where top.id = any(${[...folderIds]}::bigint[]) and top.room_id = ${scope.roomId}
      limit ${limit}
    ) as counted
  `.execute(db)
  return rows[0] ?? { folders: 0, files: 0, bytes: 0 }
}
