import { type RawBuilder, sql } from 'kysely'
import { foldName, nameKey } from '../../../../contract/core/name-key.ts'
import { bigints } from '../../../platform/db/bigints.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { portionsOf } from '../../../platform/db/portions.ts'
import type { DocumentTables } from '../documents.tables.ts'

export interface NewExpected {
  readonly parentId: number
  readonly name: string
  readonly threadId: string | undefined
  readonly itemId: number | undefined
}

interface Making {
  readonly roomId: number
  readonly createdAt: Date
  readonly createdBy: number | null
}

/** @returns ids in row order */
export async function insertExpected(
  tx: Tx,
  rows: readonly NewExpected[],
  { roomId, createdAt, createdBy }: Making,
): Promise<number[]> {
  const ids: number[] = []
  for (const portion of portionsOf(rows)) {
    const inserted = await tx
      .withTables<DocumentTables>()
      .insertInto('expected_documents')
      .values(
        portion.map(({ parentId, name, threadId, itemId }) => ({
          ...{
            room_id: roomId,
            parent_id: parentId === 0 ? null : parentId,
            name,
            name_folded: foldName(name),
            name_key: nameKey(name),
          },
          ...{
            thread_id: threadId ?? null,
            item_id: itemId ?? null,
            received_at: itemId === undefined ? null : createdAt,
          },
          ...{ created_at: createdAt, created_by: createdBy },
        })),
      )
      .returning('id')
      .execute()
    ids.push(...inserted.map(({ id }) => id))
  }
  return ids.sort((left, right) => left - right)
}

const withoutPlace = (roomId: number, ids: readonly number[]): RawBuilder<unknown> =>
  sql`expected_documents as fresh where fresh.room_id = ${roomId} and fresh.id = any(${bigints(ids)}) and fresh.removed_at is null
    and not exists (select from items where items.id = fresh.item_id and items.deleted_at is null)`

/** The caller holds the tree lock, and the room has an order. */
export async function holdPlaces(
  tx: Tx,
  roomId: number,
  ids: readonly number[],
  isFixed: boolean,
): Promise<void> {
  await sql`
    with tops as (
      select folders.id, greatest(
        (select coalesce(max(rank), 0) from index_places where room_id = ${roomId} and parent_id = folders.id and alive),
        (select max(rank) from expected_documents
          where room_id = ${roomId} and coalesce(parent_id, 0) = folders.id and removed_at is null)) as rank
      from (select distinct coalesce(parent_id, 0) as id from ${withoutPlace(roomId, ids)} and fresh.rank is null) as folders
    )
    update expected_documents as expected set rank = placed.rank
    from (
      select fresh.id, tops.rank + row_number() over (partition by tops.id order by fresh.id) as rank
      from tops join expected_documents as fresh on coalesce(fresh.parent_id, 0) = tops.id
      where fresh.id in (select fresh.id from ${withoutPlace(roomId, ids)} and fresh.rank is null)
    ) as placed
    where expected.id = placed.id`.execute(tx)
  if (!isFixed) return
  const unnumbered = sql`${withoutPlace(roomId, ids)} and fresh.number is null`
  await sql`
    insert into folder_counts (room_id, parent_id, folders, files)
    select distinct ${roomId}::bigint, coalesce(parent_id, 0), 0, 0 from ${unnumbered}
    on conflict do nothing`.execute(tx)
  await sql`
    with numbered as (
      select fresh.id, counts.parent_id, counts.last_number + row_number() over (partition by counts.parent_id order by fresh.rank, fresh.id) as number
      from folder_counts as counts join expected_documents as fresh on coalesce(fresh.parent_id, 0) = counts.parent_id
      where counts.room_id = ${roomId} and fresh.id in (select fresh.id from ${unnumbered})
    ),
    counted as (
      update folder_counts as counts set last_number = latest.number
      from (select parent_id, max(number) as number from numbered group by parent_id) as latest
      where counts.room_id = ${roomId} and counts.parent_id = latest.parent_id
    )
    update expected_documents as expected set number = numbered.number from numbered where expected.id = numbered.id`.execute(
    tx,
  )
}

