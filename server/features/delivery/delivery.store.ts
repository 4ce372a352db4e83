import { sql } from 'kysely'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { DeliveryTables } from './delivery.tables.ts'

interface NewLease {
  readonly name: string
  readonly roomId: number
  readonly memberId: number
  readonly sessionId: string
  readonly itemId: number
  readonly versionId: number
  readonly at: Date
}

export async function insertLease(tx: Tx, lease: NewLease): Promise<void> {
  await tx
    .withTables<DeliveryTables>()
    .insertInto('leases')
    .values({
      name: lease.name,
      room_id: lease.roomId,
      member_id: lease.memberId,
      session_id: lease.sessionId,
      item_id: lease.itemId,
      version_id: lease.versionId,
      created_at: lease.at,
      used_at: lease.at,
    })
    .execute()
}

/** Concurrent requests stay within the limit. */
async function holdPermits(tx: Tx, memberId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('sealroom permits ' || ${String(memberId)}, 0))`.execute(
    tx,
  )
}

/** Deletes the least recently used leases. @returns their names */
export async function deleteLeasesBeyond(
  tx: Tx,
  memberId: number,
  most: number,
): Promise<string[]> {
  await holdPermits(tx, memberId)
  const leases = tx.withTables<DeliveryTables>()
  const own = leases.selectFrom('leases').select('name').where('member_id', '=', memberId)
  const beyond = own.orderBy('used_at', 'desc').orderBy('created_at', 'desc').offset(most)
  const free = leases
    .selectFrom('leases')
    .select('name')
    .where('name', 'in', beyond)
    .forUpdate()
    .skipLocked()
  const ended = await leases
    .deleteFrom('leases')
    .where('name', 'in', free)
    .returning('name')
    .execute()
  return ended.map(({ name }) => name)
}

export async function touchLease(db: Queryable, name: string, at: Date): Promise<void> {
  await db
    .withTables<DeliveryTables>()
    .updateTable('leases')
    .set({ used_at: at })
    .where('name', '=', name)
    .execute()
}

export async function recordCaptureOnce(
  tx: Tx,
  name: string,
  { at, before }: { at: Date; before: Date },
): Promise<boolean> {
  const recorded = await tx
    .withTables<DeliveryTables>()
    .updateTable('leases')
    .set({ captured_at: at })
    .where('name', '=', name)
    .where((row) => row.or([row('captured_at', 'is', null), row('captured_at', '<=', before)]))
    .executeTakeFirst()
  return recorded.numUpdatedRows === 1n
}

/** `since` is the last report or the opening. */
export interface HeldReading {
  readonly since: Date
  readonly isReported: boolean
  readonly entryId: number | null
}

export async function holdUntold(tx: Tx, name: string): Promise<HeldReading | undefined> {
  const lease = await tx
    .withTables<DeliveryTables>()
    .selectFrom('leases')
    .select(['created_at', 'reported_at', 'entry_id'])
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()
  return (
    lease && {
      since: lease.reported_at ?? lease.created_at,
      isReported: lease.reported_at !== null,
      entryId: lease.entry_id,
    }
  )
}

export async function noteReported(tx: Tx, name: string, at: Date, entryId: number): Promise<void> {
  const leases = tx.withTables<DeliveryTables>()
  await leases
    .updateTable('leases')
    .set({ reported_at: at, entry_id: entryId })
    .where('name', '=', name)
    .execute()
}

export async function noteViewed(tx: Tx, name: string, entryId: number): Promise<void> {
  await tx
    .withTables<DeliveryTables>()
    .updateTable('leases')
    .set({ entry_id: entryId })
    .where('name', '=', name)
    .execute()
}

export async function storePassword(tx: Tx, name: string, password: Buffer): Promise<void> {
  await tx
    .withTables<DeliveryTables>()
    .updateTable('leases')
    .set({ password })
    .where('name', '=', name)
    .execute()
}

export async function deleteLease(
  db: Queryable,
  lease: { name: string; sessionId: string; usedAfter: Date },
): Promise<boolean> {
  const deleted = await db
    .withTables<DeliveryTables>()
    .deleteFrom('leases')
    .where('name', '=', lease.name)
    .where('session_id', '=', lease.sessionId)
    .where('used_at', '>', lease.usedAfter)
    .executeTakeFirst()
  return deleted.numDeletedRows === 1n
}

export async function deleteUnusedLeases(db: Queryable, before: Date): Promise<void> {
  const leases = db.withTables<DeliveryTables>()
  const unused = leases
    .selectFrom('leases')
    .select('name')
    .where('used_at', '<=', before)
    .forUpdate()
    .skipLocked()
  await leases.deleteFrom('leases').where('name', 'in', unused).execute()
}

export async function deleteLeasesOf(tx: Tx, itemIds: readonly number[]): Promise<void> {
  await tx
    .withTables<DeliveryTables>()
    .deleteFrom('leases')
    .where(sql<boolean>`item_id = any(${[...itemIds]}::bigint[])`)
    .execute()
}

export type TicketSubject =
  | {
      readonly kind: 'download' | 'zip' | 'archive'
      readonly itemIds: readonly number[]
      readonly versionNumber: number | undefined
    }
  | { readonly kind: 'message'; readonly messageId: number }

interface NewTicket {
  readonly hash: Buffer
  readonly roomId: number
  readonly memberId: number
  readonly sessionId: string
  readonly subject: TicketSubject
  readonly at: Date
}

export async function insertTicket(db: Queryable, ticket: NewTicket): Promise<void> {
  const { subject } = ticket
  const ofMessage = subject.kind === 'message'
  await db
    .withTables<DeliveryTables>()
    .insertInto('tickets')
    .values({
      hash: ticket.hash,
      room_id: ticket.roomId,
      member_id: ticket.memberId,
      session_id: ticket.sessionId,
      kind: subject.kind,
      item_ids: ofMessage ? [] : [...subject.itemIds],
      version_number: ofMessage ? null : (subject.versionNumber ?? null),
      message_id: ofMessage ? subject.messageId : null,
      created_at: ticket.at,
      waits_from: ticket.at,
      first_used_at: null,
    })
    .execute()
}

export async function deleteTicketsBeyond(tx: Tx, memberId: number, most: number): Promise<void> {
  await holdPermits(tx, memberId)
  const tickets = tx.withTables<DeliveryTables>()
  const own = tickets.selectFrom('tickets').select('hash').where('member_id', '=', memberId)
  const beyond = own.orderBy('created_at', 'desc').offset(most)
  const free = tickets
    .selectFrom('tickets')
    .select('hash')
    .where('hash', 'in', beyond)
    .forUpdate()
    .skipLocked()
  await tickets.deleteFrom('tickets').where('hash', 'in', free).execute()
}

/** Restarts the wait, not the expiry. */
export async function renewTicket(db: Queryable, hash: Buffer, at: Date): Promise<void> {
  await db
    .withTables<DeliveryTables>()
    .updateTable('tickets')
    .set({ waits_from: at })
    .where('hash', '=', hash)
    .where('first_used_at', 'is', null)
    .execute()
}

export interface TicketWindow {
  readonly waitsFromAfter: Date
  readonly issuedAfter: Date
}

/** @returns true only for the first use in time */
export async function redeemTicket(
  db: Queryable,
  hash: Buffer,
  use: { at: Date } & TicketWindow,
): Promise<boolean> {
  const used = await db
    .withTables<DeliveryTables>()
    .updateTable('tickets')
    .set({ first_used_at: use.at })
    .where('hash', '=', hash)
    .where('first_used_at', 'is', null)
    .where('waits_from', '>', use.waitsFromAfter)
    .where('created_at', '>', use.issuedAfter)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

export async function restoreTicket(db: Queryable, hash: Buffer, at: Date): Promise<void> {
  await db
    .withTables<DeliveryTables>()
    .updateTable('tickets')
    .set({ first_used_at: null })
    .where('hash', '=', hash)
    .where('first_used_at', '=', at)
    .execute()
}

export async function deleteOldTickets(
  db: Queryable,
  issued: { before: Date; ofArchivesBefore: Date },
): Promise<void> {
  await db
    .withTables<DeliveryTables>()
    .deleteFrom('tickets')
    .where('created_at', '<=', issued.before)
    .where((row) =>
      row.or([row('kind', '<>', 'archive'), row('created_at', '<=', issued.ofArchivesBefore)]),
    )
    .execute()
}
