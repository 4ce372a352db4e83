import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { ConsoleTables } from '../console.tables.ts'

const tables = (db: Queryable) => db.withTables<ConsoleTables>()

export interface Account {
  readonly issuer: string
  /** This is the HMAC of issuer and subject. */
  readonly subject: Buffer
}

export async function findOwner(tx: Tx, { issuer, subject }: Account): Promise<number | undefined> {
  const found = await tables(tx)
    .selectFrom('administrator_accounts as accounts')
    .innerJoin('administrators', 'administrators.id', 'accounts.administrator_id')
    .select('administrators.id')
    .where('accounts.issuer', '=', issuer)
    .where('accounts.subject_hash', '=', subject)
    .where('administrators.ended_at', 'is', null)
    .executeTakeFirst()
  return found?.id
}

export async function insertAccount(
  tx: Tx,
  administratorId: number,
  { issuer, subject, provider }: Account & { readonly provider: string },
  at: Date,
): Promise<void> {
  await tables(tx)
    .insertInto('administrator_accounts')
    .values({
      administrator_id: administratorId,
      issuer,
      subject_hash: subject,
      provider,
      bound_at: at,
      used_at: at,
    })
    .execute()
}

export async function noteAccountUse(tx: Tx, administratorId: number, at: Date): Promise<void> {
  await tables(tx)
    .updateTable('administrator_accounts')
    .set({ used_at: at })
    .where('administrator_id', '=', administratorId)
    .execute()
}

/** Only a command line invitation may follow. */
export async function deleteAccount(tx: Tx, administratorId: number): Promise<void> {
  const gone = await tables(tx)
    .deleteFrom('administrator_accounts')
    .where('administrator_id', '=', administratorId)
    .executeTakeFirst()
  if (gone.numDeletedRows === 0n) return
  await tables(tx)
    .updateTable('administrators')
    .set({ needs_invitation: true })
    .where('id', '=', administratorId)
    .execute()
}
