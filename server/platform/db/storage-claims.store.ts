import { sql } from 'kysely'
import type { ClaimBook } from '../blob/s3/storage-claim.ts'
import type { Db } from './database.ts'

/** Storage writes delayed this long carry a known word. */
const KEPT_DAYS = 7

/** Database copies share claims until the next draw. */
export const claimBookOf = (db: Db): ClaimBook => ({
  async draw(unlessWithinMs) {
    const { rows } = await sql<{ id: string; claim: string }>`
      insert into storage_claims (claim)
      select gen_random_uuid()
      where not exists (
        select from storage_claims
        where drawn_at between clock_timestamp() - ${unlessWithinMs} * interval '1 millisecond' and clock_timestamp())
      returning id, claim
    `.execute(db)
    const [drawn] = rows
    if (!drawn) return undefined
    await sql`
      delete from storage_claims where id < ${drawn.id}::bigint and drawn_at < clock_timestamp() - make_interval(days => ${KEPT_DAYS})
    `.execute(db)
    return drawn.claim
  },
  async knows(claim) {
    const { rows } = await sql`select from storage_claims where claim::text = ${claim}`.execute(db)
    return rows.length > 0
  },
  async newest() {
    const { rows } = await sql<{
      claim: string
    }>`select claim from storage_claims order by id desc limit 1`.execute(db)
    return rows[0]?.claim
  },
})

export async function hasClaims(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    known: boolean
  }>`select to_regclass('storage_claims') is not null as known`.execute(db)
  return rows[0]?.known === true
}
