import { type Insertable, sql, type Updateable } from 'kysely'
import type { ThreadType } from '../../../contract/features/threads/thread-states.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { portionsOf } from '../../platform/db/portions.ts'
import type { ThreadTables } from './threads.tables.ts'

interface Counter {
  readonly roomId: number
  readonly groupId: number
  /** 0 stands for the whole group. */
  readonly memberId: number
  readonly type: ThreadType
}

/** A new counter continues from the highest number, without gaps. */
export async function takeNumbers(
  tx: Tx,
  { roomId, groupId, memberId, type }: Counter,
  count: number,
): Promise<{ readonly first: number; readonly ordinal: number }> {
  const { rows } = await sql<{ last: number; ordinal: number }>`
    insert into thread_counters (group_id, member_id, type, room_id, ordinal, last)
    values (${groupId}, ${memberId}, ${type}, ${roomId},
      case when ${memberId}::bigint = 0 then 0 else coalesce(
        (select ordinal from thread_counters where group_id = ${groupId} and member_id = ${memberId} limit 1),
        1 + (select count(distinct member_id) from thread_counters where group_id = ${groupId} and member_id <> 0)) end,
      ${count} + coalesce((select max(number) from threads where group_id = ${groupId} and type = ${type} and not hidden
        and (${memberId}::bigint = 0 or asker_id = ${memberId})), 0))
    on conflict (group_id, member_id, type) do update set last = thread_counters.last + ${count}
    returning last, ordinal
  `.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the counter of threads gave no number')
  return { first: row.last - count + 1, ordinal: row.ordinal }
}

export async function countThreads(tx: Tx, roomId: number): Promise<number> {
  const { count } = await tx
    .withTables<ThreadTables>()
    .selectFrom('threads')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('room_id', '=', roomId)
    .executeTakeFirstOrThrow()
  return count
}

export type NewThread = Insertable<ThreadTables['threads']>

async function inParts<T>(
  rows: readonly T[],
  insert: (part: readonly T[]) => Promise<unknown>,
): Promise<void> {
  for (const portion of portionsOf(rows)) await insert(portion)
}

export const insertThreads = (tx: Tx, rows: readonly NewThread[]): Promise<void> =>
  inParts(rows, (part) =>
    tx
      .withTables<ThreadTables>()
      .insertInto('threads')
      .values([...part])
      .execute(),
  )

export async function updateThread(
  tx: Tx,
  threadId: string,
  change: Updateable<ThreadTables['threads']>,
): Promise<void> {
  await tx
    .withTables<ThreadTables>()
    .updateTable('threads')
    .set(change)
    .where('id', '=', threadId)
    .execute()
}

export const insertEntries = (
  tx: Tx,
  rows: readonly Insertable<ThreadTables['thread_entries']>[],
): Promise<void> =>
  inParts(rows, (part) =>
    tx
      .withTables<ThreadTables>()
      .insertInto('thread_entries')
      .values([...part])
      .execute(),
  )

export async function updateEntry(
  tx: Tx,
  entryId: string,
  change: { readonly sealed: Buffer; readonly packed: Buffer },
): Promise<void> {
  await tx
    .withTables<ThreadTables>()
    .updateTable('thread_entries')
    .set(change)
    .where('id', '=', entryId)
    .execute()
}

export const insertFiles = (
  tx: Tx,
  rows: readonly Insertable<ThreadTables['thread_files']>[],
): Promise<void> =>
  inParts(rows, (part) =>
    tx
      .withTables<ThreadTables>()
      .insertInto('thread_files')
      .values([...part])
      .execute(),
  )

interface ThreadLinkFields {
  readonly itemId: number
  readonly page?: number | undefined
}

export async function putLinks(
  tx: Tx,
  roomId: number,
  entryId: string,
  links: readonly ThreadLinkFields[],
): Promise<void> {
  const tables = tx.withTables<ThreadTables>()
  await tables.deleteFrom('thread_links').where('entry_id', '=', entryId).execute()
  if (links.length === 0) return
  const rows = links.map(({ itemId, page }, position) => ({
    ...{ entry_id: entryId, position, room_id: roomId, item_id: itemId, page: page ?? null },
  }))
  await tables.insertInto('thread_links').values(rows).execute()
}

export const insertMoves = (
  tx: Tx,
  rows: readonly Insertable<ThreadTables['thread_moves']>[],
): Promise<void> =>
  inParts(rows, (part) =>
    tx
      .withTables<ThreadTables>()
      .insertInto('thread_moves')
      .values([...part])
      .execute(),
  )

/** Answers sent back are never delivered. */
export async function deliverAnswer(tx: Tx, threadId: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update thread_entries set delivered_at = ${at}
    where id = (select id from thread_entries where thread_id = ${threadId} and kind = 'ANSWER' order by position desc limit 1)
      and delivered_at is null
    returning id
  `.execute(tx)
  return rows.length > 0
}

export async function findPendingAnswer(
  db: Queryable,
  threadId: string,
): Promise<{ readonly writer_id: number } | undefined> {
  const newest = await db
    .withTables<ThreadTables>()
    .selectFrom('thread_entries')
    .select(['writer_id', 'delivered_at'])
    .where('thread_id', '=', threadId)
    .where('kind', '=', 'ANSWER')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.delivered_at === null ? newest : undefined
}

export async function findFirstEntry(tx: Tx, threadId: string) {
  return tx
    .withTables<ThreadTables>()
    .selectFrom('thread_entries')
    .select(['id', 'sealed'])
    .where('thread_id', '=', threadId)
    .orderBy('position')
    .limit(1)
    .executeTakeFirstOrThrow()
}

export async function deleteThread(tx: Tx, threadId: string): Promise<void> {
  await tx.withTables<ThreadTables>().deleteFrom('threads').where('id', '=', threadId).execute()
}

export async function putReads(
  tx: Queryable,
  reads: readonly {
    readonly thread_id: string
    readonly member_id: number
    readonly room_id: number
    readonly seen: number
  }[],
): Promise<void> {
  if (reads.length === 0) return
  await tx
    .withTables<ThreadTables>()
    .insertInto('thread_reads')
    .values([...reads])
    .onConflict((conflict) =>
      conflict
        .columns(['member_id', 'thread_id'])
        .doUpdateSet(({ ref }) => ({ seen: ref('excluded.seen') })),
    )
    .execute()
}

export async function regroupThreads(
  tx: Tx,
  {
    from,
    into,
    isShown,
  }: { readonly from: number; readonly into: number; readonly isShown: boolean },
): Promise<number> {
  const { rows } = await sql`
    update threads set group_id = ${into}, group_since = now(), hidden = ${!isShown} where group_id = ${from} returning id
  `.execute(tx)
  return rows.length
}
