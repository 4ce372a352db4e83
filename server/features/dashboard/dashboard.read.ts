import { type RawBuilder, sql } from 'kysely'
import { ROLE } from '../../../contract/core/limits.ts'
import type { VisibleItems } from '../../access/items.ts'
import type { Queryable } from '../../platform/db/database.ts'

export const TOP = 10
const LIST = 100

interface RoomNumbers {
  readonly roomName: string
  readonly userLimit: number
  readonly nowStorage: number
  readonly maxStorage: number
  readonly userCnt: number
  readonly blockPrint: number
  readonly blockDownload: number
  readonly blockAccess: number
}

export async function findNumbers(db: Queryable, roomId: number): Promise<RoomNumbers | undefined> {
  const { rows } = await sql<RoomNumbers>`
    select rooms.name as "roomName", user_limit as "userLimit", storage_used as "nowStorage", storage_limit as "maxStorage",
      count(members.id) as "userCnt",
      count(members.id) filter (where not can_print) as "blockPrint",
      count(members.id) filter (where not can_download) as "blockDownload",
      count(members.id) filter (where not can_access) as "blockAccess"
    from rooms left join members on members.room_id = rooms.id and members.ended_at is null
    where rooms.id = ${roomId} group by rooms.id
  `.execute(db)
  return rows[0]
}

interface FolderNumbers {
  readonly id: number
  readonly fileName: string
  readonly fileCnt: number
  readonly size: number
}

export async function findFolderNumbers(
  db: Queryable,
  { roomId }: VisibleItems,
): Promise<FolderNumbers[]> {
  const { rows } = await sql<FolderNumbers>`
    select 0::bigint as id, '' as "fileName", '' as name_key, files as "fileCnt", bytes as size
    from root_totals where room_id = ${roomId} and root_id = 0
    union all
    select items.id, items.name, items.name_key, coalesce(files, 0), coalesce(bytes, 0)
    from items left join root_totals on root_totals.room_id = items.room_id and root_totals.root_id = items.id
    where items.room_id = ${roomId} and items.parent_id = 0 and items.folder and items.deleted_at is null
    order by name_key, id
  `.execute(db)
  return rows
}

interface FileNumbers {
  readonly fileCnt: number
  readonly size: number
}

interface OtherNumbers {
  readonly composedFiles: FileNumbers
  readonly messageFiles: FileNumbers
}

export async function findOtherNumbers(db: Queryable, roomId: number): Promise<OtherNumbers> {
  const { rows } = await sql<FileNumbers & { readonly kind: keyof OtherNumbers }>`
    select kind, count(size)::bigint as "fileCnt", coalesce(sum(size), 0)::bigint as size
    from (
      select 'composedFiles' as kind, size from compose_files where room_id = ${roomId}
      union all select 'composedFiles', size from compose_images where room_id = ${roomId}
      union all select 'messageFiles', size from message_files where room_id = ${roomId}
      union all select 'messageFiles', size from thread_files where room_id = ${roomId}
    ) as files group by kind
  `.execute(db)
  const of = (kind: keyof OtherNumbers): FileNumbers => {
    const { fileCnt, size } = rows.find((row) => row.kind === kind) ?? { fileCnt: 0, size: 0 }
    return { fileCnt, size }
  }
  return { composedFiles: of('composedFiles'), messageFiles: of('messageFiles') }
}

export const peopleOf = (roomId: number) => sql`
  (select distinct on (user_id) user_id, role_id, group_id, ended_at from members where room_id = ${roomId} order by user_id, id desc) as people`

const operatorsOf = (roomId: number) =>
  sql`select user_id from ${peopleOf(roomId)} where role_id = ${ROLE.operator} union all select 0`

const participantsOf = (roomId: number) =>
  sql`select user_id, group_id, ended_at from ${peopleOf(roomId)} where role_id <> ${ROLE.operator}`

export interface Readers {
  readonly withOperators: boolean
  readonly groupId: number | undefined
}

export function isCounted(
  roomId: number,
  { withOperators, groupId }: Readers,
): RawBuilder<boolean> {
  if (groupId !== undefined)
    return sql<boolean>`user_id in (select user_id from ${peopleOf(roomId)} where role_id <> ${ROLE.operator} and group_id = ${groupId})`
  return withOperators ? sql<boolean>`true` : sql<boolean>`user_id not in (${operatorsOf(roomId)})`
}

export interface Use {
  readonly views: number
  readonly prints: number
  readonly downloads: number
  readonly seconds: number
}

