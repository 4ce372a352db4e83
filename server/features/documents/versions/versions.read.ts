import type { Queryable } from '../../../platform/db/database.ts'
import type { DocumentTables } from '../documents.tables.ts'

const versionsOf = (db: Queryable, roomId: number, itemId: number) =>
  db
    .withTables<DocumentTables>()
    .selectFrom('file_versions')
    .where('room_id', '=', roomId)
    .where('item_id', '=', itemId)

export async function findVersionsOf(db: Queryable, roomId: number, itemId: number) {
  return versionsOf(db, roomId, itemId)
    .select([
      'id',
      'number',
      'size',
      'created_at',
      'created_by',
      'status',
      'staged',
      'published_at',
    ])
    .orderBy('number', 'desc')
    .execute()
}

export async function findVersionIds(
  db: Queryable,
  roomId: number,
  after: number,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .withTables<DocumentTables>()
    .selectFrom('file_versions')
    .select('id')
    .where('room_id', '=', roomId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
