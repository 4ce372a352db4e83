import { sql } from 'kysely'
import type { VisibleItems } from '../../access/items.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { filtered, type ItemFilter, nameHas, visible } from '../documents/index.ts'
import type { SearchTables } from './search.tables.ts'

/** What a search looks for, and where. */
export interface Search {
  /** All the tokens that one of the keys makes. */
  readonly tokens: readonly (readonly number[])[]
  /** As names are compared. */
  readonly folded: string
  readonly filter: ItemFilter
  readonly order: Order
  /** Whether text may count that pages do not show. */
  readonly hasText: boolean
}

export type Order = 'relevance' | 'name'

/** Where a search goes on. */
export interface Place {
  /** The document with these values, by which the order compares, and this id. */
  readonly rank: readonly (number | string)[]
  readonly id: number
  /** In it behind the block that begins with this page, 0: with the first; undefined: behind the document. */
  readonly block?: number | undefined
}

const havingAll = (tokens: Search['tokens']) =>
  sql<boolean>`(${sql.join(
    tokens.map((each) => sql`tokens @> ${[...each]}::integer[]`),
    sql` or `,
  )})`

/**
 * The documents of a scope from a place on of whose pages some have all the tokens; newest versions alone. By relevance those come first whose
 * name has the words, then those with more such blocks, then the newest. Where some text does not show on the pages, blocks count for those alone
 * who may have it: an order would tell the others.
 */
export async function findCandidates(db: Queryable, scope: VisibleItems, search: Search, from: Place | undefined, limit: number) {
  const { tokens, folded, filter, order, hasText } = search
  const matching = db
    .withTables<SearchTables>()
    .selectFrom('text_blocks')
    .select(['content_uid', sql<number>`count(*)::int`.as('blocks')])
    .where('room_id', '=', scope.roomId)
    .where(havingAll(tokens))
    .groupBy('content_uid')
  const inName = sql<number>`(${nameHas(sql.ref('items.name_folded'), folded)})::int`
  const shows = sql`(select not hidden from content_texts where content_texts.content_uid = file_versions.content_uid)`
  const blocks = hasText ? sql<number>`matching.blocks` : sql<number>`case when ${shows} then matching.blocks else 0 end`
  const rank = order === 'name' ? [sql.ref('items.name_key')] : [inName, blocks, sql.ref('items.created_at')]
  const place = sql.join([...rank, sql.ref('items.id')])
  const [onwards, way] = order === 'name' ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`]
  let candidates = filtered(visible(db, scope), filter)
    .innerJoin('file_versions', 'file_versions.id', 'items.version_id')
    // Apart, they are found before anything else is planned around them.
    .innerJoin(sql<{ content_uid: string; blocks: number }>`(select * from (${matching}) as matching offset 0)`.as('matching'), (join) =>
      join.onRef('matching.content_uid', '=', 'file_versions.content_uid'),
    )
    .select(['file_versions.content_uid', blocks.as('blocks'), inName.as('in_name')])
    .where('file_versions.status', '=', 'READY')
    .orderBy(sql`${sql.join([...rank, sql.ref('items.id')].map((column) => sql`${column} ${way}`))}`)
    .limit(limit)
  if (from) {
    const values = sql.join([...from.rank, from.id])
    candidates = candidates.where(sql<boolean>`(${place}) ${onwards}${from.block === undefined ? sql`` : sql`=`} (${values})`)
  }
  return candidates.execute()
}

export type Candidate = Awaited<ReturnType<typeof findCandidates>>[number]

/** Where a document stands in an order. */
export const placeOf = (row: Candidate, order: Order): Place => ({
  rank: order === 'name' ? [row.name_key] : [row.in_name, row.blocks, row.created_at.toISOString()],
  id: row.id,
})

/** The next blocks of a content that have all the tokens, in order. */
export async function findBlocks(
  db: Queryable,
  wanted: { roomId: number; contentUid: string; tokens: Search['tokens']; after: number; limit: number },
) {
  return db
    .withTables<SearchTables>()
    .selectFrom('text_blocks')
    .select(['first_page', 'sealed'])
    .where('content_uid', '=', wanted.contentUid)
    .where('room_id', '=', wanted.roomId)
    .where('first_page', '>', wanted.after)
    .where(havingAll(wanted.tokens))
    .orderBy('first_page')
    .limit(wanted.limit)
    .execute()
}

/** The first blocks of several contents that have all the tokens: `place` counts the contents from 1. */
export async function findFirstBlocks(
  db: Queryable,
  { roomId, tokens, limit }: { roomId: number; tokens: Search['tokens']; limit: number },
  contents: readonly { readonly contentUid: string; readonly after: number }[],
) {
  const { rows } = await sql<{ place: number; content_uid: string; first_page: number; sealed: Buffer }>`
    select wanted.place::int, wanted.content_uid, blocks.first_page, blocks.sealed
    from unnest(${contents.map(({ contentUid }) => contentUid)}::uuid[], ${contents.map(({ after }) => after)}::int[])
      with ordinality as wanted (content_uid, after, place)
    cross join lateral (
      select first_page, sealed from text_blocks
      where text_blocks.content_uid = wanted.content_uid and room_id = ${roomId} and first_page > wanted.after and ${havingAll(tokens)}
      order by first_page
      limit ${limit}) as blocks
    order by wanted.place, blocks.first_page`.execute(db)
  return rows
}

/** How many documents of a scope have text that is still to be read, counted no further than `most`. */
export async function countUnread(db: Queryable, scope: VisibleItems, filter: ItemFilter, most: number): Promise<number> {
  const unread = filtered(visible(db, scope), filter)
    .innerJoin('file_versions', 'file_versions.id', 'items.version_id')
    .where((where) =>
      where.or([where('file_versions.status', 'is', null), where('file_versions.status', 'in', ['WAITING', 'WORKING', 'READY'])]),
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

/** How far the content of a version has been read. */
export async function findText(db: Queryable, contentUid: string) {
  return db
    .withTables<SearchTables>()
    .selectFrom('content_texts')
    .select(['state', 'next_page', 'characters'])
    .where('content_uid', '=', contentUid)
    .executeTakeFirst()
}

/** A version with pages that has a content. */
export async function findReadyVersion(db: Queryable, contentUid: string): Promise<number | undefined> {
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

/** Some contents of which nobody noted whether all of their text shows. */
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

/** The next block of a content. */
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
