import type { z } from 'zod'
import type { assertion, requestOptions } from '../../../../../contract/features/passkeys.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import { requestOptionsFor } from '../../../../platform/webauthn/passkey-options.ts'
import { needRelyingParty } from '../../../../platform/webauthn/relying-party.ts'
import { challengeIn, drawChallenge } from '../../../../platform/webauthn/signed-challenge.ts'
import { verifyAssertion } from '../../../../platform/webauthn/verify-passkey.ts'
import type { SessionParts } from '../../session.parts.ts'
import { throttleSubject } from '../../throttling/throttle.ts'
import type { VisitorWithProof } from '../address-proof.ts'
import { startProof } from '../prove-address.ts'
import {
  acceptAddressPasskey,
  findAddressPasskey,
  spendChallenge,
} from './address-passkeys.store.ts'
import { makerOf } from './challenge-maker.ts'

type ProveByPasskeyParts = Pick<
  SessionParts,
  'database' | 'secrets' | 'tokens' | 'throttle' | 'clock' | 'publicUrl'
>

const SUBJECT = 'prove'

/** A mailbox may change hands, so the address must then be proven again. */
export const CONFIRMED_FOR_MS = 90 * 86_400_000

/** The answer does not reveal who has a passkey. @throws Refusal PASSKEYS_UNAVAILABLE */
export function askForProof(parts: ProveByPasskeyParts): z.input<typeof requestOptions> {
  return requestOptionsFor(needRelyingParty(parts), {
    challenge: drawChallenge(makerOf(parts), SUBJECT),
    allowCredentials: [],
  })
}

/**
 * Addresses without rooms are refused like unknown passkeys.
 * @returns the token of the proof
 * @throws Refusal PASSKEYS_UNAVAILABLE, PASSKEY_REFUSED, TOO_MANY, UPGRADE_RUNNING
 */
export async function proveByPasskey(
  parts: ProveByPasskeyParts,
  visitor: VisitorWithProof,
  answer: z.output<typeof assertion>,
): Promise<string> {
  const proof = await parts.throttle.guess(
    'address-passkey',
    throttleSubject(visitor.address),
    () => consume(parts, visitor, answer),
  )
  if (proof === undefined) throw new Refusal('PASSKEY_REFUSED')
  return proof
}

async function consume(
  parts: ProveByPasskeyParts,
  visitor: VisitorWithProof,
  answer: z.output<typeof assertion>,
): Promise<string | undefined> {
  const party = needRelyingParty(parts)
  const challenge = challengeIn(makerOf(parts), answer.clientDataJSON, SUBJECT)
  const passkey =
    challenge &&
    (await findAddressPasskey(parts.database.db, Buffer.from(answer.credential, 'base64url')))
  if (!passkey) return undefined
  const { id, credential_id: credentialId, public_key: publicKey, counter } = passkey
  const used = await verifyAssertion(
    answer,
    { credentialId, publicKey, counter },
    { challenge, party },
  )
  if (!used) return undefined
  return parts.database.transaction(async (tx) => {
    const at = parts.clock.now()
    if (!(await spendChallenge(tx, challenge, at))) return undefined
    const email = await acceptAddressPasskey(
      tx,
      { id, ...used },
      at,
      new Date(at.getTime() - CONFIRMED_FOR_MS),
    )
    return email === undefined
      ? undefined
      : startProof(tx, parts, { email, isByPasskey: true }, visitor)
  })
}
