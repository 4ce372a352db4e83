import type { PayloadOut } from '../../../contract/core/operation.ts'
import type { signOnByAccount } from '../../../contract/features/console/console-session.ts'
import type { WireAnswer } from '../harness/wire-client.ts'
import { signInAt } from '../servers/oidc/real-provider.ts'
import { type Begun, comeBack } from '../sign-on/sign-on.ts'
import type { ConsoleClient } from './console-client.ts'

const pairOf = (set: string): string => set.split(';')[0] ?? ''

export async function beginAtConsole(client: ConsoleClient, provider = 'firm'): Promise<Begun> {
  const answer = await client.call('GET', `/console/session/oidc/${provider}/start`)
  return {
    location: answer.headers.get('location') ?? '',
    cookie: pairOf(answer.headers.getSetCookie()[0] ?? ''),
  }
}

export const consoleTicketOf = (answer: WireAnswer): string =>
  pairOf(
    answer.headers.getSetCookie().find((each) => each.startsWith('sealroom-console-ticket=')) ?? '',
  )

export async function completeAtConsole(
  client: ConsoleClient,
  ticket: string,
): Promise<WireAnswer> {
  const answer = await client.call('POST', '/console/session/oidc/complete', {
    headers: { cookie: ticket },
  })
  if (answer.json.status === 'OK')
    client.token = (answer.json.payload as PayloadOut<typeof signOnByAccount>).token
  return answer
}

export async function signOnAtConsole(
  client: ConsoleClient,
  login: string,
  provider = 'firm',
): Promise<WireAnswer> {
  const { location, cookie } = await beginAtConsole(client, provider)
  const answer = await comeBack(client, await signInAt(location, login), cookie)
  const ticket = consoleTicketOf(answer)
  return ticket === '' ? answer : completeAtConsole(client, ticket)
}
