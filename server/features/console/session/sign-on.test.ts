import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  AUTHENTICATOR,
  administrator,
  ConsoleClient,
  newPasskeyBy,
  signOnWith,
  tokenIn,
} from '../../../test/console/console-client.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { ProgramClient } from '../../../test/programs/program-client.ts'
import { PASSKEY_URL } from '../../../test/scenarios/passkeys.ts'

const MINUTE_MS = 60_000
const NOBODY = { http: 401, json: { code: 'CONSOLE_SESSION' } }

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ publicUrl: PASSKEY_URL })
})
beforeEach(() => app.forgetFailures())
afterAll(() => app.close())

const me = (client: ConsoleClient) => client.get('/session')

describe('the invitation of an administrator', () => {
  it('is a link of the console, which registers one passkey and opens a session', async () => {
    const { link } = await app.program.administrators.invite({
      email: 'first@example.com',
      name: '처음',
    })
    expect(link).toMatch(/^https:\/\/room\.test\/console#invite=[\w-]{43}$/)
    const client = new ConsoleClient(app.base)
    expect((await client.post('/invitation', { token: tokenIn(link) })).json.payload).toMatchObject(
      {
        name: '처음',
        email: 'first@example.com',
        options: {
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        },
      },
    )
    await newPasskeyBy(client, tokenIn(link))
    expect((await me(client)).json.payload).toMatchObject({
      name: '처음',
      email: 'first@example.com',
    })
    expect((await client.get('/administrators')).json.payload).toContainEqual(
      expect.objectContaining({
        email: 'first@example.com',
        isSelf: true,
        usedAt: expect.any(String),
      }),
    )
    const again = await client.post('/invitation', { token: tokenIn(link) })
    expect(again).toMatchObject({ http: 422, json: { code: 'CONSOLE_INVITATION' } })
    const stored = await app.database.pool.query(
      `select encode(hash, 'escape') as hash from administrator_invitations`,
    )
    expect(stored.rows).toEqual([])
  })

  it('is over after 24 hours, and when a later one was made', async () => {
    const whom = { email: 'late@example.com', name: '늦음' }
    const [former, newer] = [
      await app.program.administrators.invite(whom),
      await app.program.administrators.invite(whom),
    ]
    expect(newer.id).toBe(former.id)
    const client = new ConsoleClient(app.base)
    const open = ({ link }: { link: string }) =>
      client.post('/invitation', { token: tokenIn(link) })
    expect((await open(former)).json.code).toBe('CONSOLE_INVITATION')
    expect((await open(newer)).json.status).toBe('OK')
    app.clock.advance(24 * 60 * MINUTE_MS)
    expect((await open(newer)).json.code).toBe('CONSOLE_INVITATION')
  })

  it('takes no passkey without user verification, for another origin, or for the challenge of a sign-on', async () => {
    const { link } = await app.program.administrators.invite({
      email: 'twisted@example.com',
      name: '뒤틀림',
    })
    const client = new ConsoleClient(app.base)
    const token = tokenIn(link)
    const options = async () =>
      (
        (await client.post('/invitation', { token })).json.payload as {
          options: Parameters<typeof AUTHENTICATOR.create>[0]
        }
      ).options
    const accept = async (answer: object) =>
      (await client.post('/invitation/accept', { token, answer })).json.code
    expect(
      await accept(AUTHENTICATOR.create(await options(), { userVerified: false }).answer),
    ).toBe('CONSOLE_PASSKEY')
    expect(
      await accept(AUTHENTICATOR.create(await options(), { origin: 'https://evil.test' }).answer),
    ).toBe('CONSOLE_PASSKEY')
    const { challenge } = (await client.post('/session/options')).json.payload as {
      challenge: string
    }
    expect(await accept(AUTHENTICATOR.create({ ...(await options()), challenge }).answer)).toBe(
      'CONSOLE_PASSKEY',
    )
    expect(client.token).toBeUndefined()
    expect(
      (await app.program.administrators.list()).find(({ email }) => email === 'twisted@example.com')
        ?.passkeys,
    ).toBe(0)
  })

  it('of a lost administrator makes a new passkey, and ends the former one with its sessions', async () => {
    const lost = await administrator(app)
    const { link, id } = await app.program.administrators.invite({
      email: lost.email.toUpperCase(),
      name: '잃음',
    })
    expect(id).toBe(lost.id)
    expect((await me(lost.client)).json.status).toBe('OK')
    const client = new ConsoleClient(app.base)
    const passkey = await newPasskeyBy(client, tokenIn(link))
    expect(await me(lost.client)).toMatchObject(NOBODY)
    expect((await signOnWith(new ConsoleClient(app.base), lost.passkey)).json.code).toBe(
      'CONSOLE_PASSKEY',
    )
    expect((await signOnWith(client, passkey)).json.payload).toMatchObject({ name: '잃음' })
  })
})

describe('signing on to the console', () => {
  it('names nobody beforehand, takes each answer once, and no copied passkey', async () => {
    const { client, passkey } = await administrator(app)
    const asked = await client.post('/session/options')
    expect(asked.json.payload).toMatchObject({
      allowCredentials: [],
      userVerification: 'required',
      rpId: 'room.test',
    })
    const options = asked.json.payload as Parameters<typeof AUTHENTICATOR.get>[0]
    const answer = AUTHENTICATOR.get(options, passkey)
    expect((await client.post('/session', answer)).json.status).toBe('OK')
    expect((await client.post('/session', answer)).json.code).toBe('CONSOLE_PASSKEY')
    expect((await signOnWith(client, passkey, { counter: 1 })).json.code).toBe('CONSOLE_PASSKEY')
    expect((await signOnWith(client, passkey, { userVerified: false })).json.code).toBe(
      'CONSOLE_PASSKEY',
    )
  })

  it('is refused after ten failures of a network, with the right passkey too', async () => {
    const { client, passkey } = await administrator(app)
    for (let tries = 0; tries < 10; tries += 1) await signOnWith(client, { ...passkey, id: 'AAAA' })
    expect((await signOnWith(client, passkey)).json.code).toBe('TOO_MANY')
  })

  it('lasts half an hour without a call, twelve hours in all, and until it is ended', async () => {
    const { client, passkey } = await administrator(app)
    app.clock.advance(29 * MINUTE_MS)
    expect((await me(client)).json.status).toBe('OK')
    app.clock.advance(30 * MINUTE_MS)
    expect(await me(client)).toMatchObject({ http: 401, json: { code: 'CONSOLE_SESSION_ENDED' } })
    await signOnWith(client, passkey)
    for (let halves = 0; halves < 26; halves += 1) {
      app.clock.advance(28 * MINUTE_MS)
      if (halves < 25) expect((await me(client)).json.status).toBe('OK')
    }
    expect((await me(client)).json.code).toBe('CONSOLE_SESSION_ENDED')
    await signOnWith(client, passkey)
    expect((await client.call('DELETE', '/console/session')).json.status).toBe('OK')
    expect(await me(client)).toMatchObject(NOBODY)
  })

  it('needs neither a session of a room nor one of another kind: each opens its own alone', async () => {
    const { client } = await administrator(app)
    const room = await app.room()
    for (const authorization of [
      `Bearer ${room.operator.me.jwt}`,
      `Bearer ${client.token}`,
      `Signer ${client.token}`,
    ])
      expect(
        await client.call('GET', '/console/rooms', { headers: { authorization } }),
      ).toMatchObject(NOBODY)
    expect((await client.call('GET', `/room/api/room/info/${room.roomId}`)).http).not.toBe(200)
    expect((await client.call('GET', '/platform/rooms')).json.code).toBe('API_KEY')
  })

  it('is in the log of the console, with what was refused', async () => {
    const { client, passkey, email } = await administrator(app)
    await signOnWith(client, passkey, { userVerified: false })
    await signOnWith(client, passkey)
    const rows = (await client.get('/log')).json.payload as {
      kind: string
      email: string
      about: string
    }[]
    expect(rows.filter((row) => row.email === email).map(({ kind }) => kind)).toEqual([
      ...['session.opened', 'session.refused', 'session.opened', 'passkey.registered'],
    ])
  })
})

describe('administrators', () => {
  it('invite and remove each other; the last one with a passkey stays, and a removal ends everything at once', async () => {
    const own = await startTestApp({ publicUrl: PASSKEY_URL })
    try {
      const one = await administrator(own)
      expect((await one.client.post(`/administrators/${one.id}/remove`)).json.code).toBe(
        'LAST_ADMINISTRATOR',
      )
      const invited = await one.client.post('/administrators', {
        email: 'next@example.com',
        name: '다음',
      })
      const { id, link } = invited.json.payload as { id: number; link: string }
      expect((await one.client.post(`/administrators/${one.id}/remove`)).json.code).toBe(
        'LAST_ADMINISTRATOR',
      )
      const next = new ConsoleClient(own.base)
      const passkey = await newPasskeyBy(next, tokenIn(link))
      expect((await one.client.get('/administrators')).json.payload).toMatchObject([
        { isSelf: true },
        { id, isSelf: false, passkeys: 1 },
      ])
      expect((await next.post(`/administrators/${one.id}/remove`)).json.status).toBe('OK')
      expect(await me(one.client)).toMatchObject(NOBODY)
      expect((await signOnWith(one.client, one.passkey)).json.code).toBe('CONSOLE_PASSKEY')
      expect((await signOnWith(next, passkey)).json.status).toBe('OK')
    } finally {
      await own.close()
    }
  })

  it('never become each other: a link for one with a passkey comes from the machine, and everybody is mailed', async () => {
    const [taker, taken] = [await administrator(app), await administrator(app)]
    for (const email of [taken.email, taken.email.toUpperCase()])
      expect(await taker.client.post('/administrators', { email, name: '새이름' })).toMatchObject({
        http: 422,
        json: { code: 'ADMINISTRATOR_PASSKEY' },
      })
    const listed = async () =>
      (await taker.client.get('/administrators', { limit: 100 })).json.payload as {
        id: number
        name: string
      }[]
    expect((await listed()).map(({ name }) => name)).not.toContain('새이름')
    const email = 'mailed@example.com'
    const first = await taker.client.post('/administrators', { email, name: '처음이름' })
    const { id, link } = (await taker.client.post('/administrators', { email, name: '새이름' }))
      .json.payload as {
      id: number
      link: string
    }
    expect((first.json.payload as { id: number }).id).toBe(id)
    expect((await listed()).find((each) => each.id === id)?.name).toBe('처음이름')
    await newPasskeyBy(new ConsoleClient(app.base), tokenIn(link))
    for (const to of [email, taken.email, taker.email])
      await eventually(async () => {
        const mails = (await app.mailsTo(to)).filter(({ text = '' }) => text.includes(email))
        const subjects = new Set(mails.map(({ subject }) => subject))
        expect(subjects).toContain('설치 관리자 초대 / Administrator invited')
        expect(subjects).toContain(
          '설치 관리자 패스키 등록 / Passkey of an administrator registered',
        )
        expect(mails.some(({ text = '' }) => text.includes(tokenIn(link)))).toBe(false)
      })
  })

  it('get links from the machine alone after a restore, also those who never had a passkey or account', async () => {
    const own = await startTestApp({ publicUrl: PASSKEY_URL })
    try {
      const waiting = await own.program.administrators.invite({
        email: 'never@example.com',
        name: '미입장',
      })
      const former = await administrator(own)
      await own.program.settleRestored(own.clock.now())
      expect(await former.client.get('/session')).toMatchObject(NOBODY)
      const taker = await administrator(own)
      for (const email of [former.email, 'never@example.com', 'Never@Example.com'])
        expect(
          (await taker.client.post('/administrators', { email, name: '가로챔' })).json.code,
        ).toBe('ADMINISTRATOR_PASSKEY')
      expect(
        (await new ConsoleClient(own.base).post('/invitation', { token: tokenIn(waiting.link) }))
          .json.code,
      ).toBe('CONSOLE_INVITATION')
      const { id, link } = await own.program.administrators.invite({
        email: 'never@example.com',
        name: '미입장',
      })
      expect(id).toBe(waiting.id)
      const back = new ConsoleClient(own.base)
      await newPasskeyBy(back, tokenIn(link))
      expect((await back.get('/session')).json.payload).toMatchObject({
        email: 'never@example.com',
      })
      expect(
        (await taker.client.post('/administrators', { email: 'later@example.com', name: '나중' }))
          .json.status,
      ).toBe('OK')
    } finally {
      await own.close()
    }
  })

  it('take with them what they began, and nothing of the others', async () => {
    const [gone, stays] = [await administrator(app), await administrator(app)]
    const room = await app.room()
    const endsAt = new Date(app.clock.now().getTime() + 86_400_000).toISOString()
    const begin = async ({ client, email }: typeof gone) => {
      const made = async (path: string, body: object) => {
        const answer = await client.post(path, body)
        if (answer.json.status !== 'OK') throw new Error(answer.text)
        return answer.json.payload as { id: number; key: string; link: string }
      }
      const request = await made(`/rooms/${room.roomId}/operators`, {
        kind: 'operator',
        name: '새운영',
        email: `by-${email}`,
      })
      const key = await made('/keys', {
        name: `키 ${email}`,
        scopes: ['rooms:read', 'webhooks:write'],
        endsAt,
      })
      const hook = await made('/webhooks', {
        url: 'https://portal.example.com/',
        events: ['room.closed'],
      })
      const invited = await made('/administrators', { name: '손님', email: `guest-${email}` })
      return {
        request,
        program: new ProgramClient(app.base, key.key),
        hook,
        token: tokenIn(invited.link),
      }
    }
    const [of, others] = [await begin(gone), await begin(stays)]
    await of.program.post('/webhooks', {
      url: 'https://portal.example.com/',
      events: ['room.closed'],
    })
    expect((await stays.client.post(`/administrators/${gone.id}/remove`)).json.status).toBe('OK')
    const hooks = (await stays.client.get('/webhooks')).json.payload as { id: number }[]
    expect(hooks.map(({ id }) => id)).toEqual([others.hook.id])
    expect((await of.program.get('/rooms')).json.code).toBe('API_KEY_REVOKED')
    expect((await others.program.get('/rooms')).json.status).toBe('OK')
    const open = (token: string) => new ConsoleClient(app.base).post('/invitation', { token })
    expect((await open(of.token)).json.code).toBe('CONSOLE_INVITATION')
    expect((await open(others.token)).json.status).toBe('OK')
    const requests = (await stays.client.get(`/rooms/${room.roomId}/operators`)).json
      .payload as object[]
    expect(requests).toMatchObject([
      { id: others.request.id, state: 'waiting' },
      { id: of.request.id, state: 'withdrawn' },
    ])
    const log = (await stays.client.get('/log', { limit: 5 })).json.payload as {
      kind: string
      email: string
    }[]
    expect(log.map(({ kind }) => kind).sort()).toEqual([
      ...[
        'administrator.removed',
        'api-key.revoked',
        'operator.withdrawn',
        'webhook.removed',
        'webhook.removed',
      ],
    ])
    expect(log.every(({ email }) => email === stays.email)).toBe(true)
    expect(
      (await app.logged(room.roomId)).filter((kind) => kind === 'operator.decided'),
    ).toHaveLength(1)
  })
})
