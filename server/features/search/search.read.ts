import { sql } from 'kysely'
import type { VisibleItems } from '../../access/items.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { type ItemFilter, matchingItems, nameMatches } from '../documents/index.ts'
import { packedTokens, shortTokens } from './grams.ts'
import type { SearchTables } from './search.tables.ts'

export interface Search {
  readonly tokens: readonly (readonly number[])[]
  readonly folded: string
  readonly filter: ItemFilter
  readonly order: Order
  readonly hasText: boolean
}

export type Order = 'relevance' | 'name'

export interface SearchPosition {
  readonly rank: readonly (number | string)[]
  readonly id: number
  readonly block?: number | undefined
}

/** Uses the index, including an earlier release's blocks. */
const havingAll = (tokens: Search['tokens']) =>
  sql<boolean>`(${sql.join(
    tokens.map(
      (each) =>
        sql`token_numbers(packed) @> ${shortTokens(each)}::integer[] or tokens @> ${[...each]}::integer[]`,
    ),
    sql` or `,
  )})`

/** For few known blocks, the index costs more. */
const mayHaveAll = (tokens: Search['tokens']) =>
  sql<boolean>`(${sql.join(
    tokens.map(
      (each) =>
        sql`may_have_tokens(packed, ${each.map((token) => packedTokens([token]))}::bytea[]) or tokens @> ${[...each]}::integer[]`,
    ),
    sql` or `,
  )})`

/** Ranks name matches, then matching blocks, then age. */
export async function findCandidates(
  db: Queryable,
  scope: VisibleItems,
  search: Search,
  from: SearchPosition | undefined,
  limit: number,
) {
  const { tokens, folded, filter, order, hasText } = search
  const matching = db
    .withTables<SearchTables>()
    .selectFrom('text_blocks')
    .select(['content_uid', sql<number>`count(*)::int`.as('blocks')])
    .where('room_id', '=', scope.roomId)
    .where('first_page', '>', 0)
    .where(havingAll(tokens))
    .groupBy('content_uid')
  const inName = sql<number>`(${nameMatches(folded)})::int`
  const shows = sql`(select not hidden from content_texts where content_texts.content_uid = file_versions.content_uid)`
  const blocks = hasText
    ? sql<number>`matching.blocks`
    : sql<number>`case when ${shows} then matching.blocks else 0 end`
  const rank =
    order === 'name' ? [sql.ref('items.name_key')] : [inName, blocks, sql.ref('items.created_at')]
  const place = sql.join([...rank, sql.ref('items.id')])
  const [onwards, direction] = order === 'name' ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`]
  let candidates = matchingItems(db, scope, filter)
    .innerJoin('file_versions', (join) =>
      // This join limits the check of rights.
      join
        .onRef('file_versions.id', '=', 'items.version_id')
        .onRef('file_versions.item_id', '=', 'items.id'),
    )
    // `offset 0` keeps the planner from merging this subquery.
    .innerJoin(
      sql<{
        content_uid: string
        blocks: number
      }>`(select * from (${matching}) as matching offset 0)`.as('matching'),
      (join) => join.onRef('matching.content_uid', '=', 'file_versions.content_uid'),
    )
    .select(['file_versions.content_uid', blocks.as('blocks'), inName.as('in_name')])
    .where('file_versions.status', '=', 'READY')
    .orderBy(
      sql`${sql.join([...rank, sql.ref('items.id')].map((column) => sql`${column} ${direction}`))}`,
    )
    .limit(limit)
  if (from) {
    const values = sql.join([...from.rank, from.id])
    candidates = candidates.where(
      sql<boolean>`(${place}) ${onwards}${from.block === undefined ? sql`` : sql`=`} (${values})`,
    )
  }
  return candidates.execute()
}

export type SearchCandidate = Awaited<ReturnType<typeof findCandidates>>[number]

export const placeOf = (row: SearchCandidate, order: Order): SearchPosition => ({
  rank: order === 'name' ? [row.name_key] : [row.in_name, row.blocks, row.created_at.toISOString()],
  id: row.id,
})

export async function findBlocks(
  db: Queryable,
  wanted: {
    roomId: number
    contentUid: string
    tokens: Search['tokens']
    after: number
    limit: number
  },
) {
  return db
    .withTables<SearchTables>()
    .selectFrom('text_blocks')
    .select(['first_page', 'sealed'])
    .where('content_uid', '=', wanted.contentUid)
    .where('room_id', '=', wanted.roomId)
    .where('first_page', '>', wanted.after)
    .where(mayHaveAll(wanted.tokens))
    .orderBy('first_page')
    .limit(wanted.limit)
    .execute()
}

export async function findFirstBlocks(
  db: Queryable,
  { roomId, tokens, limit }: { roomId: number; tokens: Search['tokens']; limit: number },
  contents: readonly { readonly contentUid: string; readonly after: number }[],
) {
  const { rows } = await sql<{
    place: number
    content_uid: string
    first_page: number
    sealed: Buffer
  }>`
    select wanted.place::int, wanted.content_uid, blocks.first_page, blocks.sealed
    from unnest(${contents.map(({ contentUid }) => contentUid)}::uuid[], ${contents.map(({ after }) => after)}::int[])
      with ordinality as wanted (content_uid, after, place)
    cross join lateral (
      select first_page, sealed from text_blocks
      where text_blocks.content_uid = wanted.content_uid and room_id = ${roomId} and first_page > wanted.after and ${mayHaveAll(tokens)}
      order by first_page
      limit ${limit}) as blocks
    order by wanted.place, blocks.first_page`.execute(db)
  return rows
}

export async function countUnread(
  db: Queryable,
  scope: VisibleItems,
  filter: ItemFilter,
  most: number,
): Promise<number> {
  const unread = matchingItems(db, scope, filter)
    .innerJoin('file_versions', 'file_versions.id', 'items.version_id')
    .where((where) =>
      where.or([
        where('file_versions.status', 'is', null),
        where('file_versions.status', 'in', ['WAITING', 'WORKING', 'READY']),
      ]),
    )
    .where(
      sql<boolean>`exists (select from content_texts
        where content_texts.content_uid = file_versions.content_uid and content_texts.room_id = ${scope.roomId} and content_texts.state = 'WAITING')`,
    )
    .limit(most)
  const { count } = await db
    .selectFrom(unread.as('unread'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function findText(db: Queryable, contentUid: string) {
  return db
    .withTables<SearchTables>()
    .selectFrom('content_texts')
    .select(['state', 'next_page', 'characters'])
    .where('content_uid', '=', contentUid)
    .executeTakeFirst()
}

export async function findReadyVersion(
  db: Queryable,
  contentUid: string,
): Promise<number | undefined> {
  const row = await db
    .withTables<SearchTables>()
    .selectFrom('file_versions')
    .select('id')
    .where('content_uid', '=', contentUid)
    .where('status', '=', 'READY')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

export async function findNotLookedAt(db: Queryable, limit: number) {
  return db
    .withTables<SearchTables>()
    .selectFrom('content_texts')
    .select(['content_uid', 'room_id'])
    .where('hidden', 'is', null)
    .orderBy('content_uid')
    .limit(limit)
    .execute()
}

export async function findBlockAfter(db: Queryable, contentUid: string, after: number) {
  return db
    .withTables<SearchTables>()
    .selectFrom('text_blocks')
    .select(['first_page', 'sealed'])
    .where('content_uid', '=', contentUid)
    .where('first_page', '>', after)
    .orderBy('first_page')
    .limit(1)
    .executeTakeFirst()
}
