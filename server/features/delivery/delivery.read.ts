import type { Queryable } from '../../platform/db/database.ts'
import type { DeliveryTables } from './delivery.tables.ts'

export async function isLeaseAlive(
  db: Queryable,
  lease: { name: string; sessionId: string; roomId: number; usedAfter: Date },
): Promise<boolean> {
  const row = await db
    .withTables<DeliveryTables>()
    .selectFrom('leases')
    .select('name')
    .where('name', '=', lease.name)
    .where('session_id', '=', lease.sessionId)
    .where('room_id', '=', lease.roomId)
    .where('used_at', '>', lease.usedAfter)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the encrypted password, or undefined while locked for this lease. */
export async function findPassword(db: Queryable, name: string): Promise<Buffer | undefined> {
  const row = await db
    .withTables<DeliveryTables>()
    .selectFrom('leases')
    .select('password')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.password ?? undefined
}

/** Finds a live lease of the unlocking session, on any node. */
export async function findUnlockedLease(
  db: Queryable,
  lease: { readonly sessionId: string; readonly versionId: number; readonly usedAfter: Date },
): Promise<string | undefined> {
  const row = await db
    .withTables<DeliveryTables>()
    .selectFrom('leases')
    .select('name')
    .where('session_id', '=', lease.sessionId)
    .where('version_id', '=', lease.versionId)
    .where('used_at', '>', lease.usedAfter)
    .where('password', 'is not', null)
    .orderBy('used_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.name
}

export async function isAnyRead(
  db: Queryable,
  versionIds: readonly number[],
  usedAfter: Date,
): Promise<boolean> {
  if (versionIds.length === 0) return false
  const leases = db.withTables<DeliveryTables>().selectFrom('leases').select('name')
  const row = await leases
    .where('version_id', 'in', versionIds)
    .where('used_at', '>', usedAfter)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export type TicketRow = NonNullable<Awaited<ReturnType<typeof findTicket>>>

export async function findTicket(db: Queryable, hash: Buffer) {
  return db
    .withTables<DeliveryTables>()
    .selectFrom('tickets')
    .selectAll()
    .where('hash', '=', hash)
    .executeTakeFirst()
}
