import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { WireClient } from '../../../test/harness/wire-client.ts'
import { moveInto, newGroup } from '../../../test/scenarios/groups.ts'
import {
  type Adviser,
  adviserOf,
  allowCrossing,
  askForRooms,
  cross,
  crossInTab,
  inviteAddress,
  leaveRooms,
  listedRooms,
  ownRooms,
  proveAddress,
  proveWith,
  roomLinksTo,
  stepCodeTo,
} from '../../../test/scenarios/step-codes.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.forgetFailures())

async function adviser(): Promise<Adviser> {
  const set = await adviserOf(app)
  const rename = ({ operator, roomId: id }: TestRoom, roomName: string) =>
    operator.call('POST', '/room/api/room/update/name', { body: { id, roomName } })
  await rename(set.one, '첫째 룸')
  await rename(set.two, '둘째 룸')
  return set
}

async function proven(): Promise<Adviser> {
  const made = await adviser()
  expect((await proveAddress(app, made.client, made.email)).json).toEqual({
    status: 'OK',
    payload: null,
  })
  return made
}

const idsOf = async (client: WireClient): Promise<number[]> =>
  (await listedRooms(client)).map(({ roomId }) => roomId)
const UNPROVEN = { http: 403, json: { code: 'ADDRESS_UNPROVEN' } }
const UNKNOWN = { http: 404, json: { code: 'NOT_FOUND' } }

describe('the rooms of a person', () => {
  it('are listed to no session and to no stranger, and neither may cross', async () => {
    const { two, client } = await adviser()
    for (const asker of [client, app.stranger(), two.operator]) {
      expect(await ownRooms(asker)).toMatchObject(UNPROVEN)
      expect(await cross(asker, two.roomId)).toMatchObject(UNPROVEN)
      expect(await leaveRooms(asker, true)).toMatchObject(UNPROVEN)
    }
  })

  it('are named in one mail, whose link proves the address once, within a quarter of an hour, in one browser', async () => {
    const { one, two, client, email } = await adviser()
    await askForRooms(client, email)
    const [mail] = await roomLinksTo(app, email)
    expect(mail?.text).toContain('첫째 룸')
    expect(mail?.text).toContain('둘째 룸')
    expect(mail?.subject).toBe('내 데이터룸 링크 안내')
    const token = mail?.token ?? ''
    const browser = app.stranger()
    expect((await proveWith(browser, token)).headers.get('set-cookie')).toMatch(
      /^sealroom-proof=[A-Za-z0-9_-]{22}; Path=\/api\/room\/api\/session\/rooms; Max-Age=43200; HttpOnly; SameSite=Strict, sealroom-proof=\S+ Path=\/api\/room\/api\/session\/cross;/,
    )
    expect(await idsOf(browser)).toEqual([one.roomId, two.roomId])
    expect((await proveWith(app.stranger(), token)).json.code).toBe('LINK_REFUSED')
    expect(await ownRooms(client)).toMatchObject(UNPROVEN)
    await askForRooms(client, email)
    const late = (await roomLinksTo(app, email)).at(-1)?.token ?? ''
    app.clock.advance(LIMITS.proofLinkMs)
    for (const text of [late, 'x', '', late.slice(1)])
      expect((await proveWith(app.stranger(), text)).json.code).toBe('LINK_REFUSED')
  })

  it('show their phase, end and news only where a session of this browser has accepted the notice', async () => {
    const { one, two, client, email } = await proven()
    expect((await ownRooms(client)).json).toEqual({
      status: 'OK',
      payload: [
        { roomId: one.roomId, roomName: '첫째 룸', phase: 'open', endsAt: null, news: 0 },
        { roomId: two.roomId, roomName: '둘째 룸' },
      ],
      email,
      until: expect.any(String),
    })
    const tab = await crossInTab(app, client, two.roomId)
    expect((await listedRooms(client))[1]).toEqual({ roomId: two.roomId, roomName: '둘째 룸' })
    await tab.agree()
    expect((await listedRooms(client))[1]).toMatchObject({ phase: 'open', news: 0 })
    await tab.list()
    await tab.logout()
    await two.operator.upload([['a.pdf', makePdf(1)]])
    const later = await crossInTab(app, client, two.roomId)
    await later.agree()
    expect((await listedRooms(client))[1]).toMatchObject({ phase: 'open', news: 1 })
    await later.logout()
    expect((await listedRooms(client))[1]).toEqual({ roomId: two.roomId, roomName: '둘째 룸' })
    const other = app.stranger()
    await proveAddress(app, other, email)
    expect(await listedRooms(other)).toEqual([
      { roomId: one.roomId, roomName: '첫째 룸' },
      { roomId: two.roomId, roomName: '둘째 룸' },
    ])
  })

  it('are not those of another person, of a room that forbids crossing, or where the person is blocked or removed', async () => {
    const { one, two, client, email, otherId } = await proven()
    const [foreign, forbidding, leaving] = [await app.room(), await app.room(), await app.room()]
    await app.participant(foreign)
    const [, left] = [await inviteAddress(forbidding, email), await inviteAddress(leaving, email)]
    await proveAddress(app, client, email)
    expect(await idsOf(client)).toEqual([one, two, forbidding, leaving].map(({ roomId }) => roomId))
    expect((await allowCrossing(forbidding.operator, false)).json).toEqual({
      status: 'OK',
      payload: null,
    })
    await leaving.operator.remove(left)
    await two.operator.setRight(otherId, 'access', false)
    expect(await ownRooms(client)).toMatchObject(UNPROVEN)
    await app.forgetFailures()
    await proveAddress(app, client, email)
    expect(await idsOf(client)).toEqual([one.roomId])
    for (const { roomId } of [foreign, forbidding, leaving, two, { roomId: 1_000_000 }])
      expect(await cross(client, roomId)).toMatchObject(UNKNOWN)
    for (const { roomId } of [foreign, forbidding, leaving, two])
      expect((await app.logged(roomId)).at(-1)).not.toBe('session.joined')
    const mail = (await roomLinksTo(app, email)).at(-1)
    expect(mail?.text).not.toContain('둘째 룸')
  })
})

