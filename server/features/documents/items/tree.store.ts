import { type RawBuilder, sql } from 'kysely'
import { foldName, nameKey } from '../../../../contract/core/name-key.ts'
import { bigints } from '../../../platform/db/bigints.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { ItemRow } from '../documents.read.ts'
import type { Parent } from '../documents.store.ts'
import type { DocumentTables } from '../documents.tables.ts'

export type PlacedItem = Pick<
  ItemRow,
  'id' | 'room_id' | 'parent_id' | 'ancestors' | 'folder' | 'name'
>

export function below({
  ancestors,
  id,
}: Pick<PlacedItem, 'id' | 'ancestors'>): RawBuilder<boolean> {
  return sql<boolean>`(items.deleted_at is null and items.ancestors >= ${bigints([...ancestors, id])} and items.ancestors < ${bigints([...ancestors, id + 1])})`
}

/** Includes the item. Files have 0. */
export async function countLevels(tx: Tx, item: PlacedItem): Promise<number> {
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

/** The old name may be taken in the new folder. */
const placeAt = (to: Parent, name: string) => ({
  parent_id: to.id,
  ancestors: [...to.path],
  ...named(name),
})

export async function updateName(tx: Tx, itemId: number, name: string): Promise<void> {
  await tx
    .withTables<DocumentTables>()
    .updateTable('items')
    .set(named(name))
    .where('id', '=', itemId)
    .execute()
}

export interface NamedItem {
  readonly id: number
  readonly parent_id: number
  readonly name: string
}

export async function findNamesakes(
  tx: Tx,
  roomId: number,
  wanted: readonly Omit<NamedItem, 'id'>[],
  except: readonly number[],
): Promise<NamedItem[]> {
  const names = wanted.map(({ name }) => foldName(name))
  const { rows } = await sql<NamedItem>`
    select items.id, items.parent_id, items.name
    from unnest(${bigints(wanted.map(({ parent_id }) => parent_id))}, ${names}::text[]) as wanted (parent_id, name)
    join items on items.room_id = ${roomId} and items.parent_id = wanted.parent_id and items.name_folded = wanted.name
    where items.deleted_at is null and not items.id = any(${bigints(except)})`.execute(tx)
  return rows
}

/** Temporary names contain a slash, so none collide. */
export async function leaveNames(tx: Tx, leaving: readonly number[]): Promise<void> {
  if (leaving.length > 0)
    await sql`update items set name_folded = '/' || id where id = any(${bigints(leaving)})`.execute(
      tx,
    )
}

/** The names must be free, or freed by `leaveNames`. */
export async function updateNames(
  tx: Tx,
  items: readonly Omit<NamedItem, 'parent_id'>[],
): Promise<void> {
  const names = items.map(({ name }) => name)
  await sql`
    update items set name = renamed.name, name_folded = renamed.name_folded, name_key = renamed.name_key
    from unnest(${bigints(items.map(({ id }) => id))}, ${names}::text[], ${names.map(foldName)}::text[], ${names.map(nameKey)}::text[])
      as renamed (id, name, name_folded, name_key)
    where items.id = renamed.id`.execute(tx)
}

const ancestorsBelow = (item: PlacedItem, to: Parent): RawBuilder<number[]> =>
  sql`${bigints(to.path)} || items.ancestors[${item.ancestors.length + 1}::int:]`

interface MovedItemState {
  readonly staged: boolean
}

/** The name must be free in the folder. */
export async function moveSubtree(
  tx: Tx,
  item: PlacedItem,
  to: Parent,
  name: string,
  { staged }: MovedItemState,
): Promise<void> {
  const items = tx.withTables<DocumentTables>()
  if (item.folder)
    await items
      .updateTable('items')
      .set({ ancestors: ancestorsBelow(item, to) })
      .where('room_id', '=', item.room_id)
      .where(below(item))
      .execute()
  const state = staged ? { staged } : {}
  await items
    .updateTable('items')
    .set({ ...placeAt(to, name), ...state })
    .where('id', '=', item.id)
    .execute()
}

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

export async function trashSubtree(tx: Tx, item: PlacedItem, at: Date): Promise<TakenItems> {
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

export async function restoreSubtree(
  tx: Tx,
  item: PlacedItem,
  to: Parent,
  name: string,
  { staged }: MovedItemState,
): Promise<TakenItems> {
  const back = { deleted_at: null, trash_id: null }
  const items = tx.withTables<DocumentTables>()
  await items
    .updateTable('items')
    .set({ ...back, ...placeAt(to, name), ...(staged ? { staged } : {}) })
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
