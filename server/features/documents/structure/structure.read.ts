import { sql } from 'kysely'
import { foldName } from '../../../../contract/core/name-key.ts'
import { bigints } from '../../../platform/db/bigints.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { Parent } from '../documents.store.ts'
import type { DocumentTables } from '../documents.tables.ts'
import { below } from '../items/tree.store.ts'

export interface WantedName {
  readonly parentId: number
  readonly name: string
}

export async function findNamedIn(tx: Tx, roomId: number, wanted: readonly WantedName[]) {
  if (wanted.length === 0) return []
  const parents = wanted.map(({ parentId }) => parentId)
  const { rows } = await sql<{
    id: number
    parentId: number
    name: string
    folder: boolean
    unseen: boolean
  }>`
    select items.id, items.parent_id as "parentId", items.name_folded as "name", items.folder, items.unseen
    from unnest(${bigints(parents)}, ${wanted.map(({ name }) => name)}::text[]) as wanted (parent_id, name_folded)
    join items on items.room_id = ${roomId} and items.parent_id = wanted.parent_id and items.name_folded = wanted.name_folded
    where items.deleted_at is null`.execute(tx)
  return rows
}

export async function findFolders(
  tx: Tx,
  roomId: number,
  { id, path }: Pick<Parent, 'id' | 'path'>,
  limit: number,
) {
  return tx
    .withTables<DocumentTables>()
    .selectFrom('items')
    .leftJoin('index_places', 'index_places.item_id', 'items.id')
    .select(['items.id', 'items.parent_id', 'items.name'])
    .where('items.room_id', '=', roomId)
    .where('items.folder', '=', true)
    .where('items.deleted_at', 'is', null)
    .$if(id !== 0, (query) => query.where(below({ id, ancestors: path.slice(0, -1) })))
    .orderBy('index_places.rank')
    .orderBy('items.name_key')
    .orderBy('items.id')
    .limit(limit)
    .execute()
}

export const findSavedTemplates = (db: Queryable, roomId: number) =>
  db
    .withTables<DocumentTables>()
    .selectFrom('folder_templates')
    .select(['id', 'name'])
    .select(sql<number>`jsonb_array_length(folders)`.as('count'))
    .where('room_id', '=', roomId)
    .orderBy('name_folded')
    .execute()

export const findSavedTemplate = (db: Queryable, roomId: number, wanted: string) =>
  db
    .withTables<DocumentTables>()
    .selectFrom('folder_templates')
    .select(['name', 'folders'])
    .where('room_id', '=', roomId)
    .where(sql<boolean>`(id::text = ${wanted} or name_folded = ${foldName(wanted)})`)
    .orderBy(sql`id::text = ${wanted}`, 'desc')
    .executeTakeFirst()

export interface LivingFolder {
  readonly id: number
  readonly parent_id: number
  readonly ancestors: number[]
  readonly name: string
}

export const findLivingFolders = (
  tx: Tx,
  roomId: number,
  ids: readonly number[],
): Promise<LivingFolder[]> =>
  tx
    .withTables<DocumentTables>()
    .selectFrom('items')
    .select(['id', 'parent_id', 'ancestors', 'name'])
    .where('room_id', '=', roomId)
    .where('folder', '=', true)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`id = any(${bigints(ids)})`)
    .orderBy('id')
    .execute()

export async function findUnmet(tx: Tx, roomId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select expected.id from expected_documents as expected
    left join items as document on document.id = expected.item_id and document.deleted_at is null
    where expected.room_id = ${roomId} and expected.removed_at is null and expected.id = any(${bigints(ids)})
      and (document.id is null or expected.received_at <= expected.created_at)`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function foldersThatHold(
  tx: Tx,
  roomId: number,
  folders: readonly number[],
  expected: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select parent_id as id from items
    where room_id = ${roomId} and parent_id = any(${bigints(folders)}) and deleted_at is null and not id = any(${bigints(folders)})
    union
    select parent_id from expected_documents
    where room_id = ${roomId} and parent_id = any(${bigints(folders)}) and removed_at is null and not id = any(${bigints(expected)})`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}
