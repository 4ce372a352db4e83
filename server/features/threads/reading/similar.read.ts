import { type RawBuilder, sql } from 'kysely'
import type {
  ThreadState,
  ThreadType,
} from '../../../../contract/features/threads/thread-states.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { isReadable } from '../readable.read.ts'
import type { ThreadReader } from '../thread-reader.ts'

interface SimilarThreadsQuery {
  readonly roomId: number
  readonly tokens: readonly number[]
  readonly limit: number
}

/** In larger groups, a search finds the others. */
const COMPARED = 2_000
const LEAST = 0.4

const score = (packed: RawBuilder<unknown>, tokens: readonly number[]): RawBuilder<number> =>
  sql`(select count(*) from unnest(token_numbers(${packed})) as own (token) where own.token = any(${[...tokens]}::int[]))`

interface SimilarThread {
  readonly id: string
  readonly type: ThreadType
  readonly state: ThreadState
  readonly code: string
  readonly number: number
  readonly title_sealed: Buffer
}

/** Operators writing for a group get only its threads. */
function inScope(reader: ThreadReader, groupId: number | undefined): RawBuilder<boolean> {
  if (reader.side !== 'coordinator') return isReadable(reader)
  return groupId === undefined
    ? sql`false`
    : sql`(${isReadable(reader)} and threads.group_id = ${groupId})`
}

export async function findSimilarThreads(
  db: Queryable,
  reader: ThreadReader,
  {
    groupId,
    tokens,
    limit,
  }: Pick<SimilarThreadsQuery, 'tokens' | 'limit'> & { readonly groupId: number | undefined },
): Promise<SimilarThread[]> {
  const { rows } = await sql<SimilarThread>`
    select id, type, state, code, number, title_sealed from (
      select recent.*, ${score(sql`first.packed`, tokens)} as score
      from (select threads.* from threads where ${inScope(reader, groupId)} and threads.state <> 'WITHDRAWN'
        order by threads.created_at desc limit ${COMPARED}) as recent
      cross join lateral (select packed from thread_entries where thread_id = recent.id order by position limit 1) as first
    ) as scored
    where score >= ${Math.ceil(tokens.length * LEAST)} order by score desc, created_at desc limit ${limit}
  `.execute(db)
  return rows
}

export async function findSimilarFaqs(
  db: Queryable,
  { roomId, tokens, limit }: SimilarThreadsQuery,
): Promise<{ readonly id: string; readonly number: number; readonly sealed: Buffer }[]> {
  const { rows } = await sql<{ id: string; number: number; sealed: Buffer }>`
    select id, number, sealed from (
      select recent.*, ${score(sql`recent.packed`, tokens)} as score
      from (select * from faqs where room_id = ${roomId} order by number desc limit ${COMPARED}) as recent
    ) as scored
    where score >= ${Math.ceil(tokens.length * LEAST)} order by score desc, number desc limit ${limit}
  `.execute(db)
  return rows
}
