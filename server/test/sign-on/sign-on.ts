import { BASE_PATH } from '../../../contract/core/base-path.ts'
import type { SignOnSettings } from '../../../contract/features/session/sign-on.ts'
import type { TestRoom } from '../harness/test-app.ts'
import type { SessionRecord, WireAnswer, WireClient } from '../harness/wire-client.ts'
import { signInAt } from '../servers/oidc/real-provider.ts'

export async function acceptProvider(
  { operator, roomId }: Pick<TestRoom, 'operator' | 'roomId'>,
  more: Partial<SignOnSettings['providers'][number]> = {},
  pin: SignOnSettings['pin'] = 'everyone',
): Promise<WireAnswer> {
  const { json } = await operator.call('GET', `/room/api/room/signOn/${roomId}`)
  const { available } = json.payload as { available: readonly { id: string; issuer: string }[] }
  const issuer = available.find(({ id }) => id === 'firm')?.issuer ?? ''
  return operator.call('PUT', '/room/api/room/update/signOn', {
    body: {
      id: roomId,
      settings: {
        pin,
        providers: [{ provider: 'firm', issuer, replacesCode: false, groups: [], ...more }],
      },
    },
  })
}

const pairOf = (set: string): string => set.split(';')[0] ?? ''

export interface Begun {
  readonly location: string
  readonly cookie: string
}

export async function beginSignOn(
  client: WireClient,
  headers: Readonly<Record<string, string>> = {},
): Promise<Begun> {
  const answer = await client.call('GET', '/room/api/session/oidc/firm/start', { headers })
  return {
    location: answer.headers.get('location') ?? '',
    cookie: pairOf(answer.headers.getSetCookie()[0] ?? ''),
  }
}

export const comeBack = (client: WireClient, back: URL, cookie: string): Promise<WireAnswer> =>
  client.call('GET', `${back.pathname.slice(BASE_PATH.length)}${back.search}`, {
    headers: { cookie },
  })

export const ticketOf = (answer: WireAnswer): string =>
  pairOf(
    answer.headers.getSetCookie().find((each) => each.startsWith('sealroom-sign-on-ticket=')) ?? '',
  )

export async function completeSignOn(
  client: WireClient,
  ticket: string,
  headers: Readonly<Record<string, string>> = {},
  room?: string,
): Promise<WireAnswer> {
  const cookie = [ticket, client.device, client.proof].filter(Boolean).join('; ')
  const answer = await client.call('POST', '/room/api/session/oidc/complete', {
    ...{ body: {}, query: room === undefined ? {} : { room }, headers: { ...headers, cookie } },
  })
  if (answer.json.status !== 'OK') return answer
  const { session } = answer.json.payload as { session: SessionRecord | null }
  client.session = session ?? undefined
  for (const pair of answer.headers.getSetCookie().map(pairOf)) {
    if (pair.startsWith('sealroom-proof=')) client.proof = pair
    if (pair.startsWith('sealroom-device=')) client.device = pair
  }
  return answer
}

/** @returns the callback's answer without a ticket */
async function ticketAs(
  client: WireClient,
  login: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly ticket: string; readonly answer: WireAnswer }> {
  const { location, cookie } = await beginSignOn(client, headers)
  const answer = await comeBack(client, await signInAt(location, login), cookie)
  return { ticket: ticketOf(answer), answer }
}

/** @returns our page's answer, or the explained refusal */
export async function signOnAs(
  client: WireClient,
  login: string,
  headers: Readonly<Record<string, string>> = {},
  room?: string,
): Promise<WireAnswer> {
  const { ticket, answer } = await ticketAs(client, login, headers)
  return ticket === '' ? answer : completeSignOn(client, ticket, headers, room)
}
