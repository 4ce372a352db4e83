import type { Queryable } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { type Entrant, entrantsAt } from '../../members/index.ts'
import { type RoomRow, roomIfAny } from '../../rooms/index.ts'
import type { Visitor } from '../entry/visitor.ts'
import { closedTo } from '../open-session.ts'
import type { SessionParts } from '../session.parts.ts'
import { type Proof, touchProof } from './proofs.store.ts'

export interface ProvenVisitor extends Visitor {
  /** Token of the proof. */
  readonly proof: string | undefined
}

export const proofHash = ({ secrets }: Pick<SessionParts, 'secrets'>, token: string): Buffer => secrets.digestOf('proof', token)

/** @throws Refusal ADDRESS_UNPROVEN */
export async function requireProof(
  db: Queryable,
  parts: Pick<SessionParts, 'secrets' | 'clock'>,
  { proof }: Pick<ProvenVisitor, 'proof'>,
): Promise<Proof> {
  const found = proof === undefined ? undefined : await touchProof(db, proofHash(parts, proof), parts.clock.now())
  if (!found) throw new Refusal('ADDRESS_UNPROVEN')
  return found
}

export interface OpenMembership {
  readonly entrant: Entrant
  readonly room: RoomRow
}

/** Rooms that allow crossing and are open to the person, from any network. */
export async function crossableAt(db: Queryable, email: string, at: Date): Promise<OpenMembership[]> {
  const found: OpenMembership[] = []
  for (const entrant of await entrantsAt(db, email)) {
    const room = await roomIfAny(db, entrant.room_id)
    if (room?.crossing && closedTo(entrant, room, { at, address: undefined }) === undefined) found.push({ entrant, room })
  }
  return found
}
