import { type RawBuilder, sql } from 'kysely'
import { LEVEL } from '../../contract/features/groups/levels.ts'
import { bigints } from '../platform/db/bigints.ts'
import type { Queryable } from '../platform/db/database.ts'
import type { AccessTables } from './access.tables.ts'
import type { GroupAccess } from './group-access.ts'
import type { VisibleItems } from './items.ts'

/** Downloads of operators carry watermarks too. */
const OF_OPERATORS = LEVEL.download

/** The root has id 0 and an empty path. */
export interface FolderPlace {
  readonly id: number
  readonly path: readonly number[]
  readonly level: number
}

const levelNow = (grant: string, at: Date): RawBuilder<number> =>
  sql`(case when ${sql.ref(`${grant}.starts_at`)} > ${at} or ${sql.ref(`${grant}.ends_at`)} <= ${at} then 0 else ${sql.ref(`${grant}.level`)} end)`

/** Under `inherits_after`, ended grants yield to the folder above. */
const isThere = (grant: string, { groupId, at }: GroupAccess): RawBuilder<boolean> =>
  sql`(${sql.ref(`${grant}.group_id`)} = ${groupId} and not (${sql.ref(`${grant}.inherits_after`)} and ${sql.ref(`${grant}.ends_at`)} <= ${at}))`

/** No grant can show or hide staged items. */
const counts = (grant: string, group: GroupAccess): RawBuilder<boolean> =>
  sql`(${isThere(grant, group)} and ${sql.ref(`${grant}.alive`)} and not ${sql.ref(`${grant}.unseen`)} and ${sql.ref(`${grant}.item_id`)} <> 0)`

const isShown = (grant: string, group: GroupAccess): RawBuilder<boolean> =>
  sql`(${counts(grant, group)} and ${levelNow(grant, group.at)} > 0)`

/** @param path excludes the folder */
const showsBelow = (
  path: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  group: GroupAccess,
): RawBuilder<boolean> =>
  sql`exists (select from grants as lower where ${isShown('lower', group)}
    and lower.ancestors >= ${path} || ${id} and lower.ancestors < ${path} || (${id} + 1))`

/** Returns the level of the nearest grant on the path, published or not. */
function grantedTo(group: GroupAccess): RawBuilder<number> {
  if (group.isUniform) return sql`${group.rootLevel}::int`
  return sql`coalesce((select ${levelNow('nearest', group.at)} from grants as nearest
    where ${isThere('nearest', group)} and nearest.item_id = any(items.ancestors || items.id)
    order by cardinality(nearest.ancestors) desc limit 1), ${group.rootLevel})::int`
}

/** Staged items have no level. */
export const levelOf = ({ group }: VisibleItems): RawBuilder<number> =>
  group
    ? sql`(case when items.unseen then 0 else ${grantedTo(group)} end)`
    : sql`${OF_OPERATORS}::int`

/** Null removes the grant. */
export type ChangedLevels = Readonly<Record<string, number | null>>

/** A preview locks no rows. */
export function levelWith(group: GroupAccess, changed: ChangedLevels): RawBuilder<number> {
  const levels = sql`${JSON.stringify(changed)}::jsonb`
  return sql`(case when items.unseen then 0 else coalesce((
    select nearest.level from (
      select cardinality(kept.ancestors) as depth, ${levelNow('kept', group.at)} as level from grants as kept
      where ${isThere('kept', group)} and kept.item_id = any(items.ancestors || items.id) and not ${levels} ? kept.item_id::text
      union all
      select place.position - 1, (${levels} ->> place.id::text)::int
      from unnest(items.ancestors || items.id) with ordinality as place (id, position)
      where ${levels} ->> place.id::text is not null
    ) as nearest order by nearest.depth desc limit 1), ${group.rootLevel}) end)::int`
}

function wouldBeVisible(group: GroupAccess): RawBuilder<boolean> {
  if (group.isUniform) return group.rootLevel > 0 ? sql`true` : sql`false`
  return sql`(${grantedTo(group)} > 0 or (items.folder and ${showsBelow(sql`items.ancestors`, sql`items.id`, group)}))`
}

/** Includes folders that only lead to something visible. */
export const isVisible = ({ group }: VisibleItems): RawBuilder<boolean> =>
  group ? sql`(not items.unseen and ${wouldBeVisible(group)})` : sql`true`

export function levelInFolder({ group }: VisibleItems, { level }: FolderPlace): RawBuilder<number> {
  if (!group || group.isUniform) return sql`${level}::int`
  return sql`coalesce((select ${levelNow('own', group.at)} from grants as own where ${isThere('own', group)} and own.item_id = items.id), ${level})::int`
}

const hiddenIn = (path: RawBuilder<unknown>, group: GroupAccess): RawBuilder<unknown> => sql`
  select own.item_id as id, own.folder from grants as own
  where ${counts('own', group)} and own.ancestors = ${path} and ${levelNow('own', group.at)} = 0
    and not (own.folder and ${showsBelow(sql`own.ancestors`, sql`own.item_id`, group)})`

const shownIn = (
  path: RawBuilder<unknown>,
  beyond: RawBuilder<boolean>,
  group: GroupAccess,
): RawBuilder<unknown> => sql`
  select own.item_id as id, own.folder from grants as own where ${isShown('own', group)} and own.ancestors = ${path}
  union
  select lower.ancestors[cardinality(${path}) + 1], true from grants as lower
  where ${isShown('lower', group)} and lower.ancestors > ${path} and ${beyond}`

