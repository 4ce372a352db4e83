import { LIMITS, ROLE } from '../../../../contract/core/limits.ts'
import type { BesideIn } from '../../../../contract/core/operation.ts'
import type { list, OwnRoom } from '../../../../contract/features/session/own-rooms.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Reply } from '../../../platform/http/envelope.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { isKnownDevice } from '../entry/complete-entry.ts'
import type { SessionGuard } from '../guard/session-guard.ts'
import type { SessionParts } from '../session.parts.ts'
import type { OpenMembership, VisitorWithProof } from './address-proof.ts'
import { crossableAt, requireProof } from './address-proof.ts'
import { findAgreedSession } from './proofs.store.ts'

export interface ListingParts
  extends Pick<SessionParts, 'database' | 'secrets' | 'tokens' | 'clock'> {
  countNews(actor: Actor): Promise<number>
}

/** @throws Refusal ADDRESS_UNPROVEN */
export async function listOwnRooms(
  parts: ListingParts,
  guard: Pick<SessionGuard, 'admitSession'>,
  visitor: VisitorWithProof,
): Promise<Reply<OwnRoom[], BesideIn<typeof list>>> {
  const { db } = parts.database
  const proof = await requireProof(db, parts, visitor)
  const payload: OwnRoom[] = []
  for (const open of await crossableAt(db, proof, {
    at: parts.clock.now(),
    address: visitor.address,
  })) {
    const { id: roomId, name: roomName } = open.room
    payload.push({ roomId, roomName, ...(await insideOf(parts, guard, open, visitor)) })
  }
  return {
    payload,
    email: proof.email,
    until: new Date(proof.created_at.getTime() + LIMITS.proofMs).toISOString(),
  }
}

async function insideOf(
  parts: ListingParts,
  guard: Pick<SessionGuard, 'admitSession'>,
  { entrant, room }: OpenMembership,
  visitor: VisitorWithProof,
): Promise<Omit<OwnRoom, 'roomId' | 'roomName'>> {
  const { db } = parts.database
  if (!(await isKnownDevice(db, parts, entrant, visitor))) return {}
  const sessionId = await findAgreedSession(db, entrant.id)
  if (sessionId === undefined) return {}
  try {
    const actor = await guard.admitSession(sessionId, visitor.address, 'session.use')
    const ends =
      entrant.role_id === ROLE.operator
        ? [room.closes_at]
        : [room.closes_at, entrant.group_until, entrant.group_ends_at]
    const first = ends.filter((at) => at !== null).sort((a, b) => Number(a) - Number(b))[0]
    return {
      phase: room.phase,
      endsAt: first?.toISOString() ?? null,
      news: await parts.countNews(actor),
    }
  } catch (error) {
    if (error instanceof Refusal) return {}
    throw error
  }
}
