import { type Selectable, sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { ConsoleTables } from '../console.tables.ts'
import { deleteAccount } from './accounts.store.ts'

const tables = (db: Queryable) => db.withTables<ConsoleTables>()

export type AdministratorRow = Selectable<ConsoleTables['administrators']>

const LOCK = sql`hashtextextended('sealroom administrators', 0)`

/** Changes wait only for changes of administrators. */
export async function shareAdministrators(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${LOCK})`.execute(tx)
}

export async function holdAdministrators(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
}

export async function findAdministrator(
  db: Queryable,
  id: number,
): Promise<AdministratorRow | undefined> {
  return tables(db)
    .selectFrom('administrators')
    .selectAll()
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

export interface Entrances {
  readonly id: number
  readonly passkeys: number
  readonly accounts: number
  readonly needs_invitation: boolean
}

export async function findAdministratorAt(tx: Tx, email: string): Promise<Entrances | undefined> {
  const { rows } = await sql<Entrances>`
    select id, needs_invitation, (select count(*)::int from administrator_passkeys where administrator_id = administrators.id) as passkeys,
      (select count(*)::int from administrator_accounts where administrator_id = administrators.id) as accounts
    from administrators where lower(email) = ${email.toLowerCase()} and ended_at is null`.execute(
    tx,
  )
  return rows[0]
}

export async function ensureAdministrator(
  tx: Tx,
  { email, name, at }: { email: string; name: string; at: Date },
): Promise<number> {
  const living = tables(tx)
    .updateTable('administrators')
    .set({ name, email })
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
  const known = await living.where('ended_at', 'is', null).returning('id').executeTakeFirst()
  if (known) return known.id
  const made = tables(tx)
    .insertInto('administrators')
    .values({ email, name, created_at: at })
    .returning('id')
  return (await made.executeTakeFirstOrThrow()).id
}

export interface ListedAdministrator extends AdministratorRow {
  readonly passkeys: number
  readonly account_provider: string | null
  readonly account_issuer: string | null
  readonly account_since: Date | null
  readonly used_at: Date | null
  readonly invited_until: Date | null
}

export async function findAdministrators(db: Queryable, now: Date): Promise<ListedAdministrator[]> {
  const { rows } = await sql<ListedAdministrator>`
    select administrators.*,
      (select count(*)::int from administrator_passkeys where administrator_id = administrators.id) as passkeys,
      accounts.provider as account_provider, accounts.issuer as account_issuer, accounts.bound_at as account_since,
      greatest((select max(used_at) from administrator_passkeys where administrator_id = administrators.id), accounts.used_at) as used_at,
      (select max(expires_at) from administrator_invitations where administrator_id = administrators.id and expires_at > ${now})
        as invited_until
    from administrators left join administrator_accounts as accounts on accounts.administrator_id = administrators.id
    where ended_at is null order by id`.execute(db)
  return rows
}

/** Also deletes sign-ons and invitations. */
export async function endAdministrator(tx: Tx, id: number, at: Date): Promise<void> {
  await tables(tx)
    .updateTable('administrators')
    .set({ ended_at: at })
    .where('id', '=', id)
    .execute()
  await deleteEntrances(tx, id)
  const invitations = tables(tx).deleteFrom('administrator_invitations')
  await invitations
    .where(({ eb, or }) => or([eb('administrator_id', '=', id), eb('made_by', '=', id)]))
    .execute()
}

export async function deleteEntrances(tx: Tx, id: number): Promise<void> {
  await tables(tx).deleteFrom('administrator_passkeys').where('administrator_id', '=', id).execute()
  await deleteAccount(tx, id)
  await deleteSessionsOf(tx, id)
}

export async function deleteSessionsOf(tx: Tx, id: number): Promise<void> {
  await tables(tx).deleteFrom('administrator_sessions').where('administrator_id', '=', id).execute()
}

interface NewInvitation {
  readonly hash: Buffer
  readonly administratorId: number
  readonly expiresAt: Date
  readonly madeBy: number | null
}

export async function putInvitation(tx: Tx, row: NewInvitation): Promise<void> {
  const set = { hash: row.hash, expires_at: row.expiresAt, made_by: row.madeBy }
  await tables(tx)
    .insertInto('administrator_invitations')
    .values({ ...set, administrator_id: row.administratorId })
    .onConflict((conflict) => conflict.column('administrator_id').doUpdateSet(set))
    .execute()
}

export async function findInvited(
  db: Queryable,
  hash: Buffer,
  now: Date,
): Promise<AdministratorRow | undefined> {
  return tables(db)
    .selectFrom('administrator_invitations as invitations')
    .innerJoin('administrators', 'administrators.id', 'invitations.administrator_id')
    .selectAll('administrators')
    .where('invitations.hash', '=', hash)
    .where('invitations.expires_at', '>', now)
    .where('administrators.ended_at', 'is', null)
    .executeTakeFirst()
}

/** Only one caller uses the invitation. */
export async function useInvitation(tx: Tx, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tables(tx)
    .deleteFrom('administrator_invitations')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function deleteInvitationOf(tx: Tx, administratorId: number): Promise<void> {
  await tables(tx)
    .deleteFrom('administrator_invitations')
    .where('administrator_id', '=', administratorId)
    .execute()
}
