import http from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'
import type { OidcProvider } from '../../../platform/oidc/oidc-provider.ts'

interface ProviderAccount {
  readonly email?: string
  readonly email_verified?: boolean
  readonly groups?: readonly string[]
  readonly acr?: string
}

export interface RealProvider {
  readonly settings: OidcProvider
  put(login: string, person: ProviderAccount): void
  close(): Promise<void>
}

const CLIENT = {
  client_id: 'sealroom',
  client_secret: 'a-secret-of-tests-that-is-long-enough-0123456789',
}

interface RealProviderOptions {
  readonly id?: string
  /** Unset accepts any origin. */
  readonly publicUrl?: string
  readonly scopes?: readonly string[]
  readonly administrators?: boolean
}

/** `oidc-provider` accepts every password. */
export async function startRealProvider({
  id = 'firm',
  publicUrl,
  scopes = ['openid', 'email', 'groups'],
  administrators = false,
}: RealProviderOptions): Promise<RealProvider> {
  const people = new Map<string, ProviderAccount>()
  const server = http.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const configuration: Configuration = {
    clients: [
      {
        ...CLIENT,
        redirect_uris: [
          `${publicUrl ?? 'http://room.test'}/api/room/api/session/oidc/${id}/callback`,
        ],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub', 'acr'], email: ['email', 'email_verified'], groups: ['groups'] },
    scopes: ['openid', 'email', 'groups'],
    acrValues: ['mfa', 'pwd'],
    cookies: { keys: ['a-key-of-tests'] },
    pkce: { required: () => true },
    findAccount: (_context, accountId) => {
      const person = people.get(accountId)
      return person && { accountId, claims: async () => ({ sub: accountId, ...person }) }
    },
    // A test may leave a scope to the userinfo endpoint.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: true } },
  }
  const provider = new Provider(issuer, configuration)
  if (publicUrl === undefined)
    provider.Client.prototype.redirectUriAllowed = (uri: string) => uri.endsWith(`/${id}/callback`)
  const finish = provider.interactionFinished.bind(provider)
  // The pages ask for no second factor.
  provider.interactionFinished = (request, response, result, options) => {
    const acr = people.get(result.login?.accountId ?? '')?.acr
    return finish(
      request,
      response,
      result.login && acr ? { ...result, login: { ...result.login, acr } } : result,
      options,
    )
  }
  server.on('request', provider.callback())
  return {
    settings: {
      ...{
        id,
        name: { ko: '회사 계정', en: 'Firm account' },
        issuer,
        clientId: CLIENT.client_id,
        clientSecret: CLIENT.client_secret,
      },
      ...{ scopes, groupClaim: 'groups', strongAcr: ['mfa'], administrators },
    },
    put: (login, person) => people.set(login, person),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** @returns the redirect target */
export async function signInAt(start: string, login: string): Promise<URL> {
  const cookies = new Map<string, string>()
  const origin = new URL(start).origin
  let url = start
  let form: URLSearchParams | undefined
  for (let steps = 0; steps < 12; steps += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie },
      ...(form ? { body: form } : {}),
    })
    form = undefined
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ''] = set.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const location = answer.headers.get('location')
    if (location !== null) {
      const next = new URL(location, url)
      if (next.origin !== origin) return next
      url = next.href
      continue
    }
    const page = await answer.text()
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1]
    if (action === undefined)
      throw new Error(`the provider shows no form: ${answer.status} ${page.slice(0, 300)}`)
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? ''
    form = new URLSearchParams({
      prompt,
      ...(prompt === 'login' ? { login, password: 'any' } : {}),
    })
    url = new URL(action, url).href
  }
  throw new Error('the provider leads nowhere')
}
