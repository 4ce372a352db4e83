import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { groupsOf, moveInto, newGroup } from '../../../test/scenarios/groups.ts'
import { from, type MemberWithAccount, REFUSED } from '../../../test/scenarios/session/sign-ons.ts'
import { cross, inviteAddress, listedRooms, ownRooms } from '../../../test/scenarios/step-codes.ts'
import { setRules } from '../../../test/second-step/second-step.ts'
import { type RealProvider, startRealProvider } from '../../../test/servers/oidc/real-provider.ts'
import { acceptProvider, signOnAs } from '../../../test/sign-on/sign-on.ts'

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

describe('several rooms', () => {
  it('are offered for a choice, and entered without a second step', async () => {
    const { room, login, email } = await invited()
    const two = await app.room()
    await acceptProvider(two)
    await two.operator.entering(true)
    await inviteAddress(two, email)
    const hidden = await app.room()
    await inviteAddress(hidden, email)
    const client = app.stranger()
    expect((await signOnAs(client, login)).json.payload).toEqual({ session: null })
    expect((await listedRooms(client)).map(({ roomId }) => roomId)).toEqual([
      room.roomId,
      two.roomId,
    ])
    expect((await cross(client, hidden.roomId)).json.code).toBe('NOT_FOUND')
    const entered = await cross(client, two.roomId)
    expect(entered.json).toMatchObject({ status: 'OK', payload: { roomId: two.roomId } })
    expect(entered.json.step).toBeUndefined()
    expect(await app.logged(two.roomId)).toContain('member.sign-on-bound')
  })

  it('need a second step again once the sign-on is old, and are gone where the room forbids crossing', async () => {
    const { room, login, email } = await invited()
    const two = await app.room()
    await acceptProvider(two)
    await two.operator.entering(true)
    await inviteAddress(two, email)
    await room.operator.call('PUT', '/room/api/room/update/crossing', {
      body: { id: room.roomId, crossing: false },
    })
    const client = app.stranger()
    await signOnAs(client, login)
    expect(await listedRooms(client)).toHaveLength(2)
    app.clock.advance(10 * 60_000)
    expect((await listedRooms(client)).map(({ roomId }) => roomId)).toEqual([two.roomId])
    expect((await cross(client, two.roomId)).json.step).toBeDefined()
    app.clock.advance(LIMITS.proofMs)
    expect(await ownRooms(client)).toMatchObject({ http: 403 })
    app.clock.advance(-LIMITS.proofMs - 10 * 60_000)
  })
})

describe('the rules of a room', () => {
  it('may leave PINs to operators, for mails and proofs as well', async () => {
    const { room, login, email } = await invited({}, 'operators')
    const pin = await app.pinMailedTo(email)
    expect((await app.stranger().join(pin)).json.code).toBe('PIN_REFUSED')
    expect((await app.stranger().join(room.pin)).json.status).toBe('OK')
    expect((await signOnAs(app.stranger(), login)).json.status).toBe('OK')
    const none = { id: room.roomId, settings: { pin: 'operators', providers: [] } }
    expect(
      (await room.operator.call('PUT', '/room/api/room/update/signOn', { body: none })).json.code,
    ).toBe('SIGN_ON_NO_PROOF')
    for (const wrong of [{ provider: 'other' }, { groups: [{ claim: 'x', groupId: 1_000_000 }] }])
      expect((await acceptProvider(room, wrong)).http).toBe(400)
  })

  it('let networks count as with a PIN', async () => {
    const { room, login, memberId } = await invited()
    const group = await newGroup(room, '매수인', 'view')
    await moveInto(room, group, [{ memberId }])
    await room.operator.call('POST', '/room/api/group/update', {
      body: { id: group, roomId: room.roomId, networks: ['203.0.113.0/24'] },
    })
    expect(await signOnAs(app.stranger(), login, from('198.51.100.1'))).toMatchObject(REFUSED)
    expect((await app.logged(room.roomId)).at(-1)).toBe('session.refused')
    expect((await signOnAs(app.stranger(), login, from('203.0.113.9'))).json.status).toBe('OK')
  })

  it('let the networks of the room for accounts count, at the entrance and inside', async () => {
    const { room, login } = await invited()
    expect(
      (await setRules(room.operator, { pin: ['192.0.2.0/24'], signOn: ['203.0.113.0/24'] })).json
        .status,
    ).toBe('OK')
    expect(await signOnAs(app.stranger(), login, from('198.51.100.1'))).toMatchObject(REFUSED)
    expect((await app.logged(room.roomId)).at(-1)).toBe('session.refused')
    const client = app.stranger()
    expect((await signOnAs(client, login, from('203.0.113.9'))).json.status).toBe('OK')
    const agreeFrom = async (address: string) =>
      (
        await client.call('POST', '/room/api/room/checkAgree', {
          query: { id: client.me.id },
          headers: from(address),
        })
      ).json
    expect((await agreeFrom('198.51.100.1')).code).toBe('NETWORK')
    expect((await agreeFrom('203.0.113.9')).status).toBe('OK')
  })

  it('choose a group by a claim, at the first entry only and never a role', async () => {
    const room = await app.room()
    const buyers = await newGroup(room, '매수인', 'view')
    const others = await newGroup(room, '자문사', 'view')
    await acceptProvider(room, { groups: [{ claim: 'buyers', groupId: buyers }] })
    const { login, email, memberId } = await inviteInto(room)
    provider.put(login, { email, email_verified: true, groups: ['everybody', 'buyers'] })
    const client = app.stranger()
    await signOnAs(client, login)
    const sizes = async () =>
      Object.fromEntries((await groupsOf(room)).map(({ name, members }) => [name, members]))
    expect(await sizes()).toMatchObject({ 매수인: 1 })
    expect(client.me.roleId).not.toBe(room.operator.me.roleId)
    expect(await app.logged(room.roomId)).toContain('member.grouped')
    await moveInto(room, others, [{ memberId }])
    await signOnAs(app.stranger(), login)
    expect(await sizes()).toMatchObject({ 매수인: 0, 자문사: 1 })
  })

  it('open the operator area by the provider’s word only where the room says so and the word is strong', async () => {
    const room = await app.room()
    const { email } = room.operator.me
    const areaAfter = async (
      acr: string | undefined,
      replacesCode: boolean,
    ): Promise<boolean | undefined> => {
      await acceptProvider(room, { replacesCode })
      provider.put('the-operator', { email, email_verified: true, ...(acr ? { acr } : {}) })
      const client = app.stranger()
      expect((await signOnAs(client, 'the-operator')).json.status).toBe('OK')
      const { json } = await client.agree()
      expect(json.status).toBe('OK')
      return (await client.call('GET', `/room/api/room/info/${room.roomId}`)).json.raised
    }
    expect(await areaAfter('mfa', false)).toBe(false)
    expect(await areaAfter('pwd', true)).toBe(false)
    expect(await areaAfter(undefined, true)).toBe(false)
    expect(await areaAfter('mfa', true)).toBe(true)
  })

  it('are not changed beside a process that would not follow them', async () => {
    const room = await app.room()
    const { pool } = app.database
    await pool.query('delete from rules_in_use where rule >= 8')
    await pool.query(
      "insert into processes (id, release, enforces) values (gen_random_uuid(), '0.0.6', 7)",
    )
    expect((await acceptProvider(room)).json.code).toBe('UPGRADE_RUNNING')
    await pool.query("delete from processes where release = '0.0.6'")
    expect((await acceptProvider(room)).json.status).toBe('OK')
  })
})
