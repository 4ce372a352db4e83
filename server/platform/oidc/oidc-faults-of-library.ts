import * as client from 'openid-client'
import { OidcFault, type OidcFaultKind } from './oidc-fault.ts'

const DENIALS = [
  'access_denied',
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
]

const CODES: Readonly<Record<string, OidcFaultKind>> = {
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'clock',
  OAUTH_TIMEOUT: 'unreachable',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'setup',
  OAUTH_REQUEST_PROTOCOL_FORBIDDEN: 'setup',
  OAUTH_MISSING_SERVER_METADATA: 'setup',
  OAUTH_INVALID_SERVER_METADATA: 'setup',
  OAUTH_RESPONSE_IS_NOT_JSON: 'provider',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'provider',
  OAUTH_PARSE_ERROR: 'provider',
  OAUTH_WWW_AUTHENTICATE_CHALLENGE: 'provider',
}

const NETWORK =
  /^(E[A-Z]+|CERT_.*|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_.*|UNABLE_TO_.*|ERR_TLS_.*)$/

/** The provider's description may repeat what was sent. */
const wordOf = (code: string): string => (/^[a-z_]{1,60}$/.test(code) ? code : 'an unknown error')

export function faultOf(error: unknown): OidcFault {
  for (
    let at: unknown = error, depth = 0;
    at instanceof Error && depth < 5;
    at = at.cause, depth += 1
  ) {
    if (at instanceof OidcFault) return at
    const found = ofOne(at)
    if (found) return found
  }
  return new OidcFault('token', 'what the provider sent could not be used')
}

function ofOne(error: Error & { readonly code?: unknown }): OidcFault | undefined {
  if (error instanceof client.AuthorizationResponseError)
    return new OidcFault(
      DENIALS.includes(error.error) ? 'denied' : 'provider',
      `the provider answered ${wordOf(error.error)}`,
    )
  if (error instanceof client.ResponseBodyError)
    return new OidcFault('provider', `the token endpoint answered ${wordOf(error.error)}`)
  if (isOfIssuer(error)) return new OidcFault('issuer', 'the answer is of another issuer')
  const code = typeof error.code === 'string' ? error.code : ''
  const kind = CODES[code]
  if (kind) return new OidcFault(kind, `${error.message} (${code})`)
  if (error.name === 'TimeoutError' || error.name === 'AbortError' || NETWORK.test(code))
    return new OidcFault('unreachable', `the provider could not be reached (${code || error.name})`)
  return code.startsWith('OAUTH_') && !(error.cause instanceof Error)
    ? new OidcFault('token', `${error.message} (${code})`)
    : undefined
}

/** Only the message names the parameter. */
const isOfIssuer = ({ message }: Error): boolean => /"iss"|\bissuer\b/.test(message)
