import { sql } from 'kysely'
import { LIMITS } from '../../../contract/core/limits.ts'
import { foldName } from '../../../contract/core/name-key.ts'
import type { SORTS, ViewStatus } from '../../../contract/features/documents.ts'
import type { VisibleItems } from '../../access/items.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { DocumentTables } from './documents.tables.ts'
import type { UploadTables } from './resumable/uploads.tables.ts'

export type Sort = (typeof SORTS)[number]

const SORT_COLUMNS = { name: 'name_key', uploadedAt: 'created_at', type: 'ext', size: 'size' } as const

/** What is read of an item. */
export const ITEM_COLUMNS = [
  'items.id',
  'items.room_id',
  'items.parent_id',
  'items.ancestors',
  'items.folder',
  'items.name',
  'items.name_key',
  'items.ext',
  'items.filename',
  'items.size',
  'items.version_id',
  'items.created_at',
  'items.deleted_at',
  // Undecided is null, and so is the status of a folder.
  sql<ViewStatus | null>`(select status from file_versions where file_versions.id = items.version_id)`.as('view_status'),
] as const

const inScope = (db: Queryable, scope: VisibleItems) =>
  db.withTables<DocumentTables>().selectFrom('items').where('items.room_id', '=', scope.roomId).where('items.deleted_at', 'is', null)

const visible = (db: Queryable, scope: VisibleItems) => inScope(db, scope).select(ITEM_COLUMNS)

export type ItemRow = NonNullable<Awaited<ReturnType<typeof findItem>>>

/** An item that is there for this scope. */
export async function findItem(db: Queryable, scope: VisibleItems, itemId: number) {
  return visible(db, scope).where('items.id', '=', itemId).executeTakeFirst()
}

/** The same, held until the transaction ends: whoever deletes it waits for this commit, or this does not find it. */
export async function holdItem(tx: Tx, scope: VisibleItems, itemId: number): Promise<ItemRow | undefined> {
  return visible(tx, scope).where('items.id', '=', itemId).forShare().executeTakeFirst()
}

/** An item by its opaque file name. */
export async function findItemByFilename(db: Queryable, scope: VisibleItems, filename: string): Promise<ItemRow | undefined> {
  return visible(db, scope).where('items.filename', '=', filename).executeTakeFirst()
}

/** Where a page of a list begins: behind the item with these values. */
export interface Position {
  readonly folder: boolean
  readonly value: string | number
  readonly id: number
}

/** The value of an item by which a list is sorted, as it stands in a cursor. */
export function sortValue(item: ItemRow, sort: Sort): string | number {
  const value = item[SORT_COLUMNS[sort.replace('-', '') as keyof typeof SORT_COLUMNS]]
  return value instanceof Date ? value.toISOString() : value
}

interface Page {
  readonly sort: Sort
  readonly after: Position | undefined
  readonly limit: number
}

type ItemQuery = ReturnType<typeof visible>

/**
 * Folders first, then by the column, then by id. Folders and files are two ranges of one index, so a page costs the same anywhere in a
 * folder of any size.
 */
async function paged(query: ItemQuery, page: Page): Promise<ItemRow[]> {
  const { after, limit } = page
  const folders = after && !after.folder ? [] : await range(query, true, page, limit)
  const rest = limit - folders.length
  return rest === 0 ? folders : [...folders, ...(await range(query, false, page, rest))]
}

async function range(query: ItemQuery, folder: boolean, { sort, after }: Page, limit: number): Promise<ItemRow[]> {
  const descending = sort.startsWith('-')
  const column = SORT_COLUMNS[sort.replace('-', '') as keyof typeof SORT_COLUMNS]
  const way = descending ? 'desc' : 'asc'
  const ordered = query.where('items.folder', '=', folder).orderBy(`items.${column}`, way).orderBy('items.id', way).limit(limit)
  if (after?.folder !== folder) return ordered.execute()
  const behind = sql.raw(descending ? '<' : '>')
  const value = column === 'created_at' ? new Date(after.value) : after.value
  return ordered.where(sql<boolean>`(${sql.ref(`items.${column}`)}, items.id) ${behind} (${value}, ${after.id})`).execute()
}

