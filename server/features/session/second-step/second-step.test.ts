import { beforeEach, describe, expect, it } from 'vitest'
import type { TestApp, TestPerson, TestRoom } from '../../../test/harness/test-app.ts'
import { another, MINUTE, STEP, subjectsTo } from '../../../test/scenarios/session/second-steps.ts'
import {
  cross,
  inviteAddress,
  proveAddress,
  stepCodeTo,
} from '../../../test/scenarios/step-codes.ts'
import {
  detailsIn,
  entering as enteringAt,
  openEntrance,
} from '../../../test/second-step/entrance.ts'
import {
  appCode,
  post,
  proveByApp,
  secure,
  security,
  setUpApp,
  setUpPasskey,
  startApp,
} from '../../../test/second-step/second-step.ts'

const held = openEntrance()
let app: TestApp
let room: TestRoom
let person: TestPerson
beforeEach(() => {
  ;({ app, room, person } = held)
})

const entering = (whom: { readonly pin: string } = person) => enteringAt(held, whom)
const details = (kind: string) => detailsIn(held, kind)

describe('an authenticator app', () => {
  let key: string
  beforeEach(async () => {
    key = await setUpApp(app, person.client, person.email)
    app.clock.advance(STEP)
  })

  it('lets its person in, and the browser is known from then on', async () => {
    const { client, ways } = await entering()
    expect(ways).toEqual(['mail', 'app'])
    expect((await client.list()).json.code).toBe('NOT_PROVEN')
    const proven = await proveByApp(client, appCode(key, app.clock.now()))
    expect(proven.json.payload).toMatchObject({ id: person.memberId, email: person.email })
    expect(proven.headers.get('set-cookie')).toMatch(/^sealroom-device=/)
    expect((await client.agree()).json.status).toBe('OK')
    expect((await details('session.joined')).at(-1)).toEqual({
      by: 'pin',
      device: 'new',
      step: true,
      stepBy: 'app',
    })
    expect((await security(client)).app?.usedAt).not.toBeNull()
    expect((await client.prove(await stepCodeTo(app, person.email))).json.code).toBe('NOT_FOUND')
  })

  it.each([
    ['two steps ago', -2, 'APP_CODE_REFUSED'],
    ['of the step before', -1, undefined],
    ['of the next step', 1, undefined],
    ['of the step after that', 2, 'APP_CODE_REFUSED'],
  ])('has a code %s that is judged by its step', async (_what, steps, code) => {
    app.clock.advance(5 * STEP)
    const { client } = await entering()
    expect((await proveByApp(client, appCode(key, app.clock.now(), steps))).json.code).toBe(code)
    expect((await client.agree()).json.status).toBe(code === undefined ? 'OK' : 'EXCEPTION')
    expect(await details('session.step-refused')).toEqual(code === undefined ? [] : [{ by: 'app' }])
  })

  it('has codes that are good once, also for several calls at the same time', async () => {
    const [one, two] = [(await entering()).client, (await entering()).client]
    const code = appCode(key, app.clock.now())
    const answers = await Promise.all([proveByApp(one, code), proveByApp(two, code)])
    expect(answers.map(({ json }) => json.code ?? json.status).sort()).toEqual([
      'APP_CODE_REFUSED',
      'OK',
    ])
    const { client } = await entering()
    expect((await proveByApp(client, code)).json.code).toBe('APP_CODE_REFUSED')
    expect((await proveByApp(client, appCode(key, app.clock.now(), -1))).json.code).toBe(
      'APP_CODE_REFUSED',
    )
  })

  it('lets nobody else in, and is guessed less often than a mailed code', async () => {
    const other = await app.participant(room)
    const { client, ways } = await entering(other)
    expect(ways).toEqual(['mail'])
    const code = appCode(key, app.clock.now())
    for (let tries = 0; tries < 3; tries += 1)
      expect((await proveByApp(client, code)).json.code).toBe('APP_CODE_REFUSED')
    expect((await proveByApp(client, code)).json.code).toBe('TOO_MANY')
    expect((await client.prove(await stepCodeTo(app, other.email))).json.status).toBe('OK')
    expect((await proveByApp((await entering()).client, code)).json.status).toBe('OK')
  })

  it('takes no malformed code, nor any where no proof is pending', async () => {
    const { client } = await entering()
    expect((await proveByApp(client, '12345')).json.code).toBe('BAD_REQUEST')
    expect((await proveByApp(person.client, appCode(key, app.clock.now()))).json.code).toBe(
      'NOT_FOUND',
    )
    expect((await proveByApp(app.stranger(), appCode(key, app.clock.now()))).json.code).toBe(
      'NO_SESSION',
    )
  })

  it('is stored sealed, and is not known to another room of the person', async () => {
    const { rows } = await app.database.pool.query(
      'select sealed from authenticator_apps where member_id = $1',
      [person.memberId],
    )
    expect(rows[0].sealed.length).toBeGreaterThan(20)
    expect(JSON.stringify(await security(person.client))).not.toContain(key)
    const elsewhere = await app.room()
    await elsewhere.operator.entering(true)
    await inviteAddress(elsewhere, person.email)
    await proveAddress(app, person.client, person.email)
    expect((await cross(person.client, elsewhere.roomId)).json.step).toMatchObject({
      ways: ['mail'],
    })
  })

  it('ends with a removal from the room', async () => {
    const { client } = await entering()
    await room.operator.remove(person.memberId)
    expect((await proveByApp(client, appCode(key, app.clock.now()))).json.code).toBe(
      'SESSION_ENDED',
    )
    expect(
      (
        await app.database.pool.query('select 1 from authenticator_apps where member_id = $1', [
          person.memberId,
        ])
      ).rowCount,
    ).toBe(0)
  })
})

