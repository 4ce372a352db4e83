import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  beginAtConsole,
  completeAtConsole,
  consoleTicketOf,
} from '../../../test/console/account-sign-on.ts'
import { administrator, ConsoleClient, tokenIn } from '../../../test/console/console-client.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { PASSKEY_URL } from '../../../test/scenarios/passkeys.ts'
import {
  type AdministratorWithAccount,
  by,
  logged,
  REFUSED,
} from '../../../test/scenarios/session/administrator-accounts.ts'
import { inviteAddress } from '../../../test/scenarios/step-codes.ts'
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
  ticketOf,
} from '../../../test/sign-on/sign-on.ts'

const MINUTE_MS = 60_000
const OVER = { http: 422, json: { code: 'SIGN_ON_OVER' } }

let app: TestApp
let firm: RealProvider
let rooms: RealProvider
let other: RealProvider
beforeAll(async () => {
  firm = await startRealProvider({ publicUrl: PASSKEY_URL, administrators: true })
  other = await startRealProvider({ id: 'other', publicUrl: PASSKEY_URL, administrators: true })
  rooms = await startRealProvider({ id: 'rooms', publicUrl: PASSKEY_URL })
  app = await startTestApp({
    publicUrl: PASSKEY_URL,
    providers: [firm, other, rooms].map(({ settings }) => settings),
  })
})
afterAll(async () => {
  await app.close()
  await Promise.all([firm, other, rooms].map((each) => each.close()))
})
beforeEach(() => app.forgetFailures())

let people = 0

async function invited(): Promise<AdministratorWithAccount> {
  people += 1
  const [email, login] = [`account${people}@example.com`, `account-${people}`]
  firm.put(login, { email, email_verified: true, acr: 'mfa' })
  const { id, link } = await app.program.administrators.invite({
    email,
    name: `계정관리자${people}`,
  })
  return { id, email, login, token: tokenIn(link) }
}

describe('an account that is refused, in one sentence', () => {
  const put = (login: string, person: Parameters<RealProvider['put']>[1]): [string] => {
    firm.put(login, person)
    return [login]
  }
  const account = (email: string, more: object = {}) => ({
    email,
    email_verified: true,
    acr: 'mfa',
    ...more,
  })

  it.each<
    [
      string,
      string,
      (
        whom: AdministratorWithAccount,
      ) => Promise<[login: string, provider?: string]> | [login: string, provider?: string],
    ]
  >([
    [
      'of an address that was not verified',
      'unverified',
      ({ email, login }) => put(login, account(email, { email_verified: false })),
    ],
    ['without an address', 'unverified', ({ login }) => put(login, { acr: 'mfa' })],
    ['of another address', 'unknown', ({ login }) => put(login, account('nobody@example.com'))],
    [
      'of an address that only begins alike',
      'unknown',
      ({ email, login }) => put(login, account(`${email}.kr`)),
    ],
    ['with one factor', 'weak', ({ email, login }) => put(login, account(email, { acr: 'pwd' }))],
    [
      'that says nothing of factors',
      'weak',
      ({ email, login }) => put(login, { email, email_verified: true }),
    ],
    [
      'of an administrator whose invitation is over',
      'uninvited',
      async ({ login }) => {
        await app.database.pool.query(
          `update administrator_invitations set expires_at = '2000-01-01'`,
        )
        return [login]
      },
    ],
    [
      'of an administrator who was removed, whether bound before or not',
      'unknown',
      async ({ id, login }) => {
        await by(app, login)
        await app.program.administrators.remove(id)
        return [login]
      },
    ],
    [
      'of another provider, with the address of one who is bound',
      'other',
      async ({ email, login }) => {
        await by(app, login)
        other.put(login, account(email))
        return [login, 'other']
      },
    ],
    [
      'of somebody who was given the address of one who is bound',
      'other',
      async ({ email, login }) => {
        await by(app, login)
        return put(`${login}-successor`, account(email))
      },
    ],
  ])('%s', async (_, reason, prepare) => {
    const { client: reader } = await administrator(app)
    const whom = await invited()
    const [login, provider] = await prepare(whom)
    const before = await app.database.pool.query(
      'select * from administrator_accounts order by administrator_id',
    )
    const answer = await by(app, login, provider)
    expect(answer).toMatchObject(REFUSED)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect((await logged(reader, 1))[0]?.kind).toBe(`account.refused-${reason}`)
    const after = await app.database.pool.query(
      'select * from administrator_accounts order by administrator_id',
    )
    expect(after.rows).toEqual(before.rows)
  })

  it('is asked for by more than one factor, and now', async () => {
    const { location } = await beginAtConsole(new ConsoleClient(app.base))
    const asked = new URL(location).searchParams
    expect([asked.get('acr_values'), asked.get('max_age')]).toEqual(['mfa', '60'])
  })
})

