import { type SelectQueryBuilder, sql } from 'kysely'
import type { SORTS, ViewStatus } from '../../../contract/features/documents.ts'
import { LEVEL } from '../../../contract/features/groups/levels.ts'
import type { VisibleItems } from '../../access/items.ts'
import {
  type FolderPlace,
  isVisible,
  isVisibleInFolder,
  levelInFolder,
  levelOf,
} from '../../access/levels.read.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { DocumentTables, SegmentPurpose } from './documents.tables.ts'
import type { UploadTables } from './upload/resumable/uploads.tables.ts'

export type Sort = (typeof SORTS)[number]

export type ColumnSort = Exclude<Sort, 'index' | '-index'>

const SORT_COLUMNS = {
  name: 'name_key',
  uploadedAt: 'created_at',
  type: 'ext',
  size: 'size',
} as const

export function orderOf(sort: ColumnSort) {
  const column = SORT_COLUMNS[sort.replace('-', '') as keyof typeof SORT_COLUMNS]
  return { column, direction: sort.startsWith('-') ? ('desc' as const) : ('asc' as const) }
}

export interface WaitingVersion {
  readonly number: number
  readonly size: number
  readonly uploadedAt: string
}

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
  'items.staged',
  'items.unseen',
  'items.staging',
  sql<string>`(extract(epoch from greatest(items.appeared_at, items.content_at)) * 1000)::text`.as(
    'news_ms',
  ),
  sql<WaitingVersion | null>`(select json_build_object('number', number, 'size', size, 'uploadedAt', created_at) from file_versions
    where file_versions.id = items.staged_version_id)`.as('waiting'),
  sql<Date | null>`(select due_at from publications where item_id = items.id and publishes)`.as(
    'publish_at',
  ),
  sql<Date | null>`(select due_at from publications where item_id = items.id and not publishes)`.as(
    'unpublish_at',
  ),
  sql<ViewStatus | null>`(select status from file_versions where file_versions.id = items.version_id)`.as(
    'view_status',
  ),
] as const

export const inScope = (db: Queryable, scope: VisibleItems) =>
  db
    .withTables<DocumentTables>()
    .selectFrom('items')
    .where('items.room_id', '=', scope.roomId)
    .where('items.deleted_at', 'is', null)

export const visible = (db: Queryable, scope: VisibleItems) =>
  inScope(db, scope).where(isVisible(scope)).select(ITEM_COLUMNS).select(levelOf(scope).as('level'))

export type ItemRow = NonNullable<Awaited<ReturnType<typeof findItem>>>

export async function findItem(db: Queryable, scope: VisibleItems, itemId: number) {
  return visible(db, scope).where('items.id', '=', itemId).executeTakeFirst()
}

export async function findVisible(
  db: Queryable,
  scope: VisibleItems,
  itemIds: readonly number[],
): Promise<ItemRow[]> {
  return visible(db, scope)
    .where(sql<boolean>`items.id = any(${[...itemIds]}::bigint[])`)
    .execute()
}

/** Concurrent deletions wait. Returns undefined if deleted. */
export async function holdItem(
  tx: Tx,
  scope: VisibleItems,
  itemId: number,
): Promise<ItemRow | undefined> {
  return visible(tx, scope).where('items.id', '=', itemId).forShare().executeTakeFirst()
}

export interface Position {
  readonly folder: boolean
  readonly value: string | number
  readonly id: number
}

export function positionOfItem(item: ItemRow, sort: ColumnSort): Position {
  return { folder: item.folder, value: comparableOf(item[orderOf(sort).column]), id: item.id }
}

export const comparableOf = (value: string | number | Date): string | number =>
  value instanceof Date ? value.toISOString() : value

export interface ItemPageQuery {
  readonly sort: ColumnSort
  readonly after: Position | undefined
  readonly until?: Position | undefined
  readonly limit: number
}

type ItemQuery<Selected> = SelectQueryBuilder<DocumentTables, 'items', Selected>

/** Two index ranges keep page costs equal. */
export async function paged(
  { after, until, limit }: ItemPageQuery,
  read: (folder: boolean, limit: number) => Promise<ItemRow[]>,
): Promise<ItemRow[]> {
  const folders = after && !after.folder ? [] : await read(true, limit)
  const rest = limit - folders.length
  return rest === 0 || until?.folder ? folders : [...folders, ...(await read(false, rest))]
}

export function range<Selected>(
  query: ItemQuery<Selected>,
  folder: boolean,
  { sort, after, until }: ItemPageQuery,
  limit: number,
): ItemQuery<Selected> {
  // A parameter would hide the partial index.
  let ordered = inOrder(
    query.where(folder ? sql<boolean>`items.folder` : sql<boolean>`not items.folder`),
    sort,
  ).limit(limit)
  if (after?.folder === folder) ordered = ordered.where(compare('behind', after, sort))
  if (until?.folder === folder) ordered = ordered.where(compare('up to', until, sort))
  return ordered
}

const COMPARISONS = { behind: ['>', '<'], before: ['<', '>'], 'up to': ['<=', '>='] } as const

export function compare(how: keyof typeof COMPARISONS, { value, id }: Position, sort: ColumnSort) {
  const { column, direction } = orderOf(sort)
  const operator = sql.raw(COMPARISONS[how][direction === 'asc' ? 0 : 1])
  return sql<boolean>`(${sql.ref(`items.${column}`)}, items.id) ${operator} (${column === 'created_at' ? new Date(value) : value}, ${id})`
}

/** The query must not mix folders and files. */
export function inOrder<Selected>(
  query: ItemQuery<Selected>,
  sort: ColumnSort,
): ItemQuery<Selected> {
  const { column, direction } = orderOf(sort)
  return query.orderBy(`items.${column}`, direction).orderBy('items.id', direction)
}

export const rootOf = ({ group }: VisibleItems): FolderPlace => ({
  id: 0,
  path: [],
  level: group?.rootLevel ?? LEVEL.download,
})

export const placeOf = ({
  id,
  ancestors,
  level,
}: Pick<ItemRow, 'id' | 'ancestors' | 'level'>): FolderPlace => ({
  id,
  path: [...ancestors, id],
  level,
})

export async function listFolder(
  db: Queryable,
  scope: VisibleItems,
  folder: FolderPlace,
  page: ItemPageQuery,
): Promise<ItemRow[]> {
  const inFolder = inScope(db, scope)
    .select(ITEM_COLUMNS)
    .select(levelInFolder(scope, folder).as('level'))
    .where('items.parent_id', '=', folder.id)
    .where(isVisibleInFolder(scope, folder))
  return paged(page, (folder, limit) => range(inFolder, folder, page, limit).execute())
}

export async function findFolderNames(
  db: Queryable,
  scope: VisibleItems,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await visible(db, scope)
    .where('items.id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

export async function findVersion(
  db: Queryable,
  roomId: number,
  versionId: number,
): Promise<VersionRow | undefined> {
  const [version] = await findVersions(db, roomId, [versionId])
  return version
}

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
    return {
      ...version,
      segments: own.filter(isContent),
      preview: own.filter((segment) => !isContent(segment)),
    }
  })
  // The version was destroyed between the queries.
  return whole.filter((version) => version.segments.length > 0)
}

const isContent = ({ purpose }: { readonly purpose: SegmentPurpose }): boolean =>
  purpose === 'content'

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

/** Finishing uploads move blobs between tables. */
export async function findHeldBlobs(
  db: Queryable,
  blobIds: readonly string[],
): Promise<ReadonlySet<string>> {
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
