import type { Queryable } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { type Entrant, entrantsAt } from '../../members/index.ts'
import { type RoomRow, roomIfAny } from '../../rooms/index.ts'
import type { Visitor } from '../entry/visitor.ts'
import { closedTo } from '../open-session.ts'
import type { SessionParts } from '../session.parts.ts'
import { holdSessionByProof, isLivingSessionAt, type Proof, touchProof } from './proofs.store.ts'

export interface ProvenVisitor extends Visitor {
  /** Token of the proof. */
  readonly proof: string | undefined
}

export const proofHash = ({ secrets }: Pick<SessionParts, 'secrets'>, token: string): Buffer => secrets.digestOf('proof', token)

type ProofParts = Pick<SessionParts, 'secrets' | 'tokens' | 'clock'>

/** The session that the visitor sends along keeps the proof from now on. @throws Refusal ADDRESS_UNPROVEN */
export async function requireProof(
  db: Queryable,
  parts: ProofParts,
  { proof, bearer }: Pick<ProvenVisitor, 'proof' | 'bearer'>,
): Promise<Proof> {
  const tokenHash = proof === undefined ? undefined : proofHash(parts, proof)
  const found = tokenHash && (await touchProof(db, tokenHash, parts.clock.now()))
  if (!found) throw new Refusal('ADDRESS_UNPROVEN')
  await holdPresented(db, parts, { tokenHash, email: found.email, bearer })
  return found
}

/** A session of another address shows nothing about this one's browser. */
export async function holdPresented(
  db: Queryable,
  { tokens }: Pick<SessionParts, 'tokens'>,
  { tokenHash, email, bearer }: { readonly tokenHash: Buffer; readonly email: string; readonly bearer: string | undefined },
): Promise<void> {
  const presented = bearer ? await tokens.read(bearer) : undefined
  if (presented && (await isLivingSessionAt(db, presented.sessionId, email))) await holdSessionByProof(db, tokenHash, presented.sessionId)
}

export interface OpenMembership {
  readonly entrant: Entrant
  readonly room: RoomRow
}

/**
 * Rooms that allow crossing and are open to the person.
 * @param visit without an address from any network
 */
export async function crossableAt(
  db: Queryable,
  email: string,
  { at, address }: { readonly at: Date; readonly address?: string },
): Promise<OpenMembership[]> {
  const found: OpenMembership[] = []
  for (const entrant of await entrantsAt(db, email)) {
    const room = await roomIfAny(db, entrant.room_id)
    if (room?.crossing && closedTo(entrant, room, { at, address }) === undefined) found.push({ entrant, room })
  }
  return found
}
