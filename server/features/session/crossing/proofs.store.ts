import { type RawBuilder, sql } from 'kysely'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { SessionTables } from '../session.tables.ts'
import type { ProviderClaims } from '../sign-on/sign-on.rules.ts'

interface ProofLinkFields {
  readonly tokenHash: Buffer
  /** The address has the form of `identityOf`. */
  readonly email: string
  readonly at: Date
}

const ago = (now: Date, ms: number): Date => new Date(now.getTime() - ms)

export async function insertProofLink(
  tx: Tx,
  { tokenHash, email, at }: ProofLinkFields,
): Promise<void> {
  await tx
    .withTables<SessionTables>()
    .insertInto('proof_links')
    .values({ token_hash: tokenHash, email, created_at: at })
    .execute()
}

/** One of concurrent callers gets the link. @returns the address */
export async function takeProofLink(
  tx: Tx,
  tokenHash: Buffer,
  now: Date,
): Promise<string | undefined> {
  const taken = await tx
    .withTables<SessionTables>()
    .deleteFrom('proof_links')
    .where('token_hash', '=', tokenHash)
    .returning(['email', 'created_at'])
    .executeTakeFirst()
  return taken && taken.created_at > ago(now, LIMITS.proofLinkMs) ? taken.email : undefined
}

export interface NewProof extends ProofLinkFields {
  readonly account?: ProviderClaims
  readonly isByPasskey?: boolean
}

export async function insertProof(
  tx: Tx,
  { tokenHash, email, at, account, isByPasskey = false }: NewProof,
): Promise<void> {
  const values = {
    token_hash: tokenHash,
    email,
    created_at: at,
    used_at: at,
    said: account ? JSON.stringify(account) : null,
    by_passkey: isByPasskey,
  }
  await tx.withTables<SessionTables>().insertInto('address_proofs').values(values).execute()
}

export type Proof = NonNullable<Awaited<ReturnType<typeof touchProof>>>

/** Only the same browser's sessions keep proofs alive. @returns undefined if the proof is over */
export async function touchProof(db: Queryable, tokenHash: Buffer, now: Date) {
  const tables = db.withTables<SessionTables>()
  const living = tables
    .selectFrom('sessions')
    .select('sessions.id')
    .where(sql<boolean>`sessions.id = any(address_proofs.sessions)`)
    .where('sessions.parent_id', 'is', null)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.unproven', '=', false)
    .where('sessions.active_at', '>', ago(now, LIMITS.idleMs))
    .where('sessions.created_at', '>', ago(now, LIMITS.sessionMs))
  return tables
    .updateTable('address_proofs')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('created_at', '>', ago(now, LIMITS.proofMs))
    .where(({ or, eb, exists }) =>
      or([eb('used_at', '>', ago(now, LIMITS.idleMs)), exists(living)]),
    )
    .returning(['email', 'created_at', 'said as account', 'by_passkey'])
    .executeTakeFirst()
}

/** Older sessions end before a proof has this many. */
const SESSIONS_KEPT = 50

/** Notes that the session is in the browser of the proof, which then lasts at least as long. */
export async function addSessionToProof(
  db: Queryable,
  tokenHash: Buffer,
  sessionId: string,
): Promise<void> {
  const newest = sql<
    string[]
  >`(array_append(sessions, ${sessionId}))[greatest(cardinality(sessions) + 2 - ${SESSIONS_KEPT}::integer, 1):]`
  await db
    .withTables<SessionTables>()
    .updateTable('address_proofs')
    .set({ sessions: newest })
    .where('token_hash', '=', tokenHash)
    .where(sql<boolean>`${sessionId} <> all(sessions)`)
    .execute()
}

export async function isLivingSessionAt(
  db: Queryable,
  sessionId: string,
  email: string,
): Promise<boolean> {
  const found = await db
    .withTables<SessionTables>()
    .selectFrom('sessions')
    .innerJoin('members', 'members.id', 'sessions.member_id')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select('sessions.id')
    .where('sessions.id', '=', sessionId)
    .where('sessions.parent_id', 'is', null)
    .where('sessions.ended_at', 'is', null)
    .where('users.email', '=', email)
    .executeTakeFirst()
  return found !== undefined
}

export async function deleteProof(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db
    .withTables<SessionTables>()
    .deleteFrom('address_proofs')
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Matches proofs by a bound account, whose address the provider chooses. */
const byAccountOf = (members: RawBuilder<unknown>): RawBuilder<boolean> => sql`
  (said is not null and decode(translate(said->>'subject', '-_', '+/') || '=', 'base64') in (
    select subject_hash from sign_on_bindings where member_id in (${members})))`

/** Also deletes links, and account proofs of its people. */
export async function deleteProofsOf(tx: Tx, email: string): Promise<void> {
  const tables = tx.withTables<SessionTables>()
  const people = sql`select members.id from members join users on users.id = members.user_id where users.email = ${email}`
  await tables.deleteFrom('proof_links').where('email', '=', email).execute()
  await tables
    .deleteFrom('address_proofs')
    .where(sql<boolean>`(email = ${email} or ${byAccountOf(people)})`)
    .execute()
}

export async function deleteProofsBy(tx: Tx, account: ProviderClaims): Promise<void> {
  const isBySame = sql<boolean>`said->>'issuer' = ${account.issuer} and said->>'subject' = ${account.subject}`
  await tx.withTables<SessionTables>().deleteFrom('address_proofs').where(isBySame).execute()
}

/** @param sparedSession the proof that has this session, of the same browser, stays */
export async function deleteProofsOfMember(
  tx: Tx,
  memberId: number,
  sparedSession = '',
): Promise<void> {
  const own = sql<boolean>`email in (select users.email from members join users on users.id = members.user_id where members.id = ${memberId})`
  const tables = tx.withTables<SessionTables>()
  await tables.deleteFrom('proof_links').where(own).execute()
  await tables
    .deleteFrom('address_proofs')
    .where(sql<boolean>`(${own} or ${byAccountOf(sql`${memberId}`)})`)
    .where(sql<boolean>`${sparedSession} <> all(sessions)`)
    .execute()
}

export async function deleteOldProofs(db: Queryable, now: Date): Promise<void> {
  const tables = db.withTables<SessionTables>()
  await tables
    .deleteFrom('proof_links')
    .where('created_at', '<=', ago(now, LIMITS.proofLinkMs))
    .execute()
  await tables
    .deleteFrom('address_proofs')
    .where('created_at', '<=', ago(now, LIMITS.proofMs))
    .execute()
}

export async function findAgreedSession(
  db: Queryable,
  memberId: number,
): Promise<string | undefined> {
  const row = await db
    .withTables<SessionTables>()
    .selectFrom('sessions')
    .select('id')
    .where('member_id', '=', memberId)
    .where('parent_id', 'is', null)
    .where('ended_at', 'is', null)
    .where('agreed_at', 'is not', null)
    .orderBy('active_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}
