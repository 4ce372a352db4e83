import type { Queryable, Tx } from '../../../platform/db/database.ts'
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

/** @returns false if the credential id exists already. */
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
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

export async function findPasskey(db: Queryable, credentialId: Buffer) {
  return tables(db).selectFrom('administrator_passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()
}

interface Use {
  readonly id: number
  readonly counter: number
  readonly backedUp: boolean
}

/** @returns false if it is gone, or if its counter did not increase, which indicates a cloned key. */
export async function noteUse(tx: Tx, { id, counter, backedUp }: Use, at: Date): Promise<boolean> {
  const updated = await tables(tx)
    .updateTable('administrator_passkeys')
    .set({ counter, backed_up: backedUp, used_at: at })
    .where('id', '=', id)
    .where(({ eb, or, and }) => or([eb('counter', '<', counter), and([eb('counter', '=', 0), eb.lit(counter === 0)])]))
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

interface Challenge {
  readonly hash: Buffer
  /** Whose invitation it is for. */
  readonly administratorId: number | null
}

/** Takes the old ones away. */
export async function putChallenge(db: Queryable, { hash, administratorId }: Challenge, at: Date, keptSince: Date): Promise<void> {
  await tables(db).deleteFrom('console_challenges').where('created_at', '<', keptSince).execute()
  await tables(db).insertInto('console_challenges').values({ hash, administrator_id: administratorId, created_at: at }).execute()
}

/** Only one of several concurrent callers gets it. */
export async function takeChallenge(db: Queryable, { hash, administratorId }: Challenge, since: Date): Promise<boolean> {
  const taken = await tables(db)
    .deleteFrom('console_challenges')
    .where('hash', '=', hash)
    .where('administrator_id', 'is not distinct from', administratorId)
    .returning('created_at')
    .executeTakeFirst()
  return taken !== undefined && taken.created_at > since
}
