import { createHash } from 'node:crypto'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { SPENT_MS } from '../../../platform/webauthn/passkey-options.ts'
import type { ConsoleTables } from '../console.tables.ts'

const tables = (db: Queryable) => db.withTables<ConsoleTables>()

interface NewPasskey {
  readonly administratorId: number
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly counter: number
  readonly backedUp: boolean
  readonly at: Date
}

/** Registering signs on, so it counts as a use. */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<boolean> {
  const inserted = await tables(tx)
    .insertInto('administrator_passkeys')
    .values({
      administrator_id: passkey.administratorId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      backed_up: passkey.backedUp,
      created_at: passkey.at,
      used_at: passkey.at,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

export async function findPasskey(db: Queryable, credentialId: Buffer) {
  return tables(db)
    .selectFrom('administrator_passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

interface Use {
  readonly id: number
  readonly counter: number
  readonly backedUp: boolean
}

/** @returns false without the passkey, or if a stale counter indicates a clone */
export async function noteUse(tx: Tx, { id, counter, backedUp }: Use, at: Date): Promise<boolean> {
  const updated = await tables(tx)
    .updateTable('administrator_passkeys')
    .set({ counter, backed_up: backedUp, used_at: at })
    .where('id', '=', id)
    .where(({ eb, or, and }) =>
      or([eb('counter', '<', counter), and([eb('counter', '=', 0), eb.lit(counter === 0)])]),
    )
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** A ceremony that spans two releases must be repeated. @returns false if already spent */
export async function spendChallenge(tx: Tx, challenge: Buffer, at: Date): Promise<boolean> {
  await tables(tx)
    .deleteFrom('spent_console_challenges')
    .where('spent_at', '<', new Date(at.getTime() - SPENT_MS))
    .execute()
  const spent = await tables(tx)
    .insertInto('spent_console_challenges')
    .values({ hash: createHash('sha256').update(challenge).digest(), spent_at: at })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirst()
  return spent.numInsertedOrUpdatedRows === 1n
}
