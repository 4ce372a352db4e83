import { isIP } from 'node:net'
import { Refusal } from '../http/refusal.ts'

/** An authenticator signs both values. */
export interface RelyingParty {
  /** This is the host name of PUBLIC_URL. */
  readonly id: string
  readonly origin: string
}

/**
 * Derives the relying party from PUBLIC_URL, since one taken from a request could admit passkeys of another site.
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
