import { describe, expect, it } from 'vitest'
import type { OidcProvider } from '../../../platform/oidc/oidc-provider.ts'
import { cookieOfState, providerClaims } from './sign-on.rules.ts'

const NOW = new Date('2026-03-02T00:00:00Z')

const provider: OidcProvider = {
  ...{
    id: 'firm',
    name: { ko: '회사', en: 'Firm' },
    issuer: 'https://id.example',
    clientId: 'room',
    clientSecret: undefined,
  },
  ...{ scopes: ['openid'], groupClaim: undefined, strongAcr: ['mfa'], administrators: true },
}

const digestOf = (kind: string, text: string) => Buffer.from(`${kind} ${text}`.padEnd(16))

describe('what a provider says', () => {
  it.each([
    ['mfa', 0, true],
    ['mfa', 299, true],
    ['mfa', 300, false],
    ['mfa', undefined, false],
    ['pwd', 0, false],
    [undefined, 0, false],
  ])('with acr %s, %s seconds after the proof, is strong: %s', (acr, age, isStrong) => {
    const authTime = age === undefined ? undefined : NOW.getTime() / 1_000 - age
    const identity = {
      issuer: provider.issuer,
      subject: 'x',
      email: undefined,
      isEmailVerified: false,
      groups: [],
      acr,
      authTime,
    }
    expect(providerClaims(provider, identity, { digestOf, now: NOW }).isStrong).toBe(isStrong)
  })
})

describe('the cookie of a start', () => {
  it('of one destination is none of the other', () => {
    expect(cookieOfState('state', 'rooms', digestOf)).not.toBe(
      cookieOfState('state', 'console', digestOf),
    )
  })
})
