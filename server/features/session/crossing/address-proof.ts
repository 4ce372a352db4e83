import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { type Entrant, entrantsAmong, entrantsAt, identityOf } from '../../members/index.ts'
import { type RoomRow, roomIfAny } from '../../rooms/index.ts'
import type { Visitor } from '../entry/visitor.ts'
import { closedTo } from '../open-session.ts'
import type { SessionParts } from '../session.parts.ts'
import { acceptedIn, isFresh } from '../sign-on/sign-on.rules.ts'
import { findBoundMembers, isBoundTo } from '../sign-on/sign-on.store.ts'
import { addSessionToProof, isLivingSessionAt, type Proof, touchProof } from './proofs.store.ts'

/** `proof` is the token of a cookie, not checked before `requireProof`. */
export interface VisitorWithProof extends Visitor {
  readonly proof: string | undefined
}

export const proofHash = ({ secrets }: Pick<SessionParts, 'secrets'>, token: string): Buffer =>
  secrets.digestOf('proof', token)

type ProofParts = Pick<SessionParts, 'secrets' | 'tokens' | 'clock'>

/** Finds the proof of the browser, and adds the session that the call came with. @throws Refusal ADDRESS_UNPROVEN */
export async function requireProof(
  db: Queryable,
  parts: ProofParts,
  { proof, bearer }: Pick<VisitorWithProof, 'proof' | 'bearer'>,
): Promise<Proof> {
  const tokenHash = proof === undefined ? undefined : proofHash(parts, proof)
  const found = tokenHash && (await touchProof(db, tokenHash, parts.clock.now()))
  if (!found) throw new Refusal('ADDRESS_UNPROVEN')
  await addPresentedSession(db, parts, { tokenHash, email: found.email, bearer })
  return found
}

/** Adds the session of the bearer, unless it is of another address, whose person may use the same browser. */
export async function addPresentedSession(
  db: Queryable,
  { tokens }: Pick<SessionParts, 'tokens'>,
  {
    tokenHash,
    email,
    bearer,
  }: { readonly tokenHash: Buffer; readonly email: string; readonly bearer: string | undefined },
): Promise<void> {
  const presented = bearer ? await tokens.read(bearer) : undefined
  if (presented && (await isLivingSessionAt(db, presented.sessionId, email)))
    await addSessionToProof(db, tokenHash, presented.sessionId)
}

export interface OpenMembership {
  readonly entrant: Entrant
  readonly room: RoomRow
}

/** Returns the memberships that the proof may enter. Without a network address, any network is accepted. */
export async function crossableAt(
  db: Queryable,
  proof: Covering,
  { at, address }: { readonly at: Date; readonly address?: string },
): Promise<OpenMembership[]> {
  const found: OpenMembership[] = []
  for (const entrant of await coveredBy(db, proof)) {
    const room = await roomIfAny(db, entrant.room_id)
    if (!room || !isCovered(room, proof, at)) continue
    if (closedTo(entrant, room, { at, address, bySignOn: proof.account !== null }) === undefined)
      found.push({ entrant, room })
  }
  return found
}

/** `account` is null if the address was proven by mail. */
export type Covering = Pick<Proof, 'email' | 'account' | 'created_at'>

/** A sign-on opens rooms that accept its provider. Later, its proof only leads between rooms that allow crossing. */
function isCovered(room: RoomRow, { account, created_at: since }: Covering, now: Date): boolean {
  if (account === null) return room.crossing
  return acceptedIn(room, account) !== undefined && (room.crossing || isFresh(since, now))
}

export async function coveredBySignOn(db: Queryable, proof: Covering): Promise<Entrant[]> {
  const found: Entrant[] = []
  for (const entrant of await coveredBy(db, proof)) {
    const room = await roomIfAny(db, entrant.room_id)
    if (room && proof.account !== null && acceptedIn(room, proof.account) !== undefined)
      found.push(entrant)
  }
  return found
}

/** A bound account identifies the member, whatever its address. */
async function coveredBy(db: Queryable, { email, account }: Covering): Promise<Entrant[]> {
  const byAddress = email === '' ? [] : await entrantsAt(db, email)
  if (account === null) return byAddress
  const found = new Map(
    (await entrantsAmong(db, await findBoundMembers(db, account))).map((entrant) => [
      entrant.id,
      entrant,
    ]),
  )
  for (const entrant of byAddress)
    if ((await isBoundTo(db, entrant.id, account)) === undefined) found.set(entrant.id, entrant)
  return [...found.values()].sort((a, b) => a.id - b.id)
}

/** Whether the proof still covers the membership, which the caller has locked. */
export async function isStillCovered(
  tx: Tx,
  entrant: Entrant,
  room: RoomRow,
  proof: Covering,
  now: Date,
): Promise<boolean> {
  if (!isCovered(room, proof, now)) return false
  const isOfAddress = proof.email !== '' && identityOf(entrant.email) === proof.email
  return proof.account === null
    ? isOfAddress
    : ((await isBoundTo(tx, entrant.id, proof.account)) ?? isOfAddress)
}
