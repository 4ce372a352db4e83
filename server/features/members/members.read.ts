import { sql } from 'kysely'
import { ROLE } from '../../../contract/core/limits.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { identityOf } from './members.rules.ts'
import type { MemberTables } from './members.tables.ts'

/** Where a page of the list begins: behind the member with these values. */
export interface MemberPosition {
  readonly createdAt: Date
  readonly id: number
}

/** Who somebody is, and what they may do. */
const PERSON = [
  'id',
  'user_id',
  'role_id',
  'name',
  'email',
  'division',
  'position',
  'phone',
  'can_print',
  'can_download',
  'can_access',
  'can_have_text',
] as const

const living = (db: Queryable, roomId: number) =>
  db.withTables<MemberTables>().selectFrom('members').where('room_id', '=', roomId).where('ended_at', 'is', null)

/** The people of a room, in the order in which they came. */
export async function findMembers(db: Queryable, roomId: number, { after, limit }: { after: MemberPosition | undefined; limit: number }) {
  const ordered = living(db, roomId)
    .select([...PERSON, 'created_at', 'last_seen_at'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
  return after ? ordered.where(sql<boolean>`(created_at, id) > (${after.createdAt}, ${after.id})`).execute() : ordered.execute()
}

/** A living member, with the rights that they have now. */
export async function findMember(db: Queryable, roomId: number, memberId: number) {
  return living(db, roomId).select(PERSON).where('id', '=', memberId).executeTakeFirst()
}

/** How many people are in a room. */
export async function countMembers(db: Queryable, roomId: number): Promise<number> {
  const { count } = await living(db, roomId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * The members who may enter and have done so, for mails about what they may see. Whoever was invited and never came has not promised to
 * keep anything to themselves yet.
 */
export async function findEntered(db: Queryable, roomId: number) {
  return living(db, roomId)
    .select(['id', 'role_id', 'name', 'email', 'can_print', 'can_download'])
    .where('can_access', '=', true)
    .where('last_seen_at', 'is not', null)
    .orderBy('id')
    .execute()
}

/** The members who may enter, to whom somebody of the room can write: all of them, or some behind a place in their list. */
export async function findReachable(db: Queryable, roomId: number, page?: { readonly after: number; readonly limit: number }) {
  const all = living(db, roomId)
    .select(['id', 'user_id', 'role_id', 'name', 'email', 'phone', 'operator_since'])
    .where('can_access', '=', true)
    .orderBy('id')
  return page ? all.where('id', '>', page.after).limit(page.limit).execute() : all.execute()
}

/** The operators of a room, those too whose access is blocked. */
export async function findAllOperators(db: Queryable, roomId: number) {
  return living(db, roomId).select(['id', 'user_id', 'name', 'email']).where('role_id', '=', ROLE.operator).orderBy('id').execute()
}

/** Names of people by their memberships, ended ones too. */
export async function findMemberNames(db: Queryable, roomId: number, memberIds: readonly number[]): Promise<Map<number, string>> {
  if (memberIds.length === 0) return new Map()
  const rows = await db
    .withTables<MemberTables>()
    .selectFrom('members')
    .select(['id', 'name'])
    .where('room_id', '=', roomId)
    .where('id', 'in', [...memberIds])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The same with their addresses. */
export async function findAddresses(db: Queryable, roomId: number, memberIds: readonly number[]) {
  if (memberIds.length === 0) return []
  return db
    .withTables<MemberTables>()
    .selectFrom('members')
    .select(['id', 'name', 'email'])
    .where('room_id', '=', roomId)
    .where('id', 'in', [...memberIds])
    .execute()
}

/**
 * Those of the addresses whose owners may not enter the room, by identity: null for who is blocked, when for who was removed and has not
 * come back.
 */
export async function findShutOut(db: Queryable, roomId: number, emails: readonly string[]): Promise<Map<string, Date | null>> {
  if (emails.length === 0) return new Map()
  const rows = await db
    .withTables<MemberTables>()
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['users.email', 'members.ended_at', 'members.can_access'])
    .where('members.room_id', '=', roomId)
    .where('users.email', 'in', [...new Set(emails.map(identityOf))])
    .orderBy('members.id')
    .execute()
  // Of several memberships of a person the last one counts.
  const last = new Map(rows.map((row) => [row.email, row]))
  return new Map(
    [...last].flatMap(([email, { ended_at, can_access }]) => (ended_at === null && can_access ? [] : [[email, ended_at] as const])),
  )
}

export type MemberRow = Awaited<ReturnType<typeof findMembers>>[number]

/** Those of the addresses that belong to living members of the room. */
export async function findTakenAddresses(db: Queryable, roomId: number, emails: readonly string[]): Promise<string[]> {
  const rows = await db
    .withTables<MemberTables>()
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select('users.email')
    .where('members.room_id', '=', roomId)
    .where('members.ended_at', 'is', null)
    .where('users.email', 'in', emails.map(identityOf))
    .execute()
  return rows.map((row) => row.email)
}

const ENTRANT = [
  'members.id',
  'members.room_id',
  'members.user_id',
  'members.role_id',
  'members.name',
  'members.email',
  'members.position',
  'members.can_print',
  'members.can_download',
  'members.can_access',
] as const

/** Somebody at the door, as the entrance needs to know them. */
export type Entrant = NonNullable<Awaited<ReturnType<typeof holdEntrant>>>

/** A living member, locked until the transaction ends. */
export async function holdEntrant(tx: Tx, memberId: number) {
  return tx
    .withTables<MemberTables>()
    .selectFrom('members')
    .select(ENTRANT)
    .where('id', '=', memberId)
    .where('ended_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The memberships of an address in all rooms, of those who may enter. */
export async function findEntrants(db: Queryable, email: string): Promise<Entrant[]> {
  return db
    .withTables<MemberTables>()
    .selectFrom('users')
    .innerJoin('members', 'members.user_id', 'users.id')
    .select(ENTRANT)
    .where('users.email', '=', identityOf(email))
    .where('members.ended_at', 'is', null)
    .where('members.can_access', '=', true)
    .orderBy('members.id')
    .execute()
}

function holderQuery(db: Queryable, lookup: Buffer) {
  return db
    .withTables<MemberTables>()
    .selectFrom('pins')
    .innerJoin('members', 'members.id', 'pins.member_id')
    .select(['pins.hash', 'pins.replacement', 'pins.issued_at', 'pins.used_at', ...ENTRANT])
    .where('pins.lookup', '=', lookup)
    .where('members.ended_at', 'is', null)
}

/** Who a PIN belongs to. The PIN itself is verified by its hash after this. */
export async function findByPin(db: Queryable, lookup: Buffer) {
  return holderQuery(db, lookup).executeTakeFirst()
}

/** The same, with the member locked until the transaction ends, so that nothing changes about the membership or its PINs meanwhile. */
export async function holdByPin(tx: Tx, lookup: Buffer) {
  const found = await findByPin(tx, lookup)
  if (!found) return undefined
  await holdEntrant(tx, found.id)
  return findByPin(tx, lookup)
}

function codeQuery(db: Queryable, memberId: number) {
  return db.withTables<MemberTables>().selectFrom('members').select('code_hash').where('id', '=', memberId).where('ended_at', 'is', null)
}

/** The hash of a member's operator code. */
export async function findCodeHash(db: Queryable, memberId: number): Promise<string | undefined> {
  return (await codeQuery(db, memberId).executeTakeFirst())?.code_hash ?? undefined
}

/** The same, and the member stays as it is until the transaction ends. */
export async function holdCodeHash(tx: Tx, memberId: number): Promise<string | undefined> {
  return (await codeQuery(tx, memberId).forShare().executeTakeFirst())?.code_hash ?? undefined
}

/** The newest version of the notice that a member has accepted, as it was accepted first. */
export async function findLastAcceptance(db: Queryable, memberId: number) {
  return db
    .withTables<MemberTables>()
    .selectFrom('acceptances')
    .select(['version', 'language', 'address', 'accepted_at as at'])
    .where('member_id', '=', memberId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export type Acceptance = NonNullable<Awaited<ReturnType<typeof findLastAcceptance>>>

/** The guide cards that a member has closed, in that order. */
export async function findClosedGuides(db: Queryable, memberId: number): Promise<string[]> {
  const row = await db
    .withTables<MemberTables>()
    .selectFrom('members')
    .select('guides_closed')
    .where('id', '=', memberId)
    .executeTakeFirst()
  return row?.guides_closed ?? []
}
