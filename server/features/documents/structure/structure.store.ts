import { sql } from 'kysely'
import { foldName } from '../../../../contract/core/name-key.ts'
import { bigints } from '../../../platform/db/bigints.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { DocumentTables } from '../documents.tables.ts'

interface TakenFolder {
  readonly id: number
  readonly top: number
}

/** The caller holds the tree lock. The folders contain nothing else. */
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

/** @returns false if the name is taken */
export async function insertTemplate(
  tx: Tx,
  { id, roomId, name, folders, createdAt, createdBy }: SavedTemplate,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .withTables<DocumentTables>()
    .insertInto('folder_templates')
    .values({
      ...{
        id,
        room_id: roomId,
        name,
        name_folded: foldName(name),
        created_at: createdAt,
        created_by: createdBy,
      },
      folders: sql`${JSON.stringify(folders)}::jsonb`,
    })
    .onConflict((conflict) => conflict.columns(['room_id', 'name_folded']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function deleteTemplate(
  tx: Tx,
  roomId: number,
  id: string,
): Promise<string | undefined> {
  const row = await tx
    .withTables<DocumentTables>()
    .deleteFrom('folder_templates')
    .where('room_id', '=', roomId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}
