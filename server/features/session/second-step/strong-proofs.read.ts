import type { Queryable } from '../../../platform/db/database.ts'
import type { PasskeyTables } from '../passkeys/passkeys.tables.ts'
import type { SessionTables } from '../session.tables.ts'

/** Whether the member has a confirmed app, and a passkey. */
export async function strongProofsOf(
  db: Queryable,
  memberId: number,
): Promise<{ readonly app: boolean; readonly passkey: boolean }> {
  const { app, passkey } = await db
    .withTables<SessionTables & PasskeyTables>()
    .selectNoFrom(({ exists, selectFrom }) => [
      exists(
        selectFrom('authenticator_apps')
          .select('member_id')
          .where('member_id', '=', memberId)
          .where('confirmed_at', 'is not', null),
      ).as('app'),
      exists(selectFrom('passkeys').select('id').where('member_id', '=', memberId)).as('passkey'),
    ])
    .executeTakeFirstOrThrow()
  return { app: Boolean(app), passkey: Boolean(passkey) }
}
