import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { OffsetClock } from '../../test/harness/clocks.ts'
import {
  type CrookedProvider,
  makeKey,
  startCrookedProvider,
} from '../../test/servers/oidc/crooked-provider.ts'
import { PROJECT_ROOT } from '../config/project-root.ts'
import type { OidcProvider } from './oidc-provider.ts'
import { createRelyingParty, type RelyingParty } from './relying-party.ts'

const REDIRECT = 'http://127.0.0.1:9/callback'

let crooked: CrookedProvider
let keys: Awaited<ReturnType<typeof makeKey>>[]
let party: RelyingParty
let clock: OffsetClock

beforeAll(async () => {
  keys = [
    await makeKey('RS256', 'one'),
    await makeKey('RS256', 'two'),
    await makeKey('ES256', 'three'),
  ]
})
beforeEach(async () => {
  crooked = await startCrookedProvider(keys[0]!)
  clock = new OffsetClock()
  party = partyOf()
  return () => crooked.close()
})

function partyOf(changed: Partial<OidcProvider> = {}, mayUseLoopback = true): RelyingParty {
  const provider: OidcProvider = {
    ...{
      id: 'firm',
      name: { ko: '회사', en: 'Firm' },
      issuer: crooked.issuer,
      clientId: 'sealroom',
      clientSecret: 'secret',
    },
    ...{ scopes: ['openid', 'email'], groupClaim: undefined, strongAcr: [], administrators: false },
    ...changed,
  }
  return createRelyingParty(provider, { clock, mayUseLoopback })
}

const drawn = (): string => randomBytes(32).toString('base64url')

async function begin(by = party) {
  const signOn = { redirectUri: REDIRECT, state: drawn(), nonce: drawn(), verifier: drawn() }
  const url = await by.startAt(signOn, { language: 'ko' })
  return { signOn, url }
}

