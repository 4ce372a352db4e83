import { Refusal } from '../../../platform/http/refusal.ts'
import { entrantOf, identityOf } from '../../members/index.ts'
import { roomIfAny } from '../../rooms/index.ts'
import { noteRefusal } from '../entry/join-room.ts'
import { closedTo, type Entered, openSession } from '../open-session.ts'
import type { SessionParts } from '../session.parts.ts'
import { crossableAt, type ProvenVisitor, requireProof } from './address-proof.ts'

/**
 * Rooms that are not listed are refused as if they were not there.
 * @throws Refusal ADDRESS_UNPROVEN, NOT_FOUND, NETWORK, TOO_MANY at the limit of mailed codes
 */
export async function crossRoom(parts: SessionParts, roomId: number, visitor: ProvenVisitor): Promise<Entered> {
  const { db } = parts.database
  const { email } = await requireProof(db, parts, visitor)
  const at = parts.clock.now()
  const open = (await crossableAt(db, email, at)).find(({ room }) => room.id === roomId)
  if (!open) throw new Refusal('NOT_FOUND')
  if (closedTo(open.entrant, open.room, { at, address: visitor.address }) === 'network') {
    const refused = { holder: open.entrant, room: open.room, address: visitor.address }
    await parts.database.transaction((tx) => noteRefusal(tx, parts, refused, 'network'))
    throw new Refusal('NETWORK')
  }
  return openSession(parts, {
    visitor,
    refusal: 'NOT_FOUND',
    by: 'proof',
    pin: undefined,
    async admit(tx) {
      const entrant = await entrantOf(tx, open.entrant.id)
      // Proof, address and setting may have changed before the lock.
      const proof = await requireProof(tx, parts, visitor)
      const isAllowed = (await roomIfAny(tx, roomId))?.crossing === true
      return entrant && isAllowed && identityOf(entrant.email) === proof.email ? entrant : undefined
    },
  })
}
