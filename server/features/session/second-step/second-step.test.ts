import { beforeEach, describe, expect, it } from 'vitest'
import type { TestApp, TestPerson, TestRoom } from '../../../test/harness/test-app.ts'
import { messageMails } from '../../../test/scenarios/message-mails.ts'
import { addPasskey, elevateWith, listPasskeys, passkeyState } from '../../../test/scenarios/passkeys.ts'
import { cross, inviteAddress, proveAddress, stepCodeTo, stepMailsTo } from '../../../test/scenarios/step-codes.ts'
import { detailsIn, entering as enteringAt, openEntrance } from '../../../test/second-step/entrance.ts'
import {
  appCode,
  post,
  proveByApp,
  proveByPasskey,
  resetOf,
  secure,
  security,
  setRules,
  setUpApp,
  setUpPasskey,
  startApp,
} from '../../../test/second-step/second-step.ts'

const MINUTE = 60_000
const STEP = 30_000

const held = openEntrance()
let app: TestApp
let room: TestRoom
let person: TestPerson
beforeEach(() => {
  ;({ app, room, person } = held)
})

const from = (address: string) => ({ 'x-forwarded-for': address })

const entering = (whom: { readonly pin: string } = person) => enteringAt(held, whom)
const details = (kind: string) => detailsIn(held, kind)

async function another(): Promise<TestPerson> {
  await room.operator.entering(false)
  const other = await app.participant(room)
  await room.operator.entering(true)
  return other
}

const subjectsTo = async (email: string): Promise<(string | undefined)[]> =>
  (await messageMails(app, '')).filter(({ to }) => to.includes(email)).map(({ subject }) => subject)

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
    expect((await details('session.joined')).at(-1)).toEqual({ by: 'pin', device: 'new', step: true, stepBy: 'app' })
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
    expect(answers.map(({ json }) => json.code ?? json.status).sort()).toEqual(['APP_CODE_REFUSED', 'OK'])
    const { client } = await entering()
    expect((await proveByApp(client, code)).json.code).toBe('APP_CODE_REFUSED')
    expect((await proveByApp(client, appCode(key, app.clock.now(), -1))).json.code).toBe('APP_CODE_REFUSED')
  })

  it('lets nobody else in, and is guessed less often than a mailed code', async () => {
    const other = await app.participant(room)
    const { client, ways } = await entering(other)
    expect(ways).toEqual(['mail'])
    const code = appCode(key, app.clock.now())
    for (let tries = 0; tries < 3; tries += 1) expect((await proveByApp(client, code)).json.code).toBe('APP_CODE_REFUSED')
    expect((await proveByApp(client, code)).json.code).toBe('TOO_MANY')
    expect((await client.prove(await stepCodeTo(app, other.email))).json.status).toBe('OK')
    expect((await proveByApp((await entering()).client, code)).json.status).toBe('OK')
  })

  it('takes no malformed code, nor any where no proof is pending', async () => {
    const { client } = await entering()
    expect((await proveByApp(client, '12345')).json.code).toBe('BAD_REQUEST')
    expect((await proveByApp(person.client, appCode(key, app.clock.now()))).json.code).toBe('NOT_FOUND')
    expect((await proveByApp(app.stranger(), appCode(key, app.clock.now()))).json.code).toBe('NO_SESSION')
  })

  it('is stored sealed, and is not known to another room of the person', async () => {
    const { rows } = await app.database.pool.query('select sealed from authenticator_apps where member_id = $1', [person.memberId])
    expect(rows[0].sealed.length).toBeGreaterThan(20)
    expect(JSON.stringify(await security(person.client))).not.toContain(key)
    const elsewhere = await app.room()
    await elsewhere.operator.entering(true)
    await inviteAddress(elsewhere, person.email)
    await proveAddress(app, person.client, person.email)
    expect((await cross(person.client, elsewhere.roomId)).json.step).toMatchObject({ ways: ['mail'] })
  })

  it('ends with a removal from the room', async () => {
    const { client } = await entering()
    await room.operator.remove(person.memberId)
    expect((await proveByApp(client, appCode(key, app.clock.now()))).json.code).toBe('SESSION_ENDED')
    expect((await app.database.pool.query('select 1 from authenticator_apps where member_id = $1', [person.memberId])).rowCount).toBe(0)
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
    expect(await security(client)).toMatchObject({ ways: ['mail', 'app', 'passkey'], passkeys: [{ name: '휴대전화' }], isOpen: true })
    expect((await post(client, '/app/remove')).json.status).toBe('OK')
    expect((await post(client, '/passkeys/remove', { id: passkey.number })).json.status).toBe('OK')
    expect(await security(client)).toMatchObject({ ways: ['mail'], passkeys: [], app: null })
    const kinds = await app.logged(room.roomId)
    for (const kind of ['security.app-added', 'security.app-removed', 'passkey.added', 'passkey.removed']) expect(kinds).toContain(kind)
    const subjects = (await subjectsTo(person.email)).join('\n')
    for (const change of ['인증 앱이 등록', '인증 앱이 삭제', '패스키가 추가', '패스키가 삭제']) expect(subjects).toContain(change)
  })

  it('is of one session, and wrong codes open nothing', async () => {
    const { client } = await entering()
    await client.prove(await stepCodeTo(app, person.email))
    await client.agree()
    await secure(app, person.client, person.email)
    expect((await security(client)).isOpen).toBe(false)
    expect((await post(client, '/proof', { proof: { by: 'mail', code: '00000000' } })).json.code).toBe('STEP_EXPIRED')
    await post(client, '/code')
    expect((await post(client, '/proof', { proof: { by: 'mail', code: '00000000' } })).json.code).toBe('STEP_REFUSED')
    expect((await security(client)).isOpen).toBe(false)
    const { number } = await setUpPasskey(person.client)
    const other = await another()
    await secure(app, other.client, other.email)
    expect((await post(other.client, '/passkeys/remove', { id: number })).json.code).toBe('NOT_FOUND')
  })
})