/** A join instead of lookups would read all documents. */
export async function findTopDocuments(
  db: Queryable,
  { roomId }: VisibleItems,
  since: string,
  readers: Readers,
) {
  const { rows } = await sql<Use & { itemId: number; name: string }>`
    select used.item_id as "itemId", item.name, used.views, used.prints, used.downloads, used.seconds
    from (
      select item_id, sum(views) as views, sum(prints) as prints, sum(downloads) as downloads, sum(seconds)::float8 as seconds
      from activity_items where room_id = ${roomId} and day >= ${since}::date and ${isCounted(roomId, readers)}
      group by item_id
      order by views desc, seconds desc, item_id
    ) as used
    cross join lateral (
      select name from items where items.id = used.item_id and items.room_id = ${roomId} and items.deleted_at is null limit 1
    ) as item
    order by used.views desc, used.seconds desc, used.item_id limit ${TOP}
  `.execute(db)
  return rows
}

export async function findReaders(db: Queryable, roomId: number, itemId: number, readers: Readers) {
  const { rows } = await sql<
    Use & { userId: number; name: string; lastDay: string; groupId: number | null }
  >`
    select used.*, people.name, people."groupId"
    from (
      select user_id as "userId", sum(views) as views, sum(prints) as prints, sum(downloads) as downloads, sum(seconds)::float8 as seconds,
        to_char(max(day), 'YYYY-MM-DD') as "lastDay"
      from activity_items where room_id = ${roomId} and item_id = ${itemId} and user_id > 0 and ${isCounted(roomId, readers)}
      group by user_id
      order by seconds desc, views desc, user_id limit ${LIST}
    ) as used
    cross join lateral (
      select name, case when role_id <> ${ROLE.operator} then group_id end as "groupId" from members
      where members.room_id = ${roomId} and members.user_id = used."userId" order by id desc limit 1
    ) as people
    order by used.seconds desc, used.views desc, used."userId"
  `.execute(db)
  return rows
}

export async function findPageTimes(
  db: Queryable,
  roomId: number,
  itemId: number,
  readers: Readers,
) {
  const { rows } = await sql<{ page: number; seconds: number }>`
    select page, sum(seconds)::float8 as seconds from activity_pages
    where room_id = ${roomId} and item_id = ${itemId} and ${isCounted(roomId, readers)}
    group by page order by page
  `.execute(db)
  return rows
}

export async function findGroupUse(db: Queryable, roomId: number, since: string) {
  const { rows } = await sql<Use & { groupId: number; people: number; readers: number }>`
    select groups.id as "groupId",
      (select count(*) from members
        where members.group_id = groups.id and members.ended_at is null and members.role_id <> ${ROLE.operator}) as people,
      count(used.user_id) filter (where people.ended_at is null) as readers, coalesce(sum(used.views), 0)::bigint as views, coalesce(sum(used.prints), 0)::bigint as prints,
      coalesce(sum(used.downloads), 0)::bigint as downloads, coalesce(sum(used.seconds), 0)::float8 as seconds
    from groups
    left join (${participantsOf(roomId)}) as people on people.group_id = groups.id
    left join (
      select user_id, sum(views) as views, sum(prints) as prints, sum(downloads) as downloads, sum(seconds) as seconds
      from activity_items where room_id = ${roomId} and day >= ${since}::date group by user_id
    ) as used on used.user_id = people.user_id
    where groups.room_id = ${roomId}
    group by groups.id order by seconds desc, views desc, groups.id
  `.execute(db)
  return rows
}

export async function findPerson(db: Queryable, roomId: number, userId: number) {
  const { rows } = await sql<{ name: string; lastSeenAt: Date | null }>`
    select name, last_seen_at as "lastSeenAt" from members where room_id = ${roomId} and user_id = ${userId} order by id desc limit 1
  `.execute(db)
  return rows[0]
}

export async function findReading(db: Queryable, { roomId }: VisibleItems, userId: number) {
  const { rows } = await sql<Use & { itemId: number; name: string; lastDay: string }>`
    select items.id as "itemId", items.name, used.views, used.prints, used.downloads, used.seconds, used."lastDay"
    from (
      select item_id, sum(views) as views, sum(prints) as prints, sum(downloads) as downloads, sum(seconds)::float8 as seconds,
        to_char(max(day), 'YYYY-MM-DD') as "lastDay"
      from activity_items where room_id = ${roomId} and user_id = ${userId} group by item_id
    ) as used
    join items on items.id = used.item_id and items.room_id = ${roomId} and items.deleted_at is null
    order by used.seconds desc, used.views desc, items.id limit ${LIST}
  `.execute(db)
  return rows
}
