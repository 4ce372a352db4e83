import { sql } from 'kysely'
import type { Tx } from '../platform/db/database.ts'
import { ENFORCES, PROCESS_GONE_MS } from '../platform/db/process-row.ts'
import { Refusal } from '../platform/http/refusal.ts'

/** Releases before rows of processes name their connections so. */
const FORMER = ['sealroom', 'sealroom-listener']

/**
 * From the commit on, the database refuses releases that do not enforce rights of groups.
 * @throws Refusal UPGRADE_RUNNING while a process of such a release is alive
 */
export async function relyOnGroupRights(tx: Tx): Promise<void> {
  const { rows } = await sql<{ isBeside: boolean }>`
    select exists (select from pg_stat_activity where datname = current_database() and application_name = any(${FORMER}::text[]))
      or exists (select from processes where enforces < ${ENFORCES} and seen_at > now() - make_interval(secs => ${PROCESS_GONE_MS / 1_000}))
      as "isBeside"
  `.execute(tx)
  if (rows[0]?.isBeside) throw new Refusal('UPGRADE_RUNNING')
  await sql`insert into rules_in_use (rule) values (${ENFORCES}) on conflict do nothing`.execute(tx)
}
