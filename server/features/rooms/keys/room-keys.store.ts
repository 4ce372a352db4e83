import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { RoomTables } from '../rooms.tables.ts'

const COLUMNS = [
  'id',
  'vault',
  'root_id',
  'wrapped_key',
  'wrapped_retention',
  'former_wrapped_key',
] as const

const keyRows = (db: Queryable, roomId: number) =>
  db.withTables<RoomTables>().selectFrom('rooms').select(COLUMNS).where('id', '=', roomId)

export async function findKeyRow(db: Queryable, roomId: number) {
  return keyRows(db, roomId).executeTakeFirstOrThrow(() => new Error(`room ${roomId} has no key`))
}

export type KeyRow = Awaited<ReturnType<typeof findKeyRow>>

/** Locks only the key. */
export async function lockKeyRow(tx: Tx, roomId: number): Promise<KeyRow> {
  return keyRows(tx, roomId)
    .forKeyShare()
    .executeTakeFirstOrThrow(() => new Error(`room ${roomId} has no key`))
}

const LOCK_WITHIN = '500ms'

/** Blocks encryption; the lock times out before deadlock detection. @throws Error with the code 55P03 */
export async function lockEncryption(tx: Tx, roomId: number): Promise<KeyRow> {
  await sql`select set_config('lock_timeout', ${LOCK_WITHIN}, true)`.execute(tx)
  return keyRows(tx, roomId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new Error(`room ${roomId} has no key`))
}

export async function lockRoomUnderOtherRoot(
  tx: Tx,
  rootId: string,
  after: number,
): Promise<KeyRow | undefined> {
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

/** Null means the root key without an id. */
export async function findRoomsUnderOtherRoots(
  db: Queryable,
  rootIds: readonly string[],
): Promise<number[]> {
  const rows = await db
    .withTables<RoomTables>()
    .selectFrom('rooms')
    .select('id')
    .where(sql<boolean>`root_id is null or root_id <> all (${[...rootIds]}::text[])`)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

type WrappedKeys = Pick<
  KeyRow,
  'root_id' | 'wrapped_key' | 'wrapped_retention' | 'former_wrapped_key'
>

export async function updateWrappedKeys(
  tx: Tx,
  roomId: number,
  wrapped: Partial<WrappedKeys>,
): Promise<void> {
  await tx
    .withTables<RoomTables>()
    .updateTable('rooms')
    .set(wrapped)
    .where('id', '=', roomId)
    .execute()
}

const ROOT_KEY = sql`hashtextextended('sealroom root key', 0)`

/** Allows creating rooms but not destroying a root key. */
export async function shareRootKey(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${ROOT_KEY})`.execute(tx)
}

export async function holdRootKey(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ROOT_KEY})`.execute(tx)
}
