import type { Queryable } from '../../../platform/db/database.ts'
import type { PasskeyTables } from '../passkeys/passkeys.tables.ts'
import type { SessionTables } from '../session.tables.ts'

/** An app counts once it is confirmed. */
export function findStrongProofs(db: Queryable, memberId: number): Promise<{ readonly app: unknown; readonly passkey: unknown }> {
  return db
    .withTables<SessionTables & PasskeyTables>()
    .selectNoFrom(({ exists, selectFrom }) => [
      exists(
        selectFrom('authenticator_apps').select('member_id').where('member_id', '=', memberId).where('confirmed_at', 'is not', null),
      ).as('app'),
      exists(selectFrom('passkeys').select('id').where('member_id', '=', memberId)).as('passkey'),
    ])
    .executeTakeFirstOrThrow()
}
