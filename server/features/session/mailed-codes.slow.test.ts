import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import {
  failNewestMail,
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestRoom,
} from '../../test/harness/test-app.ts'
import { details, joinedIn, stateOf, waits } from '../../test/scenarios/session/proving.ts'
import { stepCodeTo, stepMailsTo, wrongCode } from '../../test/scenarios/step-codes.ts'

const HOUR = 3_600_000
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'

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

  describe('its code', () => {
    it.each([
      { what: 'is good for ten minutes', ms: LIMITS.stepCodeMs - 60_000, answer: { status: 'OK' } },
      {
        what: 'and no longer',
        ms: LIMITS.stepCodeMs,
        answer: { status: 'EXCEPTION', code: 'STEP_EXPIRED' },
      },
    ])('$what', async ({ ms, answer }) => {
      const client = await waits(app, person)
      const code = await stepCodeTo(app, person.email)
      app.clock.advance(ms)
      expect((await client.prove(code)).json).toMatchObject(answer)
      if (answer.status === 'EXCEPTION') expect(await stateOf(client)).toBe('NOT_PROVEN')
    })

    it('is good once: not again, and not twice at the same time', async () => {
      const client = await waits(app, person)
      const code = await stepCodeTo(app, person.email)
      const before = await joinedIn(app, room)
      const answers = await Promise.all([
        client.prove(code),
        client.prove(code),
        client.prove(code),
      ])
      expect(answers.filter(({ json }) => json.status === 'OK')).toHaveLength(1)
      expect(await client.prove(code)).toMatchObject({ http: 404 })
      expect(await client.mailStepCode()).toMatchObject({ http: 404 })
      expect(await joinedIn(app, room)).toBe(before + 1)
      expect(await stepMailsTo(app, person.email)).toHaveLength(1)
    })

    it('is good for the session that asked for it alone', async () => {
      const one = await waits(app, person)
      const first = await stepCodeTo(app, person.email)
      const two = await waits(app, person)
      const second = await stepCodeTo(app, person.email)
      expect((await one.prove(second)).json.code).toBe('STEP_REFUSED')
      expect((await two.prove(first)).json.code).toBe('STEP_REFUSED')
      for (const client of [one, two]) expect(await stateOf(client)).toBe('NOT_PROVEN')
      expect((await one.prove(first)).json.status).toBe('OK')
      expect(await stateOf(two)).toBe('NOT_PROVEN')
    })

    it('is replaced by another one, once a minute, and five of them are mailed in an hour', async () => {
      const client = await waits(app, person)
      const first = await stepCodeTo(app, person.email)
      expect(await client.mailStepCode()).toMatchObject({ http: 429, json: { code: 'TOO_MANY' } })
      app.clock.advance(LIMITS.stepAgainMs)
      const together = await Promise.all([client.mailStepCode(), client.mailStepCode()])
      expect(together.map(({ http }) => http).sort()).toEqual([200, 429])
      expect((await client.prove(first)).json.code).toBe('STEP_REFUSED')
      expect(await details(app, room, 'session.step-asked')).toEqual([
        { again: false },
        { again: true },
      ])

      await waits(app, person)
      await waits(app, person)
      app.clock.advance(LIMITS.stepAgainMs)
      expect((await client.mailStepCode()).http).toBe(200)
      app.clock.advance(LIMITS.stepAgainMs)
      expect((await client.mailStepCode()).json.code).toBe('TOO_MANY')
      const refused = app.stranger()
      expect(await refused.join(person.pin)).toMatchObject({
        http: 429,
        json: { code: 'TOO_MANY' },
      })
      expect(refused.session).toBeUndefined()
      expect(await stepMailsTo(app, person.email)).toHaveLength(5)
      expect((await person.client.join(person.pin)).json.status).toBe('OK')
      expect((await client.prove(await stepCodeTo(app, person.email))).json.status).toBe('OK')
      app.clock.advance(HOUR)
      expect((await app.stranger().join(person.pin)).json.step).toBeDefined()
    })

    it('dies with the fifth wrong one, though another one can be had', async () => {
      const client = await waits(app, person)
      const code = await stepCodeTo(app, person.email)
      for (let tries = 0; tries < 5; tries += 1)
        expect((await client.prove(wrongCode(code))).json.code).toBe('STEP_REFUSED')
      expect((await client.prove(code)).json.code).toBe('STEP_SPENT')
      expect(
        (await app.logged(room.roomId)).filter((kind) => kind === 'session.step-refused'),
      ).toHaveLength(5)
      app.clock.advance(LIMITS.stepAgainMs)
      await client.mailStepCode()
      expect((await client.prove(await stepCodeTo(app, person.email))).json.status).toBe('OK')
    })

    it('is guessed at wrongly ten times an hour, for one person, over all sessions and codes, however many come at once', async () => {
      const clients = [await waits(app, person), await waits(app, person), await waits(app, person)]
      const code = await stepCodeTo(app, person.email)
      const answers = await Promise.all(
        clients.flatMap((client) => Array.from({ length: 5 }, () => client.prove(wrongCode(code)))),
      )
      const codes = answers.map(({ json }) => json.code)
      expect(codes.filter((each) => each === 'STEP_REFUSED')).toHaveLength(10)
      expect(codes.filter((each) => each === 'TOO_MANY')).toHaveLength(5)
      expect((await clients[2]?.prove(code))?.json.code).toBe('TOO_MANY')
      const other = await app.participant(room)
      expect((await other.client.prove(await stepCodeTo(app, other.email))).json.status).toBe('OK')
      expect((await person.client.join(person.pin)).json).not.toHaveProperty('step')
      app.clock.advance(HOUR)
      const late = await waits(app, person)
      expect((await late.prove(await stepCodeTo(app, person.email))).json.status).toBe('OK')
    })

    it.each(['', '1234567', '123456789', 'abcdefgh', '１２３４５６７８'])(
      'is not guessed at by %j',
      async (text) => {
        const client = await waits(app, person)
        for (let tries = 0; tries < 12; tries += 1)
          expect((await client.prove(text)).http).toBe(400)
        expect(
          (await client.prove((await stepCodeTo(app, person.email)).replace(' ', ''))).json.status,
        ).toBe('OK')
        expect(
          (await app.logged(room.roomId)).filter((kind) => kind === 'session.step-refused'),
        ).toEqual([])
      },
    )

    it('is nowhere but in its mail', async () => {
      const client = await waits(app, person)
      const code = await stepCodeTo(app, person.email)
      const digits = code.replace(' ', '')
      await client.prove(wrongCode(code))
      const stored = () =>
        app.database.pool.query(`select code_hash, step_codes::text as row from step_codes`)
      const { rows } = await stored()
      expect(rows[0].code_hash).toHaveLength(32)
      for (const { row } of rows) expect(row).not.toContain(digits)
      const mails = await app.database.pool.query(
        `select sealed, mails::text as row from mails where kind = 'step'`,
      )
      for (const { sealed: encrypted, row } of mails.rows)
        expect([encrypted, String(row).includes(digits)]).toEqual([null, false])
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
    for (const text of [
      '10분 안에',
      'Chrome, Windows',
      '203.0.113.x',
      'Asia/Seoul',
      '본인이 아니라면',
      '운영자에게',
    ])
      expect(korean?.text).toContain(text)
    expect(english?.subject).toBe('[시험 룸] Your verification code')
    for (const text of [
      'within 10 minutes',
      'Unknown',
      '203.0.113.x',
      'If it was not you',
      'operator',
    ])
      expect(english?.text).toContain(text)
    for (const mail of [korean, english]) {
      expect(mail?.text).not.toContain('203.0.113.77')
      expect(mail?.html).toContain('prefers-color-scheme:dark')
      expect(mail?.html).not.toMatch(/href=/)
    }
  })

  it('that could not be mailed is reported to the operators, until another one was mailed', async () => {
    const client = await waits(app, person)
    await stepCodeTo(app, person.email)
    const id = await failNewestMail(app, person.memberId)
    expect(await room.operator.failedMails()).toMatchObject([
      { id, kind: 'step', memberId: person.memberId, renewable: false },
    ])
    const renewed = await room.operator.call('POST', '/room/api/room/user/mail/renew', {
      body: { id },
    })
    expect(renewed.json.code).toBe('MAIL_GONE')
    app.clock.advance(LIMITS.stepAgainMs)
    await client.mailStepCode()
    expect(await room.operator.failedMails()).toEqual([])
  })
})
