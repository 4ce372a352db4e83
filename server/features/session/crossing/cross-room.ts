import { Refusal } from '../../../platform/http/refusal.ts'
import { entrantOf } from '../../members/index.ts'
import { roomIfAny } from '../../rooms/index.ts'
import { noteRefusal } from '../entry/join-room.ts'
import { closedTo, type Entered, openSession } from '../open-session.ts'
import type { SessionParts } from '../session.parts.ts'
import { admitAccount, signOnBy } from '../sign-on/admit-account.ts'
import { crossableAt, isStillCovered, type ProvenVisitor, proofHash, requireProof } from './address-proof.ts'
import { holdSessionByProof } from './proofs.store.ts'

/**
 * Unlisted rooms seem nonexistent, also outside their networks.
 * @throws Refusal ADDRESS_UNPROVEN, NOT_FOUND; TOO_MANY also at the limit of mailed codes.
 */
export async function crossRoom(parts: SessionParts, roomId: number, visitor: ProvenVisitor): Promise<Entered> {
  const { db } = parts.database
  const held = await requireProof(db, parts, visitor)
  // Counting first reveals nothing about the room.
  await parts.throttle.count('cross', parts.secrets.digestOf('email', held.email || (held.account?.subject ?? '')).toString('base64url'))
  const at = parts.clock.now()
  const open = (await crossableAt(db, held, { at })).find(({ room }) => room.id === roomId)
  if (!open) throw new Refusal('NOT_FOUND')
  if (closedTo(open.entrant, open.room, { at, address: visitor.address, bySignOn: held.account !== null }) === 'network') {
    const refused = { holder: open.entrant, room: open.room, address: visitor.address }
    await parts.database.transaction((tx) => noteRefusal(tx, parts, refused, 'network'))
    throw new Refusal('NOT_FOUND')
  }
  return openSession(parts, {
    visitor,
    refusal: 'NOT_FOUND',
    ...signOnBy(parts, held, at),
    pin: undefined,
    async admit(tx, _at, sessionId) {
      const entrant = await entrantOf(tx, open.entrant.id)
      // These may have changed before the lock.
      const proof = await requireProof(tx, parts, visitor)
      const room = await roomIfAny(tx, roomId)
      if (!entrant || !room || visitor.proof === undefined || !(await isStillCovered(tx, entrant, room, proof, at))) return undefined
      await holdSessionByProof(tx, proofHash(parts, visitor.proof), sessionId)
      return proof.account === null ? entrant : admitAccount(tx, parts, { entrant, room, account: proof.account, address: visitor.address })
    },
  })
}
