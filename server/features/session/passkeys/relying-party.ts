import { isIP } from 'node:net'
import { Refusal } from '../../../platform/http/refusal.ts'

/** Where the passkeys of this server work; an authenticator signs both. */
export interface RelyingParty {
  /** The host of the server's address. */
  readonly id: string
  readonly origin: string
}

/**
 * Follows from PUBLIC_URL alone, never from what a request says: whoever could name it could have passkeys of another site used here.
 * @returns undefined where browsers have no passkeys: at an IP address, and where neither TLS nor this very machine keeps others out.
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'https:' || isLocal ? { id: hostname, origin } : undefined
}

/** @throws Refusal PASSKEYS_UNAVAILABLE */
export function needRelyingParty({ publicUrl }: { readonly publicUrl: string }): RelyingParty {
  const party = relyingPartyOf(publicUrl)
  if (!party) throw new Refusal('PASSKEYS_UNAVAILABLE')
  return party
}
