import type { Queryable, Tx } from '../../platform/db/database.ts'
import { identityOf } from './members.store.ts'
import type { MemberTables } from './members.tables.ts'

/** The people of a room, as they were invited. */
export async function listMembers(db: Queryable, roomId: number) {
  return db
    .withTables<MemberTables>()
    .selectFrom('members')
    .select([
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
      'created_at',
      'last_seen_at',
    ])
    .where('room_id', '=', roomId)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute()
}

export type MemberRow = Awaited<ReturnType<typeof listMembers>>[number]

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

function holderQuery(db: Queryable, lookup: Buffer) {
  return db
    .withTables<MemberTables>()
    .selectFrom('pins')
    .innerJoin('members', 'members.id', 'pins.member_id')
    .select([
      'pins.hash',
      'pins.replacement',
      'pins.issued_at',
      'pins.used_at',
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
    ])
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
  await tx.withTables<MemberTables>().selectFrom('members').select('id').where('id', '=', found.id).forNoKeyUpdate().execute()
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
