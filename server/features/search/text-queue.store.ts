import { sql } from 'kysely'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { OpenState } from './search.store.ts'

const SLOW_ROOM_SECONDS = 600
const LONGEST_WAIT_SECONDS = 3_600

export async function enqueueTexts(
  db: Queryable,
  state: OpenState,
  version?: { readonly roomId: number; readonly versionId: number },
): Promise<number> {
  const chosen = version
    ? sql`and versions.id = ${version.versionId} and versions.room_id = ${version.roomId}`
    : sql``
  const { rows } = await sql<{ count: number }>`
    with queued as (
      insert into text_queue (content_uid, room_id, size, again)
      select distinct on (texts.content_uid) texts.content_uid, texts.room_id, versions.size, texts.state = 'AGAIN'
      from content_texts as texts join file_versions as versions on versions.content_uid = texts.content_uid
      where texts.state = ${sql.lit(state)} and versions.status = 'READY' ${chosen}
      on conflict (content_uid) do nothing
      returning room_id
    ), turns as (
      insert into text_turns (room_id) select distinct room_id from queued on conflict (room_id) do nothing
    )
    select count(*)::int as count from queued
  `.execute(db)
  return rows[0]?.count ?? 0
}

export interface TakenText {
  readonly contentUid: string
  readonly roomId: number
  readonly attempt: number
  readonly costly: number
}

const WAIT = sql`make_interval(secs => least(exp(least(attempts, 10)::float8), ${LONGEST_WAIT_SECONDS}::float8))`

/** Repeated and slow readings come last. Rooms take turns, smallest document first, one at a time. */
export async function takeText(tx: Tx, at: Date): Promise<TakenText | undefined> {
  await sql`
    update text_queue set started_at = null, slow = true, due_at = ${at}::timestamptz + ${WAIT} where started_at is not null
  `.execute(tx)
  const { rows } = await sql<{
    content_uid: string
    room_id: string
    attempts: number
    costly: number
  }>`
    update text_queue set started_at = ${at}, attempts = attempts + 1
    where content_uid = (
      select next.content_uid
      from text_turns as turns cross join lateral (
        select waiting.content_uid, waiting.again, waiting.slow
        from text_queue as waiting
        where waiting.room_id = turns.room_id and waiting.due_at <= ${at}
        order by waiting.again, waiting.slow, waiting.size, waiting.content_uid
        limit 1) as next
      order by next.again, next.slow, coalesce(turns.slow_until > ${at}, false), turns.turn_at, turns.room_id
      limit 1)
    returning content_uid, room_id, attempts, costly
  `.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const roomId = Number(row.room_id)
  await sql`update text_turns set turn_at = ${at} where room_id = ${roomId}`.execute(tx)
  return { contentUid: row.content_uid, roomId, attempt: row.attempts, costly: row.costly }
}

export type TextRun =
  | { readonly failed: false; readonly slow: boolean; readonly costly: number }
  | { readonly failed: true; readonly slow: boolean; readonly counts: boolean }

export async function requeueText(
  tx: Tx,
  { contentUid, roomId }: TakenText,
  run: TextRun,
  at: Date,
): Promise<void> {
  if (run.slow) await markSlow(tx, roomId, at)
  if (!run.failed)
    await sql`
      update text_queue set started_at = null, attempts = 0, costly = ${run.costly}, slow = slow or ${run.slow}, due_at = ${at}
      where content_uid = ${contentUid}
    `.execute(tx)
  else if (run.counts)
    await sql`
      update text_queue set started_at = null, slow = slow or ${run.slow}, due_at = ${at}::timestamptz + ${WAIT}
      where content_uid = ${contentUid}
    `.execute(tx)
  else
    await sql`update text_queue set started_at = null, attempts = attempts - 1 where content_uid = ${contentUid}`.execute(
      tx,
    )
}

export async function dequeueText(
  tx: Tx,
  { contentUid, roomId }: TakenText,
  { slow, at }: { slow: boolean; at: Date },
): Promise<void> {
  if (slow) await markSlow(tx, roomId, at)
  await sql`delete from text_queue where content_uid = ${contentUid}`.execute(tx)
}

async function markSlow(tx: Tx, roomId: number, at: Date): Promise<void> {
  await sql`
    update text_turns set slow_until = ${at}::timestamptz + make_interval(secs => ${SLOW_ROOM_SECONDS}) where room_id = ${roomId}
  `.execute(tx)
}

export async function findNextText(db: Queryable): Promise<Date | undefined> {
  const { rows } = await sql<{
    due: Date | null
  }>`select min(due_at) as due from text_queue`.execute(db)
  return rows[0]?.due ?? undefined
}
