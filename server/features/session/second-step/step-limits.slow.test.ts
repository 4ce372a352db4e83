import { beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { TestApp, TestPerson, TestRoom } from '../../../test/harness/test-app.ts'
import type { WireClient } from '../../../test/harness/wire-client.ts'
import { messageMails } from '../../../test/scenarios/message-mails.ts'
import { addPasskey, elevateWith, PASSKEY_URL } from '../../../test/scenarios/passkeys.ts'
import { stepCodeTo, stepMailsTo } from '../../../test/scenarios/step-codes.ts'
import { detailsIn, entering, openEntrance } from '../../../test/second-step/entrance.ts'
import {
  appCode,
  post,
  proveByApp,
  proveByPasskey,
  secure,
  setUpApp,
  setUpPasskey,
} from '../../../test/second-step/second-step.ts'
import { SoftwareAuthenticator } from '../../../test/servers/software-authenticator.ts'

const ENTRY = '/room/api/room/join/step'
const AUTHENTICATOR = new SoftwareAuthenticator(PASSKEY_URL)
const HOUR = 3_600_000
const STEP = 30_000

const held = openEntrance()
let app: TestApp
let room: TestRoom
let person: TestPerson
beforeEach(() => {
  ;({ app, room, person } = held)
})

async function waits(pin = person.pin): Promise<WireClient> {
  const { client, ways } = await entering(held, { pin })
  expect(ways).toBeDefined()
  return client
}

const details = (kind: string) => detailsIn(held, kind)
const proveInside = (client: WireClient, code: string) =>
  post(client, '/proof', { proof: { by: 'app', code } })
const warnings = async () =>
  (await messageMails(app, '인증 앱 코드가 여러 번')).filter(({ to }) => to.includes(person.email))

describe('the limit of mailed codes', () => {
  it('keeps nobody out who has an app, while somebody else joins again and again', async () => {
    const key = await setUpApp(app, person.client, person.email)
    for (let joins = 0; joins < 6; joins += 1) await waits()
    expect(await stepMailsTo(app, person.email)).toHaveLength(5)
    app.clock.advance(LIMITS.stepAgainMs)
    const client = app.stranger()
    expect((await client.join(person.pin)).json.step).toMatchObject({ ways: ['mail', 'app'] })
    app.clock.advance(LIMITS.stepAgainMs)
    expect((await client.mailStepCode()).json.code).toBe('TOO_MANY')
    expect((await client.prove(await stepCodeTo(app, person.email))).json.code).toBe('STEP_REFUSED')
    expect(await stepMailsTo(app, person.email)).toHaveLength(5)
    expect((await proveByApp(client, appCode(key, app.clock.now()))).json.status).toBe('OK')
  })

  it('lets a session that is inside ask for one in a minute', async () => {
    expect((await post(person.client, '/code')).json.status).toBe('OK')
    expect((await post(person.client, '/code')).json.code).toBe('TOO_MANY')
    app.clock.advance(LIMITS.stepAgainMs)
    expect((await post(person.client, '/code')).json.status).toBe('OK')
    expect(await stepMailsTo(app, person.email)).toHaveLength(2)
    expect(await details('session.step-asked')).toEqual([
      { again: false, inside: true },
      { again: true, inside: true },
    ])
  })
})

describe('the mail with a code for a change of the own proofs', () => {
  it.each([
    [
      'ko',
      '[시험 룸] 로그인 보안 변경 확인 코드',
      ['인증 앱이나 패스키', '아무에게도 알리지', '모르는 로그인을 종료'],
      'PIN',
    ],
    [
      'en',
      '[시험 룸] Confirm a change of your sign-in security',
      ['authenticator app or passkeys', 'Do not share the code with anyone', 'My sessions'],
      'PIN',
    ],
  ])(
    'says in %s what it confirms, and nothing of an entry',
    async (language, subject, texts, absent) => {
      await person.client.call('POST', '/room/api/session/security/code', {
        headers: { 'accept-language': language },
      })
      const mail = (await stepMailsTo(app, person.email)).at(-1)
      expect(mail?.subject).toBe(subject)
      for (const text of texts) expect(mail?.text).toContain(text)
      expect(mail?.text).not.toContain(absent)
    },
  )
})

describe('refused passkeys at the entrance', () => {
  it('count for the waiting session alone, and hold up neither another one nor the operator area', async () => {
    const raising = await addPasskey(room.operator)
    await secure(app, person.client, person.email)
    const foreign = await setUpPasskey(person.client)
    const thief = await waits(room.pin)
    for (let tries = 0; tries < 10; tries += 1)
      expect((await proveByPasskey(thief, foreign)).json.code).toBe('PASSKEY_REFUSED')
    expect((await proveByPasskey(thief, foreign)).json.code).toBe('TOO_MANY')
    const client = await waits(room.pin)
    expect((await proveByPasskey(client, raising)).json.status).toBe('OK')
    await client.agree()
    expect((await elevateWith(client, raising)).json.status).toBe('OK')
  })

  it('count only where a challenge was given', async () => {
    await secure(app, person.client, person.email)
    const passkey = await setUpPasskey(person.client)
    const client = await waits()
    const options = (await (await waits()).call('POST', `${ENTRY}/passkey`)).json.payload
    const answer = AUTHENTICATOR.get(options as Parameters<typeof AUTHENTICATOR.get>[0], passkey)
    const proof = { by: 'passkey', answer }
    for (let tries = 0; tries < 12; tries += 1)
      expect((await client.call('POST', `${ENTRY}/proof`, { body: { proof } })).json.code).toBe(
        'PASSKEY_REFUSED',
      )
    expect(await details('session.step-refused')).toEqual([])
    expect((await proveByPasskey(client, passkey)).json.status).toBe('OK')
  })
})

describe('codes of an app that somebody guesses', () => {
  it('are mailed to the person once a day, and do not hold up a session that is inside', async () => {
    const key = await setUpApp(app, person.client, person.email)
    app.clock.advance(STEP)
    const wrong = () => appCode(key, app.clock.now(), 40)
    const guessFromMany = async () => {
      const thief = await waits()
      const codes: unknown[] = []
      for (let tries = 0; tries < 10; tries += 1) {
        const headers = { 'x-forwarded-for': `203.0.113.${Math.floor(tries / 3)}` }
        codes.push(
          (
            await thief.call('POST', `${ENTRY}/proof`, {
              body: { proof: { by: 'app', code: wrong() } },
              headers,
            })
          ).json.code,
        )
        if (tries === 8) codes.push((await warnings()).length)
      }
      return codes
    }
    expect(await guessFromMany()).toEqual([
      ...Array(9).fill('APP_CODE_REFUSED'),
      0,
      'APP_CODE_REFUSED',
    ])
    expect((await proveByApp(await waits(), wrong())).json.code).toBe('TOO_MANY')
    const [warning, ...more] = await warnings()
    expect(more).toEqual([])
    for (const text of [
      '새 PIN',
      '모르는 로그인을 종료',
      'request a new PIN',
      'inform an operator',
    ])
      expect(warning?.text).toContain(text)
    expect((await proveInside(person.client, appCode(key, app.clock.now()))).json.status).toBe('OK')

    app.clock.advance(HOUR)
    await guessFromMany()
    expect(await warnings()).toHaveLength(1)
    app.clock.advance(24 * HOUR)
    await guessFromMany()
    expect(await warnings()).toHaveLength(2)
    expect(await details('session.step-refused')).toHaveLength(30)
  })

  it('are logged by where they were entered, and those of an app that is not set up alarm nobody', async () => {
    const key = await setUpApp(app, person.client, person.email)
    app.clock.advance(STEP)
    const wrong = appCode(key, app.clock.now(), 40)
    expect((await proveInside(person.client, wrong)).json.code).toBe('APP_CODE_REFUSED')
    expect((await proveByApp(await waits(), wrong)).json.code).toBe('APP_CODE_REFUSED')
    expect(await details('session.step-refused')).toEqual([
      { by: 'app', inside: true },
      { by: 'app' },
    ])
    await room.operator.entering(false)
    const other = await app.participant(room)
    await secure(app, other.client, other.email)
    for (let tries = 0; tries < 11; tries += 1)
      await post(other.client, '/app/confirm', { code: '000000' })
    expect(
      (await messageMails(app, '인증 앱 코드가 여러 번')).filter(({ to }) =>
        to.includes(other.email),
      ),
    ).toEqual([])
  })
})
