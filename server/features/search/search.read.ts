import { sql } from 'kysely'
import type { VisibleItems } from '../../access/items.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { visible } from '../documents/index.ts'
import type { SearchTables } from './search.tables.ts'

/** Where a search goes on. */
export interface Place {
  /** The document with this key. */
  readonly nameKey: string
  readonly id: number
  /** In it behind the block that begins with this page, 0: with the first; undefined: behind the document. */
  readonly block?: number | undefined
}

/** All the tokens that one of the keys makes. */
const havingAll = (tokens: readonly (readonly number[])[]) =>
  sql<boolean>`(${sql.join(
    tokens.map((each) => sql`tokens @> ${[...each]}::integer[]`),
    sql` or `,
  )})`

/** The documents of a scope from a place on, by name, of whose pages some have all the tokens; newest versions alone. */
export async function findCandidates(
  db: Queryable,
  scope: VisibleItems,
  tokens: readonly (readonly number[])[],
  from: Place | undefined,
  limit: number,
) {
  const contents = db
    .withTables<SearchTables>()
    .selectFrom('text_blocks')
    .select('content_uid')
    .where('room_id', '=', scope.roomId)
    .where(havingAll(tokens))
  let candidates = visible(db, scope)
    .innerJoin('file_versions', 'file_versions.id', 'items.version_id')
    .select('file_versions.content_uid')
    // As an array they are found before anything else is planned around them.
    .where(sql<boolean>`file_versions.content_uid = any(array(${contents}))`)
    .where('file_versions.status', '=', 'READY')
    .orderBy('items.name_key')
    .orderBy('items.id')
    .limit(limit)
  if (from) {
    const compared = from.block === undefined ? sql`>` : sql`>=`
    candidates = candidates.where(sql<boolean>`(items.name_key, items.id) ${compared} (${from.nameKey}, ${from.id})`)
  }
  return candidates.execute()
}

export type Candidate = Awaited<ReturnType<typeof findCandidates>>[number]

/** The next blocks of a content that have all the tokens, in order. */
export async function findBlocks(
  db: Queryable,
  wanted: { roomId: number; contentUid: string; tokens: readonly (readonly number[])[]; after: number; limit: number },
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

/** How many documents of a scope have text that is still to be read, counted no further than `most`. */
export async function countUnread(db: Queryable, scope: VisibleItems, most: number): Promise<number> {
  const unread = visible(db, scope)
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
