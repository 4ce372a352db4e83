import { type Insertable, type Selectable, sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { IntegrationTables } from '../integrations.tables.ts'

export type ApiKeyRow = Omit<Selectable<IntegrationTables['api_keys']>, 'hash' | 'made_by'>

const COLUMNS = ['id', 'name', 'scopes', 'created_at', 'ends_at', 'revoked_at', 'used_at'] as const

const keys = (db: Queryable) => db.withTables<IntegrationTables>()

export async function findKey(db: Queryable, hash: Buffer): Promise<ApiKeyRow | undefined> {
  return keys(db).selectFrom('api_keys').select(COLUMNS).where('hash', '=', hash).executeTakeFirst()
}

const lockOf = (id: number) => sql`hashtextextended(${`sealroom api key ${id}`}, 0)`

/** Revocations queue for this lock; changes would overtake row locks. */
export async function holdKey(tx: Tx, id: number): Promise<ApiKeyRow | undefined> {
  await sql`select pg_advisory_xact_lock_shared(${lockOf(id)})`.execute(tx)
  return keys(tx).selectFrom('api_keys').select(COLUMNS).where('id', '=', id).executeTakeFirst()
}

export async function findKeys(db: Queryable): Promise<ApiKeyRow[]> {
  return keys(db).selectFrom('api_keys').select(COLUMNS).orderBy('id', 'desc').execute()
}

export async function insertKey(
  tx: Tx,
  row: Insertable<IntegrationTables['api_keys']>,
): Promise<number> {
  return (
    await keys(tx).insertInto('api_keys').values(row).returning('id').executeTakeFirstOrThrow()
  ).id
}

export async function revoke(tx: Tx, id: number, at: Date): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${lockOf(id)})`.execute(tx)
  const { numUpdatedRows } = await keys(tx)
    .updateTable('api_keys')
    .set(({ fn, val }) => ({ revoked_at: fn.coalesce('revoked_at', val(at)) }))
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function findKeysMadeBy(
  tx: Tx,
  administratorId: number,
): Promise<Pick<ApiKeyRow, 'id' | 'name'>[]> {
  return keys(tx)
    .selectFrom('api_keys')
    .select(['id', 'name'])
    .where('made_by', '=', administratorId)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** Never waits, because another call of the minute records it. @returns true if recorded */
export async function noteUse(db: Queryable, id: number, minute: Date): Promise<boolean> {
  const updated = await sql`
    update api_keys set used_at = ${minute} where id = (
      select id from api_keys where id = ${id} and (used_at is null or used_at < ${minute}) for no key update skip locked)`.execute(
    db,
  )
  return updated.numAffectedRows === 1n
}