describe('crossing', () => {
  it('opens a session of its own, with the notice of the other room and without an operator area; the first goes on', async () => {
    const { one, two, client, otherId } = await proven()
    await two.operator.setRole(otherId, 4)
    const tab = await crossInTab(app, client, two.roomId)
    expect(tab.me).toMatchObject({ roomId: two.roomId, id: otherId, roleId: 4 })
    expect(await tab.list()).toMatchObject({ http: 403, json: { code: 'NOT_AGREED' } })
    await tab.agree()
    expect((await tab.list()).http).toBe(200)
    expect(await tab.makeFolder('가')).toMatchObject({ http: 403, json: { code: 'NOT_RAISED' } })
    expect((await client.list()).http).toBe(200)
    const info = (asker: WireClient, { roomId }: TestRoom) =>
      asker.call('GET', `/room/api/room/info/${roomId}`)
    expect([(await info(client, two)).http, (await info(tab, one)).http]).toEqual([404, 404])
    expect([(await info(client, one)).http, (await info(tab, two)).http]).toEqual([200, 200])
  })

  it('carries no operator area over', async () => {
    const { one, two } = await adviser()
    const email = one.operator.me.email
    await inviteAddress(two, email)
    await proveAddress(app, one.operator, email)
    expect((await one.operator.makeFolder('가')).http).toBe(200)
    const tab = await crossInTab(app, one.operator, two.roomId)
    await tab.agree()
    expect(await tab.makeFolder('나')).toMatchObject({ http: 403, json: { code: 'NOT_OPERATOR' } })
  })

  it('asks for the second step on a browser that the other room does not know', async () => {
    const { two, client, email } = await proven()
    await two.operator.entering(true)
    const tab = await crossInTab(app, client, two.roomId)
    expect(tab.me).toMatchObject({ roomId: two.roomId, email: '', name: '' })
    expect(await tab.agree()).toMatchObject({ http: 403, json: { code: 'NOT_PROVEN' } })
    await tab.prove(await stepCodeTo(app, email))
    client.device = tab.device
    await tab.agree()
    expect((await tab.list()).http).toBe(200)
    const again = await crossInTab(app, client, two.roomId)
    expect((await again.agree()).json.status).toBe('OK')
  })

  it('is refused from a network that the group does not allow, is logged there, and warns its operators', async () => {
    const { one, two, client, otherId } = await proven()
    const group = await newGroup(two, '매수인', 'view')
    await moveInto(two, group, [{ memberId: otherId }])
    await two.operator.call('POST', '/room/api/group/update', {
      body: { id: group, roomId: two.roomId, networks: ['203.0.113.0/24'] },
    })
    expect(await cross(client, two.roomId)).toMatchObject(UNKNOWN)
    expect((await app.logged(two.roomId)).at(-1)).toBe('session.refused')
    expect(await app.logged(one.roomId)).not.toContain('session.refused')
  })

  it('replaces the session that is sent along if it is of the same room', async () => {
    const { one, two, client } = await proven()
    const tab = await crossInTab(app, client, two.roomId)
    await tab.agree()
    const before = { authorization: `Bearer ${tab.me.jwt}` }
    expect((await cross(tab, two.roomId)).json.status).toBe('OK')
    const info = (headers: Record<string, string>, { roomId }: TestRoom) =>
      app.stranger().call('GET', `/room/api/room/info/${roomId}`, { headers })
    expect(await info(before, two)).toMatchObject({ http: 401, json: { code: 'SESSION_ENDED' } })
    expect((await cross(client, two.roomId)).json.status).toBe('OK')
    expect((await info({ authorization: `Bearer ${client.me.jwt}` }, one)).http).toBe(200)
  })

  it('leaves in each log nothing of the other room', async () => {
    const { one, two, client } = await proven()
    const before = await app.logged(one.roomId)
    const tab = await crossInTab(app, client, two.roomId)
    await tab.agree()
    await tab.logout()
    expect(await app.logged(one.roomId)).toEqual(before)
    const { text } = await two.operator.call('POST', `/room/api/room/detailHistory/${two.roomId}`, {
      body: {},
    })
    expect(text).toContain('메일로 확인한 주소')
    expect(text).not.toContain('첫째 룸')
  })
})

