import { sql } from 'kysely'
import type { ClaimBook } from '../blob/s3/storage-claim.ts'
import type { Db } from './database.ts'

/** A write to the storage that was held up arrives before so many others. */
const KEPT = 200

/** The claims of a database, which its copies share until the next one is drawn. */
export const claimBookOf = (db: Db): ClaimBook => ({
  async draw(unlessWithinMs) {
    const { rows } = await sql<{ id: string; claim: string }>`
      insert into storage_claims (claim)
      select gen_random_uuid()
      where not exists (select from storage_claims where drawn_at > clock_timestamp() - ${unlessWithinMs} * interval '1 millisecond')
      returning id, claim
    `.execute(db)
    const [drawn] = rows
    if (!drawn) return undefined
    await sql`delete from storage_claims where id < ${drawn.id}::bigint - ${KEPT}`.execute(db)
    return drawn.claim
  },
  async knows(claim) {
    const { rows } = await sql`select from storage_claims where claim::text = ${claim}`.execute(db)
    return rows.length > 0
  },
})

/** False in a database of an earlier release. */
export async function hasClaims(db: Db): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`select to_regclass('storage_claims') is not null as known`.execute(db)
  return rows[0]?.known === true
}
