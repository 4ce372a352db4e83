import { sql } from 'kysely'
import type { Tx } from '../platform/db/database.ts'
import { PROCESS_GONE_MS, type ReleaseRule } from '../platform/db/process-row.ts'
import { Refusal } from '../platform/http/refusal.ts'

/** Older releases use these connection names. */
const FORMER = ['sealroom', 'sealroom-listener']

/** After the commit, the database refuses releases without the rule. @throws Refusal UPGRADE_RUNNING while one is running */
export async function relyOn(tx: Tx, rule: ReleaseRule): Promise<void> {
  const { rows } = await sql<{ isBeside: boolean }>`
    select exists (select from pg_stat_activity where datname = current_database() and application_name = any(${FORMER}::text[]))
      or exists (select from processes where enforces < ${rule} and seen_at > now() - make_interval(secs => ${PROCESS_GONE_MS / 1_000}))
      as "isBeside"
  `.execute(tx)
  if (rows[0]?.isBeside) throw new Refusal('UPGRADE_RUNNING')
  await sql`insert into rules_in_use (rule) values (${rule}) on conflict do nothing`.execute(tx)
}
