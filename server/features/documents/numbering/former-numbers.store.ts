import { type RawBuilder, sql } from 'kysely'
import { bigints } from '../../../platform/db/bigints.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { Act as LongAct } from '../acts/run-act.ts'
import type { DocumentTables, NumberingState } from '../documents.tables.ts'
import { holdPlaces } from '../expected/expected.store.ts'
import { isOneOf, missing } from './fixed-numbers.store.ts'
import { type FolderSize, folderPortionsOf, type Portion, sizeOf } from './folder-portions.ts'

interface NewAct {
  readonly roomId: number
  readonly at: Date
  readonly parent?: number
  readonly was?: NumberingState
  readonly became?: NumberingState
}

const jsonOf = (state: NumberingState | undefined) =>
  state === undefined ? null : JSON.stringify(state)

export async function insertAct(
  tx: Tx,
  { roomId, at, parent, was, became }: NewAct,
): Promise<number> {
  const { id } = await tx
    .withTables<DocumentTables>()
    .insertInto('numbering_acts')
    .values({
      room_id: roomId,
      at,
      parent_id: parent ?? null,
      was: jsonOf(was),
      became: jsonOf(became),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Includes items that left the folder last. */
export async function keepNumbers(
  tx: Tx,
  roomId: number,
  act: number,
  only?: readonly number[],
): Promise<void> {
  await sql`
    insert into numbering_was (act_id, room_id, parent_id, last_number, ids, numbers)
    select ${act}, ${roomId}, places.parent_id, greatest(max(counts.last_number), max(places.number)), array_agg(places.id), array_agg(places.number)
    from (
      select parent_id, item_id as id, number from index_places where room_id = ${roomId} and number is not null
      union all
      select former_parent_id, item_id, former_number from index_places
      where room_id = ${roomId} and former_parent_id is not null and former_number is not null
      union all
      select coalesce(parent_id, 0), -id, number from expected_documents where room_id = ${roomId} and number is not null
    ) as places
    left join folder_counts as counts on counts.room_id = ${roomId} and counts.parent_id = places.parent_id
    where ${only ? sql`places.parent_id = any(${bigints(only)})` : sql`true`}
    group by places.parent_id`.execute(tx)
}

export interface Act {
  readonly id: number
  readonly parent_id: number | null
  readonly was: NumberingState | null
  readonly became: NumberingState | null
}

export async function findAct(
  tx: Tx,
  roomId: number,
  id: number,
  since: Date,
): Promise<Act | undefined> {
  return tx
    .withTables<DocumentTables>()
    .selectFrom('numbering_acts')
    .select(['id', 'parent_id', 'was', 'became'])
    .where('id', '=', id)
    .where('room_id', '=', roomId)
    .where('at', '>', since)
    .executeTakeFirst()
}

const isPast = sql<boolean>`exists (
  select from numbering_was as later
  where later.room_id = was.room_id and later.parent_id = was.parent_id and later.act_id > was.act_id
)`

interface LastAct {
  readonly id: number
  readonly at: Date
  readonly parent_id: number | null
}

/** @param renumbered finds this folder's last renumbering */
export async function findLastAct(
  db: Queryable,
  roomId: number,
  since: Date,
  renumbered?: number,
): Promise<LastAct | undefined> {
  const isSwitch = sql<boolean>`later.was->>'numbering' <> later.became->>'numbering'`
  const isFitting = sql<boolean>`not exists (
      select from numbering_acts as later where later.room_id = acts.room_id and later.id > acts.id and ${isSwitch}
    ) and exists (
      select from numbering_was as was where was.act_id = acts.id and not ${isPast}
    )`
  return db
    .withTables<DocumentTables>()
    .selectFrom('numbering_acts as acts')
    .select(['acts.id', 'acts.at', 'acts.parent_id'])
    .where('acts.room_id', '=', roomId)
    .where('acts.at', '>', since)
    .$if(renumbered !== undefined, (query) =>
      query.where('acts.parent_id', '=', renumbered ?? 0).where(isFitting),
    )
    .orderBy('acts.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** @param kind any change, or only another kind of numbers */
export async function hasLaterAct(
  tx: Tx,
  roomId: number,
  id: number,
  kind: 'any' | 'switch',
): Promise<boolean> {
  const isMeant = kind === 'any' ? sql`true` : sql`was->>'numbering' <> became->>'numbering'`
  const { rows } = await sql`
    select from numbering_acts where room_id = ${roomId} and id > ${id} and ${isMeant} limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

interface KeptFolder {
  readonly id: number
  readonly size: number
  readonly is_past: boolean
}

export async function findKeptFolders(tx: Tx, act: number): Promise<KeptFolder[]> {
  const { rows } = await sql<KeptFolder>`
    select was.parent_id as id, cardinality(was.ids) as size, ${isPast} as is_past
    from numbering_was as was where was.act_id = ${act} order by was.parent_id`.execute(tx)
  return rows
}

export async function removeAct(tx: Tx, id: number): Promise<void> {
  await tx.withTables<DocumentTables>().deleteFrom('numbering_acts').where('id', '=', id).execute()
}

export async function removeOldActs(db: Queryable, before: Date): Promise<void> {
  await db
    .withTables<DocumentTables>()
    .deleteFrom('numbering_acts')
    .where('at', '<=', before)
    .execute()
}

const keptIn = (act: number, { parents, after, upTo }: Portion): RawBuilder<unknown> => sql`(
  select was.parent_id, pairs.id, pairs.number
  from numbering_was as was
  cross join lateral unnest(was.ids[${after + 1}::int:${upTo}::int], was.numbers[${after + 1}::int:${upTo}::int]) as pairs (id, number)
  where was.act_id = ${act} and was.${isOneOf(parents)}
) as kept`

const ofFolder = sql`coalesce(expected.parent_id, 0) = kept.parent_id`

interface Counted {
  readonly table: 'index_places' | 'expected_documents'
  /** Kept ids of expected documents are negative. */
  readonly id: string
  readonly sign: 1 | -1
  readonly parent: RawBuilder<unknown>
  readonly number: string
}

const COUNTED: readonly Counted[] = [
  {
    table: 'index_places',
    id: 'item_id',
    sign: 1,
    parent: sql`counted.parent_id`,
    number: 'number',
  },
  // An item that moves back could take a used number.
  {
    table: 'index_places',
    id: 'item_id',
    sign: 1,
    parent: sql`counted.former_parent_id`,
    number: 'former_number',
  },
  {
    table: 'expected_documents',
    id: 'id',
    sign: -1,
    parent: sql`coalesce(counted.parent_id, 0)`,
    number: 'number',
  },
]

/** Later items may have numbers that others get back. Numbers above the former counter cannot collide. */
async function freeNumbers(
  tx: Tx,
  roomId: number,
  act: number,
  folders: readonly number[],
): Promise<void> {
  const was = sql`numbering_was as was where was.act_id = ${act} and was.parent_id = any(${bigints(folders)})`
  for (const { table, id, sign, parent, number } of COUNTED) {
    const kept = sign === 1 ? sql`unnest(was.ids)` : sql`-unnest(was.ids)`
    await sql`
      update ${sql.table(table)} set ${sql.ref(number)} = null
      where ${sql.ref(id)} in (
        select id
        from (
          select counted.${sql.ref(id)} as id, was.parent_id
          from (select was.parent_id, was.last_number from ${was}) as was
          join ${sql.table(table)} as counted
            on counted.room_id = ${roomId} and ${parent} = was.parent_id and counted.${sql.ref(number)} <= was.last_number
          except
          select ${kept}, was.parent_id from ${was}
        ) as came
      )`.execute(tx)
  }
}

/** @returns how many items outside the trash changed */
async function putBack(tx: Tx, roomId: number, act: number, portion: Portion): Promise<number> {
  const kept = keptIn(act, portion)
  const { rows } = await sql<{ count: number }>`
    with changed as (
      update index_places as places set number = kept.number from ${kept}
      where places.item_id = kept.id and places.room_id = ${roomId} and places.parent_id = kept.parent_id
        and places.number is distinct from kept.number
      returning places.alive
    )
    select count(*)::int as count from changed where alive`.execute(tx)
  await sql`
    update index_places as places set former_number = kept.number from ${kept}
    where places.item_id = kept.id and places.room_id = ${roomId} and places.former_parent_id = kept.parent_id
      and places.former_number is distinct from kept.number`.execute(tx)
  // A document received since takes its reserved number.
  const met = await sql`
    update index_places as places set number = kept.number
    from ${kept}
    join expected_documents as expected on expected.id = -kept.id and ${ofFolder} and expected.item_id is not null
    where places.item_id = expected.item_id and places.parent_id = kept.parent_id and places.number is null`.execute(
    tx,
  )
  const { rows: expected } = await sql<{ count: number }>`
    with held as (
      select kept.id, case when not exists (
        select from index_places as places
        where places.item_id = expected.item_id and places.parent_id = kept.parent_id and places.number = kept.number
      ) then kept.number end as number
      from ${kept} join expected_documents as expected on expected.id = -kept.id and expected.room_id = ${roomId} and ${ofFolder}
    ),
    changed as (
      update expected_documents as expected set number = held.number from held
      where expected.id = -held.id and expected.number is distinct from held.number
      returning expected.number
    )
    select count(number)::int as count from changed`.execute(tx)
  return (rows[0]?.count ?? 0) + (expected[0]?.count ?? 0) + Number(met.numAffectedRows ?? 0)
}

/** The caller must hold the tree lock. @returns how many numbers changed */
export async function restoreNumbers(
  tx: Tx,
  roomId: number,
  act: number,
  folders: readonly { readonly id: number; readonly size: number }[],
  counted: LongAct,
): Promise<number> {
  const ids = folders.map(({ id }) => id)
  counted.expect(sizeOf(folders))
  await freeNumbers(tx, roomId, act, ids)
  let restored = 0
  for (const portion of folderPortionsOf(folders)) {
    restored += await putBack(tx, roomId, act, portion)
    counted.advance(portion.size)
  }
  await sql`
    update folder_counts as counts set last_number = greatest(counts.last_number, was.last_number)
    from numbering_was as was
    where was.act_id = ${act} and was.parent_id = any(${bigints(ids)}) and counts.room_id = ${roomId} and counts.parent_id = was.parent_id`.execute(
    tx,
  )
  return restored
}

/** @returns how many numbers were given */
export async function numberRest(
  tx: Tx,
  roomId: number,
  only?: readonly number[],
): Promise<number> {
  const isAsked = only ? isOneOf(only) : sql<boolean>`true`
  const unnumbered = sql`index_places where room_id = ${roomId} and alive and number is null`
  const { rows: folders } = await sql<FolderSize>`
    select parent_id as id, count(*) as size from ${unnumbered} and ${isAsked} group by parent_id order by parent_id`.execute(
    tx,
  )
  for (const { parents, after, upTo } of folderPortionsOf(folders))
    await sql`
      select number_places(array(
        select item_id from ${unnumbered} and ${isOneOf(parents)} order by rank, item_id limit ${upTo - after}
      ), ${roomId})`.execute(tx)
  const { rows: expected } = await sql<{ id: number }>`
    select id
    from (select expected.id, coalesce(expected.parent_id, 0) as parent_id from ${missing(roomId)} and expected.number is null) as places
    where ${isAsked}`.execute(tx)
  await holdPlaces(
    tx,
    roomId,
    expected.map(({ id }) => id),
    true,
  )
  return sizeOf(folders) + expected.length
}
