import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { PasskeyRow } from './passkeys.read.ts'
import type { PasskeyTables, Purpose } from './passkeys.tables.ts'

interface NewPasskey {
  readonly roomId: number
  readonly memberId: number
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: readonly string[]
  readonly backedUp: boolean
  readonly raises: boolean
  readonly name: string
  readonly at: Date
}

/** @returns undefined if the credential id exists already */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<PasskeyRow | undefined> {
  return tx
    .withTables<PasskeyTables>()
    .insertInto('passkeys')
    .values({
      room_id: passkey.roomId,
      member_id: passkey.memberId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: [...passkey.transports],
      backed_up: passkey.backedUp,
      raises: passkey.raises,
      name: passkey.name,
      created_at: passkey.at,
      used_at: null,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(['id', 'credential_id', 'transports', 'name', 'raises', 'created_at', 'used_at'])
    .executeTakeFirst()
}

/** @returns false if gone, or the counter did not increase, which indicates a clone; 0 means no counter */
export async function noteUse(
  tx: Tx,
  {
    id,
    counter,
    backedUp,
  }: { readonly id: number; readonly counter: number; readonly backedUp: boolean },
  at: Date,
): Promise<boolean> {
  const updated = await tx
    .withTables<PasskeyTables>()
    .updateTable('passkeys')
    .set({ counter, backed_up: backedUp, used_at: at })
    .where('id', '=', id)
    .where(({ eb, or, and }) =>
      or([eb('counter', '<', counter), and([eb('counter', '=', 0), eb.lit(counter === 0)])]),
    )
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** @returns the previous name */
export async function renamePasskey(
  tx: Tx,
  which: { memberId: number; id: number },
  name: string,
): Promise<string | undefined> {
  const tables = tx.withTables<PasskeyTables>()
  const own = await tables
    .selectFrom('passkeys')
    .select('name')
    .where('member_id', '=', which.memberId)
    .where('id', '=', which.id)
    .where('raises', '=', true)
    .forUpdate()
    .executeTakeFirst()
  if (own) await tables.updateTable('passkeys').set({ name }).where('id', '=', which.id).execute()
  return own?.name
}

export async function deletePasskey(
  tx: Tx,
  { memberId, id, which }: { memberId: number; id: number; which: 'all' | 'raising' },
) {
  const own = tx
    .withTables<PasskeyTables>()
    .deleteFrom('passkeys')
    .where('member_id', '=', memberId)
    .where('id', '=', id)
  const listed = which === 'all' ? own : own.where('raises', '=', true)
  return listed.returning(['name', 'raises']).executeTakeFirst()
}

/** Keeps entrance passkeys but no longer lets them open the operator area. */
export async function stopRaising(tx: Tx, memberId: number): Promise<void> {
  await tx
    .withTables<PasskeyTables>()
    .updateTable('passkeys')
    .set({ raises: false })
    .where('member_id', '=', memberId)
    .execute()
}

export async function deletePasskeys(tx: Tx, memberId: number): Promise<number> {
  const deleted = await tx
    .withTables<PasskeyTables>()
    .deleteFrom('passkeys')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

interface Challenged {
  readonly sessionId: string
  readonly purpose: Purpose
}

export async function putChallenge(
  db: Queryable,
  { sessionId, purpose }: Challenged,
  challenge: Buffer,
  at: Date,
): Promise<void> {
  await db
    .withTables<PasskeyTables>()
    .insertInto('passkey_challenges')
    .values({ session_id: sessionId, purpose, challenge, created_at: at })
    .onConflict((conflict) =>
      conflict.columns(['session_id', 'purpose']).doUpdateSet({ challenge, created_at: at }),
    )
    .execute()
}

/** One of concurrent callers gets the challenge. */
export async function takeChallenge(
  db: Queryable,
  { sessionId, purpose }: Challenged,
  issuedAfter: Date,
): Promise<Buffer | undefined> {
  const taken = await db
    .withTables<PasskeyTables>()
    .deleteFrom('passkey_challenges')
    .where('session_id', '=', sessionId)
    .where('purpose', '=', purpose)
    .returning(['challenge', 'created_at'])
    .executeTakeFirst()
  return taken && taken.created_at > issuedAfter ? taken.challenge : undefined
}

export async function deleteOldChallenges(db: Queryable, issuedBefore: Date): Promise<void> {
  await db
    .withTables<PasskeyTables>()
    .deleteFrom('passkey_challenges')
    .where('created_at', '<=', issuedBefore)
    .execute()
}
