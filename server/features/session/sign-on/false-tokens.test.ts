import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { inviteAddress } from '../../../test/scenarios/step-codes.ts'
import {
  type Crookedness,
  type CrookedProvider,
  makeKey,
  startCrookedProvider,
} from '../../../test/servers/oidc/crooked-provider.ts'
import {
  acceptProvider,
  beginSignOn,
  comeBack,
  completeSignOn,
  ticketOf,
} from '../../../test/sign-on/sign-on.ts'

const HOUR = 3_600

let app: TestApp
let room: TestRoom
let provider: CrookedProvider
let forged: Crookedness
beforeAll(async () => {
  const key = await makeKey('RS256', 'one')
  provider = await startCrookedProvider(key)
  forged = { signedBy: await makeKey('RS256', 'one'), published: [key.publicJwk] }
  const settings = {
    ...{
      id: 'firm',
      name: { ko: '회사', en: 'Firm' },
      issuer: provider.issuer,
      clientId: 'sealroom',
      clientSecret: 'secret',
    },
    ...{ scopes: ['openid', 'email'], groupClaim: undefined, strongAcr: [], administrators: false },
  }
  app = await startTestApp({ providers: [settings] })
  room = await app.room()
  await acceptProvider(room)
  await inviteAddress(room, 'one@example.com')
})
afterAll(async () => {
  await app.close()
  await provider.close()
})
beforeEach(() => provider.behave({}))

async function signOn() {
  const client = app.stranger()
  const { location, cookie } = await beginSignOn(client)
  const asked = await fetch(location, { redirect: 'manual' })
  const answer = await comeBack(client, new URL(asked.headers.get('location') ?? ''), cookie)
  return { client, ticket: ticketOf(answer), page: answer.headers.get('location') }
}

const now = () => Math.floor(Date.now() / 1_000)

it.each<[string, string, () => Crookedness]>([
  ['another issuer', 'issuer', () => ({ claims: { iss: 'https://other.example' } })],
  ['an answer of another issuer', 'issuer', () => ({ answered: { iss: 'https://other.example' } })],
  ['another audience', 'token', () => ({ claims: { aud: 'another' } })],
  ['another sign-on', 'token', () => ({ claims: { nonce: 'another' } })],
  ['a forger', 'token', () => forged],
  ['nobody who signs', 'token', () => ({ unsigned: true })],
  [
    'a clock that is an hour slow',
    'clock',
    () => ({ claims: { iat: now() - HOUR, exp: now() - HOUR + 300 } }),
  ],
  [
    'a clock that is an hour fast',
    'clock',
    () => ({ claims: { iat: now() + HOUR, exp: now() + HOUR + 300 } }),
  ],
])('a token of %s opens nothing, and page and log say why', async (_, kind, how) => {
  provider.behave(how())
  const before = (await app.logged(room.roomId)).length
  const { client, ticket, page } = await signOn()
  expect({ ticket, page }).toEqual({ ticket: '', page: `http://room.test/sign-on#${kind}` })
  expect(
    app.log
      .text()
      .split('\n')
      .findLast((line) => line.includes('a sign-on was refused')),
  ).toContain(`"kind":"${kind}"`)
  expect((await completeSignOn(client, ticket)).json.code).toBe('SIGN_ON_OVER')
  expect((await app.logged(room.roomId)).length).toBe(before)
  provider.behave({})
  const mended = await signOn()
  expect((await completeSignOn(mended.client, mended.ticket)).json).toMatchObject({
    payload: { session: { roomId: room.roomId } },
  })
})
