import { type Insertable, sql } from 'kysely'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { DisclosureTables } from './disclosure.tables.ts'

const records = (db: Queryable) => db.withTables<DisclosureTables>().selectFrom('disclosures')

export type RecordRow = NonNullable<Awaited<ReturnType<typeof findRecord>>>

export async function findRecord(db: Queryable, roomId: number, recordId: number) {
  return records(db)
    .selectAll()
    .where('room_id', '=', roomId)
    .where('id', '=', recordId)
    .executeTakeFirst()
}

interface DisclosureRecordsQuery {
  readonly groupId?: number | undefined
  readonly before?: number | undefined
  readonly limit: number
}

export async function findRecords(
  db: Queryable,
  roomId: number,
  { groupId, before, limit }: DisclosureRecordsQuery,
): Promise<RecordRow[]> {
  let found = records(db).selectAll().where('room_id', '=', roomId)
  if (groupId !== undefined) found = found.where('group_id', '=', groupId)
  if (before !== undefined) found = found.where('id', '<', before)
  return found.orderBy('id', 'desc').limit(limit).execute()
}

export async function countRecords(db: Queryable, roomId: number): Promise<number> {
  const { count } = await records(db)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('room_id', '=', roomId)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertRecord(
  tx: Tx,
  row: Insertable<DisclosureTables['disclosures']>,
): Promise<number> {
  const { id } = await tx
    .withTables<DisclosureTables>()
    .insertInto('disclosures')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function findRecordBlobs(
  db: Queryable,
  blobIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await records(db)
    .select('blob_id')
    .where(sql<boolean>`blob_id = any(${[...blobIds]}::text[])`)
    .execute()
  return new Set(rows.map(({ blob_id }) => blob_id))
}