describe('a passkey of the room', () => {
  it('lets its person in, and none of another room or person does', async () => {
    await secure(app, person.client, person.email)
    const passkey = await setUpPasskey(person.client)
    const { client, ways } = await entering()
    expect(ways).toEqual(['mail', 'passkey'])
    const elsewhere = await app.room()
    const stranger = await app.participant(elsewhere)
    await secure(app, stranger.client, stranger.email)
    const foreign = await setUpPasskey(stranger.client)
    const other = await another()
    await secure(app, other.client, other.email)
    for (const wrong of [foreign, await setUpPasskey(other.client)])
      expect((await proveByPasskey(client, wrong)).json.code).toBe('PASSKEY_REFUSED')
    expect((await client.list()).json.code).toBe('NOT_PROVEN')
    expect((await proveByPasskey(client, passkey)).json.status).toBe('OK')
    expect((await details('session.joined')).at(-1)).toMatchObject({ step: true, stepBy: 'passkey' })
    expect(await details('session.step-refused')).toEqual([{ by: 'passkey' }, { by: 'passkey' }])
  })

  it('does not open the operator area if it was not added there', async () => {
    const { rows } = await app.database.pool.query('select email from members where id = $1', [room.operator.me.id])
    const client = app.stranger()
    await client.join(room.pin)
    await client.prove(await stepCodeTo(app, rows[0].email))
    await client.agree()
    await secure(app, client, rows[0].email)
    const passkey = await setUpPasskey(client)
    expect(await passkeyState(client)).toMatchObject({ count: 0 })
    await expect(elevateWith(client, passkey)).rejects.toThrow('NO_PASSKEY')
    expect((await security(client)).passkeys).toHaveLength(1)
  })

  it('is of the entrance alone also if the operator area was open when it was added in the dialog', async () => {
    const { operator } = room
    await setUpPasskey(operator)
    expect(await passkeyState(operator)).toMatchObject({ count: 0 })
    expect(await listPasskeys(operator)).toEqual([])
    expect((await security(operator)).passkeys).toHaveLength(1)
    const { record } = await addPasskey(operator)
    expect(await listPasskeys(operator)).toEqual([record])
    expect((await security(operator)).passkeys).toHaveLength(2)
    expect((await post(operator, '/passkeys/remove', { id: record.id })).json.status).toBe('OK')
    const mails = (await messageMails(app, '')).filter(({ to }) => to.includes(operator.me.email)).map(({ text }) => text ?? '')
    expect(mails.filter((text) => text.includes('본인 확인에 쓰는 패스키가 추가'))).toHaveLength(1)
    expect(mails.filter((text) => text.includes('운영자 화면을 여는 패스키가 추가'))).toHaveLength(1)
    expect(mails.filter((text) => text.includes('운영자 화면을 여는 패스키가 삭제'))).toHaveLength(1)
  })

  it('stays for the entrance, and for that alone, when its operator is made a participant', async () => {
    await room.operator.setRole(person.memberId, 4)
    await person.client.elevate(await app.codeMailedTo(person.email))
    const passkey = await addPasskey(person.client)
    await setRules(room.operator, { proofs: 'strong' })
    await room.operator.setRole(person.memberId, 5)
    const { client, ways } = await entering()
    expect(ways).toEqual(['passkey'])
    expect((await proveByPasskey(client, passkey)).json.status).toBe('OK')
    await client.agree()
    const before = await app.codeMailedTo(person.email)
    await room.operator.setRole(person.memberId, 4)
    await expect.poll(() => app.codeMailedTo(person.email)).not.toBe(before)
    await expect(elevateWith(client, passkey)).rejects.toThrow('NO_PASSKEY')
    await client.elevate(await app.codeMailedTo(person.email))
    const fresh = await addPasskey(client)
    expect(await listPasskeys(client)).toEqual([fresh.record])
  })
})