/** The items of a folder; 0 is the root. */
export async function listFolder(db: Queryable, scope: VisibleItems, parentId: number, page: Page): Promise<ItemRow[]> {
  return paged(visible(db, scope).where('items.parent_id', '=', parentId), page)
}

/** Items of the whole room whose name contains the keyword, literally. The bigram index finds candidates of two characters and more. */
export async function searchNames(db: Queryable, scope: VisibleItems, keyword: string, page: Page): Promise<ItemRow[]> {
  const folded = foldName(keyword)
  const candidates = visible(db, scope).where(sql<boolean>`strpos(items.name_folded, ${folded}) > 0`)
  const indexed = [...folded].length < 2 ? candidates : candidates.where(sql<boolean>`bigrams(items.name_folded) @> bigrams(${folded})`)
  return paged(indexed, page)
}

/** Names of folders by id, for paths. */
export async function findFolderNames(db: Queryable, scope: VisibleItems, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await visible(db, scope)
    .where('items.id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** How many folders and files are directly in a folder (0: the root), each up to `LIMITS.folderCountMax`. */
export async function countFolder(db: Queryable, scope: VisibleItems, parentId: number): Promise<{ folders: number; files: number }> {
  const some = (folder: boolean) =>
    inScope(db, scope)
      .select('items.id')
      .where('items.parent_id', '=', parentId)
      .where('items.folder', '=', folder)
      .limit(LIMITS.folderCountMax)
  const { rows } = await sql<{ folders: number; files: number }>`
    select (select count(*) from ${some(true)} as counted) as folders, (select count(*) from ${some(false)} as counted) as files
  `.execute(db)
  return rows[0] ?? { folders: 0, files: 0 }
}

/**
 * How many items are directly in each of these folders, up to `LIMITS.itemCountMax`. The order, that of an index, is for the planner: one
 * folder of a hundred thousand files makes it believe that all are so full, and read the whole table for each until the limit is reached.
 */
export async function countChildren(db: Queryable, scope: VisibleItems, folderIds: readonly number[]): Promise<Map<number, number>> {
  if (folderIds.length === 0) return new Map()
  const some = inScope(db, scope)
    .select('items.id')
    .where('items.parent_id', '=', sql<number>`listed.id`)
    .orderBy('items.folder', 'desc')
    .orderBy('items.created_at')
    .orderBy('items.id')
    .limit(LIMITS.itemCountMax)
  const { rows } = await sql<{ id: number; count: number }>`
    select listed.id, children.count
    from unnest(${[...folderIds]}::bigint[]) as listed (id), lateral (select count(*) from ${some} as counted) as children
  `.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** A version with the segments of its content, in order. */
export async function findVersion(db: Queryable, roomId: number, versionId: number) {
  const tables = db.withTables<DocumentTables>()
  const version = await tables
    .selectFrom('file_versions')
    .innerJoin('items', 'items.id', 'file_versions.item_id')
    .select([
      'file_versions.id',
      'file_versions.item_id',
      'file_versions.content_uid',
      'file_versions.size',
      'file_versions.status',
      'file_versions.pages',
      'items.ext',
    ])
    .where('file_versions.id', '=', versionId)
    .where('file_versions.room_id', '=', roomId)
    .executeTakeFirst()
  if (!version) return undefined
  const segments = await tables
    .selectFrom('file_segments')
    .select(['blob_id', 'size', 'wrapped_key'])
    .where('version_id', '=', versionId)
    .where('room_id', '=', roomId)
    .where('purpose', '=', 'content')
    .orderBy('ordinal')
    .execute()
  return { ...version, segments }
}

export type VersionRow = NonNullable<Awaited<ReturnType<typeof findVersion>>>

/** Those of the blobs that some version or unfinished upload holds. One query, since an upload that ends moves them from one to the other. */
export async function findHeldBlobs(db: Queryable, blobIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (blobIds.length === 0) return new Set()
  const tables = db.withTables<DocumentTables & UploadTables>()
  const rows = await tables
    .selectFrom('file_segments')
    .select('blob_id')
    .where('blob_id', 'in', [...blobIds])
    .union(
      tables
        .selectFrom('upload_segments')
        .select('blob_id')
        .where('blob_id', 'in', [...blobIds]),
    )
    .execute()
  return new Set(rows.map((row) => row.blob_id))
}
