import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import type { Queryable } from '../../platform/db/database.ts'

/**
 * Destruction deletes `gone` rows; `log` and `blank` rows go with the log. Until then `blank` rows lose identifying data. `installation`
 * rows belong to no room.
 */
export type DeletionPolicy = 'gone' | 'log' | 'blank' | 'installation'

interface Holding {
  readonly table: string
  readonly policy: DeletionPolicy
  readonly by?: string
  readonly blobs?: true
}

const bySession = 'session_id in (select id from sessions where room_id = $1)'

const byAddress = 'email in (select email from users where room_id = $1)'

/** Referencing tables come first. */
export const HOLDINGS: readonly Holding[] = [
  { table: 'step_codes', policy: 'gone', by: bySession },
  { table: 'passkey_challenges', policy: 'gone', by: bySession },
  { table: 'leases', policy: 'gone' },
  { table: 'reading_paces', policy: 'gone' },
  { table: 'tickets', policy: 'gone' },
  { table: 'sessions', policy: 'gone' },
  { table: 'devices', policy: 'gone' },
  { table: 'entry_links', policy: 'gone' },
  { table: 'proof_links', policy: 'gone', by: byAddress },
  { table: 'address_proofs', policy: 'gone', by: byAddress },
  {
    table: 'address_passkeys',
    policy: 'gone',
    by: `${byAddress} and email not in (select email from users where room_id <> $1)`,
  },
  { table: 'signed_challenges', policy: 'installation' },
  { table: 'sign_on_bindings', policy: 'gone' },
  { table: 'authenticator_apps', policy: 'gone' },
  { table: 'passkeys', policy: 'gone' },
  { table: 'address_changes', policy: 'gone' },
  { table: 'pins', policy: 'gone' },
  { table: 'acceptances', policy: 'gone' },
  { table: 'agreement_acceptances', policy: 'gone' },
  { table: 'agreement_pages', policy: 'gone' },
  { table: 'agreements', policy: 'gone' },
  { table: 'mails', policy: 'gone' },
  { table: 'mail_paces', policy: 'gone' },
  {
    table: 'mailed_list_readers',
    policy: 'gone',
    by: 'list_id in (select id from mailed_lists where room_id = $1)',
  },
  { table: 'mailed_lists', policy: 'gone' },
  { table: 'drafts', policy: 'gone' },
  { table: 'brand_logos', policy: 'gone' },
  { table: 'brands', policy: 'gone' },
  { table: 'mail_texts', policy: 'gone' },
  { table: 'text_queue', policy: 'gone' },
  { table: 'text_turns', policy: 'gone' },
  { table: 'text_blocks', policy: 'gone' },
  { table: 'content_texts', policy: 'gone' },
  { table: 'upload_segments', policy: 'gone', blobs: true },
  { table: 'uploads', policy: 'gone' },
  { table: 'conversions', policy: 'gone' },
  { table: 'conversion_turns', policy: 'gone' },
  { table: 'file_segments', policy: 'gone', blobs: true },
  { table: 'file_versions', policy: 'gone' },
  { table: 'past_places', policy: 'gone' },
  { table: 'publications', policy: 'gone' },
  { table: 'numbering_was', policy: 'gone' },
  { table: 'numbering_acts', policy: 'gone' },
  { table: 'index_places', policy: 'gone' },
  { table: 'folder_templates', policy: 'gone' },
  { table: 'expected_documents', policy: 'gone' },
  { table: 'favourites', policy: 'gone' },
  { table: 'document_reads', policy: 'gone' },
  { table: 'drop_folders', policy: 'gone' },
  { table: 'proposals', policy: 'gone' },
  { table: 'submissions', policy: 'gone' },
  { table: 'items', policy: 'gone' },
  { table: 'folder_counts', policy: 'gone' },
  { table: 'root_totals', policy: 'gone' },
  {
    table: 'template_images',
    policy: 'gone',
    by: 'template_id in (select id from templates where room_id = $1)',
  },
  { table: 'compose_images', policy: 'gone' },
  { table: 'template_events', policy: 'gone' },
  { table: 'template_boxes', policy: 'gone' },
  { table: 'template_participants', policy: 'gone' },
  { table: 'templates', policy: 'gone' },
  { table: 'compose_files', policy: 'gone', blobs: true },
  { table: 'disclosures', policy: 'gone', blobs: true },
  { table: 'archive_entries', policy: 'gone', blobs: true },
  { table: 'archives', policy: 'gone' },
  { table: 'message_files', policy: 'gone', blobs: true },
  { table: 'messages', policy: 'gone' },
  { table: 'daily_mails', policy: 'gone' },
  { table: 'thread_links', policy: 'gone' },
  { table: 'thread_previews', policy: 'gone', blobs: true },
  { table: 'thread_files', policy: 'gone', blobs: true },
  { table: 'thread_entries', policy: 'gone' },
  { table: 'thread_moves', policy: 'gone' },
  { table: 'thread_views', policy: 'gone' },
  { table: 'thread_reads', policy: 'gone' },
  { table: 'thread_marks', policy: 'gone' },
  { table: 'faqs', policy: 'gone' },
  { table: 'threads', policy: 'gone' },
  { table: 'thread_counters', policy: 'gone' },
  { table: 'topic_experts', policy: 'gone' },
  { table: 'topics', policy: 'gone' },
  { table: 'question_settings', policy: 'gone' },
  { table: 'activity_entries', policy: 'log' },
  { table: 'activity_trees', policy: 'log' },
  { table: 'activity_tiles', policy: 'log' },
  { table: 'activity_days', policy: 'log' },
  { table: 'activity_items', policy: 'log' },
  { table: 'activity_pages', policy: 'log' },
  { table: 'destructions', policy: 'log' },
  { table: 'webhook_deliveries', policy: 'log' },
  { table: 'operator_requests', policy: 'gone' },
  { table: 'grants', policy: 'gone' },
  { table: 'members', policy: 'blank' },
  { table: 'users', policy: 'blank' },
  { table: 'groups', policy: 'gone' },
  // Triggers add rows here during the deletions above.
  { table: 'past_grants', policy: 'gone' },
  { table: 'past_members', policy: 'gone' },
  { table: 'past_groups', policy: 'gone' },
  { table: 'rooms', policy: 'installation' },
  { table: 'room_numbers', policy: 'installation' },
  { table: 'installation', policy: 'installation' },
  { table: 'throttles', policy: 'installation' },
  { table: 'sign_on_starts', policy: 'installation' },
  { table: 'sign_on_tickets', policy: 'installation' },
  { table: 'freed_blobs', policy: 'installation' },
  { table: 'storage_claims', policy: 'installation' },
  { table: 'backups', policy: 'installation' },
  { table: 'api_answers', policy: 'installation' },
  { table: 'webhooks', policy: 'installation' },
  { table: 'api_keys', policy: 'installation' },
  { table: 'administrator_passkeys', policy: 'installation' },
  { table: 'administrator_accounts', policy: 'installation' },
  { table: 'administrator_sessions', policy: 'installation' },
  { table: 'administrator_invitations', policy: 'installation' },
  { table: 'console_challenges', policy: 'installation' },
  { table: 'spent_console_challenges', policy: 'installation' },
  { table: 'console_log', policy: 'installation' },
  { table: 'administrators', policy: 'installation' },
  { table: 'processes', policy: 'installation' },
  { table: 'rules_in_use', policy: 'installation' },
  { table: 'schema_migrations', policy: 'installation' },
]

