import { sql } from 'kysely'
import type { Extension } from '../../../../contract/core/limits.ts'
import type { ViewStatus } from '../../../../contract/features/documents.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { PageSize } from '../../documents/index.ts'
import { isReadable } from '../readable.read.ts'
import { isSeenEntry } from '../reading/thread-filter.read.ts'
import type { ThreadReader } from '../thread-reader.ts'
import type { ThreadTables } from '../threads.tables.ts'

export interface FileRow {
  readonly id: string
  readonly entry_id: string
  readonly name_sealed: Buffer
  readonly ext: Extension
  readonly size: number
  readonly status: ViewStatus
  readonly pages: PageSize[]
  readonly content_uid: string
  readonly blob_id: string
  readonly wrapped_key: Buffer
}

export async function findFiles(db: Queryable, entryIds: readonly string[]): Promise<FileRow[]> {
  if (entryIds.length === 0) return []
  return db
    .withTables<ThreadTables>()
    .selectFrom('thread_files')
    .select([
      'id',
      'entry_id',
      'name_sealed',
      'ext',
      'size',
      'status',
      'pages',
      'content_uid',
      'blob_id',
      'wrapped_key',
    ])
    .where('entry_id', 'in', [...entryIds])
    .orderBy('entry_id')
    .orderBy('position')
    .execute()
}

export async function findStored(db: Queryable, roomId: number, fileId: string) {
  return db
    .withTables<ThreadTables>()
    .selectFrom('thread_files')
    .select(['content_uid', 'blob_id', 'size', 'wrapped_key'])
    .where('id', '=', fileId)
    .where('room_id', '=', roomId)
    .executeTakeFirst()
}

export interface FoundFile extends FileRow {
  readonly thread_id: string
  readonly type: 'QUESTION' | 'REQUEST'
  readonly code: string
  readonly number: number
  readonly is_shown: boolean
}

/** The access gate decides. */
export async function findFile(
  db: Queryable,
  reader: ThreadReader,
  fileId: string,
): Promise<FoundFile | undefined> {
  const { rows } = await sql<FoundFile>`
    select thread_files.*, threads.id as thread_id, threads.type, threads.code, threads.number, (${isReadable(reader)} and ${isSeenEntry(reader)}) as is_shown
    from thread_files join thread_entries on thread_entries.id = thread_files.entry_id
    join threads on threads.id = thread_entries.thread_id
    where thread_files.id = ${fileId} and thread_files.room_id = ${reader.roomId}
  `.execute(db)
  return rows[0]
}

/** Sizes are in bytes. */
interface KeptFiles {
  readonly limit: number
  readonly room: number
  readonly member: number
}

/** Concurrent attachments wait. */
export async function holdKeptFiles(
  tx: Tx,
  roomId: number,
  memberId: number,
): Promise<KeptFiles | undefined> {
  await sql`select from rooms where id = ${roomId} for no key update`.execute(tx)
  const { rows } = await sql<KeptFiles>`
    select storage_limit as "limit", coalesce(sum(size), 0)::bigint as room,
      coalesce(sum(size) filter (where member_id = ${memberId}), 0)::bigint as member
    from rooms left join thread_files on thread_files.room_id = rooms.id where rooms.id = ${roomId} group by rooms.id
  `.execute(tx)
  return rows[0]
}

export async function findThreadBlobs(
  db: Queryable,
  blobIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ blob_id: string }>`
    select blob_id from thread_files where blob_id = any(${[...blobIds]}::text[])
    union all select blob_id from thread_previews where blob_id = any(${[...blobIds]}::text[])
  `.execute(db)
  return new Set(rows.map(({ blob_id }) => blob_id))
}

export async function findPreview(db: Queryable, fileId: string) {
  return db
    .withTables<ThreadTables>()
    .selectFrom('thread_previews')
    .select(['content_uid', 'blob_id', 'size', 'wrapped_key'])
    .where('file_id', '=', fileId)
    .executeTakeFirst()
}

export async function findBlobsOf(tx: Tx, threadId: string): Promise<string[]> {
  const { rows } = await sql<{ blob_id: string | null }>`
    select unnest(array[thread_files.blob_id, thread_previews.blob_id]) as blob_id
    from thread_files left join thread_previews on thread_previews.file_id = thread_files.id
    where entry_id in (select id from thread_entries where thread_id = ${threadId})
  `.execute(tx)
  return rows.flatMap(({ blob_id }) => blob_id ?? [])
}
