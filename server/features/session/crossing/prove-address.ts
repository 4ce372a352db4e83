import { relyOn } from '../../../access/rules-in-use.store.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { RELEASE_RULES } from '../../../platform/db/process-row.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { drawToken } from '../entry/visitor.ts'
import type { SessionParts } from '../session.parts.ts'
import { throttleSubject } from '../throttling/throttle.ts'
import {
  addPresentedSession,
  crossableAt,
  proofHash,
  type VisitorWithProof,
} from './address-proof.ts'
import { confirmAddressPasskeys } from './passkeys/address-passkeys.store.ts'
import { deleteProof, insertProof, type NewProof, takeProofLink } from './proofs.store.ts'

const TOKEN = /^[A-Za-z0-9_-]{22}$/

type ProveAddressParts = Pick<
  SessionParts,
  'database' | 'secrets' | 'tokens' | 'throttle' | 'clock'
>

/**
 * Mail scanners open links, so a mere visit must not call it.
 * @returns the token of the proof
 * @throws Refusal TOO_MANY, LINK_REFUSED, UPGRADE_RUNNING
 */
export async function proveAddress(
  parts: ProveAddressParts,
  token: string,
  visitor: VisitorWithProof,
): Promise<string> {
  const proof = await parts.throttle.guess('link', throttleSubject(visitor.address), async () =>
    TOKEN.test(token) ? consumeLink(parts, token, visitor) : undefined,
  )
  if (proof === undefined) throw new Refusal('LINK_REFUSED')
  return proof
}

function consumeLink(
  parts: ProveAddressParts,
  token: string,
  visitor: VisitorWithProof,
): Promise<string | undefined> {
  const at = parts.clock.now()
  return parts.database.transaction(async (tx) => {
    const email = await takeProofLink(tx, parts.secrets.digestOf('rooms-link', token), at)
    if (email === undefined) return undefined
    await confirmAddressPasskeys(tx, email, at)
    return startProof(tx, parts, { email, isByPasskey: false }, visitor)
  })
}

/** @returns the token of the proof, undefined if no room is open @throws Refusal UPGRADE_RUNNING */
export async function startProof(
  tx: Tx,
  parts: ProofParts,
  { email, isByPasskey }: { readonly email: string; readonly isByPasskey: boolean },
  visitor: Presenting,
): Promise<string | undefined> {
  const at = parts.clock.now()
  if ((await crossableAt(tx, { email, account: null, created_at: at }, { at })).length === 0)
    return undefined
  // An older process would keep the proof after a block, a new address or a destroyed room.
  await relyOn(tx, RELEASE_RULES.crossing)
  return replaceProof(tx, parts, { email, at, isByPasskey }, visitor)
}

type ProofParts = Pick<ProveAddressParts, 'secrets' | 'tokens' | 'clock'>
type Presenting = Pick<VisitorWithProof, 'proof' | 'bearer'>

/** A browser has only one proof. @returns its token */
export async function replaceProof(
  tx: Tx,
  parts: ProofParts,
  proven: Omit<NewProof, 'tokenHash'>,
  { proof: former, bearer }: Presenting,
): Promise<string> {
  if (former !== undefined) await deleteProof(tx, proofHash(parts, former))
  const proof = drawToken()
  const tokenHash = proofHash(parts, proof)
  await insertProof(tx, { ...proven, tokenHash })
  await addPresentedSession(tx, parts, { tokenHash, email: proven.email, bearer })
  return proof
}
