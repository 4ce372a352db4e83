import { sql } from 'kysely'
import { foldName } from '../../../../contract/core/name-key.ts'
import { bigints } from '../../../platform/db/bigints.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { DocumentTables } from '../documents.tables.ts'

/**
 * New items of an ordered room stand behind the others of their folder, by name.
 * They exchange their places and numbers, so that they stand as listed.
 */
export async function orderAsListed(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    with listed as (
      select places.item_id, places.parent_id, places.rank, places.number, wanted.at
      from unnest(${bigints(ids)}) with ordinality as wanted (item_id, at)
      join index_places as places on places.item_id = wanted.item_id
    ),
    wanted as (select item_id, parent_id, row_number() over (partition by parent_id order by at) as place from listed),
    given as (select parent_id, rank, number, row_number() over (partition by parent_id order by rank, item_id) as place from listed)
    update index_places as places set rank = given.rank, number = given.number
    from wanted join given on given.parent_id = wanted.parent_id and given.place = wanted.place
    where places.item_id = wanted.item_id`.execute(tx)
}

interface SavedTemplate {
  readonly id: string
  readonly roomId: number
  readonly name: string
  readonly folders: readonly { readonly level: number; readonly name: string }[]
  readonly createdAt: Date
  readonly createdBy: number
}

/** @returns whether the name was free */
export async function insertTemplate(tx: Tx, { id, roomId, name, folders, createdAt, createdBy }: SavedTemplate): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .withTables<DocumentTables>()
    .insertInto('folder_templates')
    .values({
      ...{ id, room_id: roomId, name, name_folded: foldName(name), created_at: createdAt, created_by: createdBy },
      folders: sql`${JSON.stringify(folders)}::jsonb`,
    })
    .onConflict((conflict) => conflict.columns(['room_id', 'name_folded']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** @returns its name, undefined for one that the room does not have */
export async function deleteTemplate(tx: Tx, roomId: number, id: string): Promise<string | undefined> {
  const row = await tx
    .withTables<DocumentTables>()
    .deleteFrom('folder_templates')
    .where('room_id', '=', roomId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}
