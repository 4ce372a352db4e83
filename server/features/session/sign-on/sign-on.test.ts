import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/harness/eventually.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { WireAnswer, WireClient } from '../../../test/harness/wire-client.ts'
import { from, type MemberWithAccount, REFUSED } from '../../../test/scenarios/session/sign-ons.ts'
import { inviteAddress, leaveRooms, ownRooms } from '../../../test/scenarios/step-codes.ts'
import {
  type RealProvider,
  signInAt,
  startRealProvider,
} from '../../../test/servers/oidc/real-provider.ts'
import {
  acceptProvider,
  beginSignOn,
  comeBack,
  completeSignOn,
  signOnAs,
  ticketOf,
} from '../../../test/sign-on/sign-on.ts'

let app: TestApp
let provider: RealProvider
beforeAll(async () => {
  provider = await startRealProvider({ publicUrl: 'http://room.test' })
  app = await startTestApp({ providers: [provider.settings], trustProxy: ['127.0.0.1'] })
})
afterAll(async () => {
  await app.close()
  await provider.close()
})
beforeEach(() => app.forgetFailures())

let people = 0

async function invited(
  more: Parameters<typeof acceptProvider>[1] = {},
  pin: 'everyone' | 'operators' = 'everyone',
): Promise<MemberWithAccount> {
  const room = await app.room()
  expect((await acceptProvider(room, more, pin)).json.status).toBe('OK')
  return { room, ...(await inviteInto(room)) }
}

async function inviteInto(room: TestRoom) {
  people += 1
  const [login, email] = [`person-${people}`, `signed${people}@example.com`]
  provider.put(login, { email, email_verified: true })
  return { login, email, memberId: await inviteAddress(room, email) }
}
const pageOf = (answer: WireAnswer) => ({
  http: answer.http,
  location: answer.headers.get('location'),
})
const failedAs = (fault: string) => ({ http: 303, location: `http://room.test/sign-on#${fault}` })

describe('a sign-on', () => {
  it('is offered at the entrance once a room accepts the provider', async () => {
    await invited()
    const { json } = await app.stranger().call('GET', '/room/api/session/oidc')
    expect(json.payload).toEqual([{ id: 'firm', name: { ko: '회사 계정', en: 'Firm account' } }])
  })

  it('opens the state that PIN and second step give, and no more', async () => {
    const { room, login, email, memberId } = await invited()
    await room.operator.entering(true)
    const client = app.stranger()
    const answer = await signOnAs(client, login)
    expect(answer.json).toMatchObject({
      status: 'OK',
      payload: { session: { roomId: room.roomId, id: memberId, email } },
    })
    expect((await client.list()).json.code).toBe('NOT_AGREED')
    expect((await client.agree()).json.status).toBe('OK')
    expect((await client.list()).json.status).toBe('OK')
    expect(await app.logged(room.roomId)).toEqual(
      expect.arrayContaining(['room.sign-on', 'member.sign-on-bound', 'session.joined']),
    )
    const pin = await app.pinMailedTo(email)
    expect((await client.join(pin)).json.step).toBeUndefined()
    expect((await app.stranger().join(pin)).json.step).toBeDefined()
  })

  it('leaves nothing of code, state and token in our addresses and log', async () => {
    const { login } = await invited()
    const client = app.stranger()
    const { location, cookie } = await beginSignOn(client)
    const back = await signInAt(location, login)
    const answer = await comeBack(client, back, cookie)
    expect(pageOf(answer)).toEqual({ http: 303, location: 'http://room.test/sign-on' })
    const [gone, ticket] = answer.headers.getSetCookie()
    expect(gone).toMatch(
      /^sealroom-sign-on=; Path=\/api\/room\/api\/session\/oidc; Max-Age=0; HttpOnly; SameSite=Lax$/,
    )
    expect(ticket).toMatch(
      /^sealroom-sign-on-ticket=[\w-]{22}; Path=\/api\/room\/api\/session\/oidc\/complete; Max-Age=120; HttpOnly; SameSite=Strict$/,
    )
    await completeSignOn(client, ticketOf(answer))
    const lines = app.log.text()
    for (const name of ['code', 'state']) expect(lines).not.toContain(back.searchParams.get(name))
    expect(lines).not.toContain(cookie.split('=')[1])
  })

  it('is refused alike for an address that is not invited, blocked, removed, or in a room that does not accept it', async () => {
    const { room, login, memberId } = await invited()
    provider.put('nobody', { email: 'nobody@example.com', email_verified: true })
    expect(await signOnAs(app.stranger(), 'nobody')).toMatchObject(REFUSED)
    const other = await app.room()
    const elsewhere = await inviteInto(other)
    expect(await signOnAs(app.stranger(), elsewhere.login)).toMatchObject(REFUSED)
    await room.operator.setRight(memberId, 'access', false)
    const blocked = await signOnAs(app.stranger(), login)
    expect(blocked).toMatchObject(REFUSED)
    expect(blocked.headers.getSetCookie()).toEqual([])
  })

  it('needs an address that the provider has verified', async () => {
    const { login, email } = await invited()
    for (const person of [{ email, email_verified: false }, { email }, {}]) {
      provider.put(login, person)
      expect(await signOnAs(app.stranger(), login)).toMatchObject({
        http: 403,
        json: { code: 'SIGN_ON_UNVERIFIED' },
      })
    }
  })

  it('completes once, for two minutes', async () => {
    const { login } = await invited()
    const ticketFor = async (client: WireClient): Promise<string> => {
      const { location, cookie } = await beginSignOn(client)
      return ticketOf(await comeBack(client, await signInAt(location, login), cookie))
    }
    const client = app.stranger()
    const ticket = await ticketFor(client)
    const twice = await Promise.all([
      completeSignOn(app.stranger(), ticket),
      completeSignOn(app.stranger(), ticket),
    ])
    expect(twice.map(({ json }) => json.code ?? json.status).sort()).toEqual(['OK', 'SIGN_ON_OVER'])
    const late = await ticketFor(client)
    app.clock.advance(2 * 60_000)
    for (const each of [late, '', 'sealroom-sign-on-ticket=x'])
      expect((await completeSignOn(client, each)).json.code).toBe('SIGN_ON_OVER')
  })
})

