import { sql } from 'kysely'
import { foldName } from '../../../../contract/core/name-key.ts'
import { bigints } from '../../../platform/db/bigints.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { DocumentTables } from '../documents.tables.ts'

/**
 * What is new in an ordered room stands behind the rest of its folder: folders by name, then what is expected.
 * All of it exchanges places and numbers, so that it stands as listed. @param ids expected documents below 0.
 */
export async function orderAsListed(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    with places as (
      select item_id as id, parent_id, rank, number from index_places where item_id = any(${bigints(ids)})
      union all
      select -id, coalesce(parent_id, 0), rank, number from expected_documents where id = any(${bigints(ids.map((id) => -id))}) and rank is not null
    ),
    listed as (
      select places.*, wanted.at from unnest(${bigints(ids)}) with ordinality as wanted (id, at) join places using (id)
    ),
    wanted as (select id, parent_id, row_number() over (partition by parent_id order by at) as place from listed),
    given as (select parent_id, rank, number, row_number() over (partition by parent_id order by rank, id desc) as place from listed),
    exchanged as materialized (select wanted.id, given.rank, given.number from wanted join given using (parent_id, place)),
    items as (
      update index_places set rank = exchanged.rank, number = exchanged.number from exchanged where item_id = exchanged.id
    )
    update expected_documents as expected set rank = exchanged.rank, number = exchanged.number
    from exchanged where expected.id = -exchanged.id`.execute(tx)
}

interface TakenFolder {
  readonly id: number
  /** The entry of the trash with which it lies there. */
  readonly top: number
}

/** The caller holds the tree, and nothing but these lies in them. */
export async function trashFolders(tx: Tx, taken: readonly TakenFolder[], at: Date): Promise<void> {
  await sql`
    update items set deleted_at = ${at}, trash_id = taken.top
    from unnest(${bigints(taken.map(({ id }) => id))}, ${bigints(taken.map(({ top }) => top))}) as taken (id, top)
    where items.id = taken.id`.execute(tx)
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