const isBelow = (path: readonly number[]): RawBuilder<boolean> =>
  path.length === 0
    ? sql`true`
    : sql`lower.ancestors < ${bigints([...path.slice(0, -1), (path.at(-1) ?? 0) + 1])}`

/** The cost depends on the folder's grants. */
export function isVisibleInFolder(
  { group }: VisibleItems,
  { path, level }: FolderPlace,
): RawBuilder<boolean> {
  if (!group) return sql`true`
  if (group.isUniform) return level > 0 ? sql`not items.unseen` : sql`false`
  const at = bigints(path)
  return level > 0
    ? sql`(not items.unseen and items.id not in (select id from (${hiddenIn(at, group)}) as hidden))`
    : sql`items.id in (select id from (${shownIn(at, isBelow(path), group)}) as shown)`
}

export interface FolderCounts {
  readonly folders: number
  readonly files: number
}

export async function countVisible(
  db: Queryable,
  { roomId, group }: VisibleItems,
  folders: readonly FolderPlace[],
): Promise<Map<number, FolderCounts>> {
  if (folders.length === 0) return new Map()
  const { rows } = await sql<
    FolderCounts & { id: number; level: number; changed_folders: number; changed_files: number }
  >`
    select asked.id, asked.level,
      coalesce(${group ? sql`counts.folders - counts.staged_folders` : sql`counts.folders`}, 0) as folders,
      coalesce(${group ? sql`counts.files - counts.staged_files` : sql`counts.files`}, 0) as files,
      ${group && !group.isUniform ? sql`changed.folders` : sql`0`}::int as changed_folders,
      ${group && !group.isUniform ? sql`changed.files` : sql`0`}::int as changed_files
    from unnest(${bigints(folders.map(({ id }) => id))}, ${folders.map(({ level }) => level)}::int[]) as asked (id, level)
    left join folder_counts as counts on counts.room_id = ${roomId} and counts.parent_id = asked.id
    left join items on items.id = asked.id and items.room_id = ${roomId}
    ${group && !group.isUniform ? changedIn(group) : sql``}
  `.execute(db)
  return new Map(
    rows.map(({ id, level, folders, files, changed_folders, changed_files }) => {
      if (!group || (group.isUniform && level > 0)) return [id, { folders, files }]
      if (group.isUniform) return [id, { folders: 0, files: 0 }]
      return [
        id,
        level > 0
          ? { folders: folders - changed_folders, files: files - changed_files }
          : { folders: changed_folders, files: changed_files },
      ]
    }),
  )
}

const changedIn = (group: GroupAccess): RawBuilder<unknown> => {
  const path = sql`(case when asked.id = 0 then '{}'::bigint[] else items.ancestors || items.id end)`
  const beyond = sql<boolean>`(asked.id = 0 or lower.ancestors < items.ancestors || (items.id + 1))`
  return sql`cross join lateral (
    select count(*) filter (where found.folder) as folders, count(*) filter (where not found.folder) as files
    from (
      select id, folder from (${hiddenIn(path, group)}) as hidden where asked.level > 0
      union all
      select id, folder from (${shownIn(path, beyond, group)}) as shown where asked.level = 0
    ) as found
  ) as changed`
}

interface Changed {
  readonly folderId: number
  readonly itemIds: readonly number[] | undefined
  readonly isWithdrawn: boolean
}

/** Judges trashed items by their former place. */
export async function seesChange(
  db: Queryable,
  scope: VisibleItems,
  { folderId, itemIds, isWithdrawn }: Changed,
): Promise<boolean> {
  const anyOf = (
    ids: readonly number[],
    isSeen: RawBuilder<boolean>,
  ) => sql<boolean>`exists (select from items
    where items.room_id = ${scope.roomId} and items.id = any(${bigints(ids)}) and ${isSeen})`
  const wasSeen = isWithdrawn && scope.group ? wouldBeVisible(scope.group) : isVisible(scope)
  const { rows } = await sql<{ sees: boolean }>`
    select (${folderId === 0 ? sql`true` : anyOf([folderId], wasSeen)})
      and (${itemIds === undefined ? sql`true` : anyOf(itemIds, wasSeen)}) as sees`.execute(db)
  return rows[0]?.sees === true
}

const groupViews = (db: Queryable) =>
  db
    .withTables<AccessTables>()
    .selectFrom('groups')
    .innerJoin('grants as root', (join) =>
      join.onRef('root.group_id', '=', 'groups.id').on('root.item_id', '=', 0),
    )
    .select([
      'groups.id',
      'groups.starts_at',
      'groups.ends_at',
      'root.level',
      'root.starts_at as root_starts_at',
      'root.ends_at as root_ends_at',
    ])
    .select(
      sql<boolean>`not exists (select from grants where grants.group_id = groups.id and grants.item_id <> 0)`.as(
        'is_uniform',
      ),
    )

export interface GroupFacts {
  readonly id: number
  readonly level: number
  readonly root_starts_at: Date | null
  readonly root_ends_at: Date | null
  readonly is_uniform: boolean
}

export function accessOf(
  { id, level, root_starts_at, root_ends_at, is_uniform }: GroupFacts,
  at: Date,
): GroupAccess {
  const isOutside =
    (root_starts_at !== null && root_starts_at > at) ||
    (root_ends_at !== null && root_ends_at <= at)
  return { groupId: id, rootLevel: isOutside ? 0 : level, isUniform: is_uniform, at }
}

export async function findGroupAccess(
  db: Queryable,
  roomId: number,
  at: Date,
): Promise<Map<number, GroupAccess>> {
  const rows = await groupViews(db).where('groups.room_id', '=', roomId).execute()
  return new Map(rows.map((row) => [row.id, accessOf(row, at)]))
}
