import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import type { Queryable } from '../../platform/db/database.ts'

/**
 * What becomes of a table's rows of a room when the room is destroyed. `gone`: they are deleted. `log`: they stay with the activity log, and go
 * with it; `blank`: so do these, without names, addresses and keys. `house`: they are of no room.
 */
export type Fate = 'gone' | 'log' | 'blank' | 'house'

interface Holding {
  readonly table: string
  readonly fate: Fate
  /** How its rows are found where they do not carry the room's id. */
  readonly by?: string
  /** Its rows name blobs on the disk, which go with them. */
  readonly blobs?: true
}

const bySession = 'session_id in (select id from sessions where room_id = $1)'

/** Every table of the database, those that name others before them: a test knows of one that is missing. */
export const HOLDINGS: readonly Holding[] = [
  { table: 'step_codes', fate: 'gone', by: bySession },
  { table: 'passkey_challenges', fate: 'gone', by: bySession },
  { table: 'leases', fate: 'gone' },
  { table: 'reading_paces', fate: 'gone' },
  { table: 'tickets', fate: 'gone' },
  { table: 'sessions', fate: 'gone' },
  { table: 'devices', fate: 'gone' },
  { table: 'entry_links', fate: 'gone' },
  { table: 'passkeys', fate: 'gone' },
  { table: 'address_changes', fate: 'gone' },
  { table: 'pins', fate: 'gone' },
  { table: 'acceptances', fate: 'gone' },
  { table: 'mails', fate: 'gone' },
  { table: 'drafts', fate: 'gone' },
  { table: 'text_queue', fate: 'gone' },
  { table: 'text_turns', fate: 'gone' },
  { table: 'text_blocks', fate: 'gone' },
  { table: 'content_texts', fate: 'gone' },
  { table: 'upload_segments', fate: 'gone', blobs: true },
  { table: 'uploads', fate: 'gone' },
  { table: 'conversions', fate: 'gone' },
  { table: 'conversion_turns', fate: 'gone' },
  { table: 'file_segments', fate: 'gone', blobs: true },
  { table: 'file_versions', fate: 'gone' },
  { table: 'items', fate: 'gone' },
  { table: 'folder_counts', fate: 'gone' },
  { table: 'root_totals', fate: 'gone' },
  { table: 'template_images', fate: 'gone', by: 'template_id in (select id from templates where room_id = $1)' },
  { table: 'compose_images', fate: 'gone' },
  { table: 'template_events', fate: 'gone' },
  { table: 'template_boxes', fate: 'gone' },
  { table: 'template_participants', fate: 'gone' },
  { table: 'templates', fate: 'gone' },
  { table: 'compose_files', fate: 'gone', blobs: true },
  { table: 'archive_entries', fate: 'gone', blobs: true },
  { table: 'archives', fate: 'gone' },
  { table: 'message_files', fate: 'gone', blobs: true },
  { table: 'messages', fate: 'gone' },
  { table: 'daily_mails', fate: 'gone' },
  { table: 'activity_entries', fate: 'log' },
  { table: 'activity_trees', fate: 'log' },
  { table: 'activity_tiles', fate: 'log' },
  { table: 'activity_days', fate: 'log' },
  { table: 'activity_items', fate: 'log' },
  { table: 'activity_pages', fate: 'log' },
  { table: 'destructions', fate: 'log' },
  { table: 'members', fate: 'blank' },
  { table: 'users', fate: 'blank' },
  // What stays of a room for good: that there was one of this number, and that it was destroyed.
  { table: 'rooms', fate: 'house' },
  { table: 'room_numbers', fate: 'house' },
  { table: 'throttles', fate: 'house' },
  { table: 'freed_blobs', fate: 'house' },
  { table: 'schema_migrations', fate: 'house' },
]

/** Rows of one transaction: none runs for long, and a kill costs no more than one of them. */
const BATCH = 5_000

/** A statement over rows of a table of a room. The list above is ours: nothing of it comes from anywhere else. */
const run = (db: Queryable, text: string, roomId: number) => {
  const [before = '', ...rest] = text.split('$1')
  return rest
    .reduce((query, part) => sql`${query}${roomId}::bigint${sql.raw(part)}`, sql<{ count: number }>`${sql.raw(before)}`)
    .execute(db)
}

const whereOf = ({ by = 'room_id = $1' }: Holding): string => by

/** Deletes the rows of a room in such tables, batch by batch, and gives up their blobs. */
export async function deleteHoldings({ db }: Database, roomId: number, fates: readonly Fate[], signal?: AbortSignal): Promise<void> {
  for (const holding of HOLDINGS.filter(({ fate }) => fates.includes(fate)))
    for (let left = BATCH; left === BATCH; ) {
      signal?.throwIfAborted()
      left = await deleteBatch(db, holding, roomId)
    }
}

async function deleteBatch(db: Queryable, holding: Holding, roomId: number): Promise<number> {
  const { table, blobs } = holding
  // Sessions name each other: they go at once.
  const limit = table === 'sessions' ? '' : `limit ${BATCH}`
  const chosen = `select ctid from ${table} where ${whereOf(holding)} ${limit} for update`
  const freed = blobs
    ? ', freed as (insert into freed_blobs select distinct blob_id from gone where blob_id is not null on conflict do nothing)'
    : ''
  const deleted = `delete from ${table} where ctid = any(array(${chosen})) returning ${blobs ? 'blob_id' : '1'}`
  const { rows } = await run(db, `with gone as (${deleted})${freed} select count(*) as count from gone`, roomId)
  return rows[0]?.count ?? 0
}

/** How many blobs a room has on the disk. */
export async function countBlobs(db: Queryable, roomId: number): Promise<number> {
  const lists = HOLDINGS.filter(({ blobs }) => blobs).map((holding) => `select blob_id from ${holding.table} where ${whereOf(holding)}`)
  const { rows } = await run(db, `select count(distinct blob_id) as count from (${lists.join(' union all ')}) as held`, roomId)
  return rows[0]?.count ?? 0
}

/** The tables that still hold something of a room that is to be gone. */
export async function findLeftHoldings(db: Queryable, roomId: number): Promise<string[]> {
  const left: string[] = []
  for (const holding of HOLDINGS.filter(({ fate }) => fate === 'gone')) {
    const { rows } = await run(
      db,
      `select count(*) as count from (select 1 from ${holding.table} where ${whereOf(holding)} limit 1) as found`,
      roomId,
    )
    if ((rows[0]?.count ?? 0) > 0) left.push(holding.table)
  }
  return left
}
