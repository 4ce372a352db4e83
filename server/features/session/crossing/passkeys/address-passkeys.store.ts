import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../../platform/db/database.ts'
import type { SessionTables } from '../../session.tables.ts'

const COLUMNS = [
  'id',
  'email',
  'credential_id',
  'public_key',
  'counter',
  'transports',
  'name',
  'created_at',
  'used_at',
] as const

interface NewPasskey {
  /** The address has the form of `identityOf`. */
  readonly email: string
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: readonly string[]
  readonly backedUp: boolean
  readonly name: string
  readonly at: Date
}

/** @returns undefined if the credential id exists already */
export async function insertAddressPasskey(
  tx: Tx,
  { credentialId, publicKey, backedUp, at, transports, ...rest }: NewPasskey,
) {
  return tx
    .withTables<SessionTables>()
    .insertInto('address_passkeys')
    .values({
      ...rest,
      credential_id: credentialId,
      public_key: publicKey,
      backed_up: backedUp,
      transports: [...transports],
      created_at: at,
      confirmed_at: at,
      used_at: null,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()
}

export async function findAddressPasskeys(db: Queryable, email: string) {
  return db
    .withTables<SessionTables>()
    .selectFrom('address_passkeys')
    .select(COLUMNS)
    .where('email', '=', email)
    .orderBy('id')
    .execute()
}

export async function findAddressPasskey(db: Queryable, credentialId: Buffer) {
  return db
    .withTables<SessionTables>()
    .selectFrom('address_passkeys')
    .select(COLUMNS)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

/** A mailed link shows that the person still has the mailbox. */
export async function confirmAddressPasskeys(tx: Tx, email: string, at: Date): Promise<void> {
  await tx
    .withTables<SessionTables>()
    .updateTable('address_passkeys')
    .set({ confirmed_at: at })
    .where('email', '=', email)
    .execute()
}

/** Somebody else may receive the address. */
export async function deleteAddressPasskeys(tx: Tx, email: string): Promise<void> {
  await tx
    .withTables<SessionTables>()
    .deleteFrom('address_passkeys')
    .where('email', '=', email)
    .execute()
}

export async function deleteUnusedPasskeys(db: Queryable): Promise<void> {
  await sql`
    delete from address_passkeys where not exists (
      select from users join members on members.user_id = users.id
      where users.email = address_passkeys.email and members.ended_at is null
    )`.execute(db)
}

/** @returns the name, undefined if the passkey does not belong to the address */
export async function deleteAddressPasskey(
  tx: Tx,
  email: string,
  id: number,
): Promise<string | undefined> {
  const deleted = await tx
    .withTables<SessionTables>()
    .deleteFrom('address_passkeys')
    .where('email', '=', email)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return deleted?.name
}

/**
 * @param confirmedAfter earliest accepted proof by mail
 * @returns the address, or undefined if the passkey is gone or unconfirmed, or its counter did not increase, which indicates a cloned
 * key
 */
export async function acceptAddressPasskey(
  tx: Tx,
  {
    id,
    counter,
    backedUp,
  }: { readonly id: number; readonly counter: number; readonly backedUp: boolean },
  at: Date,
  confirmedAfter: Date,
): Promise<string | undefined> {
  const updated = await tx
    .withTables<SessionTables>()
    .updateTable('address_passkeys')
    .set({ counter, backed_up: backedUp, used_at: at })
    .where('id', '=', id)
    .where('confirmed_at', '>', confirmedAfter)
    // Keys without a counter always send 0.
    .where(({ eb, or, and }) =>
      or([eb('counter', '<', counter), and([eb('counter', '=', 0), eb.lit(counter === 0)])]),
    )
    .returning('email')
    .executeTakeFirst()
  return updated?.email
}

/** @returns false if the challenge was used before */
export async function spendChallenge(tx: Tx, challenge: Buffer, at: Date): Promise<boolean> {
  const inserted = await tx
    .withTables<SessionTables>()
    .insertInto('signed_challenges')
    .values({ challenge, signed_at: at })
    .onConflict((conflict) => conflict.column('challenge').doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

export async function deleteSignedChallenges(db: Queryable, signedBefore: Date): Promise<void> {
  await db
    .withTables<SessionTables>()
    .deleteFrom('signed_challenges')
    .where('signed_at', '<=', signedBefore)
    .execute()
}
