import { sql } from 'kysely'
import type { AccessTables } from '../../../access/access.tables.ts'
import type { VisibleItems } from '../../../access/items.ts'
import { levelOf } from '../../../access/levels.read.ts'
import { bigints } from '../../../platform/db/bigints.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inScope } from '../documents.read.ts'
import type { DocumentTables } from '../documents.tables.ts'

export interface DropFolder {
  readonly id: number
  readonly name: string
  readonly groupId: number
}

/** A folder that only leads to something visible does not count. */
export async function findDropFolder(
  db: Queryable,
  scope: VisibleItems,
  folderId: number,
): Promise<DropFolder | undefined> {
  if (!scope.group) return undefined
  const { groupId } = scope.group
  const folder = await inScope(db, scope)
    .where(sql<boolean>`${levelOf(scope)} > 0`)
    .innerJoin('drop_folders', 'drop_folders.item_id', 'items.id')
    .where('drop_folders.group_id', '=', groupId)
    .where('items.id', '=', folderId)
    .where('items.folder', '=', true)
    .select(['items.id', 'items.name'])
    .executeTakeFirst()
  return folder && { ...folder, groupId }
}

export async function findDropFolders(
  db: Queryable,
  { group }: VisibleItems,
  folderIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (folderIds.length === 0) return new Set()
  const found = db
    .withTables<DocumentTables>()
    .selectFrom('drop_folders')
    .select('item_id')
    .distinct()
    .where(sql<boolean>`item_id = any(${bigints(folderIds)})`)
  const rows = await (group ? found.where('group_id', '=', group.groupId) : found).execute()
  return new Set(rows.map(({ item_id }) => item_id))
}

export async function findGroupNames(
  db: Queryable,
  roomId: number,
  groupIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .withTables<AccessTables>()
    .selectFrom('groups')
    .select(['id', 'name'])
    .where('room_id', '=', roomId)
    .where(sql<boolean>`id = any(${bigints(groupIds)})`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

interface DropFoldersQuery {
  readonly roomId: number
  readonly itemId: number | undefined
  readonly groupId: number | undefined
  readonly after: readonly [itemId: number, groupId: number] | undefined
  readonly limit: number
}

export async function listDropFolders(
  db: Queryable,
  { roomId, itemId, groupId, after, limit }: DropFoldersQuery,
) {
  let rows = db
    .withTables<DocumentTables>()
    .selectFrom('drop_folders')
    .innerJoin('items', 'items.id', 'drop_folders.item_id')
    .select(['drop_folders.item_id as itemId', 'drop_folders.group_id as groupId'])
    .where('drop_folders.room_id', '=', roomId)
    .where('items.deleted_at', 'is', null)
    .orderBy('drop_folders.item_id')
    .orderBy('drop_folders.group_id')
    .limit(limit)
  if (itemId !== undefined) rows = rows.where('drop_folders.item_id', '=', itemId)
  if (groupId !== undefined) rows = rows.where('drop_folders.group_id', '=', groupId)
  if (after)
    rows = rows.where(
      sql<boolean>`(drop_folders.item_id, drop_folders.group_id) > (${after[0]}::bigint, ${after[1]}::bigint)`,
    )
  return rows.execute()
}

interface Amount {
  readonly files: number
  readonly bytes: number
}

const NOTHING: Amount = { files: 0, bytes: 0 }

export async function measureWaiting(db: Queryable, groupId: number): Promise<Amount> {
  const { rows } = await sql<Amount>`
    select count(*) as files, coalesce(sum(submissions.size), 0)::bigint as bytes
    from submissions join items on items.id = submissions.item_id
    where submissions.group_id = ${groupId} and items.published_at is null and items.deleted_at is null`.execute(
    db,
  )
  return rows[0] ?? NOTHING
}

export async function measureUnfinished(
  db: Queryable,
  roomId: number,
  groupId: number,
): Promise<Amount> {
  const { rows } = await sql<Amount>`
    select count(*) as files, coalesce(sum(uploads.size), 0)::bigint as bytes
    from uploads join members on members.id = uploads.member_id
    where uploads.room_id = ${roomId} and members.group_id = ${groupId} and uploads.item_id is null`.execute(
    db,
  )
  return rows[0] ?? NOTHING
}

interface OwnAsked {
  readonly folderId: number
  readonly memberId: number
  readonly before: number | undefined
  readonly limit: number
}

export async function findOwnSubmissions(
  db: Queryable,
  { folderId, memberId, before, limit }: OwnAsked,
) {
  const rows = db
    .withTables<DocumentTables>()
    .selectFrom('submissions')
    .select(['ordinal', 'name', 'size', 'submitted_at'])
    .where('folder_id', '=', folderId)
    .where('member_id', '=', memberId)
    .orderBy('ordinal', 'desc')
    .limit(limit)
  return (before === undefined ? rows : rows.where('ordinal', '<', before)).execute()
}

export interface Submission {
  readonly itemId: number
  readonly by: string
  readonly group: string | null
  readonly at: Date
}

export async function findSubmissions(
  db: Queryable,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, Submission>> {
  if (itemIds.length === 0) return new Map()
  const { rows } = await sql<Submission>`
    select submissions.item_id as "itemId", members.name as by, groups.name as group, submissions.submitted_at as at
    from submissions
      join items on items.id = submissions.item_id and items.created_by = submissions.member_id
      join members on members.id = submissions.member_id left join groups on groups.id = submissions.group_id
    where submissions.item_id = any(${bigints(itemIds)})`.execute(db)
  return new Map(rows.map((row) => [row.itemId, row]))
}

export interface ArrivedFiles {
  readonly folder: string | null
  readonly group: string | null
  readonly by: string
  readonly files: number
}

export async function findUnmailed(db: Queryable, roomId: number): Promise<ArrivedFiles[]> {
  const { rows } = await sql<ArrivedFiles>`
    select folders.name as folder, groups.name as group, members.name as by, count(*) as files
    from submissions
      join members on members.id = submissions.member_id
      left join groups on groups.id = submissions.group_id
      left join items as folders on folders.id = submissions.folder_id
    where submissions.room_id = ${roomId} and not submissions.mailed
    group by folders.id, groups.id, members.id order by min(submissions.id)`.execute(db)
  return rows
}

export async function findSubmitters(db: Queryable, itemId: number): Promise<ReadonlySet<number>> {
  const rows = await db
    .withTables<DocumentTables>()
    .selectFrom('submissions')
    .select('member_id')
    .where('item_id', '=', itemId)
    .execute()
  return new Set(rows.map(({ member_id }) => member_id))
}
