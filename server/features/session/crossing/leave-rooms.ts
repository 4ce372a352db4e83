import type { Tx } from '../../../platform/db/database.ts'
import { entrantOf, entrantsAt } from '../../members/index.ts'
import { endSessionsOf } from '../end-sessions.ts'
import type { SessionParts } from '../session.parts.ts'
import { coveredBySignOn, proofHash, requireProof, type VisitorWithProof } from './address-proof.ts'
import { deleteProof, deleteProofsBy, deleteProofsOf, type Proof } from './proofs.store.ts'

type LeaveRoomsParts = Pick<
  SessionParts,
  'database' | 'secrets' | 'tokens' | 'activity' | 'bus' | 'clock'
>

/** @returns the number of ended sessions @throws Refusal ADDRESS_UNPROVEN without a proof for `everywhere` */
export async function leaveRooms(
  parts: LeaveRoomsParts,
  visitor: VisitorWithProof,
  { everywhere }: { readonly everywhere: boolean },
): Promise<number> {
  const { database, secrets } = parts
  if (!everywhere) {
    if (visitor.proof !== undefined)
      await deleteProof(database.db, proofHash({ secrets }, visitor.proof))
    return 0
  }
  const proof = await requireProof(database.db, parts, visitor)
  return database.transaction(async (tx) => {
    const held: number[] = []
    // Locking in the order of ids prevents deadlocks.
    for (const memberId of await peopleOf(tx, proof))
      if (await entrantOf(tx, memberId)) held.push(memberId)
    // The deletion waits for concurrent crossings, whose sessions end too.
    await (proof.account === null
      ? deleteProofsOf(tx, proof.email)
      : deleteProofsBy(tx, proof.account))
    let ended = 0
    for (const memberId of held) ended += await endSessionsOf(tx, parts, { memberId }, 'elsewhere')
    return ended
  })
}

const peopleOf = async (tx: Tx, { email, account, created_at }: Proof): Promise<number[]> => {
  const people =
    account === null
      ? await entrantsAt(tx, email)
      : await coveredBySignOn(tx, { email, account, created_at })
  return people.map(({ id }) => id)
}
