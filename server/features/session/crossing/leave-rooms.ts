import { entrantOf, entrantsAt } from '../../members/index.ts'
import { endSessionsOf } from '../end-sessions.ts'
import type { SessionParts } from '../session.parts.ts'
import { type ProvenVisitor, proofHash, requireProof } from './address-proof.ts'
import { deleteProof, deleteProofsOf } from './proofs.store.ts'

type Parts = Pick<SessionParts, 'database' | 'secrets' | 'activity' | 'bus' | 'clock'>

/** @returns the number of sessions that ended. @throws Refusal ADDRESS_UNPROVEN if it is to be everywhere. */
export async function leaveRooms(parts: Parts, visitor: ProvenVisitor, { everywhere }: { readonly everywhere: boolean }): Promise<number> {
  const { database, secrets } = parts
  if (!everywhere) {
    if (visitor.proof !== undefined) await deleteProof(database.db, proofHash({ secrets }, visitor.proof))
    return 0
  }
  const { email } = await requireProof(database.db, parts, visitor)
  return database.transaction(async (tx) => {
    let ended = 0
    // In the order of their ids, so that two of these do not block each other.
    for (const { id: memberId } of await entrantsAt(tx, email))
      if (await entrantOf(tx, memberId)) ended += await endSessionsOf(tx, parts, { memberId }, 'elsewhere')
    await deleteProofsOf(tx, email)
    return ended
  })
}
