import { sql } from 'kysely'
import { LEVEL } from '../../../contract/features/groups/levels.ts'
import type { VisibleItems } from '../../access/items.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { versionsCovered } from '../documents/index.ts'
import { keptPdfs } from '../esign/index.ts'
import type { ArchiveTables } from './archive.tables.ts'

const archives = (db: Queryable) => db.withTables<ArchiveTables>().selectFrom('archives')
const entries = (db: Queryable, archiveId: number) =>
  db
    .withTables<ArchiveTables>()
    .selectFrom('archive_entries')
    .selectAll()
    .where('archive_id', '=', archiveId)

export type ArchiveRow = NonNullable<Awaited<ReturnType<typeof findArchive>>>
export type EntryRow = Awaited<ReturnType<typeof findToSettle>>[number]

export async function findArchive(db: Queryable, archiveId: number) {
  return archives(db).selectAll().where('id', '=', archiveId).executeTakeFirst()
}

export async function holdArchive(tx: Tx, archiveId: number): Promise<ArchiveRow | undefined> {
  return archives(tx).selectAll().where('id', '=', archiveId).forUpdate().executeTakeFirst()
}

interface ArchivesQuery {
  readonly roomId: number
  readonly memberId: number
  readonly ofRoom: boolean
  readonly now: Date
}

export async function listArchives(
  db: Queryable,
  { roomId, memberId, ofRoom, now }: ArchivesQuery,
): Promise<ArchiveRow[]> {
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

export async function findExpired(db: Queryable, now: Date): Promise<number[]> {
  return (await archives(db).select('id').where('expires_at', '<=', now).execute()).map(
    ({ id }) => id,
  )
}

export async function findPreparing(db: Queryable): Promise<number[]> {
  const rows = await archives(db)
    .select('id')
    .where('state', '=', 'PREPARING')
    .where('member_id', 'is not', null)
    .execute()
  return rows.map(({ id }) => id)
}

export async function findToSettle(db: Queryable, archiveId: number, limit: number) {
  const first = entries(db, archiveId)
    .clearSelect()
    .select(sql<number>`min(turn)`.as('turn'))
    .where('settled', '=', false)
  return entries(db, archiveId)
    .where('settled', '=', false)
    .where('turn', '=', first)
    .orderBy('position')
    .limit(limit)
    .execute()
}

const PAGE = 1_000

export async function* entryPages(
  db: Queryable,
  archiveId: number,
): AsyncGenerator<readonly EntryRow[]> {
  for (let after = -1; ; ) {
    const page = await entries(db, archiveId)
      .where('position', '>', after)
      .orderBy('position')
      .limit(PAGE)
      .execute()
    if (page.length > 0) yield page
    after = page.at(-1)?.position ?? after
    if (page.length < PAGE) return
  }
}

export async function* allEntries(db: Queryable, archiveId: number): AsyncGenerator<EntryRow> {
  for await (const page of entryPages(db, archiveId)) yield* page
}

interface ArchiveByteRange {
  readonly start: number
  readonly end: number
}

export async function findAt(
  db: Queryable,
  archiveId: number,
  { start, end }: ArchiveByteRange,
  limit: number,
): Promise<EntryRow[]> {
  const from = entries(db, archiveId)
    .clearSelect()
    .select(sql<number>`max(start_at)`.as('start_at'))
    .where('start_at', '<=', start)
  return entries(db, archiveId)
    .where('start_at', '>=', from)
    .where('start_at', '<', end)
    .orderBy('start_at')
    .limit(limit)
    .execute()
}

export async function findArchiveBlobs(
  db: Queryable,
  blobIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .withTables<ArchiveTables>()
    .selectFrom('archive_entries')
    .select('blob_id')
    .where(sql<boolean>`blob_id = any(${[...blobIds]}::text[])`)
    .execute()
  return new Set(rows.flatMap(({ blob_id }) => blob_id ?? []))
}

/** A person's archive covers what they see, a room's everything. */
export async function contentsOf(
  db: Queryable,
  { id, room_id: roomId, scope }: ArchiveRow,
  seen: VisibleItems,
) {
  const versions = versionsCovered(db, roomId, scope === 'own' ? seen : 'kept')
  return db
    .withTables<ArchiveTables>()
    .selectFrom('archive_entries')
    .leftJoin(versions.as('held'), 'held.version_id', 'archive_entries.version_id')
    .leftJoin(keptPdfs(db, roomId).as('file'), 'file.file_id', 'archive_entries.file_id')
    .select([
      sql<number>`count(form)`.as('documents'),
      sql<number>`count(*) filter (where form = 'copy')`.as('copies'),
      sql<number>`count(*) filter (where form is not null and (held.version_id is null or held.level < ${LEVEL.download}))`.as(
        'gone',
      ),
      sql<number>`count(*) filter (where form = 'original' and held.level < ${LEVEL.original})`.as(
        'unmarked',
      ),
      sql<number>`count(*) filter (where archive_entries.file_id is not null and file.file_id is null)`.as(
        'goneFiles',
      ),
    ])
    .where('archive_id', '=', id)
    .executeTakeFirstOrThrow()
}
