import { z } from 'zod'
import type { creationOptions, requestOptions } from '../../../contract/features/passkeys.ts'
import type { RelyingParty } from './relying-party.ts'
import { ALGORITHMS } from './verify-passkey.ts'

/** The value is in milliseconds. Browsers receive this limit too. */
export const CHALLENGE_MS = 5 * 60_000

/** Spent challenges are remembered longer than they are valid, because clocks of nodes differ. */
export const SPENT_MS = 2 * CHALLENGE_MS

/** Browsers show this next to the person's name. */
const SITE = 'Sealroom'

type Creation = z.input<typeof creationOptions>
type PasskeyRequestOptions = z.input<typeof requestOptions>

/** @param residentKey is `required` if the passkey is later requested without naming its owner */
export const creationOptionsFor = (
  party: RelyingParty,
  {
    residentKey,
    ...own
  }: Pick<Creation, 'challenge' | 'user' | 'excludeCredentials'> & Pick<Creation['authenticatorSelection'], 'residentKey'>,
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

/** Returns the challenge that the browser claims to have signed, before anything is verified. */
export function challengeSaidIn(clientDataJSON: string): Buffer | undefined {
  const said = clientData.safeParse(parsed(Buffer.from(clientDataJSON, 'base64url').toString('utf8')))
  return said.success ? Buffer.from(said.data.challenge, 'base64url') : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
