import { isIP } from 'node:net'
import { Refusal } from '../http/refusal.ts'

export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/**
 * A relying party from a request could admit another site's passkeys.
 * @returns undefined for IP addresses, and for plain HTTP outside localhost.
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'https:' || isLocal ? { id: hostname, origin } : undefined
}

export function needRelyingParty({ publicUrl }: { readonly publicUrl: string }): RelyingParty {
  const party = relyingPartyOf(publicUrl)
  if (!party) throw new Refusal('PASSKEYS_UNAVAILABLE')
  return party
}
