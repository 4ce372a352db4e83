import { relyOn } from '../../../access/rules-in-use.store.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { RELEASE_RULES } from '../../../platform/db/process-row.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { entrantOf, entrantsAt } from '../../members/index.ts'
import { roomIfAny } from '../../rooms/index.ts'
import {
  type Covering,
  crossableAt,
  isStillCovered,
  type OpenMembership,
  proofHash,
  type VisitorWithProof,
} from '../crossing/address-proof.ts'
import { addSessionToProof } from '../crossing/proofs.store.ts'
import { replaceProof } from '../crossing/prove-address.ts'
import { noteRefusal } from '../entry/join-room.ts'
import { closedTo, type Entered, openSession } from '../open-session.ts'
import type { SessionParts } from '../session.parts.ts'
import { admitAccount, signOnBy } from './admit-account.ts'
import { acceptedIn, type ProviderClaims } from './sign-on.rules.ts'
import { isBoundTo, type Ticket } from './sign-on.store.ts'
import { takeTicketOf } from './take-ticket.ts'

type SignedOn = Covering & { readonly account: ProviderClaims }

export interface Completed {
  readonly entered: Entered | undefined
  readonly proof: string
}

/** @throws Refusal TOO_MANY, SIGN_ON_OVER, SIGN_ON_UNVERIFIED, SIGN_ON_REFUSED, UPGRADE_RUNNING */
export async function completeSignOn(
  parts: SessionParts,
  { token, roomNo }: { readonly token: string | undefined; readonly roomNo: string | undefined },
  visitor: VisitorWithProof,
): Promise<Completed> {
  const at = parts.clock.now()
  const ticket = await takeTicketOf(parts, token, {
    destination: 'rooms',
    address: visitor.address,
  })
  const signedOn: SignedOn = {
    email: ticket.isVerified ? (ticket.email ?? '') : '',
    account: ticket.account,
    created_at: at,
  }
  const open = await crossableAt(parts.database.db, signedOn, { at })
  const [first] = open
  // A network refusal would confirm a membership, and keep the person from other rooms.
  const isReachable = (entrant: OpenMembership['entrant'], room: OpenMembership['room']) =>
    closedTo(entrant, room, { at, address: visitor.address, bySignOn: true }) === undefined
  if (!first) throw await refusalOf(parts, ticket, signedOn, visitor)
  const chosen =
    open.length === 1
      ? first
      : open.find(({ entrant, room }) => room.room_no === roomNo && isReachable(entrant, room))
  const kept = await keepProof(parts, signedOn, visitor)
  return {
    proof: kept,
    entered: chosen && (await enter(parts, chosen, { signedOn, visitor, proof: kept })),
  }
}

function keepProof(
  parts: SessionParts,
  { email, account, created_at: at }: SignedOn,
  visitor: VisitorWithProof,
): Promise<string> {
  return parts.database.transaction(async (tx) => {
    await relyOn(tx, RELEASE_RULES.signOn)
    return replaceProof(tx, parts, { email, account, at }, visitor)
  })
}

interface Entering {
  readonly signedOn: SignedOn
  readonly visitor: VisitorWithProof
  readonly proof: string
}

async function enter(
  parts: SessionParts,
  { entrant: found, room: roomFound }: OpenMembership,
  { signedOn, visitor, proof }: Entering,
): Promise<Entered> {
  const { account, created_at: at } = signedOn
  const { address } = visitor
  const reason = closedTo(found, roomFound, { at, address, bySignOn: true })
  if (reason !== undefined) {
    await parts.database.transaction((tx) =>
      noteRefusal(tx, parts, { holder: found, room: roomFound, address }, reason),
    )
    throw new Refusal('SIGN_ON_REFUSED')
  }
  return openSession(parts, {
    visitor,
    refusal: 'SIGN_ON_REFUSED',
    ...signOnBy(parts, signedOn, at, true),
    pin: undefined,
    async admit(tx, _at, sessionId) {
      const entrant = await entrantOf(tx, found.id)
      const room = await roomIfAny(tx, roomFound.id)
      // The transaction has locked the membership, so all is read again.
      if (!entrant || !room || !(await isStillCovered(tx, entrant, room, signedOn, at)))
        return undefined
      await addSessionToProof(tx, proofHash(parts, proof), sessionId)
      return admitAccount(tx, parts, { entrant, room, account, address })
    },
  })
}

/** The answer is always the same. */
async function refusalOf(
  parts: SessionParts,
  ticket: Ticket,
  signedOn: SignedOn,
  { address }: VisitorWithProof,
): Promise<Refusal> {
  if (!ticket.isVerified || signedOn.email === '') return new Refusal('SIGN_ON_UNVERIFIED')
  await parts.database.transaction((tx) => noteRefusals(tx, parts, signedOn, address))
  return new Refusal('SIGN_ON_REFUSED')
}

async function noteRefusals(
  tx: Tx,
  parts: SessionParts,
  { email, account, created_at: at }: SignedOn,
  address: string,
): Promise<void> {
  for (const holder of await entrantsAt(tx, email)) {
    const room = await roomIfAny(tx, holder.room_id)
    if (!room || acceptedIn(room, account) === undefined) continue
    const isOther = (await isBoundTo(tx, holder.id, account)) === false
    const reason = isOther ? 'account' : closedTo(holder, room, { at, address, bySignOn: true })
    if (reason !== undefined) await noteRefusal(tx, parts, { holder, room, address }, reason)
  }
}
