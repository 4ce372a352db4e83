import { sql } from 'kysely'
import { visibleItems } from '../../access/items.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { heldFiles } from '../compose/index.ts'
import { currentVersions, heldVersions } from '../documents/index.ts'
import type { ArchiveTables } from './archive.tables.ts'

const archives = (db: Queryable) => db.withTables<ArchiveTables>().selectFrom('archives')
const entries = (db: Queryable, archiveId: number) =>
  db.withTables<ArchiveTables>().selectFrom('archive_entries').selectAll().where('archive_id', '=', archiveId)

export type ArchiveRow = NonNullable<Awaited<ReturnType<typeof findArchive>>>
export type EntryRow = Awaited<ReturnType<typeof findToSettle>>[number]

/** An archive, whosever it is. */
export async function findArchive(db: Queryable, archiveId: number) {
  return archives(db).selectAll().where('id', '=', archiveId).executeTakeFirst()
}

/** The same, held until the transaction ends. */
export async function holdArchive(tx: Tx, archiveId: number): Promise<ArchiveRow | undefined> {
  return archives(tx).selectAll().where('id', '=', archiveId).forUpdate().executeTakeFirst()
}

interface Listed {
  readonly roomId: number
  /** Of this member the own ones. */
  readonly memberId: number
  /** And those of the room. */
  readonly ofRoom: boolean
  readonly now: Date
}

/** The archives of a member that are there, the newest first. */
export async function listArchives(db: Queryable, { roomId, memberId, ofRoom, now }: Listed): Promise<ArchiveRow[]> {
  return archives(db)
    .selectAll()
    .where('room_id', '=', roomId)
    .where('expires_at', '>', now)
    .where((row) =>
      row.or([
        row.and([row('scope', '=', 'own'), row('member_id', '=', memberId)]),
        ...(ofRoom ? [row.and([row('scope', '=', 'room'), row('member_id', 'is not', null)])] : []),
      ]),
    )
    .orderBy('id', 'desc')
    .execute()
}

/** Those whose time is over. */
export async function findExpired(db: Queryable, now: Date): Promise<number[]> {
  return (await archives(db).select('id').where('expires_at', '<=', now).execute()).map(({ id }) => id)
}

/** Those that are being prepared in the background. */
export async function findPreparing(db: Queryable): Promise<number[]> {
  const rows = await archives(db).select('id').where('state', '=', 'PREPARING').where('member_id', 'is not', null).execute()
  return rows.map(({ id }) => id)
}

/** The next entries to be made, all of the same turn. */
export async function findToSettle(db: Queryable, archiveId: number, limit: number) {
  const first = entries(db, archiveId).clearSelect().select(sql<number>`min(turn)`.as('turn')).where('settled', '=', false)
  return entries(db, archiveId).where('settled', '=', false).where('turn', '=', first).orderBy('position').limit(limit).execute()
}

/** Entries that are read at once. */
const PAGE = 1_000

/** All entries of an archive in their order, page by page. */
export async function* entryPages(db: Queryable, archiveId: number): AsyncGenerator<readonly EntryRow[]> {
  for (let after = -1; ; ) {
    const page = await entries(db, archiveId).where('position', '>', after).orderBy('position').limit(PAGE).execute()
    if (page.length > 0) yield page
    after = page.at(-1)?.position ?? after
    if (page.length < PAGE) return
  }
}

/** The same one by one. */
export async function* allEntries(db: Queryable, archiveId: number): AsyncGenerator<EntryRow> {
  for await (const page of entryPages(db, archiveId)) yield* page
}

/** The bytes of the zip from `start` on. */
interface Place {
  readonly start: number
  readonly end: number
}

/** Entries that hold some of these bytes, in their order, the first ones. An entry holds at least its header. */
export async function findAt(db: Queryable, archiveId: number, { start, end }: Place, limit: number): Promise<EntryRow[]> {
  const from = entries(db, archiveId).clearSelect().select(sql<number>`max(start_at)`.as('start_at')).where('start_at', '<=', start)
  return entries(db, archiveId).where('start_at', '>=', from).where('start_at', '<', end).orderBy('start_at').limit(limit).execute()
}

/** Those of the blobs that hold what was made for archives. */
export async function findArchiveBlobs(db: Queryable, blobIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .withTables<ArchiveTables>()
    .selectFrom('archive_entries')
    .select('blob_id')
    .where(sql<boolean>`blob_id = any(${[...blobIds]}::text[])`)
    .execute()
  return new Set(rows.flatMap(({ blob_id }) => blob_id ?? []))
}

/** What an archive holds of documents, how many of these as copies that have their text, and how many are not there any more. */
export async function contentsOf(db: Queryable, { id, room_id: roomId, scope }: ArchiveRow) {
  // An own archive goes with what the person is shown now, that of a room with what has not been destroyed.
  const versions = scope === 'own' ? currentVersions(db, visibleItems({ roomId })) : heldVersions(db, roomId)
  return db
    .withTables<ArchiveTables>()
    .selectFrom('archive_entries')
    .leftJoin(versions.as('held'), 'held.version_id', 'archive_entries.version_id')
    .leftJoin(heldFiles(db, roomId).as('file'), 'file.file_id', 'archive_entries.file_id')
    .select([
      sql<number>`count(form)`.as('documents'),
      sql<number>`count(*) filter (where form = 'copy')`.as('copies'),
      sql<number>`count(*) filter (where form is not null and held.version_id is null)`.as('gone'),
      sql<number>`count(*) filter (where archive_entries.file_id is not null and file.file_id is null)`.as('goneFiles'),
    ])
    .where('archive_id', '=', id)
    .executeTakeFirstOrThrow()
}