/** The limit bounds run time and losses. */
const BATCH = 5_000

/** The text must come from HOLDINGS. */
const run = (db: Queryable, text: string, roomId: number) => {
  const [before = '', ...rest] = text.split('$1')
  return rest
    .reduce(
      (query, part) => sql`${query}${roomId}::bigint${sql.raw(part)}`,
      sql<{ count: number }>`${sql.raw(before)}`,
    )
    .execute(db)
}

const whereOf = ({ by = 'room_id = $1' }: Holding): string => by

export async function deleteHoldings(
  { db }: Database,
  roomId: number,
  statuses: readonly DeletionPolicy[],
  signal?: AbortSignal,
): Promise<void> {
  for (const holding of HOLDINGS.filter(({ policy }) => statuses.includes(policy)))
    for (let left = BATCH; left === BATCH; ) {
      signal?.throwIfAborted()
      left = await deleteBatch(db, holding, roomId)
    }
}

async function deleteBatch(db: Queryable, holding: Holding, roomId: number): Promise<number> {
  const { table, blobs } = holding
  // Sessions reference each other.
  const limit = table === 'sessions' ? '' : `limit ${BATCH}`
  const chosen = `select ctid from ${table} where ${whereOf(holding)} ${limit} for update`
  const freed = blobs
    ? ', freed as (insert into freed_blobs (blob_id, destroyed) select distinct blob_id, true from gone where blob_id is not null on conflict (blob_id) do update set destroyed = true)'
    : ''
  const deleted = `delete from ${table} where ctid = any(array(${chosen})) returning ${blobs ? 'blob_id' : '1'}`
  const { rows } = await run(
    db,
    `with gone as (${deleted})${freed} select count(*) as count from gone`,
    roomId,
  )
  return rows[0]?.count ?? 0
}

export async function countBlobs(db: Queryable, roomId: number): Promise<number> {
  const lists = HOLDINGS.filter(({ blobs }) => blobs).map(
    (holding) => `select blob_id from ${holding.table} where ${whereOf(holding)}`,
  )
  const { rows } = await run(
    db,
    `select count(distinct blob_id) as count from (${lists.join(' union all ')}) as held`,
    roomId,
  )
  return rows[0]?.count ?? 0
}

export async function findLeftHoldings(db: Queryable, roomId: number): Promise<string[]> {
  const left: string[] = []
  for (const holding of HOLDINGS.filter(({ policy }) => policy === 'gone')) {
    const { rows } = await run(
      db,
      `select count(*) as count from (select 1 from ${holding.table} where ${whereOf(holding)} limit 1) as found`,
      roomId,
    )
    if ((rows[0]?.count ?? 0) > 0) left.push(holding.table)
  }
  return left
}