describe('a device that a mailed code made known', () => {
  const isAsked = async ({ client, pin }: Pick<TestPerson, 'client' | 'pin'>) => (await client.join(pin)).json.step !== undefined

  it('is asked again after the first app or passkey of its person, and not after the second', async () => {
    const other = await another()
    const { client } = await entering()
    await client.prove(await stepCodeTo(app, person.email))
    await client.agree()
    const known = { client, pin: person.pin }
    expect(await isAsked(known)).toBe(false)
    await setUpApp(app, person.client, person.email)
    expect([await isAsked(known), await isAsked(other)]).toEqual([true, false])
    await client.prove(await stepCodeTo(app, person.email))
    await setUpPasskey(person.client)
    expect(await isAsked(known)).toBe(false)
    await other.client.agree()
    await secure(app, other.client, other.email)
    const browser = other.client.device
    await setUpPasskey(other.client)
    expect((await app.stranger().join(other.pin, { cookie: browser ?? '' })).json.step).toMatchObject({ ways: ['mail', 'passkey'] })
  })

  it('is asked again once the room takes strong proofs alone, if its person has one', async () => {
    const other = await another()
    await setUpApp(app, person.client, person.email)
    const { client } = await entering()
    await client.prove(await stepCodeTo(app, person.email))
    const known = { client, pin: person.pin }
    await setRules(room.operator, { pin: ['127.0.0.0/8'] })
    expect(await isAsked(known)).toBe(false)
    await setRules(room.operator, { proofs: 'strong' })
    expect([await isAsked(known), await isAsked(other)]).toEqual([true, false])
    app.clock.advance(STEP)
  })
})

describe('a room with strong proofs', () => {
  it('is not set up while a long act holds somebody, so that entries do not wait, and changes its networks meanwhile', async () => {
    const held = await app.database.pool.connect()
    try {
      await held.query('begin')
      await held.query('select from members where id = $1 for share', [person.memberId])
      expect(await setRules(room.operator, { proofs: 'strong' })).toMatchObject({ http: 503, json: { code: 'BUSY' } })
      await held.query('rollback')
      expect((await setRules(room.operator, { proofs: 'strong' })).json.status).toBe('OK')
      await held.query('begin')
      await held.query('select from members where id = $1 for share', [person.memberId])
      expect((await setRules(room.operator, { proofs: 'strong', pin: ['127.0.0.0/8'] })).json.status).toBe('OK')
    } finally {
      await held.query('rollback')
      held.release()
    }
  })

  it('takes no mailed code, link or new code of who has an app, and asks the others as before', async () => {
    const early = await entering()
    expect(early.ways).toEqual(['mail'])
    const code = await stepCodeTo(app, person.email)
    const key = await setUpApp(app, person.client, person.email)
    app.clock.advance(STEP)
    expect((await setRules(room.operator, { proofs: 'strong' })).json.status).toBe('OK')
    expect((await early.client.prove(code)).json.code).toBe('STEP_STRONG')
    const mails = (await stepMailsTo(app, person.email)).length
    const { client, ways } = await entering()
    expect(ways).toEqual(['app'])
    app.clock.advance(2 * MINUTE)
    expect((await client.mailStepCode()).json.code).toBe('STEP_STRONG')
    expect(await stepMailsTo(app, person.email)).toHaveLength(mails)
    expect((await post(person.client, '/code')).json.code).toBe('STEP_STRONG')
    expect((await proveByApp(client, appCode(key, app.clock.now()))).json.status).toBe('OK')
    const other = await app.participant(room)
    expect((await entering(other)).ways).toEqual(['mail'])
    expect(await details('room.step-rules')).toEqual([{ proofs: 'strong', pin: [], signOn: [] }])

    await app.spendBudget()
    await app.stranger().findPin(person.email)
    const byLink = app.stranger()
    const linked = await byLink.joinByLink(await app.entryLinkMailedTo(person.email))
    expect(linked.json.step).toMatchObject({ ways: ['app'] })
    expect((await byLink.agree()).json.code).toBe('NOT_PROVEN')
  })
})

