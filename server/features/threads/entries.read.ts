import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import type { ThreadTables } from './threads.tables.ts'

export interface EntryRow {
  readonly id: string
  readonly thread_id: string
  readonly writer_id: number
  readonly kind: 'QUESTION' | 'ANSWER' | 'NOTE'
  readonly sealed: Buffer
  readonly created_at: Date
  readonly delivered_at: Date | null
  readonly writer_name: string
  readonly writer_role: number
}

export async function findEntries(
  db: Queryable,
  threadIds: readonly string[],
  isSeen: RawBuilder<boolean>,
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select thread_entries.id, thread_entries.thread_id, thread_entries.writer_id, thread_entries.kind, thread_entries.sealed,
      thread_entries.created_at, thread_entries.delivered_at, members.name as writer_name, members.role_id as writer_role
    from thread_entries join members on members.id = thread_entries.writer_id
    where thread_entries.thread_id = any(${[...threadIds]}::uuid[]) and ${isSeen}
    order by thread_entries.thread_id, thread_entries.position
  `.execute(db)
  return rows
}

export async function findLinks(db: Queryable, entryIds: readonly string[]) {
  if (entryIds.length === 0) return []
  return db
    .withTables<ThreadTables>()
    .selectFrom('thread_links')
    .select(['entry_id', 'item_id', 'page'])
    .where('entry_id', 'in', [...entryIds])
    .orderBy('entry_id')
    .orderBy('position')
    .execute()
}

export async function findAnswerLinks(
  db: Queryable,
  threadId: string,
): Promise<ReadonlySet<number>> {
  const rows = await db
    .withTables<ThreadTables>()
    .selectFrom('thread_links')
    .innerJoin('thread_entries', 'thread_entries.id', 'thread_links.entry_id')
    .select('thread_links.item_id')
    .where('thread_entries.thread_id', '=', threadId)
    .where('thread_entries.kind', '=', 'ANSWER')
    .execute()
  return new Set(rows.map(({ item_id }) => item_id))
}

export const IS_QUESTION = sql<boolean>`thread_entries.kind = 'QUESTION'`
