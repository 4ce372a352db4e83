import { entrantOf, entrantsAt } from '../../members/index.ts'
import { endSessionsOf } from '../end-sessions.ts'
import type { SessionParts } from '../session.parts.ts'
import { type ProvenVisitor, proofHash, requireProof } from './address-proof.ts'
import { deleteProof, deleteProofsOf } from './proofs.store.ts'

type Parts = Pick<SessionParts, 'database' | 'secrets' | 'tokens' | 'activity' | 'bus' | 'clock'>

/** @returns the number of sessions that ended. @throws Refusal ADDRESS_UNPROVEN if it is to be everywhere. */
export async function leaveRooms(parts: Parts, visitor: ProvenVisitor, { everywhere }: { readonly everywhere: boolean }): Promise<number> {
  const { database, secrets } = parts
  if (!everywhere) {
    if (visitor.proof !== undefined) await deleteProof(database.db, proofHash({ secrets }, visitor.proof))
    return 0
  }
  const { email } = await requireProof(database.db, parts, visitor)
  return database.transaction(async (tx) => {
    const held: number[] = []
    // In the order of their ids, so that two of these do not block each other.
    for (const { id: memberId } of await entrantsAt(tx, email)) if (await entrantOf(tx, memberId)) held.push(memberId)
    // First, since it waits for a crossing that has used one, whose session then ends, too.
    await deleteProofsOf(tx, email)
    let ended = 0
    for (const memberId of held) ended += await endSessionsOf(tx, parts, { memberId }, 'elsewhere')
    return ended
  })
}
