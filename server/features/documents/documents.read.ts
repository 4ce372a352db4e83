import { sql } from 'kysely'
import { foldName } from '../../../contract/core/name-key.ts'
import type { SORTS, ViewStatus } from '../../../contract/features/documents.ts'
import type { VisibleItems } from '../../access/items.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { DocumentTables, SegmentPurpose } from './documents.tables.ts'
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

/** How much stands directly in a folder. */
export interface FolderCounts {
  readonly folders: number
  readonly files: number
}

/** How many folders and files are directly in each of these folders (0: the root): stored, not counted. Who sees a room sees all of it. */
export async function countChildren(db: Queryable, scope: VisibleItems, folderIds: readonly number[]): Promise<Map<number, FolderCounts>> {
  if (folderIds.length === 0) return new Map()
  const rows = await db
    .withTables<DocumentTables>()
    .selectFrom('folder_counts')
    .select(['parent_id', 'folders', 'files'])
    .where('room_id', '=', scope.roomId)
    .where('parent_id', 'in', [...folderIds])
    .execute()
  return new Map(rows.map(({ parent_id, folders, files }) => [parent_id, { folders, files }]))
}

/** A version with the segments of its content, in order. */
export async function findVersion(db: Queryable, roomId: number, versionId: number): Promise<VersionRow | undefined> {
  const [version] = await findVersions(db, roomId, [versionId])
  return version
}

/** Those of the versions that are there, in no order. */
export async function findVersions(db: Queryable, roomId: number, versionIds: readonly number[]) {
  const tables = db.withTables<DocumentTables>()
  const versions = await tables
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
    .where(sql<boolean>`file_versions.id = any(${[...versionIds]}::bigint[])`)
    .where('file_versions.room_id', '=', roomId)
    .execute()
  const segments = await findSegments(db, roomId, versionIds, 'content')
  const whole = versions.map((version) => ({ ...version, segments: segments.filter((segment) => segment.version_id === version.id) }))
  // One without content was destroyed between the two queries.
  return whole.filter((version) => version.segments.length > 0)
}

/** The segments of versions that serve one purpose, in order. */
export async function findSegments(db: Queryable, roomId: number, versionIds: readonly number[], purpose: SegmentPurpose) {
  return db
    .withTables<DocumentTables>()
    .selectFrom('file_segments')
    .select(['version_id', 'blob_id', 'size', 'wrapped_key'])
    .where(sql<boolean>`version_id = any(${[...versionIds]}::bigint[])`)
    .where('room_id', '=', roomId)
    .where('purpose', '=', purpose)
    .orderBy('ordinal')
    .execute()
}

export type VersionRow = Awaited<ReturnType<typeof findVersions>>[number]

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
