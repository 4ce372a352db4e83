import type { Queryable } from '../../platform/db/database.ts'
import type { RenditionTables } from './renditions.tables.ts'

/** Whether this session used a lease after the given moment. */
export async function isLeaseAlive(
  db: Queryable,
  lease: { name: string; sessionId: string; roomId: number; usedAfter: Date },
): Promise<boolean> {
  const row = await db
    .withTables<RenditionTables>()
    .selectFrom('leases')
    .select('name')
    .where('name', '=', lease.name)
    .where('session_id', '=', lease.sessionId)
    .where('room_id', '=', lease.roomId)
    .where('used_at', '>', lease.usedAfter)
    .executeTakeFirst()
  return row !== undefined
}

export type TicketRow = NonNullable<Awaited<ReturnType<typeof findTicket>>>

/** A ticket by the hash of its word. */
export async function findTicket(db: Queryable, hash: Buffer) {
  return db.withTables<RenditionTables>().selectFrom('tickets').selectAll().where('hash', '=', hash).executeTakeFirst()
}
