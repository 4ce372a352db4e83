import { sql } from 'kysely'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { RenditionTables } from './renditions.tables.ts'

/** A room whose document was slow waits behind the others for so long. */
const SLOW_ROOM_SECONDS = 600

/** Whoever adds, takes or ends a conversion waits for whoever else does, so that the next moment of work is always known. */
async function holdConversions(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('sealroom conversions', 0))`.execute(tx)
}

/** Notes that a PDF is to be made of a version, from the beginning. */
export async function insertConversion(tx: Tx, { roomId, versionId, at }: { roomId: number; versionId: number; at: Date }): Promise<void> {
  await holdConversions(tx)
  await sql`
    insert into conversions (version_id, room_id, size, due_at)
    select id, room_id, size, ${at} from file_versions where id = ${versionId} and room_id = ${roomId}
    on conflict (version_id) do update set attempts = 0, slow = false, due_at = excluded.due_at, lane = null, started_at = null
  `.execute(tx)
}

/** A conversion that a lane has taken. */
export interface Claimed {
  readonly versionId: number
  readonly roomId: number
  /** 1 for the first run. */
  readonly attempt: number
}

/**
 * Takes the conversion that is due next: slow documents after all others and one at a time, then rooms in turn, those behind that are at work
 * already or were slow, and in a room the smallest document first. What a killed run of the lane has left is free again.
 */
export async function claimConversion(tx: Tx, lane: number, at: Date): Promise<Claimed | undefined> {
  await holdConversions(tx)
  await sql`update conversions set lane = null where lane = ${lane}`.execute(tx)
  const { rows } = await sql<{ version_id: string; room_id: string; attempts: number }>`
    update conversions set lane = ${lane}, started_at = ${at}, attempts = attempts + 1
    where version_id = (
      select waiting.version_id
      from conversions as waiting left join conversion_turns as turns on turns.room_id = waiting.room_id
      where waiting.lane is null and waiting.due_at <= ${at}
        and not (waiting.slow and exists (select from conversions as other where other.lane is not null and other.slow))
      order by waiting.slow,
        exists (select from conversions as other where other.room_id = waiting.room_id and other.lane is not null),
        coalesce(turns.slow_until > ${at}, false),
        coalesce(turns.turn_at, '-infinity'), waiting.room_id, waiting.size, waiting.version_id
      limit 1)
    returning version_id, room_id, attempts
  `.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const roomId = Number(row.room_id)
  await sql`
    insert into conversion_turns (room_id, turn_at) values (${roomId}, ${at}) on conflict (room_id) do update set turn_at = excluded.turn_at
  `.execute(tx)
  return { versionId: Number(row.version_id), roomId, attempt: row.attempts }
}

/** Whether a lane should let its document go: it is slow, or the newer of two of one room, while a room waits that has none at work. */
export async function isWantedElsewhere(db: Queryable, lane: number, at: Date): Promise<boolean> {
  const { rows } = await sql<{ wanted: boolean }>`
    select exists (
      select from conversions as mine join conversions as other on other.lane is not null and other.version_id <> mine.version_id
      where mine.lane = ${lane}
        and (mine.slow or (other.room_id = mine.room_id and (other.started_at, other.lane) < (mine.started_at, mine.lane)))
        and exists (
          select from conversions as waiting
          where waiting.lane is null and not waiting.slow and waiting.due_at <= ${at} and waiting.room_id not in (mine.room_id, other.room_id))
    ) as wanted
  `.execute(db)
  return rows[0]?.wanted === true
}

/** How a run ended. `again`: it is tried once more, not before `dueAt`; unless it `counts` it was no attempt. */
export type Ended =
  | { readonly again: false; readonly slow: boolean }
  | { readonly again: true; readonly slow: boolean; readonly counts: boolean; readonly dueAt: Date }

/** Notes how the run of a lane ended; nothing where the document was queued anew meanwhile. */
export async function endConversion(tx: Tx, lane: number, { versionId, roomId }: Claimed, ended: Ended, at: Date): Promise<void> {
  await holdConversions(tx)
  const tables = tx.withTables<RenditionTables>()
  if (ended.slow)
    await sql`
      update conversion_turns set slow_until = ${at}::timestamptz + make_interval(secs => ${SLOW_ROOM_SECONDS}) where room_id = ${roomId}
    `.execute(tx)
  if (!ended.again) {
    await tables.deleteFrom('conversions').where('version_id', '=', versionId).where('lane', '=', lane).execute()
    return
  }
  await sql`
    update conversions
    set lane = null, started_at = null, due_at = ${ended.dueAt}, slow = slow or ${ended.slow}, attempts = attempts - ${ended.counts ? 0 : 1}
    where version_id = ${versionId} and lane = ${lane}
  `.execute(tx)
}

/** When the next conversion is due of those that nobody is at work on; undefined where there is none. */
export async function findNextDue(tx: Tx): Promise<Date | undefined> {
  await holdConversions(tx)
  const { due } = await tx
    .withTables<RenditionTables>()
    .selectFrom('conversions')
    .select(({ fn }) => fn.min('due_at').as('due'))
    .where('lane', 'is', null)
    .executeTakeFirstOrThrow()
  return due ?? undefined
}

/** The versions of which a PDF is to be made. */
export async function findQueuedConversions(db: Queryable): Promise<number[]> {
  const rows = await db.withTables<RenditionTables>().selectFrom('conversions').select('version_id').execute()
  return rows.map(({ version_id }) => version_id)
}
