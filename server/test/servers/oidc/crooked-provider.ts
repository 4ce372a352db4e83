import { createHash, randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from 'jose'

interface Key {
  readonly alg: 'RS256' | 'ES256'
  readonly privateKey: CryptoKey
  readonly publicJwk: JWK
}

export async function makeKey(alg: Key['alg'], kid: string): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return { alg, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, use: 'sig', alg } }
}

/** Unset fields are correct. */
export interface Crookedness {
  readonly description?: Readonly<Record<string, unknown>>
  readonly published?: readonly JWK[]
  readonly header?: { readonly alg?: string; readonly kid?: string | undefined }
  readonly signedBy?: Key
  readonly unsigned?: boolean
  readonly claims?: Readonly<Record<string, unknown>>
  readonly userinfo?: Readonly<Record<string, unknown>>
  readonly answered?: Readonly<Record<string, string | undefined>>
  readonly tokenStatus?: number
  readonly padding?: number
  readonly silent?: boolean
}

export interface CrookedProvider {
  readonly issuer: string
  behave(how: Crookedness): void
  readonly asked: string[]
  readonly tokenRequest: () => {
    readonly body: URLSearchParams
    readonly authorization: string | undefined
  }
  setKey(key: Key): void
  close(): Promise<void>
}

interface CrookedSignOn {
  readonly nonce: string
  readonly challenge: string
  readonly clientId: string
}

const description = (issuer: string, how: Crookedness) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  userinfo_endpoint: `${issuer}/me`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256', 'ES256', 'none', 'HS256'],
  token_endpoint_auth_methods_supported: ['client_secret_basic'],
  authorization_response_iss_parameter_supported: true,
  code_challenge_methods_supported: ['S256'],
  ...how.description,
  ...(how.padding ? { padding: 'x'.repeat(how.padding) } : {}),
})

const idToken = async (
  issuer: string,
  key: Key,
  how: Crookedness,
  { nonce, clientId }: CrookedSignOn,
): Promise<string> => {
  const now = Math.floor(Date.now() / 1_000)
  const whole = {
    iss: issuer,
    sub: 'person-1',
    aud: clientId,
    iat: now,
    exp: now + 300,
    nonce,
    ...how.claims,
  }
  const claims = Object.fromEntries(
    Object.entries(whole).filter(([, value]) => value !== undefined),
  )
  if (how.unsigned) return new UnsecuredJWT(claims).encode()
  const signer = how.signedBy ?? key
  const kid = how.header && 'kid' in how.header ? how.header.kid : signer.publicJwk.kid
  return new SignJWT(claims)
    .setProtectedHeader({ alg: signer.alg, ...(kid === undefined ? {} : { kid }) })
    .sign(signer.privateKey)
}

export async function startCrookedProvider(first: Key): Promise<CrookedProvider> {
  let how: Crookedness = {}
  let key = first
  let lastToken = { body: new URLSearchParams(), authorization: undefined as string | undefined }
  const codes = new Map<string, CrookedSignOn>()
  const asked: string[] = []
  let issuer = ''

  const signOnAnswered = (url: URL): URL => {
    const code = randomBytes(12).toString('hex')
    const at = (name: string) => url.searchParams.get(name) ?? ''
    codes.set(code, {
      nonce: at('nonce'),
      challenge: at('code_challenge'),
      clientId: at('client_id'),
    })
    const back = new URL(at('redirect_uri'))
    const answered = { code, state: at('state'), iss: issuer, ...how.answered }
    for (const [name, value] of Object.entries(answered))
      if (value !== undefined) back.searchParams.set(name, value)
    return back
  }

  const token = async (body: URLSearchParams) => {
    const given = codes.get(body.get('code') ?? '')
    codes.delete(body.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    if (!given || given.challenge !== challenge) return undefined
    return {
      access_token: randomBytes(12).toString('hex'),
      token_type: 'Bearer',
      id_token: await idToken(issuer, key, how, given),
    }
  }

  const server = http.createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', issuer)
      asked.push(url.pathname)
      if (how.silent) return
      const json = (status: number, value: unknown) =>
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(JSON.stringify(value))
      if (url.pathname === '/.well-known/openid-configuration')
        return json(200, description(issuer, how))
      if (url.pathname === '/jwks') return json(200, { keys: how.published ?? [key.publicJwk] })
      if (url.pathname === '/auth') {
        const back = signOnAnswered(url)
        return response.writeHead(303, { location: back.href }).end()
      }
      if (url.pathname === '/token') {
        const parts: Buffer[] = []
        for await (const part of request) parts.push(part as Buffer)
        lastToken = {
          body: new URLSearchParams(Buffer.concat(parts).toString()),
          authorization: request.headers.authorization,
        }
        if (how.tokenStatus)
          return json(how.tokenStatus, {
            error: 'invalid_client',
            error_description: 'secret words',
          })
        const granted = await token(lastToken.body)
        return granted ? json(200, granted) : json(400, { error: 'invalid_grant' })
      }
      if (url.pathname === '/me')
        return json(200, {
          sub: 'person-1',
          email: 'one@example.com',
          email_verified: true,
          ...how.userinfo,
        })
      return json(404, {})
    })().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    asked,
    tokenRequest: () => lastToken,
    behave: (changed) => {
      how = changed
    },
    setKey: (changed) => {
      key = changed
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
