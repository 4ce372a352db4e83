import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { DeliveryTables } from '../delivery.tables.ts'

const SLOW_ROOM_SECONDS = 600

/** Serializes changes, so the next due time is known. */
async function holdConversions(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('sealroom conversions', 0))`.execute(tx)
}

export async function insertConversion(
  tx: Tx,
  { roomId, versionId, at }: { roomId: number; versionId: number; at: Date },
): Promise<void> {
  await holdConversions(tx)
  await sql`
    insert into conversions (version_id, room_id, size, due_at)
    select id, room_id, size, ${at} from file_versions where id = ${versionId} and room_id = ${roomId}
    on conflict (version_id) do update set attempts = 0, slow = false, renewal = false, due_at = excluded.due_at, lane = null, started_at = null
  `.execute(tx)
}

interface Layout {
  readonly extension: string
  readonly layout: number
}

/** Returns versions of an earlier layout, one per content. */
export async function findRenewals(
  db: Queryable,
  { extension, layout }: Layout,
): Promise<number[]> {
  const { rows } = await sql<{ id: string }>`
    select min(versions.id) as id
    from file_versions as versions join items on items.id = versions.item_id
    where items.ext = ${extension} and versions.status = 'READY' and coalesce(versions.preview_layout, 0) < ${layout}
      and exists (select from file_segments where version_id = versions.id and purpose = 'preview')
    group by versions.room_id, versions.content_uid
  `.execute(db)
  return rows.map(({ id }) => Number(id))
}

export async function insertRenewals(
  tx: Tx,
  versionIds: readonly number[],
  layout: number,
  at: Date,
): Promise<void> {
  await holdConversions(tx)
  await sql`
    insert into conversions (version_id, room_id, size, due_at, renewal)
    select id, room_id, size, ${at}, true from file_versions
    where id = any(${[...versionIds]}::bigint[]) and status = 'READY' and coalesce(preview_layout, 0) < ${layout}
    on conflict (version_id) do nothing
  `.execute(tx)
}

export interface TakenConversion {
  readonly versionId: number
  readonly roomId: number
  readonly attempt: number
  readonly renewal: boolean
}

/** Frees killed runs' lane. Rooms take turns, the smallest document first, slow ones late, renewals last and singly. */
export async function takeConversion(
  tx: Tx,
  lane: number,
  at: Date,
): Promise<TakenConversion | undefined> {
  await holdConversions(tx)
  await sql`update conversions set lane = null where lane = ${lane}`.execute(tx)
  const { rows } = await sql<{
    version_id: string
    room_id: string
    attempts: number
    renewal: boolean
  }>`
    update conversions set lane = ${lane}, started_at = ${at}, attempts = attempts + 1
    where version_id = (
      select waiting.version_id
      from conversions as waiting left join conversion_turns as turns on turns.room_id = waiting.room_id
      where waiting.lane is null and waiting.due_at <= ${at}
        and not (waiting.slow and exists (select from conversions as other where other.lane is not null and other.slow))
      order by waiting.renewal, waiting.slow,
        exists (select from conversions as other where other.room_id = waiting.room_id and other.lane is not null),
        coalesce(turns.slow_until > ${at}, false),
        coalesce(turns.turn_at, '-infinity'), waiting.room_id, waiting.size, waiting.version_id
      limit 1)
    returning version_id, room_id, attempts, renewal
  `.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const roomId = Number(row.room_id)
  await sql`
    insert into conversion_turns (room_id, turn_at) values (${roomId}, ${at}) on conflict (room_id) do update set turn_at = excluded.turn_at
  `.execute(tx)
  return { versionId: Number(row.version_id), roomId, attempt: row.attempts, renewal: row.renewal }
}

/** A slow document, or the newer of two from one room, yields to an idle room. A renewal yields to any document without pages. */
export async function isWantedElsewhere(db: Queryable, lane: number, at: Date): Promise<boolean> {
  const { rows } = await sql<{ wanted: boolean }>`
    select exists (
      select from conversions as mine join conversions as other on other.lane is not null and other.version_id <> mine.version_id
      where mine.lane = ${lane} and not mine.renewal
        and (mine.slow or (other.room_id = mine.room_id and (other.started_at, other.lane) < (mine.started_at, mine.lane)))
        and exists (
          select from conversions as waiting
          where waiting.lane is null and not waiting.slow and not waiting.renewal and waiting.due_at <= ${at}
            and waiting.room_id not in (mine.room_id, other.room_id))
    ) or exists (
      select from conversions as mine join conversions as waiting on waiting.lane is null and not waiting.renewal and waiting.due_at <= ${at}
      where mine.lane = ${lane} and mine.renewal
    ) as wanted
  `.execute(db)
  return rows[0]?.wanted === true
}

export type Ended =
  | { readonly again: false; readonly slow: boolean }
  | { readonly again: true; readonly slow: boolean; readonly counts: boolean; readonly dueAt: Date }

export async function endConversion(
  tx: Tx,
  lane: number,
  { versionId, roomId, renewal }: TakenConversion,
  ended: Ended,
  at: Date,
): Promise<void> {
  await holdConversions(tx)
  const tables = tx.withTables<DeliveryTables>()
  // A renewal must not delay new documents of its room.
  if (ended.slow && !renewal)
    await sql`
      update conversion_turns set slow_until = ${at}::timestamptz + make_interval(secs => ${SLOW_ROOM_SECONDS}) where room_id = ${roomId}
    `.execute(tx)
  if (!ended.again) {
    await tables
      .deleteFrom('conversions')
      .where('version_id', '=', versionId)
      .where('lane', '=', lane)
      .execute()
    return
  }
  await sql`
    update conversions
    set lane = null, started_at = null, due_at = ${ended.dueAt}, slow = slow or ${ended.slow}, attempts = attempts - ${ended.counts ? 0 : 1}
    where version_id = ${versionId} and lane = ${lane}
  `.execute(tx)
}

export async function findNextDue(tx: Tx): Promise<Date | undefined> {
  await holdConversions(tx)
  const { due } = await tx
    .withTables<DeliveryTables>()
    .selectFrom('conversions')
    .select(({ fn }) => fn.min('due_at').as('due'))
    .where('lane', 'is', null)
    .executeTakeFirstOrThrow()
  return due ?? undefined
}

export async function findQueuedConversions(db: Queryable): Promise<number[]> {
  const rows = await db
    .withTables<DeliveryTables>()
    .selectFrom('conversions')
    .select('version_id')
    .execute()
  return rows.map(({ version_id }) => version_id)
}