describe('networks for each way of entering', () => {
  const OFFICE = '203.0.113.7'
  it.each([
    ['203.0.113.0/24', OFFICE, '198.51.100.4'],
    ['203.0.113.7', OFFICE, '203.0.113.8'],
    ['2001:db8:1::/48', '2001:db8:1::5', '2001:db8:2::5'],
  ])('within %s let %s in and not %s', async (network, inside, outside) => {
    expect((await setRules(room.operator, { pin: [network] })).json.status).toBe('OK')
    expect((await app.stranger().join(person.pin, from(outside))).json.code).toBe('PIN_REFUSED')
    expect((await app.stranger().join(person.pin, from(inside))).json.status).toBe('OK')
    await expect.poll(() => details('session.refused')).toEqual([{ reason: 'network' }])
    expect((await person.client.list()).json.code).toBe('NETWORK')
    // Operators are exempt, so nobody locks the room out.
    expect((await app.stranger().join(room.pin, from(outside))).json.status).toBe('OK')
    expect((await room.operator.members()).length).toBeGreaterThan(0)
  })

  it('do not count for the other way, and malformed ones are refused', async () => {
    expect((await setRules(room.operator, { signOn: ['203.0.113.0/24'] })).json.status).toBe('OK')
    expect((await person.client.list()).json.status).toBe('OK')
    expect((await app.stranger().join(person.pin)).json.status).toBe('OK')
    for (const wrong of ['203.0.113.0/33', 'office', '2001:db8::/129'])
      expect((await setRules(room.operator, { pin: [wrong] })).json.code).toBe('NETWORK_FORMAT')
    expect((await person.client.list()).json.status).toBe('OK')
  })
})

describe('a reset by an operator', () => {
  it('removes app and passkeys, signs the person out, and is logged and mailed', async () => {
    await setUpApp(app, person.client, person.email)
    await setUpPasskey(person.client)
    await setRules(room.operator, { proofs: 'strong' })
    const elsewhere = await app.room()
    expect((await resetOf(elsewhere.operator, person.memberId)).json.code).toBe('NOT_FOUND')
    expect((await resetOf(person.client, person.memberId)).json.code).toBe('NOT_OPERATOR')
    expect((await resetOf(room.operator, person.memberId)).json.status).toBe('OK')
    expect((await person.client.list()).json.code).toBe('ENDED_BY_OPERATOR')
    const again = await person.client.join(person.pin)
    expect(again.json.step).toMatchObject({ ways: ['mail'] })
    expect(await details('member.security-reset')).toEqual([{ memberId: person.memberId, name: '이참여', app: true, passkeys: 1 }])
    expect((await subjectsTo(person.email)).join('\n')).toContain('로그인 보안이 초기화')
    expect((await subjectsTo(room.operator.me.email)).join('\n')).not.toContain('운영자의 로그인 보안')
  })

  it('of an operator warns the others, and two who reset each other do not stop each other', async () => {
    const { operator } = room
    await operator.setRole(person.memberId, 4)
    await person.client.elevate(await app.codeMailedTo(person.email))
    const answers = await Promise.all([resetOf(operator, person.memberId), resetOf(person.client, operator.me.id)])
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 401])
    const subjects = [...(await subjectsTo(person.email)), ...(await subjectsTo(operator.me.email))]
    expect(subjects.filter((subject) => subject?.includes('운영자의 로그인 보안 초기화'))).toHaveLength(1)
  })
})
