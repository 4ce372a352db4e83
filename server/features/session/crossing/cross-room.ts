import { Refusal } from '../../../platform/http/refusal.ts'
import { entrantOf } from '../../members/index.ts'
import { roomIfAny } from '../../rooms/index.ts'
import { noteRefusal } from '../entry/join-room.ts'
import { closedTo, type Entered, openSession } from '../open-session.ts'
import type { SessionParts } from '../session.parts.ts'
import { admitAccount, signOnBy } from '../sign-on/admit-account.ts'
import {
  crossableAt,
  isStillCovered,
  proofHash,
  requireProof,
  type VisitorWithProof,
} from './address-proof.ts'
import { addSessionToProof } from './proofs.store.ts'

/**
 * Opens a session in another room of the proven address. A room that the person may not enter, or not from this network, seems
 * not to exist.
 * @throws Refusal ADDRESS_UNPROVEN, NOT_FOUND; TOO_MANY also at the limit of mailed codes.
 */
export async function crossRoom(
  parts: SessionParts,
  roomId: number,
  visitor: VisitorWithProof,
): Promise<Entered> {
  const { db } = parts.database
  const covering = await requireProof(db, parts, visitor)
  // Rooms that do not exist count as well, so that TOO_MANY says nothing of one.
  await parts.throttle.count(
    'cross',
    parts.secrets
      .digestOf('email', covering.email || (covering.account?.subject ?? ''))
      .toString('base64url'),
  )
  const at = parts.clock.now()
  const membership = (await crossableAt(db, covering, { at })).find(
    ({ room }) => room.id === roomId,
  )
  if (!membership) throw new Refusal('NOT_FOUND')
  if (
    closedTo(membership.entrant, membership.room, {
      at,
      address: visitor.address,
      bySignOn: covering.account !== null,
    }) === 'network'
  ) {
    const refused = { holder: membership.entrant, room: membership.room, address: visitor.address }
    await parts.database.transaction((tx) => noteRefusal(tx, parts, refused, 'network'))
    throw new Refusal('NOT_FOUND')
  }
  return openSession(parts, {
    visitor,
    refusal: 'NOT_FOUND',
    ...signOnBy(parts, covering, at),
    pin: undefined,
    async admit(tx, _at, sessionId) {
      // The transaction has locked the membership, so all is read again.
      const entrant = await entrantOf(tx, membership.entrant.id)
      const proof = await requireProof(tx, parts, visitor)
      const room = await roomIfAny(tx, roomId)
      if (
        !entrant ||
        !room ||
        visitor.proof === undefined ||
        !(await isStillCovered(tx, entrant, room, proof, at))
      )
        return undefined
      await addSessionToProof(tx, proofHash(parts, visitor.proof), sessionId)
      return proof.account === null
        ? entrant
        : admitAccount(tx, parts, {
            entrant,
            room,
            account: proof.account,
            address: visitor.address,
          })
    },
  })
}
