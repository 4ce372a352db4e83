import { type SelectQueryBuilder, sql } from 'kysely'
import type { SORTS, ViewStatus } from '../../../contract/features/documents.ts'
import type { VisibleItems } from '../../access/items.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { DocumentTables, SegmentPurpose } from './documents.tables.ts'
import type { UploadTables } from './resumable/uploads.tables.ts'

export type Sort = (typeof SORTS)[number]

const SORT_COLUMNS = { name: 'name_key', uploadedAt: 'created_at', type: 'ext', size: 'size' } as const

/** By which column a list is sorted, and which way: folders and files for themselves, folders first. */
export function orderOf(sort: Sort) {
  const column = SORT_COLUMNS[sort.replace('-', '') as keyof typeof SORT_COLUMNS]
  return { column, way: sort.startsWith('-') ? ('desc' as const) : ('asc' as const) }
}

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

/** The items of a scope. */
export const inScope = (db: Queryable, scope: VisibleItems) =>
  db.withTables<DocumentTables>().selectFrom('items').where('items.room_id', '=', scope.roomId).where('items.deleted_at', 'is', null)

/** The same, with what is read of each. */
export const visible = (db: Queryable, scope: VisibleItems) => inScope(db, scope).select(ITEM_COLUMNS)

export type ItemRow = NonNullable<Awaited<ReturnType<typeof findItem>>>

/** An item that is there for this scope. */
export async function findItem(db: Queryable, scope: VisibleItems, itemId: number) {
  return visible(db, scope).where('items.id', '=', itemId).executeTakeFirst()
}

/** The same, held until the transaction ends: whoever deletes it waits for this commit, or this does not find it. */
export async function holdItem(tx: Tx, scope: VisibleItems, itemId: number): Promise<ItemRow | undefined> {
  return visible(tx, scope).where('items.id', '=', itemId).forShare().executeTakeFirst()
}

/** Where a page of a list begins: behind the item with these values. */
export interface Position {
  readonly folder: boolean
  readonly value: string | number
  readonly id: number
}

/** Where an item stands in a list: behind it, the next page begins. */
export function positionOfItem(item: ItemRow, sort: Sort): Position {
  return { folder: item.folder, value: comparableOf(item[orderOf(sort).column]), id: item.id }
}

/** A value by which lists are sorted, as it stands in a position. */
export const comparableOf = (value: string | number | Date): string | number => (value instanceof Date ? value.toISOString() : value)

/** A page of a list of items. */
export interface Page {
  readonly sort: Sort
  readonly after: Position | undefined
  /** The last item that the list may hold. */
  readonly until?: Position | undefined
  readonly limit: number
}

type ItemQuery<Selected> = SelectQueryBuilder<DocumentTables, 'items', Selected>

/**
 * Folders first, then by the column, then by id. Folders and files are two ranges of one index, so a page costs the same anywhere in a
 * folder of any size.
 */
export async function paged(
  { after, until, limit }: Page,
  read: (folder: boolean, limit: number) => Promise<ItemRow[]>,
): Promise<ItemRow[]> {
  const folders = after && !after.folder ? [] : await read(true, limit)
  const rest = limit - folders.length
  return rest === 0 || until?.folder ? folders : [...folders, ...(await read(false, rest))]
}

/** The first items of a query, folders or files, between the positions. */
export function range<Selected>(
  query: ItemQuery<Selected>,
  folder: boolean,
  { sort, after, until }: Page,
  limit: number,
): ItemQuery<Selected> {
  // Not a parameter: an index of folders alone must be seen to fit.
  let ordered = inOrder(query.where(folder ? sql<boolean>`items.folder` : sql<boolean>`not items.folder`), sort).limit(limit)
  if (after?.folder === folder) ordered = ordered.where(compare('behind', after, sort))
  if (until?.folder === folder) ordered = ordered.where(compare('up to', until, sort))
  return ordered
}

/** Comparisons as they stand in an order that rises; what falls is compared the other way round. */
const COMPARISONS = { behind: ['>', '<'], before: ['<', '>'], 'up to': ['<=', '>='] } as const

/** Whether an item stands so to a position, both being folders or both files. */
export function compare(how: keyof typeof COMPARISONS, { value, id }: Position, sort: Sort) {
  const { column, way } = orderOf(sort)
  const operator = sql.raw(COMPARISONS[how][way === 'asc' ? 0 : 1])
  return sql<boolean>`(${sql.ref(`items.${column}`)}, items.id) ${operator} (${column === 'created_at' ? new Date(value) : value}, ${id})`
}

/** Sorts a query, of which folders and files do not both come. */
export function inOrder<Selected>(query: ItemQuery<Selected>, sort: Sort): ItemQuery<Selected> {
  const { column, way } = orderOf(sort)
  return query.orderBy(`items.${column}`, way).orderBy('items.id', way)
}

/** The items of a folder; 0 is the root. */
export async function listFolder(db: Queryable, scope: VisibleItems, parentId: number, page: Page): Promise<ItemRow[]> {
  const inFolder = visible(db, scope).where('items.parent_id', '=', parentId)
  return paged(page, (folder, limit) => range(inFolder, folder, page, limit).execute())
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

/** A version with the segments of its content, and of the PDF that was made of it, in order. */
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
      'file_versions.created_at',
      'file_versions.status',
      'file_versions.pages',
      'file_versions.page_count',
      'items.ext',
    ])
    .where(sql<boolean>`file_versions.id = any(${[...versionIds]}::bigint[])`)
    .where('file_versions.room_id', '=', roomId)
    .execute()
  const segments = await findSegments(db, roomId, versionIds)
  const whole = versions.map((version) => {
    const own = segments.filter((segment) => segment.version_id === version.id)
    return { ...version, segments: own.filter(isContent), preview: own.filter((segment) => !isContent(segment)) }
  })
  // One without content was destroyed between the two queries.
  return whole.filter((version) => version.segments.length > 0)
}

const isContent = ({ purpose }: { readonly purpose: SegmentPurpose }): boolean => purpose === 'content'

/** The segments of versions, in order. */
async function findSegments(db: Queryable, roomId: number, versionIds: readonly number[]) {
  return db
    .withTables<DocumentTables>()
    .selectFrom('file_segments')
    .select(['version_id', 'purpose', 'blob_id', 'size', 'wrapped_key'])
    .where(sql<boolean>`version_id = any(${[...versionIds]}::bigint[])`)
    .where('room_id', '=', roomId)
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
