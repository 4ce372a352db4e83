export interface OidcIdentity {
  readonly issuer: string
  readonly subject: string
  readonly email: string | undefined
  readonly isEmailVerified: boolean
  readonly groups: readonly string[]
  readonly acr: string | undefined
  /** It counts seconds since the epoch. */
  readonly authTime: number | undefined
}

type Claims = Readonly<Record<string, unknown>>

const GROUPS_MAX = 1_000
const GROUP_LENGTH_MAX = 200

/** Address and verification must have one source. */
export function identityFrom(
  token: Claims & { readonly iss: string; readonly sub: string },
  info: Claims | undefined,
  groupClaim: string | undefined,
): OidcIdentity {
  const source = info?.['email'] === undefined ? token : info
  const { email } = source
  return {
    issuer: token.iss,
    subject: token.sub,
    email: typeof email === 'string' ? email : undefined,
    isEmailVerified: source['email_verified'] === true,
    groups: groupClaim === undefined ? [] : groupsFrom(token[groupClaim] ?? info?.[groupClaim]),
    acr: typeof token['acr'] === 'string' ? token['acr'] : undefined,
    authTime: typeof token['auth_time'] === 'number' ? token['auth_time'] : undefined,
  }
}

function groupsFrom(claim: unknown): string[] {
  const values: unknown[] = Array.isArray(claim) ? claim : [claim]
  const names = values.filter(
    (value): value is string =>
      typeof value === 'string' && value !== '' && value.length <= GROUP_LENGTH_MAX,
  )
  return [...new Set(names)].slice(0, GROUPS_MAX)
}
