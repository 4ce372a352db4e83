import { sql } from 'kysely'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { RoomTables } from './rooms.tables.ts'

const COLUMNS = ['id', 'vault', 'root_id', 'wrapped_key', 'wrapped_retention', 'former_wrapped_key'] as const

const keyRows = (db: Queryable, roomId: number) => db.withTables<RoomTables>().selectFrom('rooms').select(COLUMNS).where('id', '=', roomId)

/** Where a room's keys lie: its vault in the key store, and the keys wrapped for the database. @throws Error where there is no such room. */
export async function findKeyRow(db: Queryable, roomId: number) {
  return keyRows(db, roomId).executeTakeFirstOrThrow(() => new Error(`room ${roomId} has no key`))
}

export type KeyRow = Awaited<ReturnType<typeof findKeyRow>>

/** The same, and no other key becomes the room's until the transaction ends. It keeps nobody from changing the room otherwise. */
export async function lockKeyRow(tx: Tx, roomId: number): Promise<KeyRow> {
  return keyRows(tx, roomId)
    .forKeyShare()
    .executeTakeFirstOrThrow(() => new Error(`room ${roomId} has no key`))
}

const LOCK_WITHIN = '500ms'

/**
 * Waits until nobody is sealing anything for the room, and keeps everybody from it until the transaction ends. It gives up before the
 * database would call it a deadlock and end the transaction of somebody who works in the room. @throws with the code 55P03
 */
export async function lockSealing(tx: Tx, roomId: number): Promise<KeyRow> {
  await sql`select set_config('lock_timeout', ${LOCK_WITHIN}, true)`.execute(tx)
  return keyRows(tx, roomId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new Error(`room ${roomId} has no key`))
}

/** A room whose keys are wrapped under another root key than this one, held for the transaction; those up to `after` are passed over. */
export async function lockRoomUnderOtherRoot(tx: Tx, rootId: string, after: number): Promise<KeyRow | undefined> {
  return tx
    .withTables<RoomTables>()
    .selectFrom('rooms')
    .select(COLUMNS)
    .where('id', '>', after)
    .where(sql<boolean>`root_id is distinct from ${rootId}`)
    .orderBy('id')
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Rooms whose keys are wrapped under none of these root keys; null: under the one from before they had ids. */
export async function findRoomsUnderOtherRoots(db: Queryable, rootIds: readonly string[]): Promise<number[]> {
  const rows = await db
    .withTables<RoomTables>()
    .selectFrom('rooms')
    .select('id')
    .where(sql<boolean>`root_id is null or root_id <> all (${[...rootIds]}::text[])`)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

type WrappedKeys = Pick<KeyRow, 'root_id' | 'wrapped_key' | 'wrapped_retention' | 'former_wrapped_key'>

export async function updateWrappedKeys(tx: Tx, roomId: number, wrapped: Partial<WrappedKeys>): Promise<void> {
  await tx.withTables<RoomTables>().updateTable('rooms').set(wrapped).where('id', '=', roomId).execute()
}

const ROOT_KEY = sql`hashtextextended('sealroom root key', 0)`

/** Makes a room while others do, but not while the root key is destroyed. */
export async function shareRootKey(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${ROOT_KEY})`.execute(tx)
}

/** Waits until nobody is making a room, and keeps everybody from it until the transaction ends. */
export async function holdRootKey(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ROOT_KEY})`.execute(tx)
}
