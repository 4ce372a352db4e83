import { sql } from 'kysely'
import { ROLE } from '../../../contract/core/limits.ts'
import type { MailPace } from '../../../contract/features/session/preferences.ts'
import { isMemberNow } from '../../access/membership.read.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { identityOf } from './members.rules.ts'
import type { MemberTables } from './members.tables.ts'

export interface MemberPosition {
  readonly createdAt: Date
  readonly id: number
}

const PERSON = [
  'id',
  'user_id',
  'role_id',
  'operator_scope',
  'name',
  'email',
  'division',
  'position',
  'phone',
  'can_print',
  'can_download',
  'can_access',
  'can_have_text',
  'group_id',
  'group_from',
  'group_until',
  'thread_role',
  'group_lead',
] as const

const living = (db: Queryable, roomId: number) =>
  db
    .withTables<MemberTables>()
    .selectFrom('members')
    .where('room_id', '=', roomId)
    .where('ended_at', 'is', null)

export async function findMembers(
  db: Queryable,
  roomId: number,
  { after, limit }: { after: MemberPosition | undefined; limit: number },
) {
  const ordered = living(db, roomId)
    .select([...PERSON, 'created_at', 'last_seen_at'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
  return after
    ? ordered.where(sql<boolean>`(created_at, id) > (${after.createdAt}, ${after.id})`).execute()
    : ordered.execute()
}

export async function findMember(db: Queryable, roomId: number, memberId: number) {
  return living(db, roomId).select(PERSON).where('id', '=', memberId).executeTakeFirst()
}

export async function countMembers(db: Queryable, roomId: number): Promise<number> {
  const { count } = await living(db, roomId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function findEntered(db: Queryable, roomId: number, at: Date) {
  return living(db, roomId)
    .select([
      'id',
      'role_id',
      'operator_scope',
      'name',
      'email',
      'can_print',
      'can_download',
      'group_id',
    ])
    .select(
      sql<MailPace>`coalesce((select pace from mail_paces where mail_paces.member_id = members.id), 'each')`.as(
        'pace',
      ),
    )
    .where('can_access', '=', true)
    .where(isMemberNow(at))
    .where('last_seen_at', 'is not', null)
    .orderBy('id')
    .execute()
}

export async function findReachable(
  db: Queryable,
  roomId: number,
  at: Date,
  page?: { readonly after: number; readonly limit: number },
) {
  const all = living(db, roomId)
    .select(['id', 'user_id', 'role_id', 'name', 'email', 'phone', 'operator_since', 'group_id'])
    .where('can_access', '=', true)
    .where(isMemberNow(at))
    .orderBy('id')
  return page ? all.where('id', '>', page.after).limit(page.limit).execute() : all.execute()
}

export async function isReachable(
  db: Queryable,
  roomId: number,
  memberId: number,
  at: Date,
): Promise<boolean> {
  const found = await living(db, roomId)
    .select('id')
    .where('id', '=', memberId)
    .where('can_access', '=', true)
    .where(isMemberNow(at))
    .executeTakeFirst()
  return found !== undefined
}

export async function findReachableOperators(db: Queryable, roomId: number) {
  return living(db, roomId)
    .select(['id', 'user_id', 'role_id', 'name', 'email', 'phone', 'operator_since', 'group_id'])
    .where('can_access', '=', true)
    .where('role_id', '=', ROLE.operator)
    .where('operator_scope', '=', 'full')
    .orderBy('id')
    .execute()
}

export async function findAllOperators(db: Queryable, roomId: number) {
  return living(db, roomId)
    .select(['id', 'user_id', 'name', 'email'])
    .where('role_id', '=', ROLE.operator)
    .orderBy('id')
    .execute()
}

export async function findMemberNames(
  db: Queryable,
  roomId: number,
  memberIds: readonly number[],
): Promise<Map<number, string>> {
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

export async function findAddresses(db: Queryable, roomId: number, memberIds: readonly number[]) {
  if (memberIds.length === 0) return []
  return db
    .withTables<MemberTables>()
    .selectFrom('members')
    .select(['id', 'name', 'email', 'role_id'])
    .where('room_id', '=', roomId)
    .where('id', 'in', [...memberIds])
    .execute()
}

export async function findShutOut(
  db: Queryable,
  roomId: number,
  emails: readonly string[],
): Promise<Map<string, Date | null>> {
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
  // An address's last membership wins.
  const last = new Map(rows.map((row) => [row.email, row]))
  return new Map(
    [...last].flatMap(([email, { ended_at, can_access }]) =>
      ended_at === null && can_access ? [] : [[email, ended_at] as const],
    ),
  )
}

export type MemberRow = Awaited<ReturnType<typeof findMembers>>[number]

export async function findTakenAddresses(
  db: Queryable,
  roomId: number,
  emails: readonly string[],
): Promise<string[]> {
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

const GROUP_LIMITS = [
  'groups.starts_at as group_starts_at',
  'groups.ends_at as group_ends_at',
  'groups.networks',
] as const

export async function keepGroups(tx: Tx, roomId: number): Promise<ReadonlySet<number>> {
  const rows = await tx
    .withTables<MemberTables>()
    .selectFrom('groups')
    .select('id')
    .where('room_id', '=', roomId)
    .forShare()
    .execute()
  return new Set(rows.map(({ id }) => id))
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
  'members.group_from',
  'members.group_until',
] as const

export type Entrant = NonNullable<Awaited<ReturnType<typeof holdEntrant>>>

export async function holdEntrant(tx: Tx, memberId: number) {
  return tx
    .withTables<MemberTables>()
    .selectFrom('members')
    .leftJoin('groups', 'groups.id', 'members.group_id')
    .select([...ENTRANT, ...GROUP_LIMITS])
    .where('members.id', '=', memberId)
    .where('members.ended_at', 'is', null)
    .forNoKeyUpdate('members')
    .executeTakeFirst()
}

export async function findEntrants(db: Queryable, email: string): Promise<Entrant[]> {
  return db
    .withTables<MemberTables>()
    .selectFrom('users')
    .innerJoin('members', 'members.user_id', 'users.id')
    .leftJoin('groups', 'groups.id', 'members.group_id')
    .select([...ENTRANT, ...GROUP_LIMITS])
    .where('users.email', '=', identityOf(email))
    .where('members.ended_at', 'is', null)
    .where('members.can_access', '=', true)
    .orderBy('members.id')
    .execute()
}

export async function findEntrantsAmong(
  db: Queryable,
  memberIds: readonly number[],
): Promise<Entrant[]> {
  if (memberIds.length === 0) return []
  return db
    .withTables<MemberTables>()
    .selectFrom('members')
    .leftJoin('groups', 'groups.id', 'members.group_id')
    .select([...ENTRANT, ...GROUP_LIMITS])
    .where('members.id', 'in', [...memberIds])
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
    .leftJoin('groups', 'groups.id', 'members.group_id')
    .select([
      'pins.hash',
      'pins.replacement',
      'pins.issued_at',
      'pins.used_at',
      ...ENTRANT,
      ...GROUP_LIMITS,
    ])
    .where('pins.lookup', '=', lookup)
    .where('members.ended_at', 'is', null)
}

/** The caller must verify the hash. */
export async function findByPin(db: Queryable, lookup: Buffer) {
  return holderQuery(db, lookup).executeTakeFirst()
}

export async function holdByPin(tx: Tx, lookup: Buffer) {
  const found = await findByPin(tx, lookup)
  if (!found) return undefined
  await holdEntrant(tx, found.id)
  return findByPin(tx, lookup)
}

function codeQuery(db: Queryable, memberId: number) {
  return db
    .withTables<MemberTables>()
    .selectFrom('members')
    .select('code_hash')
    .where('id', '=', memberId)
    .where('ended_at', 'is', null)
}

export async function findCodeHash(db: Queryable, memberId: number): Promise<string | undefined> {
  return (await codeQuery(db, memberId).executeTakeFirst())?.code_hash ?? undefined
}

export async function holdCodeHash(tx: Tx, memberId: number): Promise<string | undefined> {
  return (await codeQuery(tx, memberId).forShare().executeTakeFirst())?.code_hash ?? undefined
}

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

export async function findClosedGuides(db: Queryable, memberId: number): Promise<string[]> {
  const row = await db
    .withTables<MemberTables>()
    .selectFrom('members')
    .select('guides_closed')
    .where('id', '=', memberId)
    .executeTakeFirst()
  return row?.guides_closed ?? []
}
