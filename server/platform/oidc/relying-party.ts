import * as client from 'openid-client'
import { type Clock, systemClock } from '../clock/clock.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { OidcFault } from './oidc-fault.ts'
import { faultOf } from './oidc-faults-of-library.ts'
import { identityFrom, type OidcIdentity } from './oidc-identity.ts'
import type { OidcProvider } from './oidc-provider.ts'

export interface SignOn {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  /** PKCE requires 43 to 128 characters. */
  readonly verifier: string
}

export interface SignOnRequest {
  readonly language: string
  /** Older sessions require a new login; the default is half a day. */
  readonly withinSeconds?: number | undefined
}

/** Rooms and console share it. */
export interface RelyingParty {
  readonly provider: OidcProvider
  /** @throws OidcFault */
  startAt(signOn: SignOn, asked: SignOnRequest): Promise<URL>
  /**
   * Consumes the code.
   * @param answered the provider's query.
   * @throws OidcFault
   */
  identify(signOn: SignOn, answered: URLSearchParams): Promise<OidcIdentity>
}

/** `none` and signatures with the client's secret are refused. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]

const TIMEOUT_SECONDS = 10
const DESCRIBED_FOR_MS = 10 * 60_000
const TOLERANCE_SECONDS = 60
/** Older tokens show a wrong clock: they come directly. */
const AGE_MAX_SECONDS = 5 * 60
/** Unknown keys trigger a fetch once a minute. */
const KEYS_AGE_SECONDS = 60

interface KnownProvider {
  readonly server: client.ServerMetadata
  readonly untilMs: number
}

interface RelyingPartyOptions {
  readonly clock: Clock
  readonly mayUseLoopback: boolean
}

const AUTHENTICATED_SECONDS = 12 * 3_600

/** The library uses this clock. */
const wallMs = (): number => systemClock.now().getTime()

const epochSeconds = (ms: number): number => Math.floor(ms / 1_000)

/** An unavailable provider must not prevent a start. */
export function createRelyingParty(
  provider: OidcProvider,
  { clock, mayUseLoopback }: RelyingPartyOptions,
): RelyingParty {
  const fetch = boundedFetch(provider.issuer, mayUseLoopback) as client.CustomFetch
  let known: KnownProvider | undefined
  let asking: Promise<client.ServerMetadata> | undefined
  let keys: client.ExportedJWKSCache | undefined

  const readDescription = async (): Promise<client.ServerMetadata> => {
    if (known && known.untilMs > wallMs()) return known.server
    asking ??= discover(provider, fetch, mayUseLoopback).finally(() => {
      asking = undefined
    })
    const server = await asking
    known = { server, untilMs: wallMs() + DESCRIBED_FOR_MS }
    return server
  }

  const configure = async (): Promise<client.Configuration> => {
    const skew = epochSeconds(clock.now().getTime()) - epochSeconds(wallMs())
    const metadata = {
      [client.clockSkew]: skew,
      [client.clockTolerance]: TOLERANCE_SECONDS,
    } as Partial<client.ClientMetadata>
    const server = await readDescription()
    const config = new client.Configuration(
      server,
      provider.clientId,
      metadata,
      authenticationAt(server, provider.clientSecret),
    )
    config[client.customFetch] = fetch
    config.timeout = TIMEOUT_SECONDS
    if (mayUseLoopback) client.allowInsecureRequests(config)
    client.enableNonRepudiationChecks(config)
    if (keys) client.setJwksCache(config, keys)
    return config
  }

  // Providers report the authentication time only if asked.
  const asksAge = provider.strongAcr.length > 0
  return {
    provider,
    startAt: (signOn, { language, withinSeconds = AUTHENTICATED_SECONDS }) =>
      explained(async () =>
        client.buildAuthorizationUrl(await configure(), {
          redirect_uri: signOn.redirectUri,
          scope: provider.scopes.join(' '),
          state: signOn.state,
          nonce: signOn.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(signOn.verifier),
          code_challenge_method: 'S256',
          ui_locales: language,
          ...(asksAge
            ? { max_age: `${withinSeconds}`, acr_values: provider.strongAcr.join(' ') }
            : {}),
        }),
      ),
    identify: (signOn, answered) =>
      explained(async () => {
        const config = await configure()
        const url = new URL(signOn.redirectUri)
        url.search = answered.toString()
        try {
          const tokens = await client.authorizationCodeGrant(config, url, {
            pkceCodeVerifier: signOn.verifier,
            expectedState: signOn.state,
            expectedNonce: signOn.nonce,
            idTokenExpected: true,
            ...(asksAge ? { maxAge: AUTHENTICATED_SECONDS } : {}),
          })
          return await identityOf(config, tokens, { provider, now: clock.now() })
        } finally {
          const fetched = client.getJwksCache(config)
          if (fetched)
            keys = {
              jwks: fetched.jwks,
              uat: Math.min(fetched.uat, epochSeconds(wallMs()) - KEYS_AGE_SECONDS),
            }
        }
      }),
  }
}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw faultOf(error)
  }
}

async function discover(
  provider: OidcProvider,
  fetch: client.CustomFetch,
  mayUseLoopback: boolean,
): Promise<client.ServerMetadata> {
  const found = await client.discovery(
    new URL(provider.issuer),
    provider.clientId,
    undefined,
    undefined,
    {
      [client.customFetch]: fetch,
      timeout: TIMEOUT_SECONDS,
      ...(mayUseLoopback ? { execute: [client.allowInsecureRequests] } : {}),
    },
  )
  const { supportsPKCE: _, ...server } = found.serverMetadata()
  const supported = server.id_token_signing_alg_values_supported ?? ['RS256']
  // The library excepts providers of several tenants; this does not.
  if (new URL(server.issuer).href !== new URL(provider.issuer).href)
    throw new OidcFault('issuer', 'the description is of another issuer')
  const isUsable = server.authorization_endpoint && server.token_endpoint && server.jwks_uri
  if (!isUsable)
    throw new OidcFault('setup', 'the provider describes no endpoint for codes, tokens or keys')
  return {
    ...server,
    id_token_signing_alg_values_supported: supported.filter((each) => ALGORITHMS.includes(each)),
  }
}

function authenticationAt(
  server: client.ServerMetadata,
  secret: string | undefined,
): client.ClientAuth {
  if (secret === undefined) return client.None()
  // OpenID Connect has this default.
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return methods.includes('client_secret_basic')
    ? client.ClientSecretBasic(secret)
    : client.ClientSecretPost(secret)
}

interface Claimed {
  readonly provider: OidcProvider
  readonly now: Date
}

async function identityOf(
  config: client.Configuration,
  tokens: client.TokenEndpointResponse & client.TokenEndpointResponseHelpers,
  { provider, now }: Claimed,
): Promise<OidcIdentity> {
  const claims = tokens.claims()
  if (!claims) throw new OidcFault('token', 'the provider sent no ID token')
  if (Math.abs(epochSeconds(now.getTime()) - claims.iat) > AGE_MAX_SECONDS)
    throw new OidcFault('clock', 'the ID token was issued at another time than now')
  const wanted = [
    'email',
    'email_verified',
    ...(provider.groupClaim === undefined ? [] : [provider.groupClaim]),
  ]
  const isWhole = wanted.every((name) => claims[name] !== undefined)
  const { userinfo_endpoint: endpoint } = config.serverMetadata()
  if (isWhole || endpoint === undefined) return identityFrom(claims, undefined, provider.groupClaim)
  return identityFrom(
    claims,
    await client.fetchUserInfo(config, tokens.access_token, claims.sub),
    provider.groupClaim,
  )
}
