import { sql } from 'kysely'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { RenditionTables } from './renditions.tables.ts'

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
    .withTables<RenditionTables>()
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

/** Whoever counts what a member holds waits for whoever else does: two that begin at once would both find room. */
async function holdPermits(tx: Tx, memberId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('sealroom permits ' || ${String(memberId)}, 0))`.execute(tx)
}

/** Ends what a member has beyond so many leases, those that were used longest ago. @returns their names */
export async function deleteLeasesBeyond(tx: Tx, memberId: number, most: number): Promise<string[]> {
  await holdPermits(tx, memberId)
  const leases = tx.withTables<RenditionTables>()
  const own = leases.selectFrom('leases').select('name').where('member_id', '=', memberId)
  const beyond = own.orderBy('used_at', 'desc').orderBy('created_at', 'desc').offset(most)
  const free = leases.selectFrom('leases').select('name').where('name', 'in', beyond).forUpdate().skipLocked()
  const ended = await leases.deleteFrom('leases').where('name', 'in', free).returning('name').execute()
  return ended.map(({ name }) => name)
}

/** Notes that a lease is in use. */
export async function touchLease(db: Queryable, name: string, at: Date): Promise<void> {
  await db.withTables<RenditionTables>().updateTable('leases').set({ used_at: at }).where('name', '=', name).execute()
}

/** Notes that an attempt to capture the screen is being logged. @returns false where one was logged after `before`. */
export async function claimCapture(tx: Tx, name: string, { at, before }: { at: Date; before: Date }): Promise<boolean> {
  const claimed = await tx
    .withTables<RenditionTables>()
    .updateTable('leases')
    .set({ captured_at: at })
    .where('name', '=', name)
    .where((row) => row.or([row('captured_at', 'is', null), row('captured_at', '<=', before)]))
    .executeTakeFirst()
  return claimed.numUpdatedRows === 1n
}

/** Up to when the time of a lease has been told: its last report, or its opening before the first one. */
export interface Told {
  readonly since: Date
  readonly isReported: boolean
  /** The newest entry that the lease has written of its reading. */
  readonly entryId: number | null
}

/** Up to when the time of a lease has been told; others that ask for the same lease wait. Undefined without one. */
export async function holdUntold(tx: Tx, name: string): Promise<Told | undefined> {
  const lease = await tx
    .withTables<RenditionTables>()
    .selectFrom('leases')
    .select(['created_at', 'reported_at', 'entry_id'])
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()
  return lease && { since: lease.reported_at ?? lease.created_at, isReported: lease.reported_at !== null, entryId: lease.entry_id }
}

/** Notes that the time up to a moment has been told, in which entry. */
export async function noteReported(tx: Tx, name: string, at: Date, entryId: number): Promise<void> {
  const leases = tx.withTables<RenditionTables>()
  await leases.updateTable('leases').set({ reported_at: at, entry_id: entryId }).where('name', '=', name).execute()
}

/** Notes in which entry the log tells that the reading of a lease has begun. */
export async function noteViewed(tx: Tx, name: string, entryId: number): Promise<void> {
  await tx.withTables<RenditionTables>().updateTable('leases').set({ entry_id: entryId }).where('name', '=', name).execute()
}

/** @returns false when the session has no such lease that lives. */
export async function deleteLease(db: Queryable, lease: { name: string; sessionId: string; usedAfter: Date }): Promise<boolean> {
  const deleted = await db
    .withTables<RenditionTables>()
    .deleteFrom('leases')
    .where('name', '=', lease.name)
    .where('session_id', '=', lease.sessionId)
    .where('used_at', '>', lease.usedAfter)
    .executeTakeFirst()
  return deleted.numDeletedRows === 1n
}

/** Leases that ended by themselves, but for those that somebody else is about to end. */
export async function deleteUnusedLeases(db: Queryable, before: Date): Promise<void> {
  const leases = db.withTables<RenditionTables>()
  const unused = leases.selectFrom('leases').select('name').where('used_at', '<=', before).forUpdate().skipLocked()
  await leases.deleteFrom('leases').where('name', 'in', unused).execute()
}

/** Ends every lease of these documents. */
export async function deleteLeasesOf(tx: Tx, itemIds: readonly number[]): Promise<void> {
  await tx
    .withTables<RenditionTables>()
    .deleteFrom('leases')
    .where(sql<boolean>`item_id = any(${[...itemIds]}::bigint[])`)
    .execute()
}

/** What a ticket stands for: documents or an archive, by their ids, or the file of a message. */
export type TicketSubject =
  | { readonly kind: 'download' | 'zip' | 'archive'; readonly itemIds: readonly number[]; readonly versionNumber: number | undefined }
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
    .withTables<RenditionTables>()
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

/** Ends what a member has beyond so many tickets, the oldest. */
export async function deleteTicketsBeyond(tx: Tx, memberId: number, most: number): Promise<void> {
  await holdPermits(tx, memberId)
  const tickets = tx.withTables<RenditionTables>()
  const own = tickets.selectFrom('tickets').select('hash').where('member_id', '=', memberId)
  const beyond = own.orderBy('created_at', 'desc').offset(most)
  const free = tickets.selectFrom('tickets').select('hash').where('hash', 'in', beyond).forUpdate().skipLocked()
  await tickets.deleteFrom('tickets').where('hash', 'in', free).execute()
}

/** Lets a ticket that nobody has used wait anew; when it ends stays as it is. */
export async function renewTicket(db: Queryable, hash: Buffer, at: Date): Promise<void> {
  await db
    .withTables<RenditionTables>()
    .updateTable('tickets')
    .set({ waits_from: at })
    .where('hash', '=', hash)
    .where('first_used_at', 'is', null)
    .execute()
}

/** Of a ticket that can be used for the first time. */
export interface Waiting {
  readonly waitsFromAfter: Date
  readonly issuedAfter: Date
}

/** @returns whether this was its first use, and that in time; of several at once it is the first use of one. */
export async function claimTicket(db: Queryable, hash: Buffer, use: { at: Date } & Waiting): Promise<boolean> {
  const used = await db
    .withTables<RenditionTables>()
    .updateTable('tickets')
    .set({ first_used_at: use.at })
    .where('hash', '=', hash)
    .where('first_used_at', 'is', null)
    .where('waits_from', '>', use.waitsFromAfter)
    .where('created_at', '>', use.issuedAfter)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

/** Takes a first use back: nothing was given for it. */
export async function unclaimTicket(db: Queryable, hash: Buffer, at: Date): Promise<void> {
  await db
    .withTables<RenditionTables>()
    .updateTable('tickets')
    .set({ first_used_at: null })
    .where('hash', '=', hash)
    .where('first_used_at', '=', at)
    .execute()
}

/** Tickets that nobody can use any more. */
export async function deleteOldTickets(db: Queryable, issued: { before: Date; ofArchivesBefore: Date }): Promise<void> {
  await db
    .withTables<RenditionTables>()
    .deleteFrom('tickets')
    .where('created_at', '<=', issued.before)
    .where((row) => row.or([row('kind', '<>', 'archive'), row('created_at', '<=', issued.ofArchivesBefore)]))
    .execute()
}
