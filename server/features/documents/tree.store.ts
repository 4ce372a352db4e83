import { type RawBuilder, sql } from 'kysely'
import { foldName, nameKey } from '../../../contract/core/name-key.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ItemRow } from './documents.read.ts'
import type { Parent } from './documents.store.ts'
import type { DocumentTables } from './documents.tables.ts'

/** An item and where it stands; all of these functions are called with the tree of its room held. */
export type Placed = Pick<ItemRow, 'id' | 'room_id' | 'parent_id' | 'ancestors' | 'folder' | 'name'>

const bigints = (ids: readonly number[]): RawBuilder<number[]> => sql`${[...ids]}::bigint[]`

/**
 * What is below an item and not in the trash. The paths of those begin with the item's own, and lists that begin alike are neighbours: one
 * range of an index, however large the rest of the room is.
 */
export function below({ ancestors, id }: Pick<Placed, 'id' | 'ancestors'>): RawBuilder<boolean> {
  return sql<boolean>`(items.deleted_at is null and items.ancestors >= ${bigints([...ancestors, id])} and items.ancestors < ${bigints([...ancestors, id + 1])})`
}

/** How many levels of folders there are in an item, itself included; 0 for a file. */
export async function countLevels(tx: Tx, item: Placed): Promise<number> {
  if (!item.folder) return 0
  const row = await tx
    .withTables<DocumentTables>()
    .selectFrom('items')
    .select(sql<number | null>`max(cardinality(items.ancestors))`.as('deepest'))
    .where('room_id', '=', item.room_id)
    .where('folder', '=', true)
    .where(below(item))
    .executeTakeFirstOrThrow()
  return (row.deepest ?? item.ancestors.length) - item.ancestors.length + 1
}

const named = (name: string) => ({ name, name_folded: foldName(name), name_key: nameKey(name) })

/** Place and name at once: the name that an item has may be taken where it goes. */
const placeAt = (to: Parent, name: string) => ({ parent_id: to.id, ancestors: [...to.path], ...named(name) })

/** Gives an item another name. */
export async function updateName(tx: Tx, itemId: number, name: string): Promise<void> {
  await tx.withTables<DocumentTables>().updateTable('items').set(named(name)).where('id', '=', itemId).execute()
}

/** The ancestors of what stands below an item, once that stands in another folder. */
const ancestorsBelow = (item: Placed, to: Parent): RawBuilder<number[]> =>
  sql`${bigints(to.path)} || items.ancestors[${item.ancestors.length + 1}::int:]`

/** Puts an item, with all that is below it, into another folder under a name that is free there. */
export async function moveSubtree(tx: Tx, item: Placed, to: Parent, name: string): Promise<void> {
  const items = tx.withTables<DocumentTables>()
  if (item.folder)
    await items
      .updateTable('items')
      .set({ ancestors: ancestorsBelow(item, to) })
      .where('room_id', '=', item.room_id)
      .where(below(item))
      .execute()
  await items.updateTable('items').set(placeAt(to, name)).where('id', '=', item.id).execute()
}

/** Items by their kinds. */
export interface TakenItems {
  readonly folders: readonly number[]
  readonly files: readonly number[]
}

function sortOut(rows: readonly { id: number; folder: boolean }[]): TakenItems {
  return {
    folders: rows.filter(({ folder }) => folder).map(({ id }) => id),
    files: rows.filter(({ folder }) => !folder).map(({ id }) => id),
  }
}

/** Puts an item with all that is below it into the trash. What is there already stays an entry of its own. */
export async function trashSubtree(tx: Tx, item: Placed, at: Date): Promise<TakenItems> {
  const rows = await tx
    .withTables<DocumentTables>()
    .updateTable('items')
    .set({ deleted_at: at, trash_id: item.id })
    .where('room_id', '=', item.room_id)
    .where((where) => where.or([where('id', '=', item.id), below(item)]))
    .returning(['id', 'folder'])
    .execute()
  return sortOut(rows)
}

/** Takes an entry of the trash out of it, into a folder, under a name that is free there. */
export async function restoreSubtree(tx: Tx, item: Placed, to: Parent, name: string): Promise<TakenItems> {
  const back = { deleted_at: null, trash_id: null }
  const items = tx.withTables<DocumentTables>()
  await items
    .updateTable('items')
    .set({ ...back, ...placeAt(to, name) })
    .where('id', '=', item.id)
    .execute()
  const rows = await items
    .updateTable('items')
    .set({ ...back, ancestors: ancestorsBelow(item, to) })
    .where('trash_id', '=', item.id)
    .returning(['id', 'folder'])
    .execute()
  return sortOut([item, ...rows])
}
