import { sql } from 'kysely'
import type { Queryable } from '../../../../platform/db/database.ts'
import type { DocumentTables } from '../../documents.tables.ts'
import type { WrappedSegment } from '../../storage/encrypted-content.ts'
import type { UploadTables } from './uploads.tables.ts'

export interface Sender {
  readonly roomId: number
  readonly memberId: number
}

const ofSender = (db: Queryable, { roomId, memberId }: Sender) =>
  db
    .withTables<UploadTables & DocumentTables>()
    .selectFrom('uploads')
    .where('uploads.room_id', '=', roomId)
    .where('member_id', '=', memberId)

export type UploadRow = NonNullable<Awaited<ReturnType<typeof findUpload>>>

export async function findUpload(db: Queryable, sender: Sender, id: string) {
  return ofSender(db, sender).selectAll('uploads').where('uploads.id', '=', id).executeTakeFirst()
}

export async function findUploadSegments(
  db: Queryable,
  uploadId: string,
): Promise<WrappedSegment[]> {
  return db
    .withTables<UploadTables>()
    .selectFrom('upload_segments')
    .select(['blob_id as blobId', 'size', 'wrapped_key as wrappedKey'])
    .where('upload_id', '=', uploadId)
    .orderBy('ordinal')
    .execute()
}

export async function countUnfinishedBytes(db: Queryable, roomId: number): Promise<number> {
  const { bytes } = await unfinished(db, roomId)
    .select(sql<number>`coalesce(sum(size), 0)::bigint`.as('bytes'))
    .executeTakeFirstOrThrow()
  return bytes
}

export async function countUnfinished(
  db: Queryable,
  { roomId, memberId }: Sender,
): Promise<number> {
  const { own } = await unfinished(db, roomId)
    .where('member_id', '=', memberId)
    .select(({ fn }) => fn.countAll<number>().as('own'))
    .executeTakeFirstOrThrow()
  return own
}

const unfinished = (db: Queryable, roomId: number) =>
  db
    .withTables<UploadTables>()
    .selectFrom('uploads')
    .where('room_id', '=', roomId)
    .where('item_id', 'is', null)

export async function listUnfinished(db: Queryable, sender: Sender) {
  return ofSender(db, sender)
    .leftJoin('items', (join) =>
      join.onRef('items.id', '=', 'uploads.parent_id').on('items.deleted_at', 'is', null),
    )
    .select([
      'uploads.id',
      'path',
      'uploads.parent_id',
      'uploads.size',
      'received',
      'modified_at',
      'uploads.created_at',
      'items.ancestors',
    ])
    .where('uploads.item_id', 'is', null)
    .orderBy('uploads.created_at', 'desc')
    .orderBy('uploads.id')
    .execute()
}

export async function findResting(db: Queryable, since: Date, limit: number): Promise<string[]> {
  const rows = await db
    .withTables<UploadTables>()
    .selectFrom('uploads')
    .select('id')
    .where('used_at', '<', since)
    .orderBy('used_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