describe('the end', () => {
  it('of one session leaves the others and the proof; everywhere ends all of them in every browser', async () => {
    const { one, two, client, email, pin } = await proven()
    const tab = await crossInTab(app, client, two.roomId)
    await tab.agree()
    await client.logout()
    expect(await client.list()).toMatchObject({ http: 401, json: { code: 'SESSION_ENDED' } })
    expect((await tab.list()).http).toBe(200)
    expect(await idsOf(tab)).toEqual([one.roomId, two.roomId])
    const [elsewhere, stranger] = [app.stranger(), await app.participant(two)]
    await elsewhere.join(pin)
    await elsewhere.agree()
    await proveAddress(app, elsewhere, email)
    expect((await leaveRooms(tab, true)).json.payload).toEqual({ ended: 2 })
    for (const each of [tab, elsewhere]) {
      expect((await each.list()).http).toBe(401)
      expect(await ownRooms(each)).toMatchObject(UNPROVEN)
      expect(await cross(each, two.roomId)).toMatchObject(UNPROVEN)
    }
    expect((await stranger.client.list()).http).toBe(200)
  })

  it('of the proof of one browser leaves sessions, and proofs of other browsers', async () => {
    const { one, client, email } = await proven()
    const other = app.stranger()
    await proveAddress(app, other, email)
    const answer = await leaveRooms(client, false)
    expect(answer.headers.get('set-cookie')).toMatch(/^sealroom-proof=; .*Max-Age=0;/)
    expect(await ownRooms(client)).toMatchObject(UNPROVEN)
    expect((await client.list()).http).toBe(200)
    expect(await idsOf(other)).toContain(one.roomId)
  })

  it('of a proof comes after twelve hours, and half an hour after the last session and use', async () => {
    const { client, email, pin } = await proven()
    app.clock.advance(LIMITS.idleMs)
    expect(await ownRooms(client)).toMatchObject(UNPROVEN)
    const active = app.stranger()
    await active.join(pin)
    await active.agree()
    await app.forgetFailures()
    await proveAddress(app, active, email)
    for (
      let passed = 0;
      passed + LIMITS.idleMs < LIMITS.proofMs;
      passed += LIMITS.idleMs - 60_000
    ) {
      await active.call('POST', '/room/api/room/alive')
      app.clock.advance(LIMITS.idleMs - 60_000)
    }
    expect((await ownRooms(active)).http).toBe(200)
    app.clock.advance(LIMITS.idleMs - 1)
    app.clock.advance(LIMITS.idleMs)
    expect(await ownRooms(active)).toMatchObject(UNPROVEN)
  })

  it('of a proof comes when the address is changed', async () => {
    const { one, email } = await proven()
    const operator = one.operator
    await inviteAddress(one, 'spare@example.com')
    await proveAddress(app, operator, operator.me.email)
    expect((await ownRooms(operator)).http).toBe(200)
    const fresh = `changed-${email}`
    await operator.call('POST', '/room/api/room/user/ownEmail', { body: { email: fresh } })
    const code = await stepCodeTo(app, fresh)
    expect(
      (await operator.call('POST', '/room/api/room/user/ownEmail/confirm', { body: { code } })).json
        .status,
    ).toBe('OK')
    expect(await ownRooms(operator)).toMatchObject(UNPROVEN)
  })
})