interface Numbered {
  readonly id: number
  readonly number: number
}

/** Reserves requested numbers, also in gaps, but none ever used. The caller holds the tree lock. */
export async function takeNumbers(
  tx: Tx,
  roomId: number,
  numbered: readonly Numbered[],
): Promise<void> {
  if (numbered.length === 0) return
  await sql`
    with wanted as (
      select distinct on (parent_id, number) expected.id, coalesce(expected.parent_id, 0) as parent_id, asked.number
      from unnest(${bigints(numbered.map(({ id }) => id))}, ${bigints(numbered.map(({ number }) => number))}) as asked (id, number)
      join expected_documents as expected on expected.id = asked.id
      order by parent_id, number, expected.id
    ),
    free as materialized (
      select * from wanted
      where not exists (
        select from index_places as places
        where places.room_id = ${roomId} and places.parent_id = wanted.parent_id and places.number = wanted.number
      ) and not exists (
        select from index_places as places
        where places.room_id = ${roomId} and places.former_parent_id = wanted.parent_id and places.former_number = wanted.number
      ) and not exists (
        select from expected_documents as other
        where other.room_id = ${roomId} and coalesce(other.parent_id, 0) = wanted.parent_id and other.number = wanted.number
      )
    ),
    counted as (
      insert into folder_counts as counts (room_id, parent_id, folders, files, last_number)
      select ${roomId}, parent_id, 0, 0, max(number) from free group by parent_id
      on conflict (room_id, parent_id) do update set last_number = greatest(counts.last_number, excluded.last_number)
    )
    update expected_documents as expected set number = free.number from free where expected.id = free.id`.execute(
    tx,
  )
}

interface Met {
  readonly id: number
  readonly itemId: number
}

/** A trigger gives reserved places to later items. */
export async function markReceived(tx: Tx, met: readonly Met[], at: Date): Promise<void> {
  await sql`
    update expected_documents as expected set item_id = met.item_id, received_at = ${at}
    from unnest(${bigints(met.map(({ id }) => id))}, ${bigints(met.map(({ itemId }) => itemId))}) as met (id, item_id)
    where expected.id = met.id`.execute(tx)
}

export async function releasePlaces(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`update expected_documents set rank = null, number = null where id = any(${bigints(ids)})`.execute(
    tx,
  )
}

interface ExpectationUpdate {
  readonly name?: string
  readonly threadId?: string | null
  readonly itemId?: null
  /** A moved row loses place and number. 0 is the root. */
  readonly parentId?: number | undefined
}

export async function updateExpectation(
  tx: Tx,
  id: number,
  { name, threadId, itemId, parentId }: ExpectationUpdate,
): Promise<void> {
  await tx
    .withTables<DocumentTables>()
    .updateTable('expected_documents')
    .set({
      ...(name === undefined ? {} : { name, name_folded: foldName(name), name_key: nameKey(name) }),
      ...(threadId === undefined ? {} : { thread_id: threadId }),
      ...(itemId === undefined ? {} : { item_id: null, received_at: null }),
      ...(parentId === undefined
        ? {}
        : { parent_id: parentId === 0 ? null : parentId, rank: null, number: null }),
    })
    .where('id', '=', id)
    .execute()
}

/** A row whose name is taken stays removed. @returns the names of the changed rows */
export async function setRemoved(
  tx: Tx,
  roomId: number,
  ids: readonly number[],
  removedAt: Date | null,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    update expected_documents as expected set removed_at = ${removedAt}
    where expected.id = any(${bigints(ids)}) and expected.room_id = ${roomId} and (expected.removed_at is null) <> ${removedAt === null}
      and (${removedAt !== null} or not exists (
        select from expected_documents as other
        where other.room_id = ${roomId} and other.removed_at is null and other.parent_id is not distinct from expected.parent_id
          and other.name_folded = expected.name_folded))
      and (${removedAt !== null} or expected.id = (
        select max(twin.id) from expected_documents as twin
        where twin.id = any(${bigints(ids)}) and twin.parent_id is not distinct from expected.parent_id and twin.name_folded = expected.name_folded))
    returning expected.name`.execute(tx)
  return rows.map(({ name }) => name)
}
