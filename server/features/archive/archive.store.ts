import { type Insertable, sql } from 'kysely'
import type { ArchiveFailure } from '../../../contract/features/archive.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { ArchiveTables, DocumentForm } from './archive.tables.ts'

type Tables = ArchiveTables & { freed_blobs: { blob_id: string } }
type InsertedEntry = Insertable<ArchiveTables['archive_entries']>

type SettledColumn =
  | 'form'
  | 'reason'
  | 'size'
  | 'sealed'
  | 'content_uid'
  | 'blob_id'
  | 'wrapped_key'
type PlacedColumn = 'start_at' | 'header_length'
export type NewEntry = Omit<InsertedEntry, SettledColumn | PlacedColumn>

/** All columns of a plan, each with the value that stands for a missing one. */
const PLANNED = {
  archive_id: null,
  room_id: null,
  position: null,
  turn: null,
  kind: null,
  path: null,
  number: null,
  name: null,
  made: null,
  modified: null,
  item_id: null,
  version_id: null,
  file_id: null,
  thread_file_id: null,
  disclosure_id: null,
  staged: false,
  settled: false,
} as const satisfies Record<keyof NewEntry, false | null>

const plannedColumns = sql.join(Object.keys(PLANNED).map((name) => sql.ref(name)))
const plannedValues = sql.join(
  Object.entries(PLANNED).map(([name, missing]) =>
    missing === null ? sql.ref(name) : sql`coalesce(${sql.ref(name)}, ${sql.lit(missing)})`,
  ),
)

const AT_ONCE = 2_000

export async function insertArchive(
  tx: Tx,
  archive: Insertable<ArchiveTables['archives']>,
): Promise<number> {
  const row = await tx
    .withTables<Tables>()
    .insertInto('archives')
    .values(archive)
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** The lock keeps concurrent starts within the limit. */
export async function holdArchivesOf(tx: Tx, roomId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('sealroom archives ' || ${String(roomId)}, 0))`.execute(
    tx,
  )
}

export async function insertPlan(
  tx: Tx,
  archiveId: number,
  plan: readonly NewEntry[],
  logNote: string | null,
): Promise<void> {
  const tables = tx.withTables<Tables>()
  for (let at = 0; at < plan.length; at += AT_ONCE) {
    // Batches stay below the parameter limit.
    const rows = JSON.stringify(plan.slice(at, at + AT_ONCE))
    await sql`
      insert into archive_entries (${plannedColumns})
      select ${plannedValues} from json_populate_recordset(null::archive_entries, ${rows}::json)`.execute(
      tx,
    )
  }
  const done = plan.filter(({ settled }) => settled).length
  await tables
    .updateTable('archives')
    .set({ total: plan.length, done, log_note: logNote })
    .where('id', '=', archiveId)
    .execute()
}

export interface MadeBlob {
  readonly uid: string
  readonly blobId: string
  readonly wrappedKey: Buffer
}

export interface Settled {
  readonly position: number
  readonly size: number
  /** This is encrypted CRC-32 and SHA-256. */
  readonly sealed: Buffer | null
  readonly form: DocumentForm | null
  readonly reason: string | null
  readonly blob: MadeBlob | undefined
}

/** @returns the positions settled. */
export async function settleEntries(
  tx: Tx,
  archiveId: number,
  settled: readonly Settled[],
): Promise<ReadonlySet<number>> {
  const tables = tx.withTables<Tables>()
  const done = new Set<number>()
  for (const { position, blob, ...known } of settled) {
    const made = blob && {
      content_uid: blob.uid,
      blob_id: blob.blobId,
      wrapped_key: blob.wrappedKey,
    }
    const { numUpdatedRows } = await tables
      .updateTable('archive_entries')
      .set({ ...known, ...made, settled: true })
      .where('archive_id', '=', archiveId)
      .where('position', '=', position)
      .where('settled', '=', false)
      .executeTakeFirst()
    if (numUpdatedRows === 1n) done.add(position)
  }
  await tables
    .updateTable('archives')
    .set(({ eb }) => ({ done: eb('done', '+', done.size) }))
    .where('id', '=', archiveId)
    .execute()
  return done
}

export interface ArchiveEntryPosition {
  readonly position: number
  readonly start_at: number
  readonly header_length: number
}

export async function placeEntries(
  db: Queryable,
  archiveId: number,
  places: readonly ArchiveEntryPosition[],
): Promise<void> {
  await sql`
    update archive_entries as entry set start_at = place.start_at, header_length = place.header_length
    from json_populate_recordset(null::archive_entries, ${JSON.stringify(places)}::json) as place
    where entry.archive_id = ${archiveId} and entry.position = place.position`.execute(db)
}

interface Ready {
  readonly directory: InsertedEntry
  readonly files: number
  readonly size: number
  readonly expiresAt: Date
}

export async function makeReady(
  tx: Tx,
  archiveId: number,
  { directory, files, size, expiresAt }: Ready,
): Promise<boolean> {
  const tables = tx.withTables<Tables>()
  const { numUpdatedRows } = await tables
    .updateTable('archives')
    .set({ state: 'READY', files, size, expires_at: expiresAt })
    .where('id', '=', archiveId)
    .where('state', '=', 'PREPARING')
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await tables.insertInto('archive_entries').values(directory).execute()
  return true
}

export async function failArchive(
  tx: Tx,
  archiveId: number,
  failure: ArchiveFailure,
  unreadable: string | null = null,
): Promise<void> {
  const tables = tx.withTables<Tables>()
  const { numUpdatedRows } = await tables
    .updateTable('archives')
    .set({ state: 'FAILED', failure, unreadable })
    .where('id', '=', archiveId)
    .where('state', '=', 'PREPARING')
    .executeTakeFirst()
  if (numUpdatedRows === 1n) await deleteEntries(tx, archiveId)
}

async function deleteEntries(tx: Tx, archiveId: number): Promise<void> {
  await sql`
    with gone as (delete from archive_entries where archive_id = ${archiveId} returning blob_id)
    insert into freed_blobs (blob_id) select blob_id from gone where blob_id is not null`.execute(
    tx,
  )
}

export async function deleteArchive(tx: Tx, archiveId: number): Promise<boolean> {
  await deleteEntries(tx, archiveId)
  const { numDeletedRows } = await tx
    .withTables<Tables>()
    .deleteFrom('archives')
    .where('id', '=', archiveId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function noteFetched(tx: Tx, archiveId: number, at: Date): Promise<void> {
  await tx
    .withTables<Tables>()
    .updateTable('archives')
    .set({ fetched_at: at })
    .where('id', '=', archiveId)
    .where('fetched_at', 'is', null)
    .execute()
}
