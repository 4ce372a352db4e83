import { z } from 'zod'
import type { creationOptions, requestOptions } from '../../../contract/features/passkeys.ts'
import type { RelyingParty } from './relying-party.ts'
import { ALGORITHMS } from './verify-passkey.ts'

/** Browsers also receive these milliseconds. */
export const CHALLENGE_MS = 5 * 60_000

/** Spent challenges are remembered longer, because nodes' clocks differ. */
export const SPENT_MS = 2 * CHALLENGE_MS

const SITE = 'Sealroom'

type Creation = z.input<typeof creationOptions>
type PasskeyRequestOptions = z.input<typeof requestOptions>

/** @param residentKey `required` if passkeys are requested without an owner */
export const creationOptionsFor = (
  party: RelyingParty,
  {
    residentKey,
    ...own
  }: Pick<Creation, 'challenge' | 'user' | 'excludeCredentials'> &
    Pick<Creation['authenticatorSelection'], 'residentKey'>,
): Creation => ({
  ...own,
  rp: { id: party.id, name: SITE },
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
  timeout: CHALLENGE_MS,
  attestation: 'none',
  authenticatorSelection: { residentKey, userVerification: 'required' },
})

export const requestOptionsFor = (
  party: RelyingParty,
  own: Pick<PasskeyRequestOptions, 'challenge' | 'allowCredentials'>,
): PasskeyRequestOptions => ({
  ...own,
  rpId: party.id,
  timeout: CHALLENGE_MS,
  userVerification: 'required',
})

const clientData = z.object({ challenge: z.base64url() })

/** Nothing is verified yet. */
export function challengeSaidIn(clientDataJSON: string): Buffer | undefined {
  const said = clientData.safeParse(
    parsed(Buffer.from(clientDataJSON, 'base64url').toString('utf8')),
  )
  return said.success ? Buffer.from(said.data.challenge, 'base64url') : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
