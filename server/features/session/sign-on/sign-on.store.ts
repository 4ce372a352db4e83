import { ROLE } from '../../../../contract/core/limits.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { SessionTables } from '../session.tables.ts'
import type { Destination } from './destinations.ts'
import type { ProviderClaims } from './sign-on.rules.ts'
import { START_MS, TICKET_MS } from './sign-on.rules.ts'

const ago = (now: Date, ms: number): Date => new Date(now.getTime() - ms)

interface Start {
  readonly stateHash: Buffer
  readonly provider: string
  readonly destination: Destination
}

export async function insertStart(
  db: Queryable,
  { stateHash, provider, destination }: Start,
  at: Date,
): Promise<void> {
  const values = { state_hash: stateHash, provider, destination, created_at: at }
  await db.withTables<SessionTables>().insertInto('sign_on_starts').values(values).execute()
}

/** One of concurrent callers gets the start. */
export async function takeStart(
  db: Queryable,
  { stateHash, provider, destination }: Start,
  now: Date,
): Promise<true | undefined> {
  const taken = await db
    .withTables<SessionTables>()
    .deleteFrom('sign_on_starts')
    .where('state_hash', '=', stateHash)
    .where('provider', '=', provider)
    .where('destination', '=', destination)
    .where('created_at', '>', ago(now, START_MS))
    .returning('state_hash')
    .executeTakeFirst()
  return taken && true
}

export interface Ticket {
  /** The address has the form of `identityOf`. */
  readonly email: string | null
  readonly isVerified: boolean
  readonly account: ProviderClaims
}

export async function insertTicket(
  db: Queryable,
  tokenHash: Buffer,
  { email, isVerified, account }: Ticket,
  at: Date,
): Promise<void> {
  const values = {
    token_hash: tokenHash,
    email,
    is_verified: isVerified,
    said: JSON.stringify(account),
    created_at: at,
  }
  await db.withTables<SessionTables>().insertInto('sign_on_tickets').values(values).execute()
}

/** One of concurrent callers gets the ticket. */
export async function takeTicket(
  db: Queryable,
  tokenHash: Buffer,
  now: Date,
): Promise<Ticket | undefined> {
  const taken = await db
    .withTables<SessionTables>()
    .deleteFrom('sign_on_tickets')
    .where('token_hash', '=', tokenHash)
    .where('created_at', '>', ago(now, TICKET_MS))
    .returning(['email', 'is_verified', 'said'])
    .executeTakeFirst()
  return taken && { email: taken.email, isVerified: taken.is_verified, account: taken.said }
}

export async function deleteOldSignOns(db: Queryable, now: Date): Promise<void> {
  const tables = db.withTables<SessionTables>()
  await tables.deleteFrom('sign_on_starts').where('created_at', '<=', ago(now, START_MS)).execute()
  await tables
    .deleteFrom('sign_on_tickets')
    .where('created_at', '<=', ago(now, TICKET_MS))
    .execute()
}

const subjectOf = ({ subject }: ProviderClaims): Buffer => Buffer.from(subject, 'base64url')

/** Another issuer's account is another account. @returns whether the member is bound to it, undefined without a binding */
export async function isBoundTo(
  db: Queryable,
  memberId: number,
  account: ProviderClaims,
): Promise<boolean | undefined> {
  const rows = await db
    .withTables<SessionTables>()
    .selectFrom('sign_on_bindings')
    .select(['issuer', 'subject_hash'])
    .where('member_id', '=', memberId)
    .execute()
  if (rows.length === 0) return undefined
  return rows.some(
    ({ issuer, subject_hash }) =>
      issuer === account.issuer && subject_hash.equals(subjectOf(account)),
  )
}

export async function findBoundMembers(db: Queryable, account: ProviderClaims): Promise<number[]> {
  const rows = await db
    .withTables<SessionTables>()
    .selectFrom('sign_on_bindings')
    .select('member_id')
    .where('issuer', '=', account.issuer)
    .where('subject_hash', '=', subjectOf(account))
    .orderBy('member_id')
    .execute()
  return rows.map((row) => row.member_id)
}

export async function insertBinding(
  tx: Tx,
  {
    roomId,
    memberId,
    account,
    at,
  }: {
    readonly roomId: number
    readonly memberId: number
    readonly account: ProviderClaims
    readonly at: Date
  },
): Promise<void> {
  const of = {
    room_id: roomId,
    member_id: memberId,
    issuer: account.issuer,
    provider: account.provider,
  }
  await tx
    .withTables<SessionTables>()
    .insertInto('sign_on_bindings')
    .values({ ...of, subject_hash: subjectOf(account), created_at: at })
    .execute()
}

export async function deleteBindings(tx: Tx, memberId: number): Promise<string[]> {
  const rows = await tx
    .withTables<SessionTables>()
    .deleteFrom('sign_on_bindings')
    .where('member_id', '=', memberId)
    .returning('provider')
    .execute()
  return rows.map(({ provider }) => provider)
}

export function findBindings(db: Queryable, roomId: number) {
  return db
    .withTables<SessionTables>()
    .selectFrom('sign_on_bindings')
    .innerJoin('members', 'members.id', 'sign_on_bindings.member_id')
    .select([
      'sign_on_bindings.member_id',
      'members.name',
      'sign_on_bindings.provider',
      'sign_on_bindings.created_at',
    ])
    .where('sign_on_bindings.room_id', '=', roomId)
    .orderBy('members.name')
    .orderBy('members.id')
    .limit(1_000)
    .execute()
}

interface GroupMove {
  readonly before: string
  readonly group: string
}

/** @returns undefined if nothing changed */
export async function placeAtFirstEntry(
  tx: Tx,
  memberId: number,
  groupId: number,
): Promise<GroupMove | undefined> {
  const tables = tx.withTables<SessionTables>()
  const member = await tables
    .selectFrom('members')
    .leftJoin('groups as former', 'former.id', 'members.group_id')
    .select(['members.room_id', 'members.group_id', 'former.name as before'])
    .where('members.id', '=', memberId)
    .where('members.role_id', '!=', ROLE.operator)
    .where('members.last_seen_at', 'is', null)
    // A claim does not change an operator's choice.
    .where('members.group_from', 'is', null)
    .where('members.group_until', 'is', null)
    .where('members.group_lead', '=', false)
    .executeTakeFirst()
  if (!member || member.group_id === groupId) return undefined
  const group = await tables
    .selectFrom('groups')
    .select('name')
    .where('id', '=', groupId)
    .where('room_id', '=', member.room_id)
    .where('kind', '=', 'participants')
    .forShare()
    .executeTakeFirst()
  if (!group) return undefined
  await tables
    .updateTable('members')
    .set({ group_id: groupId })
    .where('id', '=', memberId)
    .execute()
  return { before: member.before ?? '', group: group.name }
}

export async function findGroupIds(db: Queryable, roomId: number): Promise<ReadonlySet<number>> {
  const rows = await db
    .withTables<SessionTables>()
    .selectFrom('groups')
    .select('id')
    .where('room_id', '=', roomId)
    .where('kind', '=', 'participants')
    .execute()
  return new Set(rows.map(({ id }) => id))
}
