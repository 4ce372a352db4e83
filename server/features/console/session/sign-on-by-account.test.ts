import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signOnAtConsole } from '../../../test/console/account-sign-on.ts'
import {
  administrator,
  ConsoleClient,
  newPasskeyBy,
  signOnWith,
  tokenIn,
} from '../../../test/console/console-client.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { PASSKEY_URL } from '../../../test/scenarios/passkeys.ts'
import {
  type AdministratorWithAccount,
  by,
  logged,
  REFUSED,
} from '../../../test/scenarios/session/administrator-accounts.ts'
import { type RealProvider, startRealProvider } from '../../../test/servers/oidc/real-provider.ts'

const NOBODY = { http: 401, json: { code: 'CONSOLE_SESSION' } }

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

async function signedOn() {
  const whom = await invited()
  const client = new ConsoleClient(app.base)
  const answer = await signOnAtConsole(client, whom.login)
  expect(answer.json.status).toBe('OK')
  return { ...whom, client }
}
const me = (client: ConsoleClient) => client.get('/session')

describe('an administrator with an account', () => {
  it('is offered the providers that the settings allow for administrators, and no other', async () => {
    const { json } = await new ConsoleClient(app.base).get('/session/oidc')
    expect((json.payload as { id: string }[]).map(({ id }) => id)).toEqual(['firm', 'other'])
    expect((await new ConsoleClient(app.base).get('/session/oidc/rooms/start')).json.code).toBe(
      'NOT_FOUND',
    )
  })

  it('accepts the invitation by signing on, which uses the link up and is mailed to all', async () => {
    const { client: reader, email: readerEmail } = await administrator(app)
    const { client, email, token } = await signedOn()
    expect((await me(client)).json.payload).toMatchObject({ email })
    expect((await client.post('/invitation', { token })).json.code).toBe('CONSOLE_INVITATION')
    expect(await logged(reader, 2)).toEqual([
      { kind: 'session.opened', email, about: 'oidc' },
      { kind: 'account.bound', email, about: '회사 계정 / Firm account' },
    ])
    for (const to of [email, readerEmail])
      await eventually(async () => {
        const subjects = (await app.mailsTo(to)).map(({ subject }) => subject)
        expect(subjects).toContain('설치 관리자 계정 연결 / Account of an administrator linked')
      })
    const stored = await app.database.pool.query(
      `select encode(subject_hash, 'escape') as subject from administrator_accounts`,
    )
    expect(JSON.stringify(stored.rows)).not.toContain('account-')
  })

  it('enters again by the account, whatever its address is now, and opens no room', async () => {
    const { login, id } = await signedOn()
    for (const person of [{ email: 'renamed@example.com', email_verified: true }, {}]) {
      firm.put(login, { ...person, acr: 'mfa' })
      const client = new ConsoleClient(app.base)
      expect((await signOnAtConsole(client, login)).json.status).toBe('OK')
      const listed = (await client.get('/administrators', { limit: 100 })).json.payload as {
        id: number
        isSelf: boolean
      }[]
      expect(listed.find(({ isSelf }) => isSelf)).toMatchObject({
        id,
        passkeys: 0,
        account: { provider: '회사 계정 / Firm account' },
      })
      const room = await app.room()
      expect((await client.call('GET', `/room/api/room/info/${room.roomId}`)).http).not.toBe(200)
    }
  })

  it('with a passkey enters by it alone until the machine makes a link, which the account then uses up', async () => {
    const { client, passkey, email } = await administrator(app)
    firm.put('both', { email, email_verified: true, acr: 'mfa' })
    expect(await by(app, 'both')).toMatchObject(REFUSED)
    const { link } = await app.program.administrators.invite({ email, name: '바꿈' })
    expect((await me(client)).json.status).toBe('OK')
    expect((await signOnWith(new ConsoleClient(app.base), passkey)).json.status).toBe('OK')
    expect((await by(app, 'both')).json.status).toBe('OK')
    expect(await me(client)).toMatchObject(NOBODY)
    expect((await signOnWith(new ConsoleClient(app.base), passkey)).json.code).toBe(
      'CONSOLE_PASSKEY',
    )
    expect((await client.post('/invitation', { token: tokenIn(link) })).json.code).toBe(
      'CONSOLE_INVITATION',
    )
    expect((await by(app, 'both')).json.status).toBe('OK')
  })

  it('with a passkey may use that link for another passkey as well, and no account is bound', async () => {
    const { passkey, email } = await administrator(app)
    firm.put('keeps', { email, email_verified: true, acr: 'mfa' })
    const { link } = await app.program.administrators.invite({ email, name: '유지' })
    const next = await newPasskeyBy(new ConsoleClient(app.base), tokenIn(link))
    expect(await by(app, 'keeps')).toMatchObject(REFUSED)
    expect((await signOnWith(new ConsoleClient(app.base), passkey)).json.code).toBe(
      'CONSOLE_PASSKEY',
    )
    expect((await signOnWith(new ConsoleClient(app.base), next)).json.status).toBe('OK')
  })
})

