import { beforeEach, describe, expect, it } from 'vitest'
import type { TestApp, TestPerson, TestRoom } from '../../../test/harness/test-app.ts'
import { another, MINUTE, STEP, subjectsTo } from '../../../test/scenarios/session/second-steps.ts'
import { stepCodeTo, stepMailsTo } from '../../../test/scenarios/step-codes.ts'
import {
  detailsIn,
  entering as enteringAt,
  openEntrance,
} from '../../../test/second-step/entrance.ts'
import {
  appCode,
  post,
  proveByApp,
  resetOf,
  secure,
  setRules,
  setUpApp,
  setUpPasskey,
} from '../../../test/second-step/second-step.ts'

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

describe('a device that a mailed code made known', () => {
  const isAsked = async ({ client, pin }: Pick<TestPerson, 'client' | 'pin'>) =>
    (await client.join(pin)).json.step !== undefined

  it('is asked again after the first app or passkey of its person, and not after the second', async () => {
    const other = await another(app, room)
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
    expect(
      (await app.stranger().join(other.pin, { cookie: browser ?? '' })).json.step,
    ).toMatchObject({ ways: ['mail', 'passkey'] })
  })

  it('is asked again once the room takes strong proofs alone, if its person has one', async () => {
    const other = await another(app, room)
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
      expect(await setRules(room.operator, { proofs: 'strong' })).toMatchObject({
        http: 503,
        json: { code: 'BUSY' },
      })
      await held.query('rollback')
      expect((await setRules(room.operator, { proofs: 'strong' })).json.status).toBe('OK')
      await held.query('begin')
      await held.query('select from members where id = $1 for share', [person.memberId])
      expect(
        (await setRules(room.operator, { proofs: 'strong', pin: ['127.0.0.0/8'] })).json.status,
      ).toBe('OK')
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
    expect(await details('member.security-reset')).toEqual([
      { memberId: person.memberId, name: '이참여', app: true, passkeys: 1 },
    ])
    expect((await subjectsTo(app, person.email)).join('\n')).toContain('로그인 보안이 초기화')
    expect((await subjectsTo(app, room.operator.me.email)).join('\n')).not.toContain(
      '운영자의 로그인 보안',
    )
  })

  it('of an operator warns the others, and two who reset each other do not stop each other', async () => {
    const { operator } = room
    await operator.setRole(person.memberId, 4)
    await person.client.elevate(await app.codeMailedTo(person.email))
    const answers = await Promise.all([
      resetOf(operator, person.memberId),
      resetOf(person.client, operator.me.id),
    ])
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 401])
    const subjects = [
      ...(await subjectsTo(app, person.email)),
      ...(await subjectsTo(app, operator.me.email)),
    ]
    expect(
      subjects.filter((subject) => subject?.includes('운영자의 로그인 보안 초기화')),
    ).toHaveLength(1)
  })
})
