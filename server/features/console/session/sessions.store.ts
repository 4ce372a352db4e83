import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { ConsoleTables } from '../console.tables.ts'

const tables = (db: Queryable) => db.withTables<ConsoleTables>()

interface NewSession {
  readonly administratorId: number
  readonly hash: Buffer
  readonly at: Date
  readonly endedBefore: Date
}

export async function insertSession(
  tx: Tx,
  { administratorId, hash, at, endedBefore }: NewSession,
): Promise<void> {
  await tables(tx)
    .deleteFrom('administrator_sessions')
    .where('created_at', '<', endedBefore)
    .execute()
  await tables(tx)
    .insertInto('administrator_sessions')
    .values({ administrator_id: administratorId, hash, created_at: at, seen_at: at })
    .execute()
}

const living = (db: Queryable) =>
  tables(db)
    .selectFrom('administrator_sessions as sessions')
    .innerJoin('administrators', 'administrators.id', 'sessions.administrator_id')
    .select(['sessions.id', 'sessions.administrator_id', 'sessions.created_at', 'sessions.seen_at'])
    .select(['administrators.name', 'administrators.email'])
    .where('administrators.ended_at', 'is', null)

export const findSession = (db: Queryable, hash: Buffer) =>
  living(db).where('sessions.hash', '=', hash).executeTakeFirst()

export async function hasSession(tx: Tx, id: number): Promise<boolean> {
  return (await living(tx).where('sessions.id', '=', id).executeTakeFirst()) !== undefined
}

export async function noteSeen(db: Queryable, id: number, at: Date): Promise<void> {
  await tables(db)
    .updateTable('administrator_sessions')
    .set({ seen_at: at })
    .where('id', '=', id)
    .where('seen_at', '<', at)
    .execute()
}

export async function deleteSession(db: Queryable, id: number): Promise<void> {
  await tables(db).deleteFrom('administrator_sessions').where('id', '=', id).execute()
}