describe('asking for a link', () => {
  it('is answered alike for known, unknown and blocked addresses, and mails nothing to the others', async () => {
    const { one, email } = await adviser()
    const blocked = await app.participant(one)
    await one.operator.setRight(blocked.memberId, 'access', false)
    const answers = []
    for (const address of [email, 'nobody@example.com', blocked.email])
      answers.push(await askForRooms(app.stranger(), address))
    expect(new Set(answers.map(({ http, text }) => `${http} ${text}`))).toEqual(
      new Set(['200 {"status":"OK","payload":null}']),
    )
    expect(await roomLinksTo(app, email)).toHaveLength(1)
    for (const address of ['nobody@example.com', blocked.email])
      expect(await roomLinksTo(app, address)).toEqual([])
    expect((await askForRooms(app.stranger(), 'no address')).json.code).toBe('EMAIL_FORMAT')
  })

  it('is counted for each address, known or not, and for each client', async () => {
    const { email } = await adviser()
    for (const address of [email, 'nobody@example.com']) {
      for (let index = 0; index < 3; index += 1)
        expect((await askForRooms(app.stranger(), address)).json.status).toBe('OK')
      expect((await askForRooms(app.stranger(), address)).json.code).toBe('TOO_MANY')
    }
    expect(await roomLinksTo(app, email)).toHaveLength(3)
    await app.forgetFailures()
    for (let index = 0; index < 20; index += 1)
      await askForRooms(app.stranger(), `nobody${index}@example.com`)
    expect((await askForRooms(app.stranger(), 'nobody20@example.com')).json.code).toBe('TOO_MANY')
  })

  it('stores neither the tokens nor a trace in the rooms', async () => {
    const { one, two, client, email } = await adviser()
    const before = [await app.logged(one.roomId), await app.logged(two.roomId)]
    await askForRooms(client, email)
    const token = (await roomLinksTo(app, email)).at(-1)?.token ?? ''
    const { rows } = await app.database.pool.query(
      'select token_hash::text as stored from proof_links where email = $1',
      [email],
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(token).toString('hex'))
    await proveWith(client, token)
    expect(
      (await app.database.pool.query('select 1 from proof_links where email = $1', [email]))
        .rowCount,
    ).toBe(0)
    expect([await app.logged(one.roomId), await app.logged(two.roomId)]).toEqual(before)
  })
})

describe('whether a room allows crossing', () => {
  it('is set by an operator alone, logged when it changes, and shown to all', async () => {
    const { one, client } = await adviser()
    const kinds = async () =>
      (await app.logged(one.roomId)).filter((kind) => kind === 'room.crossing')
    for (const crossing of [true, false, false, true])
      expect((await allowCrossing(one.operator, crossing)).json.status).toBe('OK')
    expect(await kinds()).toHaveLength(2)
    expect(await allowCrossing(client, false)).toMatchObject({
      http: 403,
      json: { code: 'NOT_OPERATOR' },
    })
    for (const value of ['true', null, undefined])
      expect((await allowCrossing(one.operator, value)).http).toBe(400)
    const { payload } = (await client.call('GET', `/room/api/room/info/${one.roomId}`)).json
    expect(payload).toMatchObject({ crossing: true })
  })
})
