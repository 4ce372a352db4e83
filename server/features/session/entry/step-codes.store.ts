import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { EntryMethod, SessionTables } from '../session.tables.ts'

interface NewCode {
  readonly sessionId: string
  readonly pin: Buffer | null
  readonly way: EntryMethod | null
  readonly codeHash: Buffer
  readonly at: Date
}

export async function putStepCode(
  tx: Tx,
  { sessionId, pin, way, codeHash, at }: NewCode,
): Promise<void> {
  await tx
    .withTables<SessionTables>()
    .insertInto('step_codes')
    .values({ session_id: sessionId, pin, way, code_hash: codeHash, created_at: at })
    .onConflict((conflict) =>
      conflict.column('session_id').doUpdateSet({ code_hash: codeHash, created_at: at }),
    )
    .execute()
}

export async function findStepCode(db: Queryable, sessionId: string) {
  return db
    .withTables<SessionTables>()
    .selectFrom('step_codes')
    .select(['pin', 'way', 'code_hash', 'created_at'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
}

export async function takeStepCode(tx: Tx, sessionId: string, codeHash: Buffer): Promise<boolean> {
  const taken = await tx
    .withTables<SessionTables>()
    .deleteFrom('step_codes')
    .where('session_id', '=', sessionId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  return taken.numDeletedRows === 1n
}

export async function endStepCode(tx: Tx, sessionId: string): Promise<boolean> {
  const taken = await tx
    .withTables<SessionTables>()
    .deleteFrom('step_codes')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return taken.numDeletedRows === 1n
}

export async function deleteOldStepCodes(db: Queryable, before: Date): Promise<void> {
  await db
    .withTables<SessionTables>()
    .deleteFrom('step_codes')
    .where('created_at', '<=', before)
    .execute()
}
