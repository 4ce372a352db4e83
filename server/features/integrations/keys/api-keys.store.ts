import type { Insertable, Selectable } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { IntegrationTables } from '../integrations.tables.ts'

export type ApiKeyRow = Omit<Selectable<IntegrationTables['api_keys']>, 'hash'>

const COLUMNS = ['id', 'name', 'scopes', 'created_at', 'ends_at', 'revoked_at', 'used_at'] as const

const keys = (db: Queryable) => db.withTables<IntegrationTables>()

export async function findKey(db: Queryable, hash: Buffer): Promise<ApiKeyRow | undefined> {
  return keys(db).selectFrom('api_keys').select(COLUMNS).where('hash', '=', hash).executeTakeFirst()
}

/** A revocation waits for the transaction, or has come before it. */
export async function holdKey(tx: Tx, id: number): Promise<ApiKeyRow | undefined> {
  return keys(tx).selectFrom('api_keys').select(COLUMNS).where('id', '=', id).forShare().executeTakeFirst()
}

/** Newest first. */
export async function findKeys(db: Queryable): Promise<ApiKeyRow[]> {
  return keys(db).selectFrom('api_keys').select(COLUMNS).orderBy('id', 'desc').execute()
}

export async function insertKey(tx: Tx, row: Insertable<IntegrationTables['api_keys']>): Promise<number> {
  return (await keys(tx).insertInto('api_keys').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** @returns false if there is no such key. */
export async function revoke(tx: Tx, id: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await keys(tx)
    .updateTable('api_keys')
    .set(({ fn, val }) => ({ revoked_at: fn.coalesce('revoked_at', val(at)) }))
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function noteUse(db: Queryable, id: number, minute: Date): Promise<void> {
  await keys(db)
    .updateTable('api_keys')
    .set({ used_at: minute })
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('used_at', 'is', null), eb('used_at', '<', minute)]))
    .execute()
}