async function signOnBy(by = party) {
  const { signOn, url } = await begin(by)
  const answer = await fetch(url, { redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '')
  return by.identify(signOn, back.searchParams)
}

const refusedAs = (kind: string) => expect.objectContaining({ name: 'OidcFault', kind })
const refused = (kind: string) => expect(signOnBy()).rejects.toEqual(refusedAs(kind))

it('has the cases that its page lists, and lists all it has', () => {
  const page = readFileSync(path.join(PROJECT_ROOT, 'docs/operate/sign-on.md'), 'utf8')
  const listed = [...page.matchAll(/^\| ((?:rp-|RFC ).*?) +\| (.*?) +\|$/gm)].map(
    ([, name, says]) => `${name}: ${says}`,
  )
  const source = readFileSync(
    path.join(PROJECT_ROOT, 'server/platform/oidc/relying-party.test.ts'),
    'utf8',
  )
  const tested = [...source.matchAll(/\('((?:rp-|RFC )[^']+)',/g)].map(([, title]) => title)
  expect(tested.length).toBeGreaterThan(15)
  expect(tested.toSorted()).toEqual(listed.toSorted())
})

describe('OpenID Connect certification for relying parties', () => {
  it('rp-response_type-code: asks for a code with state, nonce and PKCE S256', async () => {
    const { signOn, url } = await begin()
    const { code_challenge: challenge, ...query } = Object.fromEntries(url.searchParams)
    expect(query).toEqual({
      ...{
        client_id: 'sealroom',
        response_type: 'code',
        redirect_uri: REDIRECT,
        scope: 'openid email',
        ui_locales: 'ko',
      },
      ...{ state: signOn.state, nonce: signOn.nonce, code_challenge_method: 'S256' },
    })
    expect(challenge).not.toBe(signOn.verifier)
    await expect(signOnBy()).resolves.toMatchObject({ issuer: crooked.issuer, subject: 'person-1' })
  })

  it('rp-token_endpoint-client_secret_basic: authenticates as the provider asks', async () => {
    await signOnBy()
    expect(crooked.tokenRequest().authorization).toBe(
      `Basic ${Buffer.from('sealroom:secret').toString('base64')}`,
    )
    crooked.behave({
      description: { token_endpoint_auth_methods_supported: ['client_secret_post'] },
    })
    await signOnBy(partyOf())
    expect(crooked.tokenRequest().authorization).toBeUndefined()
    expect(crooked.tokenRequest().body.get('client_secret')).toBe('secret')
  })

  it('rp-discovery-openid-configuration: reads the description once for many', async () => {
    await Promise.all([signOnBy(), signOnBy(), signOnBy()])
    expect(crooked.asked.filter((path) => path.includes('well-known'))).toHaveLength(1)
  })

  it('rp-discovery-issuer-not-matching-config: refuses the description of another issuer', async () => {
    crooked.behave({ description: { issuer: 'http://127.0.0.1:1' } })
    await refused('issuer')
    expect(crooked.asked).not.toContain('/token')
  })

  it('rp-discovery-jwks_uri-keys: needs the addresses of codes, tokens and keys', async () => {
    crooked.behave({ description: { jwks_uri: undefined } })
    await refused('setup')
  })

  it('rp-id_token-issuer-mismatch: refuses a token of another issuer', async () => {
    crooked.behave({ claims: { iss: 'https://other.example' } })
    await refused('issuer')
  })

  it('RFC 9207: refuses an answer that names another issuer, or none where it must', async () => {
    crooked.behave({ answered: { iss: 'https://other.example' } })
    await refused('issuer')
    crooked.behave({ answered: { iss: undefined } })
    await refused('issuer')
    expect(crooked.asked).not.toContain('/token')
  })

  it('rp-id_token-aud: refuses a token for another audience, for several, or for none', async () => {
    for (const aud of [undefined, ['another'], 'another', ['sealroom', 'another']]) {
      crooked.behave({ claims: { aud } })
      await refused('token')
    }
  })

  it('rp-id_token-sub: refuses a token without a subject', async () => {
    crooked.behave({ claims: { sub: undefined } })
    await refused('token')
  })

  it('rp-id_token-iat: refuses a token without the time of its issue', async () => {
    crooked.behave({ claims: { iat: undefined } })
    await refused('token')
  })

  it('rp-nonce-invalid: refuses a token with another nonce, or none', async () => {
    for (const nonce of ['another', undefined]) {
      crooked.behave({ claims: { nonce } })
      await refused('token')
    }
  })

  it('rp-id_token-sig-rs256 and rp-id_token-sig-es256: accept these signatures', async () => {
    await expect(signOnBy()).resolves.toMatchObject({ subject: 'person-1' })
    crooked.setKey(keys[2]!)
    await expect(signOnBy()).resolves.toMatchObject({ subject: 'person-1' })
  })

  it('rp-id_token-bad-sig-rs256 and rp-id_token-bad-sig-es256: refuse those of another key', async () => {
    for (const key of [keys[0]!, keys[2]!]) {
      const forger = await makeKey(key.alg, key.publicJwk.kid ?? '')
      crooked.behave({ published: [key.publicJwk], signedBy: forger })
      await expect(signOnBy(partyOf())).rejects.toEqual(refusedAs('token'))
    }
  })

  it('rp-id_token-sig-none: refuses a token without signature, also from a provider that offers it', async () => {
    crooked.behave({ unsigned: true })
    await refused('token')
  })

  it('rp-id_token-kid-absent-single-jwks: takes the one key there is', async () => {
    crooked.behave({ header: { kid: undefined } })
    await expect(signOnBy()).resolves.toMatchObject({ subject: 'person-1' })
  })

  it('rp-id_token-kid-absent-multiple-jwks: refuses a token that could be of several keys', async () => {
    crooked.behave({
      header: { kid: undefined },
      published: [keys[0]!.publicJwk, keys[1]!.publicJwk],
    })
    await refused('token')
  })

  it('rp-key-rotation-op-sign-key: fetches keys again for one it does not know, at once', async () => {
    await signOnBy()
    crooked.setKey(keys[1]!)
    await expect(signOnBy()).resolves.toMatchObject({ subject: 'person-1' })
    expect(crooked.asked.filter((path) => path === '/jwks')).toHaveLength(2)
    await signOnBy()
    expect(crooked.asked.filter((path) => path === '/jwks')).toHaveLength(2)
  })

  it('rp-userinfo-bearer-header and rp-scope-userinfo-claims: read claims that the token lacks', async () => {
    await expect(signOnBy()).resolves.toEqual({
      ...{
        issuer: crooked.issuer,
        subject: 'person-1',
        email: 'one@example.com',
        isEmailVerified: true,
        groups: [],
        acr: undefined,
      },
    })
    crooked.behave({
      userinfo: { groups: ['buyers', 'buyers', 7, ''] },
      claims: { email: 'two@example.com', email_verified: true, acr: 'mfa' },
    })
    await expect(signOnBy(partyOf({ groupClaim: 'groups' }))).resolves.toMatchObject({
      groups: ['buyers'],
      acr: 'mfa',
    })
  })

  it('rp-userinfo-bad-sub-claim: refuses what is said about somebody else', async () => {
    crooked.behave({ userinfo: { sub: 'person-2' } })
    await refused('token')
  })

  it('says nothing about an address whose verification is of another place', async () => {
    crooked.behave({ claims: { email_verified: true }, userinfo: { email_verified: false } })
    await expect(signOnBy()).resolves.toMatchObject({ isEmailVerified: false })
    crooked.behave({ userinfo: { email_verified: 'true' } })
    await expect(signOnBy()).resolves.toMatchObject({ isEmailVerified: false })
  })

  it('refuses another state and a code that was used', async () => {
    const { signOn, url } = await begin()
    const back = new URL((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '')
    await expect(party.identify({ ...signOn, state: drawn() }, back.searchParams)).rejects.toEqual(
      refusedAs('token'),
    )
    await expect(
      party.identify({ ...signOn, verifier: drawn() }, back.searchParams),
    ).rejects.toEqual(refusedAs('provider'))
    await expect(party.identify(signOn, back.searchParams)).rejects.toEqual(refusedAs('provider'))
  })
})

describe('a clock', () => {
  it.each([-60, 60])('that is off by %i minutes is named as the reason', async (minutes) => {
    clock.advance(minutes * 60_000)
    await refused('clock')
    clock.advance(-minutes * 60_000)
    await expect(signOnBy()).resolves.toMatchObject({ subject: 'person-1' })
  })

  it('may be off by half a minute', async () => {
    for (const seconds of [-30, 60]) {
      clock.advance(seconds * 1_000)
      await expect(signOnBy()).resolves.toMatchObject({ subject: 'person-1' })
    }
  })
})

describe('a provider', () => {
  it('that is not there, or says nothing of use, is named so', async () => {
    const away = partyOf({ issuer: 'http://127.0.0.1:1' })
    await expect(begin(away)).rejects.toEqual(refusedAs('unreachable'))
    crooked.behave({ padding: 600_000 })
    await expect(begin()).rejects.toEqual(refusedAs('setup'))
    crooked.behave({})
    await expect(begin()).resolves.toBeDefined()
  })

  it('that refuses is quoted by its code alone', async () => {
    crooked.behave({
      answered: { code: undefined, error: 'access_denied', error_description: 'secret words' },
    })
    await refused('denied')
    crooked.behave({ answered: { code: undefined, error: 'server_error' } })
    await refused('provider')
    crooked.behave({ tokenStatus: 401 })
    const error = await signOnBy().catch((thrown: unknown) => thrown)
    expect(error).toEqual(refusedAs('provider'))
    expect(String(error)).not.toContain('secret words')
  })

  it('may not lead elsewhere: to plain HTTP or to a private address', async () => {
    await expect(begin(partyOf({}, false))).rejects.toEqual(refusedAs('setup'))
    for (const elsewhere of [
      'http://10.0.0.1/token',
      'https://10.0.0.1/token',
      'https://[::1]/token',
    ]) {
      crooked.behave({ description: { token_endpoint: elsewhere } })
      await expect(signOnBy(partyOf())).rejects.toEqual(refusedAs('setup'))
    }
  })
})