describe('an answer of the provider', () => {
  it('is taken from the browser that asked, and once', async () => {
    const { login } = await invited()
    const client = app.stranger()
    const [mine, others] = [await beginSignOn(client), await beginSignOn(app.stranger())]
    const back = await signInAt(mine.location, login)
    for (const cookie of ['', others.cookie])
      expect(pageOf(await comeBack(client, back, cookie))).toEqual(failedAs('browser'))
    const answer = await comeBack(client, back, mine.cookie)
    expect(ticketOf(answer)).not.toBe('')
    expect(pageOf(await comeBack(client, back, mine.cookie))).toEqual(failedAs('browser'))
  })

  it('is refused after ten minutes, with another code, and with an error', async () => {
    const { login } = await invited()
    const client = app.stranger()
    const late = await beginSignOn(client)
    const back = await signInAt(late.location, login)
    app.clock.advance(10 * 60_000)
    expect(pageOf(await comeBack(client, back, late.cookie))).toEqual(failedAs('browser'))
    app.clock.advance(-10 * 60_000)
    for (const [change, fault] of [
      [{ code: 'another' }, 'provider'],
      [{ iss: 'https://other.example' }, 'issuer'],
      [{ error: 'access_denied' }, 'denied'],
    ] as const) {
      const begun = await beginSignOn(client)
      const changed = await signInAt(begun.location, login)
      for (const [name, value] of Object.entries(change)) changed.searchParams.set(name, value)
      if ('error' in change) changed.searchParams.delete('code')
      expect(pageOf(await comeBack(client, changed, begun.cookie))).toEqual(failedAs(fault))
    }
  })

  it.each([-60, 60])(
    'is refused with a clock that is off by %i minutes, which the log says',
    async (minutes) => {
      const { login } = await invited()
      const client = app.stranger()
      app.clock.advance(minutes * 60_000)
      const answer = await signOnAs(client, login)
      app.clock.advance(-minutes * 60_000)
      expect(pageOf(answer)).toEqual(failedAs('clock'))
      expect(app.log.text()).toContain('"kind":"clock"')
    },
  )

  it('of a provider that is not set up is not there', async () => {
    for (const way of ['start', 'callback']) {
      const answer = await app.stranger().call('GET', `/room/api/session/oidc/other/${way}`)
      expect(answer).toMatchObject({ http: 404, json: { code: 'NOT_FOUND' } })
    }
  })
})

