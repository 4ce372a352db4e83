/** What a provider says about a person. */
export interface OidcIdentity {
  readonly issuer: string
  readonly subject: string
  readonly email: string | undefined
  readonly isEmailVerified: boolean
  /** Values of the claim that the provider's settings name. */
  readonly groups: readonly string[]
  readonly acr: string | undefined
  /** When the person proved who they are, in seconds of the epoch. */
  readonly authTime: number | undefined
}

type Claims = Readonly<Record<string, unknown>>

const GROUPS_MAX = 1_000
const GROUP_LENGTH_MAX = 200

/** An address and its verification come from the same place, so that one says nothing about the other's. */
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
  const names = values.filter((value): value is string => typeof value === 'string' && value !== '' && value.length <= GROUP_LENGTH_MAX)
  return [...new Set(names)].slice(0, GROUPS_MAX)
}
