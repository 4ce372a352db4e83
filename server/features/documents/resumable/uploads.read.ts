import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import type { DocumentTables } from '../documents.tables.ts'
import type { WrappedSegment } from '../sealed-content.ts'
import type { UploadTables } from './uploads.tables.ts'

/** Whose uploads are meant: nobody finds those of others. */
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

/** An upload of this member, also one that has become an item. */
export async function findUpload(db: Queryable, sender: Sender, id: string) {
  return ofSender(db, sender).selectAll('uploads').where('uploads.id', '=', id).executeTakeFirst()
}

/** The segments of an upload, in order. */
export async function findUploadSegments(db: Queryable, uploadId: string): Promise<WrappedSegment[]> {
  return db
    .withTables<UploadTables>()
    .selectFrom('upload_segments')
    .select(['blob_id as blobId', 'size', 'wrapped_key as wrappedKey'])
    .where('upload_id', '=', uploadId)
    .orderBy('ordinal')
    .execute()
}

/** Bytes that the unfinished uploads of a room take once they are whole. */
export async function countUnfinishedBytes(db: Queryable, roomId: number): Promise<number> {
  const { bytes } = await unfinished(db, roomId).select(sql<number>`coalesce(sum(size), 0)::bigint`.as('bytes')).executeTakeFirstOrThrow()
  return bytes
}

/** How many uploads a member has not finished. */
export async function countUnfinished(db: Queryable, { roomId, memberId }: Sender): Promise<number> {
  const { own } = await unfinished(db, roomId)
    .where('member_id', '=', memberId)
    .select(({ fn }) => fn.countAll<number>().as('own'))
    .executeTakeFirstOrThrow()
  return own
}

const unfinished = (db: Queryable, roomId: number) =>
  db.withTables<UploadTables>().selectFrom('uploads').where('room_id', '=', roomId).where('item_id', 'is', null)

/** The unfinished uploads of a member, last begun first, each with the path to its folder; null where that is gone. */
export async function listUnfinished(db: Queryable, sender: Sender) {
  return ofSender(db, sender)
    .leftJoin('items', (join) => join.onRef('items.id', '=', 'uploads.parent_id').on('items.deleted_at', 'is', null))
    .select(['uploads.id', 'path', 'uploads.parent_id', 'uploads.size', 'received', 'modified_at', 'uploads.created_at', 'items.ancestors'])
    .where('uploads.item_id', 'is', null)
    .orderBy('uploads.created_at', 'desc')
    .orderBy('uploads.id')
    .execute()
}

/** Uploads of whatever room that nobody has added to since then. */
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