describe('an account', () => {
  it('counts after the first time, whatever its address becomes', async () => {
    const { room, login, email } = await invited()
    await signOnAs(app.stranger(), login)
    provider.put(login, { email: 'renamed@example.com', email_verified: false })
    expect((await signOnAs(app.stranger(), login)).json.payload).toMatchObject({
      session: { email },
    })
    provider.put('successor', { email, email_verified: true })
    expect(await signOnAs(app.stranger(), 'successor')).toMatchObject(REFUSED)
    expect((await app.logged(room.roomId)).at(-1)).toBe('session.refused')
  })

  it('is undone by an operator, a block and a removal, and another takes its place', async () => {
    const { room, login, email, memberId } = await invited()
    const bound = async () => {
      const { json } = await room.operator.call('GET', `/room/api/room/signOn/${room.roomId}`)
      return (json.payload as { bindings: unknown[] }).bindings
    }
    await signOnAs(app.stranger(), login)
    expect(await bound()).toEqual([
      { memberId, name: '박자문', provider: '회사 계정 / Firm account', since: expect.any(String) },
    ])
    const unbind = (client: WireClient) =>
      client.call('POST', '/room/api/room/user/signOn/unbind', {
        body: { id: memberId, roomId: client.me.roomId },
      })
    expect(await unbind((await app.room()).operator)).toMatchObject({ http: 404 })
    expect((await unbind(room.operator)).json.status).toBe('OK')
    expect((await app.logged(room.roomId)).at(-1)).toBe('member.sign-on-unbound')
    expect(await bound()).toEqual([])
    provider.put('next', { email, email_verified: true })
    expect((await signOnAs(app.stranger(), 'next')).json.status).toBe('OK')
    expect(await signOnAs(app.stranger(), login)).toMatchObject(REFUSED)
    await room.operator.setRight(memberId, 'access', false)
    expect(await bound()).toEqual([])
  })
})

describe('what an account has proven', () => {
  it('that is unlinked leaves the room at once, and does not come back by what it proved', async () => {
    const { room, login, memberId } = await invited()
    const client = app.stranger()
    await signOnAs(client, login)
    await client.agree()
    const unbinding = { body: { id: memberId, roomId: room.roomId } }
    await room.operator.call('POST', '/room/api/room/user/signOn/unbind', unbinding)
    expect((await client.list()).http).toBe(401)
    expect(await ownRooms(client)).toMatchObject({ http: 403, json: { code: 'ADDRESS_UNPROVEN' } })
  })

  it('logs its person out everywhere only of rooms that accept its provider', async () => {
    const { login, email } = await invited()
    const other = await app.room()
    await inviteAddress(other, email)
    await eventually(async () => expect(await app.secretsMailedTo(email)).toBe(2))
    const there = app.stranger()
    await there.join(await app.pinMailedTo(email))
    await there.agree()
    const client = app.stranger()
    await signOnAs(client, login)
    expect((await leaveRooms(client, true)).json).toEqual({ status: 'OK', payload: { ended: 1 } })
    expect((await client.list()).http).toBe(401)
    expect((await there.list()).json.status).toBe('OK')
  })

  it('is asked for by a page alone, and pages of others use up nothing', async () => {
    const { login } = await invited()
    const image = { 'sec-fetch-dest': 'image' }
    for (const path of ['start', 'callback?state=x'])
      expect(
        (
          await app
            .stranger()
            .call('GET', `/room/api/session/oidc/firm/${path}`, { headers: image })
        ).http,
      ).toBe(400)
    for (let count = 0; count < 30; count += 1)
      await app.stranger().call('GET', '/room/api/session/oidc/firm/callback?state=x')
    expect((await signOnAs(app.stranger(), login)).json.status).toBe('OK')
  })
})

describe('sign-ons', () => {
  it('are bounded for each network address', async () => {
    await invited()
    const client = app.stranger()
    const starts = async () =>
      (
        await client.call('GET', '/room/api/session/oidc/firm/start', {
          headers: from('198.51.100.77'),
        })
      ).headers.get('location')
    for (let index = 0; index < 120; index += 1) expect(await starts()).toContain('127.0.0.1')
    expect(await starts()).toBe('http://room.test/sign-on#busy')
  })
})
