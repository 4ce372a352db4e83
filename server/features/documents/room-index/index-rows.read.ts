import { sql } from 'kysely'
import type { VisibleItems } from '../../../access/items.ts'
import { isVisible, levelOf } from '../../../access/levels.read.ts'
import { bigints } from '../../../platform/db/bigints.ts'
import type { Queryable } from '../../../platform/db/database.ts'

export interface IndexRow {
  readonly id: number
  readonly parent_id: number
  readonly folder: boolean
  readonly name: string
  readonly size: number
  readonly page_count: number | null
  readonly stored_at: Date
  readonly version_id: number | null
  readonly level: number
  readonly staged: boolean
  readonly unseen: boolean
}

export async function findIndexRows(
  db: Queryable,
  scope: VisibleItems,
  ids: readonly number[],
): Promise<ReadonlyMap<number, IndexRow>> {
  const { rows } = await sql<IndexRow>`
    select items.id, items.parent_id, items.folder, items.name, items.size, items.staged, items.unseen, version.page_count, items.version_id,
      ${levelOf(scope)} as level,
      coalesce(version.created_at, items.created_at) as stored_at
    from items left join file_versions as version on version.id = items.version_id
    where items.room_id = ${scope.roomId} and items.id = any(${bigints(ids)}) and items.deleted_at is null and ${isVisible(scope)}`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
