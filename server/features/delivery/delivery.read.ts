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

export async function isAnyRead(db: Queryable, versionIds: readonly number[], usedAfter: Date): Promise<boolean> {
  if (versionIds.length === 0) return false
  const leases = db.withTables<DeliveryTables>().selectFrom('leases').select('name')
  const row = await leases.where('version_id', 'in', versionIds).where('used_at', '>', usedAfter).limit(1).executeTakeFirst()
  return row !== undefined
}

export type TicketRow = NonNullable<Awaited<ReturnType<typeof findTicket>>>

export async function findTicket(db: Queryable, hash: Buffer) {
  return db.withTables<DeliveryTables>().selectFrom('tickets').selectAll().where('hash', '=', hash).executeTakeFirst()
}