describe('a way that is refused', () => {
  it('a callback that comes again, late, or in another browser leads to the console and opens nothing', async () => {
    const { login } = await invited()
    const client = new ConsoleClient(app.base)
    const { location, cookie } = await beginAtConsole(client)
    const back = await signInAt(location, login)
    const others = await beginAtConsole(client)
    for (const foreign of ['', others.cookie])
      expect(consoleTicketOf(await comeBack(client, back, foreign))).toBe('')
    const answer = await comeBack(client, back, cookie)
    expect(answer.headers.get('location')).toBe(`${PASSKEY_URL}/console#signed-on`)
    expect(answer.headers.getSetCookie()[1]).toMatch(
      /^sealroom-console-ticket=[\w-]{22}; Path=\/api\/console\/session\/oidc\/complete; Max-Age=120; HttpOnly; SameSite=Strict; Secure$/,
    )
    const again = await comeBack(client, back, cookie)
    expect(again.headers.get('location')).toBe(`${PASSKEY_URL}/console#browser`)
    expect(consoleTicketOf(again)).toBe('')
    expect(app.log.text()).toContain('a sign-on was refused')
    const ticket = consoleTicketOf(answer)
    const twice = await Promise.all([
      completeAtConsole(new ConsoleClient(app.base), ticket),
      completeAtConsole(client, ticket),
    ])
    expect(twice.map(({ json }) => json.code ?? json.status).sort()).toEqual(['OK', 'SIGN_ON_OVER'])
    const late = await beginAtConsole(client)
    const lateBack = await signInAt(late.location, login)
    app.clock.advance(10 * MINUTE_MS)
    expect(consoleTicketOf(await comeBack(client, lateBack, late.cookie))).toBe('')
    app.clock.advance(-10 * MINUTE_MS)
  })

  it('cookies of rooms open nothing at the console, and those of the console no room', async () => {
    const { login, email } = await invited()
    const room = await app.room()
    await acceptProvider(room)
    await inviteAddress(room, email)
    const client = new ConsoleClient(app.base)
    const named = (cookie: string, name: string) => `${name}=${cookie.split('=')[1]}`

    const ofRoom = await beginSignOn(client)
    const roomTicket = ticketOf(
      await comeBack(client, await signInAt(ofRoom.location, login), ofRoom.cookie),
    )
    for (const ticket of [roomTicket, named(roomTicket, 'sealroom-console-ticket')])
      expect(await completeAtConsole(client, ticket)).toMatchObject(OVER)

    const ofConsole = await beginAtConsole(client)
    const consoleTicket = consoleTicketOf(
      await comeBack(client, await signInAt(ofConsole.location, login), ofConsole.cookie),
    )
    for (const ticket of [consoleTicket, named(consoleTicket, 'sealroom-sign-on-ticket')])
      expect(await completeSignOn(app.stranger(), ticket)).toMatchObject(OVER)

    // Refused calls used no ticket, so each still works at its own entrance.
    expect((await completeSignOn(app.stranger(), roomTicket)).json.status).toBe('OK')
    expect((await completeAtConsole(client, consoleTicket)).json.status).toBe('OK')
    expect(client.token).toMatch(/^[\w-]{43}$/)
  })
})

describe('completing without a cookie', () => {
  it('is no guess, so it keeps nobody of that network out', async () => {
    const { login } = await invited()
    for (let call = 0; call < 12; call += 1)
      expect(await completeAtConsole(new ConsoleClient(app.base), '')).toMatchObject(OVER)
    expect((await by(app, login)).json.status).toBe('OK')
    const made = () =>
      completeAtConsole(new ConsoleClient(app.base), `sealroom-console-ticket=${'x'.repeat(22)}`)
    for (let call = 0; call < 10; call += 1) expect(await made()).toMatchObject(OVER)
    expect((await made()).json.code).toBe('TOO_MANY')
    expect(await completeAtConsole(new ConsoleClient(app.base), '')).toMatchObject(OVER)
  })
})