describe('another administrator', () => {
  it('can take the account away: sessions end, and the address alone brings it back for nobody', async () => {
    const { client: reader, email: readerEmail } = await administrator(app)
    const { client, id, login, email } = await signedOn()
    expect((await reader.post(`/administrators/${id}/unbind`)).json.status).toBe('OK')
    expect((await reader.post(`/administrators/${id}/unbind`)).json.code).toBe('NOT_FOUND')
    expect(await me(client)).toMatchObject(NOBODY)
    expect(await by(app, login)).toMatchObject(REFUSED)
    expect(await logged(reader, 2)).toEqual([
      { kind: 'account.refused-uninvited', email, about: null },
      { kind: 'account.unbound', email: readerEmail, about: email },
    ])
    expect((await app.program.administrators.invite({ email, name: '다시' })).id).toBe(id)
    expect((await by(app, login)).json.status).toBe('OK')
  })

  it('cannot unbind somebody and then take the place with a link: the machine alone makes one', async () => {
    const { client: taker } = await administrator(app)
    const { id, email, login } = await signedOn()
    expect((await taker.post(`/administrators/${id}/unbind`)).json.status).toBe('OK')
    for (const address of [email, email.toUpperCase()])
      expect(await taker.post('/administrators', { email: address, name: '새이름' })).toMatchObject(
        {
          http: 422,
          json: { code: 'ADMINISTRATOR_PASSKEY' },
        },
      )
    const open = await app.database.pool.query(
      'select 1 from administrator_invitations where administrator_id = $1',
      [id],
    )
    expect(open.rowCount).toBe(0)
    expect(await by(app, login)).toMatchObject(REFUSED)
    const { link } = await app.program.administrators.invite({ email, name: '기계' })
    expect((await taker.post('/administrators', { email, name: '새이름' })).json.code).toBe(
      'ADMINISTRATOR_PASSKEY',
    )
    const owner = new ConsoleClient(app.base)
    await newPasskeyBy(owner, tokenIn(link))
    expect((await me(owner)).json.payload).toMatchObject({ email })
  })

  it('cannot take the place of one who has an account: links for them come from the machine', async () => {
    const { client: taker } = await administrator(app)
    const { email, client, login } = await signedOn()
    for (const address of [email, email.toUpperCase()])
      expect(
        (await taker.post('/administrators', { email: address, name: '새이름' })).json.code,
      ).toBe('ADMINISTRATOR_PASSKEY')
    const { link } = await app.program.administrators.invite({ email, name: '기계' })
    await newPasskeyBy(new ConsoleClient(app.base), tokenIn(link))
    expect(await me(client)).toMatchObject(NOBODY)
    expect(await by(app, login)).toMatchObject(REFUSED)
  })

  it('stays where the others have accounts of an issuer that the settings no longer name', async () => {
    const own = await startTestApp({ publicUrl: PASSKEY_URL, providers: [firm.settings] })
    try {
      const one = await administrator(own)
      firm.put('moved', { email: 'moved@example.com', email_verified: true, acr: 'mfa' })
      await own.program.administrators.invite({ email: 'moved@example.com', name: '옮김' })
      expect((await signOnAtConsole(new ConsoleClient(own.base), 'moved')).json.status).toBe('OK')
      const nowOf = (issuer: string) =>
        own.database.pool.query('update administrator_accounts set issuer = $1', [issuer])
      await nowOf('https://former.example.com')
      expect((await one.client.post(`/administrators/${one.id}/remove`)).json.code).toBe(
        'LAST_ADMINISTRATOR',
      )
      await nowOf(`${firm.settings.issuer}/`)
      expect((await one.client.post(`/administrators/${one.id}/remove`)).json.status).toBe('OK')
    } finally {
      await own.close()
    }
  })

  it('removes account and sessions with the administrator, and the last who can enter stays', async () => {
    const own = await startTestApp({ publicUrl: PASSKEY_URL, providers: [firm.settings] })
    try {
      firm.put('alone', { email: 'alone@example.com', email_verified: true, acr: 'mfa' })
      const { id } = await own.program.administrators.invite({
        email: 'alone@example.com',
        name: '혼자',
      })
      const client = new ConsoleClient(own.base)
      expect((await signOnAtConsole(client, 'alone')).json.status).toBe('OK')
      for (const what of ['unbind', 'remove'])
        expect((await client.post(`/administrators/${id}/${what}`)).json.code).toBe(
          'LAST_ADMINISTRATOR',
        )
      const next = await administrator(own)
      expect((await next.client.post(`/administrators/${next.id}/unbind`)).json.code).toBe(
        'NOT_FOUND',
      )
      expect((await next.client.post(`/administrators/${id}/remove`)).json.status).toBe('OK')
      expect(await me(client)).toMatchObject(NOBODY)
      expect(await signOnAtConsole(client, 'alone')).toMatchObject(REFUSED)
      expect((await own.database.pool.query('select 1 from administrator_accounts')).rowCount).toBe(
        0,
      )
    } finally {
      await own.close()
    }
  })
})
