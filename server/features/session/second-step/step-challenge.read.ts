import type { Queryable } from '../../../platform/db/database.ts'
import type { PasskeyTables } from '../passkeys/passkeys.tables.ts'

export async function hasStepChallenge(
  db: Queryable,
  sessionId: string,
  issuedAfter: Date,
): Promise<boolean> {
  const found = await db
    .withTables<PasskeyTables>()
    .selectFrom('passkey_challenges')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .where('purpose', '=', 'step')
    .where('created_at', '>', issuedAfter)
    .executeTakeFirst()
  return found !== undefined
}
