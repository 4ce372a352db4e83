import { type RawBuilder, sql } from 'kysely'
import type { ExpectedCounts } from '../../../../contract/features/documents.ts'
import { bigints } from '../../../platform/db/bigints.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { DocumentTables } from '../documents.tables.ts'
import { type Covering, covered } from '../publishing/publishing.read.ts'

const living = (roomId: number): RawBuilder<unknown> => sql`
  expected_documents as expected
  left join items as folder on folder.id = expected.parent_id
  left join items as document on document.id = expected.item_id and document.deleted_at is null
  where expected.room_id = ${roomId} and expected.removed_at is null and (expected.parent_id is null or folder.deleted_at is null)`

interface CountedFolder extends ExpectedCounts {
  readonly path: number[]
}

/** Omits folders without expected documents; 0 is the root. */
export async function countExpected(
  db: Queryable,
  roomId: number,
): Promise<ReadonlyMap<number, ExpectedCounts>> {
  const { rows } = await sql<CountedFolder>`
    select coalesce(folder.ancestors || folder.id, '{}') as path, count(*)::int as total,
      (count(*) filter (where document.id is null))::int as missing
    from ${living(roomId)}
    group by folder.id`.execute(db)
  const counts = new Map<number, ExpectedCounts>()
  for (const { path, total, missing } of rows)
    for (const id of [0, ...path]) {
      const known = counts.get(id) ?? { total: 0, missing: 0 }
      counts.set(id, { total: known.total + total, missing: known.missing + missing })
    }
  return counts
}

export interface ExpectedRow {
  readonly id: number
  readonly parentId: number
  readonly path: number[]
  readonly name: string
  readonly number: number | null
  readonly threadId: string | null
  readonly itemId: number | null
  readonly itemName: string | null
  readonly receivedAt: Date | null
}

/** @param folderId 0 is the root */
export async function findExpected(
  db: Queryable,
  roomId: number,
  folderId: number,
  isDeep: boolean,
): Promise<ExpectedRow[]> {
  const where = isDeep
    ? folderId === 0
      ? sql`true`
      : sql`(folder.id = ${folderId} or folder.ancestors @> array[${folderId}]::bigint[])`
    : sql`coalesce(expected.parent_id, 0) = ${folderId}`
  const { rows } = await sql<ExpectedRow>`
    select expected.id, coalesce(expected.parent_id, 0) as "parentId", coalesce(folder.ancestors || folder.id, '{}') as path, expected.name,
      expected.number, expected.thread_id as "threadId", document.id as "itemId", document.name as "itemName",
      expected.received_at as "receivedAt"
    from ${living(roomId)} and ${where}
    order by expected.parent_id nulls first, expected.rank, expected.id`.execute(db)
  return rows
}

export async function countAll(db: Queryable, roomId: number): Promise<number> {
  const row = await db
    .withTables<DocumentTables>()
    .selectFrom('expected_documents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('room_id', '=', roomId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.count
}

export interface WantedName {
  readonly parentId: number
  readonly name: string
}

const wantedRows = (wanted: readonly WantedName[]): RawBuilder<unknown> =>
  sql`unnest(${bigints(wanted.map(({ parentId }) => parentId))}, ${wanted.map(({ name }) => name)}::text[]) as wanted (parent_id, name_folded)`

export interface Expectation extends WantedName {
  readonly id: number
  readonly shown: string
  readonly threadId: string | null
  readonly isMissing: boolean
}

/** The caller must hold the tree lock. */
export async function findExpectations(
  tx: Tx,
  roomId: number,
  wanted: readonly WantedName[],
): Promise<Expectation[]> {
  if (wanted.length === 0) return []
  const { rows } = await sql<Expectation>`
    select expected.id, wanted.parent_id as "parentId", expected.name_folded as name, expected.name as shown, expected.thread_id as "threadId",
      not exists (select from items where items.id = expected.item_id and items.deleted_at is null) as "isMissing"
    from ${wantedRows(wanted)}
    join expected_documents as expected on expected.room_id = ${roomId} and expected.removed_at is null
      and coalesce(expected.parent_id, 0) = wanted.parent_id and expected.name_folded = wanted.name_folded`.execute(
    tx,
  )
  return rows
}

export async function findDocumentsByStem(
  tx: Tx,
  roomId: number,
  wanted: readonly WantedName[],
): Promise<(WantedName & { id: number })[]> {
  if (wanted.length === 0) return []
  const { rows } = await sql<WantedName & { id: number }>`
    select min(items.id) as id, wanted.parent_id as "parentId", wanted.name_folded as name
    from ${wantedRows(wanted)}
    join items on items.room_id = ${roomId} and items.parent_id = wanted.parent_id and not items.folder and items.deleted_at is null
      and left(items.name_folded, length(items.name_folded) - length(items.ext) - 1) = wanted.name_folded
    group by wanted.parent_id, wanted.name_folded`.execute(tx)
  return rows
}

export interface TiedDocument {
  readonly threadId: string
  readonly itemId: number
}

/** A publication may first show these. The caller holds the tree lock. */
export async function findTiedBelow(
  tx: Tx,
  { roomId, itemIds, named }: Covering,
): Promise<(TiedDocument & { topId: number })[]> {
  if (itemIds.length === 0) return []
  const { rows } = await sql<TiedDocument & { topId: number }>`
    select distinct expected.thread_id as "threadId", inside.id as "itemId", inside.top_id as "topId"
    from (${covered(roomId, itemIds, named)}) as inside
    join expected_documents as expected on expected.item_id = inside.id and expected.removed_at is null and expected.thread_id is not null
    where inside.unseen and not inside.submitted
    order by "itemId"`.execute(tx)
  return rows
}

export const findOne = (tx: Tx, roomId: number, id: number) =>
  tx
    .withTables<DocumentTables>()
    .selectFrom('expected_documents')
    .select(['id', 'parent_id', 'name', 'thread_id', 'item_id'])
    .where('room_id', '=', roomId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
