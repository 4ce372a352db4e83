import { type RawBuilder, sql } from 'kysely'
import type { VisibleItems } from '../../../access/items.ts'
import { isVisible } from '../../../access/levels.read.ts'
import { bigints } from '../../../platform/db/bigints.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { type MarkFacts, markColumns, markJoins } from './marks.read.ts'
import { asText, type Viewpoint } from './viewpoint.read.ts'

export interface NewsRow extends MarkFacts {
  readonly id: number
  readonly ancestors: readonly number[]
  /** The time includes microseconds. */
  readonly at: string
  /** The key is an item id for readers, a version id for operators. */
  readonly key: number
}

const changedAt = sql`greatest(items.appeared_at, items.content_at)`

/** @param from selects only visible items, because past levels cost more */
const candidates = (viewpoint: Viewpoint, from: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select items.id, items.id as key, items.ancestors, ${asText(changedAt)} as at, ${markColumns(viewpoint, sql<boolean>`true`)}
  from (${from}) as items
  ${markJoins(viewpoint)}`

export interface ByTime {
  readonly at: string
  readonly key: number
}

const behind = (columns: RawBuilder<unknown>, after: ByTime | undefined): RawBuilder<unknown> =>
  after ? sql`and ${columns} < (${after.at}::timestamptz, ${after.key})` : sql``

export async function findChanged(
  db: Queryable,
  scope: VisibleItems,
  viewpoint: Viewpoint,
  { after, limit }: { readonly after: ByTime | undefined; readonly limit: number },
): Promise<NewsRow[]> {
  const { rows } = await sql<NewsRow>`${candidates(
    viewpoint,
    sql`select * from items
      where room_id = ${scope.roomId} and deleted_at is null and not folder and not unseen
        and greatest(appeared_at, content_at) > ${viewpoint.since} ${behind(sql`(greatest(appeared_at, content_at), id)`, after)}
        and ${isVisible(scope)}
      order by greatest(appeared_at, content_at) desc, id desc limit ${limit}`,
  )} order by ${changedAt} desc, items.id desc`.execute(db)
  return rows
}

export async function findUploaded(
  db: Queryable,
  { roomId }: VisibleItems,
  viewpoint: Viewpoint,
  { after, limit }: { readonly after: ByTime | undefined; readonly limit: number },
): Promise<NewsRow[]> {
  const { rows } = await sql<NewsRow>`
    select items.id, coming.id as key, items.ancestors, ${asText(sql`coming.added_at`)} as at, ${markColumns(viewpoint, sql<boolean>`true`)}
    from (
      select coming.id, coming.item_id, coming.added_at
      from file_versions as coming
      join items on items.id = coming.item_id and coalesce(items.staged_version_id, items.version_id) = coming.id and items.deleted_at is null
      where coming.room_id = ${roomId} and coming.added_at > ${viewpoint.since} ${behind(sql`(coming.added_at, coming.id)`, after)}
      order by coming.added_at desc, coming.id desc limit ${limit}
    ) as coming
    join items on items.id = coming.item_id
    ${markJoins(viewpoint)}
    order by coming.added_at desc, coming.id desc`.execute(db)
  return rows
}

export interface TreeSpan {
  readonly from: readonly number[]
  readonly to: readonly number[]
  readonly only?: number
}

export interface ByPlace {
  readonly ancestors: readonly number[]
  readonly id: number
}

/** The spans must be few and disjoint. */
export async function findInSpans(
  db: Queryable,
  scope: VisibleItems,
  viewpoint: Viewpoint,
  {
    spans,
    after,
    limit,
  }: {
    readonly spans: readonly TreeSpan[]
    readonly after: ByPlace | undefined
    readonly limit: number
  },
): Promise<NewsRow[]> {
  const isBehind = after
    ? sql`and (ancestors, id) > (${bigints(after.ancestors)}, ${after.id})`
    : sql``
  const parts = spans.map(
    ({ from, to, only }) => sql`(select * from items
      where room_id = ${scope.roomId} and deleted_at is null and not folder
        and ancestors >= ${bigints(from)} ${to.length === 0 ? sql`` : sql`and ancestors < ${bigints(to)}`}
        ${only === undefined ? sql`` : sql`and id = ${only}`} ${isBehind} and ${isVisible(scope)}
      order by ancestors, id limit ${limit})`,
  )
  const inside = sql`select * from (${sql.join(parts, sql` union all `)}) as items order by ancestors, id limit ${limit}`
  const { rows } =
    await sql<NewsRow>`${candidates(viewpoint, inside)} order by items.ancestors, items.id`.execute(
      db,
    )
  return rows
}

/** Excludes the trash. Item 0 spans the room. */
export async function findSpans(
  db: Queryable,
  roomId: number,
  itemIds: readonly number[],
): Promise<TreeSpan[]> {
  if (itemIds.includes(0)) return [{ from: [], to: [] }]
  const { rows } = await sql<{ id: number; ancestors: number[]; folder: boolean }>`
    select id, ancestors, folder from items
    where id = any(${bigints(itemIds)}) and room_id = ${roomId} and deleted_at is null
    order by case when folder then ancestors || id else ancestors end, id`.execute(db)
  const within = new Set(rows.filter(({ folder }) => folder).map(({ id }) => id))
  return rows
    .filter(({ ancestors }) => !ancestors.some((above) => within.has(above)))
    .map(({ id, ancestors, folder }) =>
      folder
        ? { from: [...ancestors, id], to: [...ancestors, id + 1] }
        : { from: ancestors, to: [...ancestors, 0], only: id },
    )
}

interface PersonalRows {
  readonly roomId: number
  readonly memberId: number
  readonly after: ByTime | undefined
  readonly limit: number
}

interface PersonalRow extends ByTime {
  readonly page: number | null
}

const findPersonalRows =
  (table: 'favourites' | 'document_reads', time: 'added_at' | 'read_at') =>
  async (
    db: Queryable,
    { roomId, memberId, after, limit }: PersonalRows,
  ): Promise<PersonalRow[]> => {
    const { rows } = await sql<PersonalRow>`
      select item_id as key, ${asText(sql.ref(time))} as at, ${table === 'document_reads' ? sql`page` : sql`null`} as page from ${sql.table(table)}
      where member_id = ${memberId} and room_id = ${roomId} ${behind(sql`(${sql.ref(time)}, item_id)`, after)}
      order by ${sql.ref(time)} desc, item_id desc limit ${limit}`.execute(db)
    return rows
  }

export const findFavourites = findPersonalRows('favourites', 'added_at')

export const findReads = findPersonalRows('document_reads', 'read_at')
