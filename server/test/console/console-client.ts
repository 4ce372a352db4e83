import type { PayloadOut } from '../../../contract/core/operation.ts'
import type {
  acceptInvitation,
  openInvitation,
  signOnOptions,
} from '../../../contract/features/console/console-session.ts'
import type { TestApp } from '../harness/test-app.ts'
import { type WireAnswer, WireClient } from '../harness/wire-client.ts'
import { PASSKEY_URL } from '../scenarios/passkeys.ts'
import {
  SoftwareAuthenticator,
  type SoftwarePasskey,
  type Twist,
} from '../servers/software-authenticator.ts'

export const AUTHENTICATOR = new SoftwareAuthenticator(PASSKEY_URL)

export class ConsoleClient extends WireClient {
  token: string | undefined

  override fetch(
    method: string,
    path: string,
    options: Parameters<WireClient['fetch']>[2] = {},
  ): Promise<Response> {
    const own: Record<string, string> =
      this.token === undefined ? {} : { authorization: `Administrator ${this.token}` }
    return super.fetch(method, path, { ...options, headers: { ...own, ...options.headers } })
  }

  get(path: string, query: Readonly<Record<string, string | number>> = {}): Promise<WireAnswer> {
    return this.call('GET', `/console${path}`, { query })
  }

  post(path: string, body?: unknown): Promise<WireAnswer> {
    return this.call('POST', `/console${path}`, { body })
  }
}

export const payload = <T>(answer: WireAnswer): T => {
  if (answer.json.status !== 'OK') throw new Error(answer.text)
  return answer.json.payload as T
}

export const tokenIn = (link: string): string => /#invite=([\w-]{43})$/.exec(link)?.[1] ?? ''

export async function newPasskeyBy(client: ConsoleClient, token: string): Promise<SoftwarePasskey> {
  const invited = await client.post('/invitation', { token })
  const { options } = invited.json.payload as PayloadOut<typeof openInvitation>
  const { passkey, answer } = AUTHENTICATOR.create(options)
  const accepted = await client.post('/invitation/accept', { token, answer })
  if (accepted.json.status !== 'OK') throw new Error(accepted.text)
  client.token = (accepted.json.payload as PayloadOut<typeof acceptInvitation>).token
  return passkey
}

export async function signOnWith(
  client: ConsoleClient,
  passkey: SoftwarePasskey,
  twist: Twist = {},
): Promise<WireAnswer> {
  const options = (await client.post('/session/options')).json.payload as PayloadOut<
    typeof signOnOptions
  >
  const answer = await client.post('/session', AUTHENTICATOR.get(options, passkey, twist))
  if (answer.json.status === 'OK')
    client.token = (answer.json.payload as PayloadOut<typeof acceptInvitation>).token
  return answer
}

let made = 0

interface AdministratorOfTest {
  readonly client: ConsoleClient
  readonly id: number
  readonly email: string
  readonly passkey: SoftwarePasskey
}

export async function administrator(
  app: Pick<TestApp, 'program' | 'base'>,
  base = app.base,
): Promise<AdministratorOfTest> {
  made += 1
  const email = `admin${made}@example.com`
  const { id, link } = await app.program.administrators.invite({ email, name: `설치관리자${made}` })
  const client = new ConsoleClient(base)
  return { client, id, email, passkey: await newPasskeyBy(client, tokenIn(link)) }
}