describe('changing the own proofs', () => {
  it('needs a fresh proof of ten minutes, which a code by mail, the app or a passkey gives', async () => {
    const { client } = person
    const { key } = await startApp(client)
    const first = () => post(client, '/app/confirm', { code: appCode(key, app.clock.now()) })
    expect((await first()).json.code).toBe('PROOF_NEEDED')
    expect((await secure(app, client, person.email)).json.status).toBe('OK')
    expect((await first()).json.status).toBe('OK')
    app.clock.advance(10 * MINUTE)
    expect((await security(client)).isOpen).toBe(false)
    expect((await post(client, '/app/remove')).json.code).toBe('PROOF_NEEDED')
    const proof = { by: 'app', code: appCode(key, app.clock.now()) }
    expect((await post(client, '/proof', { proof })).json.status).toBe('OK')
    expect((await post(client, '/proof', { proof })).json.code).toBe('APP_CODE_REFUSED')
    expect((await post(client, '/app/start')).json.code).toBe('APP_EXISTS')
    const passkey = await setUpPasskey(client)
    expect(await security(client)).toMatchObject({
      ways: ['mail', 'app', 'passkey'],
      passkeys: [{ name: '휴대전화' }],
      isOpen: true,
    })
    expect((await post(client, '/app/remove')).json.status).toBe('OK')
    expect((await post(client, '/passkeys/remove', { id: passkey.number })).json.status).toBe('OK')
    expect(await security(client)).toMatchObject({ ways: ['mail'], passkeys: [], app: null })
    const kinds = await app.logged(room.roomId)
    for (const kind of [
      'security.app-added',
      'security.app-removed',
      'passkey.added',
      'passkey.removed',
    ])
      expect(kinds).toContain(kind)
    const subjects = (await subjectsTo(app, person.email)).join('\n')
    for (const change of ['인증 앱이 등록', '인증 앱이 삭제', '패스키가 추가', '패스키가 삭제'])
      expect(subjects).toContain(change)
  })

  it('is of one session, and wrong codes open nothing', async () => {
    const { client } = await entering()
    await client.prove(await stepCodeTo(app, person.email))
    await client.agree()
    await secure(app, person.client, person.email)
    expect((await security(client)).isOpen).toBe(false)
    expect(
      (await post(client, '/proof', { proof: { by: 'mail', code: '00000000' } })).json.code,
    ).toBe('STEP_EXPIRED')
    await post(client, '/code')
    expect(
      (await post(client, '/proof', { proof: { by: 'mail', code: '00000000' } })).json.code,
    ).toBe('STEP_REFUSED')
    expect((await security(client)).isOpen).toBe(false)
    const { number } = await setUpPasskey(person.client)
    const other = await another(app, room)
    await secure(app, other.client, other.email)
    expect((await post(other.client, '/passkeys/remove', { id: number })).json.code).toBe(
      'NOT_FOUND',
    )
  })
})
