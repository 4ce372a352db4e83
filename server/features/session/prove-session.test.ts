import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import { openKeyStore } from '../../platform/encryption/open-key-store.ts'
import { failNewestMail, startTestApp, type TestApp, type TestPerson, type TestRoom } from '../../test/harness/test-app.ts'
import type { WireClient } from '../../test/harness/wire-client.ts'
import { closeRoom } from '../../test/scenarios/close-room.ts'
import { loggedDetails } from '../../test/scenarios/logged-details.ts'
import { stepCodeTo, stepMailsTo, wrongCode } from '../../test/scenarios/step-codes.ts'
import { createRoomKeyring } from '../rooms/index.ts'

const HOUR = 3_600_000
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/

describe('the second step', () => {
  let app: TestApp
  let room: TestRoom
  let person: TestPerson
  beforeAll(async () => {
    app = await startTestApp({ trustProxy: ['127.0.0.1'] })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    await app.forgetFailures()
    room = await app.room()
    person = await app.participant(room)
    await room.operator.entering(true)
  })

  const waits = async (pin = person.pin): Promise<WireClient> => {
    const client = app.stranger()
    expect((await client.join(pin)).json).toMatchObject({ status: 'OK', step: {} })
    return client
  }
  const stateOf = async (client: WireClient): Promise<string | undefined> => (await client.list()).json.code
  const details = async (kind: string, of = room): Promise<unknown[]> => {
    const keyring = createRoomKeyring(await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir }))
    return loggedDetails(app.database, keyring, of.roomId, kind)
  }
  const joinedIn = async (of = room): Promise<number> => (await app.logged(of.roomId)).filter((kind) => kind === 'session.joined').length

  it('is not asked for where the room does not have it, on a known device, or after a mailed link', async () => {
    const other = await app.room()
    const plain = await app.participant(other)
    const answer = await app.stranger().join(plain.pin)
    const fields = ['download', 'email', 'id', 'jwt', 'name', 'print', 'roleId', 'roomId', 'roomNo', 'secondsLeft', 'userId']
    expect(Object.keys(answer.json).sort()).toEqual(['payload', 'status'])
    expect(Object.keys(answer.json.payload as object).sort()).toEqual(fields)
    expect(answer.headers.get('set-cookie')).not.toBeNull()

    const known = await person.client.join(person.pin)
    expect(Object.keys(known.json).sort()).toEqual(['payload', 'status'])
    expect((await person.client.agree()).json.status).toBe('OK')

    await app.spendBudget()
    await app.stranger().findPin(person.email)
    const byLink = app.stranger()
    expect(Object.keys((await byLink.joinByLink(await app.entryLinkMailedTo(person.email))).json).sort()).toEqual(['payload', 'status'])
    expect((await byLink.agree()).json.status).toBe('OK')
    expect(Object.keys((await byLink.join(person.pin)).json).sort()).toEqual(['payload', 'status'])
    expect(await stepMailsTo(app, person.email)).toEqual([])
    expect((await details('session.joined')).at(-1)).toEqual({ by: 'pin', device: 'known' })
  })

  it('comes before everything on a new device, which is known from then on', async () => {
    const before = await joinedIn()
    const client = app.stranger()
    const asked = await client.join(person.pin)
    expect(asked.json.step).toEqual({ email: `p***@example.com`, ways: ['mail'] })
    expect(asked.json.payload).toMatchObject({ jwt: expect.stringMatching(TOKEN), name: '', email: '', print: false, download: false })
    expect(asked.text).not.toContain(person.email)
    expect(asked.headers.get('set-cookie')).toBeNull()
    expect(await joinedIn()).toBe(before)
    expect((await app.logged(room.roomId)).at(-1)).toBe('session.step-asked')
    expect((await room.operator.sessions()).length).toBe(1)
    for (const refused of [client.agree(), client.list(), client.call('GET', `/room/api/room/info/${room.roomId}`)])
      expect(await refused).toMatchObject({ http: 403, json: { code: 'NOT_PROVEN' } })

    const code = await stepCodeTo(app, person.email)
    const proven = await client.prove(code)
    expect(proven.json).toEqual({
      status: 'OK',
      payload: expect.objectContaining({ email: person.email, name: '이참여', roomId: room.roomId, id: person.memberId }),
    })
    expect(proven.headers.get('set-cookie')).toMatch(/^sealroom-device=[A-Za-z0-9_-]{22}; Path=\/api\/room\/api\/room\/join; /)
    expect(await stateOf(client)).toBe('NOT_AGREED')
    expect((await client.agree()).json.status).toBe('OK')
    expect((await client.list()).http).toBe(200)
    expect(await details('session.step-asked')).toEqual([{ again: false }])
    expect((await details('session.joined')).at(-1)).toEqual({ by: 'pin', device: 'new', step: true })

    expect(Object.keys((await client.join(person.pin)).json).sort()).toEqual(['payload', 'status'])
    app.clock.advance(LIMITS.deviceMs)
    await app.database.pool.query('update pins set used_at = $1 where member_id = $2', [app.clock.now(), person.memberId])
    expect((await client.join(person.pin)).json.step).toBeDefined()
  })

  it('does not say that somebody entered who has only had the PIN', async () => {
    const [{ id } = { id: 0 }] = (await room.operator.invite([{ name: '새 사람', email: 'new@step.example' }])).json.payload as {
      id: number
    }[]
    const seen = async () => (await room.operator.members()).find((member) => member.id === id)?.lastSeenAt
    const client = await waits(await app.pinMailedTo('new@step.example'))
    expect(await seen()).toBeNull()
    expect((await app.database.pool.query('select 1 from devices where member_id = $1', [id])).rowCount).toBe(0)
    await client.prove(await stepCodeTo(app, 'new@step.example'))
    expect(await seen()).not.toBeNull()
    await client.agree()
    expect(await client.sessions()).toHaveLength(1)
  })

  it('is not among the sessions that a person is logged in with', async () => {
    const client = await waits()
    expect(await person.client.sessions()).toHaveLength(1)
    await client.prove(await stepCodeTo(app, person.email))
    expect(await person.client.sessions()).toHaveLength(2)
  })

  describe('its code', () => {
    it.each([
      { what: 'is good for ten minutes', ms: LIMITS.stepCodeMs - 60_000, answer: { status: 'OK' } },
      { what: 'and no longer', ms: LIMITS.stepCodeMs, answer: { status: 'EXCEPTION', code: 'STEP_EXPIRED' } },
    ])('$what', async ({ ms, answer }) => {
      const client = await waits()
      const code = await stepCodeTo(app, person.email)
      app.clock.advance(ms)
      expect((await client.prove(code)).json).toMatchObject(answer)
      if (answer.status === 'EXCEPTION') expect(await stateOf(client)).toBe('NOT_PROVEN')
    })

    it('is good once: not again, and not twice at the same time', async () => {
      const client = await waits()
      const code = await stepCodeTo(app, person.email)
      const before = await joinedIn()
      const answers = await Promise.all([client.prove(code), client.prove(code), client.prove(code)])
      expect(answers.filter(({ json }) => json.status === 'OK')).toHaveLength(1)
      expect(await client.prove(code)).toMatchObject({ http: 404 })
      expect(await client.mailStepCode()).toMatchObject({ http: 404 })
      expect(await joinedIn()).toBe(before + 1)
      expect(await stepMailsTo(app, person.email)).toHaveLength(1)
    })

    it('is good for the session that asked for it alone', async () => {
      const one = await waits()
      const first = await stepCodeTo(app, person.email)
      const two = await waits()
      const second = await stepCodeTo(app, person.email)
      expect((await one.prove(second)).json.code).toBe('STEP_REFUSED')
      expect((await two.prove(first)).json.code).toBe('STEP_REFUSED')
      for (const client of [one, two]) expect(await stateOf(client)).toBe('NOT_PROVEN')
      expect((await one.prove(first)).json.status).toBe('OK')
      expect(await stateOf(two)).toBe('NOT_PROVEN')
    })

    it('is replaced by another one, once a minute, and five of them are mailed in an hour', async () => {
      const client = await waits()
      const first = await stepCodeTo(app, person.email)
      expect(await client.mailStepCode()).toMatchObject({ http: 429, json: { code: 'TOO_MANY' } })
      app.clock.advance(LIMITS.stepAgainMs)
      const together = await Promise.all([client.mailStepCode(), client.mailStepCode()])
      expect(together.map(({ http }) => http).sort()).toEqual([200, 429])
      expect((await client.prove(first)).json.code).toBe('STEP_REFUSED')
      expect(await details('session.step-asked')).toEqual([{ again: false }, { again: true }])

      await waits()
      await waits()
      app.clock.advance(LIMITS.stepAgainMs)
      expect((await client.mailStepCode()).http).toBe(200)
      app.clock.advance(LIMITS.stepAgainMs)
      expect((await client.mailStepCode()).json.code).toBe('TOO_MANY')
      const refused = app.stranger()
      expect(await refused.join(person.pin)).toMatchObject({ http: 429, json: { code: 'TOO_MANY' } })
      expect(refused.session).toBeUndefined()
      expect(await stepMailsTo(app, person.email)).toHaveLength(5)
      expect((await person.client.join(person.pin)).json.status).toBe('OK')
      expect((await client.prove(await stepCodeTo(app, person.email))).json.status).toBe('OK')
      app.clock.advance(HOUR)
      expect((await app.stranger().join(person.pin)).json.step).toBeDefined()
    })

    it('dies with the fifth wrong one, though another one can be had', async () => {
      const client = await waits()
      const code = await stepCodeTo(app, person.email)
      for (let tries = 0; tries < 5; tries += 1) expect((await client.prove(wrongCode(code))).json.code).toBe('STEP_REFUSED')
      expect((await client.prove(code)).json.code).toBe('STEP_SPENT')
      expect((await app.logged(room.roomId)).filter((kind) => kind === 'session.step-refused')).toHaveLength(5)
      app.clock.advance(LIMITS.stepAgainMs)
      await client.mailStepCode()
      expect((await client.prove(await stepCodeTo(app, person.email))).json.status).toBe('OK')
    })

    it('is guessed at wrongly ten times an hour, for one person, over all sessions and codes, however many come at once', async () => {
      const clients = [await waits(), await waits(), await waits()]
      const code = await stepCodeTo(app, person.email)
      const answers = await Promise.all(clients.flatMap((client) => Array.from({ length: 5 }, () => client.prove(wrongCode(code)))))
      const codes = answers.map(({ json }) => json.code)
      expect(codes.filter((each) => each === 'STEP_REFUSED')).toHaveLength(10)
      expect(codes.filter((each) => each === 'TOO_MANY')).toHaveLength(5)
      expect((await clients[2]?.prove(code))?.json.code).toBe('TOO_MANY')
      const other = await app.participant(room)
      expect((await other.client.prove(await stepCodeTo(app, other.email))).json.status).toBe('OK')
      expect((await person.client.join(person.pin)).json).not.toHaveProperty('step')
      app.clock.advance(HOUR)
      const late = await waits()
      expect((await late.prove(await stepCodeTo(app, person.email))).json.status).toBe('OK')
    })

    it.each(['', '1234567', '123456789', 'abcdefgh', '１２３４５６７８'])('is not guessed at by %j', async (text) => {
      const client = await waits()
      for (let tries = 0; tries < 12; tries += 1) expect((await client.prove(text)).http).toBe(400)
      expect((await client.prove((await stepCodeTo(app, person.email)).replace(' ', ''))).json.status).toBe('OK')
      expect((await app.logged(room.roomId)).filter((kind) => kind === 'session.step-refused')).toEqual([])
    })

    it('is nowhere but in its mail', async () => {
      const client = await waits()
      const code = await stepCodeTo(app, person.email)
      const digits = code.replace(' ', '')
      await client.prove(wrongCode(code))
      const stored = () => app.database.pool.query(`select code_hash, step_codes::text as row from step_codes`)
      const { rows } = await stored()
      expect(rows[0].code_hash).toHaveLength(32)
      for (const { row } of rows) expect(row).not.toContain(digits)
      const mails = await app.database.pool.query(`select sealed, mails::text as row from mails where kind = 'step'`)
      for (const { sealed: encrypted, row } of mails.rows) expect([encrypted, String(row).includes(digits)]).toEqual([null, false])
      await client.prove(code)
      for (const text of [code, digits]) expect(app.log.text()).not.toContain(text)
      expect((await stored()).rowCount).toBe(rows.length - 1)
    })
  })

  it('is mailed with when and from where it was asked for, and what to do, in the language of the screen', async () => {
    const from = { 'user-agent': CHROME, 'x-forwarded-for': '203.0.113.77' }
    const client = app.stranger()
    await client.join(person.pin, { ...from, 'accept-language': 'ko' })
    app.clock.advance(LIMITS.stepAgainMs)
    await client.mailStepCode({ 'accept-language': 'en', 'x-forwarded-for': '203.0.113.77' })
    const [korean, english] = await stepMailsTo(app, person.email)
    expect(korean?.subject).toBe('[시험 룸] 2단계 인증 코드')
    for (const text of ['10분 안에', 'Chrome, Windows', '203.0.113.x', 'Asia/Seoul', '본인이 아니라면', '운영자에게'])
      expect(korean?.text).toContain(text)
    expect(english?.subject).toBe('[시험 룸] Your verification code')
    for (const text of ['within 10 minutes', 'Unknown', '203.0.113.x', 'If it was not you', 'operator'])
      expect(english?.text).toContain(text)
    for (const mail of [korean, english]) {
      expect(mail?.text).not.toContain('203.0.113.77')
      expect(mail?.html).toContain('prefers-color-scheme:dark')
      expect(mail?.html).not.toMatch(/href=/)
    }
  })

  it('that could not be mailed is reported to the operators, until another one was mailed', async () => {
    const client = await waits()
    await stepCodeTo(app, person.email)
    const id = await failNewestMail(app, person.memberId)
    expect(await room.operator.failedMails()).toMatchObject([{ id, kind: 'step', memberId: person.memberId, renewable: false }])
    const renewed = await room.operator.call('POST', '/room/api/room/user/mail/renew', { body: { id } })
    expect(renewed.json.code).toBe('MAIL_GONE')
    app.clock.advance(LIMITS.stepAgainMs)
    await client.mailStepCode()
    expect(await room.operator.failedMails()).toEqual([])
  })

  describe('switched', () => {
    it('on, leaves everybody in who is in', async () => {
      await room.operator.entering(false)
      const fresh = app.stranger()
      await fresh.join(person.pin)
      await room.operator.entering(true)
      expect((await person.client.list()).http).toBe(200)
      expect((await fresh.agree()).json.status).toBe('OK')
      expect((await fresh.list()).http).toBe(200)
    })

    it('off, is required of nobody, but a waiting person proves or enters again', async () => {
      const client = await waits()
      await room.operator.entering(false)
      expect(await stateOf(client)).toBe('NOT_PROVEN')
      expect((await app.stranger().join(person.pin)).json).not.toHaveProperty('step')
      expect((await client.prove(await stepCodeTo(app, person.email))).json.status).toBe('OK')
    })
  })

  describe('that is waited for ends', () => {
    const endings: readonly [what: string, end: (client: WireClient) => Promise<unknown>, code: string][] = [
      ['with a logout', (client) => client.logout(), 'SESSION_ENDED'],
      [
        'with another entry in the same browser',
        (client) => Object.assign(app.stranger(), { session: client.me }).join(room.pin),
        'SESSION_ENDED',
      ],
      ['with a block', () => room.operator.setRight(person.memberId, 'access', false), 'ACCESS_BLOCKED'],
      ['with a removal', () => room.operator.remove(person.memberId), 'SESSION_ENDED'],
      ['when an operator logs the person out', () => room.operator.endSessionsOf(person.memberId), 'ENDED_BY_OPERATOR'],
      ['with the room', () => closeRoom(app, room.roomId), 'ROOM_CLOSED'],
      ['after half an hour', async () => app.clock.advance(LIMITS.idleMs), 'SESSION_IDLE'],
      [
        'with the PIN behind it, when a new one is used',
        async () => {
          await room.operator.inviteAgain(person.memberId)
          await expect.poll(() => app.pinMailedTo(person.email)).not.toBe(person.pin)
          await person.client.join(await app.pinMailedTo(person.email))
        },
        'SESSION_ENDED',
      ],
    ]
    it.each(endings)('%s', async (_, end, code) => {
      const client = await waits()
      const mailed = await stepCodeTo(app, person.email)
      await end(client)
      for (const answer of [await client.prove(mailed), await client.mailStepCode()])
        expect(answer).toMatchObject({ http: 401, json: { code } })
      expect(await stepMailsTo(app, person.email)).toHaveLength(1)
    })

    it('with the PIN of somebody who never entered, when another one is sent', async () => {
      const email = 'again@step.example'
      const [{ id } = { id: 0 }] = (await room.operator.invite([{ name: '새 사람', email }])).json.payload as { id: number }[]
      const client = await waits(await app.pinMailedTo(email))
      const mailed = await stepCodeTo(app, email)
      await room.operator.inviteAgain(id)
      expect((await client.prove(mailed)).json.code).toBe('SESSION_ENDED')
    })

    it('and leaves nothing behind', async () => {
      await waits()
      await stepCodeTo(app, person.email)
      const codes = async () =>
        (
          await app.database.pool.query('select 1 from step_codes where session_id in (select id from sessions where room_id = $1)', [
            room.roomId,
          ])
        ).rowCount
      const tidy = app.program.jobs.handlers.find(({ name }) => name === 'session.tidy')
      const run = () => tidy?.run({}, { signal: AbortSignal.timeout(30_000), attempt: 1, lastAttempt: true })
      await run()
      expect(await codes()).toBe(1)
      app.clock.advance(LIMITS.idleMs)
      await run()
      expect(await codes()).toBe(0)
      expect(await details('session.ended')).toContainEqual({ reason: 'idle' })
    })

    it('and comes not back with the access', async () => {
      const client = await waits()
      const mailed = await stepCodeTo(app, person.email)
      await room.operator.setRight(person.memberId, 'access', false)
      await room.operator.setRight(person.memberId, 'access', true)
      expect(await client.prove(mailed)).toMatchObject({ http: 401 })
      expect((await person.client.join(person.pin)).json.step).toBeDefined()
    })
  })
})
