import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { IntegrationTables } from '../integrations.tables.ts'

const answers = (db: Queryable) => db.withTables<IntegrationTables>()

interface IdempotencyName {
  readonly keyId: number
  readonly nameHash: Buffer
}

export interface StoredAnswer {
  readonly request_hash: Buffer
  readonly sealed: Buffer
}

export async function findAnswer(
  db: Queryable,
  { keyId, nameHash }: IdempotencyName,
  keptSince: Date,
): Promise<StoredAnswer | undefined> {
  return answers(db)
    .selectFrom('api_answers')
    .select(['request_hash', 'sealed'])
    .where('key_id', '=', keyId)
    .where('name_hash', '=', nameHash)
    .where('at', '>=', keptSince)
    .executeTakeFirst()
}

/** Concurrent calls with the key wait. @returns the stored answer, or undefined if the caller holds the key */
export async function takeName(
  tx: Tx,
  { keyId, nameHash }: IdempotencyName,
  { requestHash, at, keptSince }: { requestHash: Buffer; at: Date; keptSince: Date },
): Promise<StoredAnswer | undefined> {
  const taken = await answers(tx)
    .insertInto('api_answers')
    .values({
      key_id: keyId,
      name_hash: nameHash,
      request_hash: requestHash,
      sealed: Buffer.alloc(0),
      at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['key_id', 'name_hash'])
        .doUpdateSet({ request_hash: requestHash, sealed: Buffer.alloc(0), at })
        .where('api_answers.at', '<', keptSince),
    )
    .returning('key_id')
    .executeTakeFirst()
  if (taken) return undefined
  return answers(tx)
    .selectFrom('api_answers')
    .select(['request_hash', 'sealed'])
    .where('key_id', '=', keyId)
    .where('name_hash', '=', nameHash)
    .executeTakeFirst()
}

export async function storeAnswer(
  tx: Tx,
  { keyId, nameHash }: IdempotencyName,
  encrypted: Buffer,
): Promise<void> {
  await answers(tx)
    .updateTable('api_answers')
    .set({ sealed: encrypted })
    .where('key_id', '=', keyId)
    .where('name_hash', '=', nameHash)
    .execute()
}

export async function deleteAnswersBefore(
  db: Queryable,
  before: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from api_answers where ctid = any(array(select ctid from api_answers where at < ${before} limit ${limit}))`.execute(
    db,
  )
  return Number(numAffectedRows)
}
