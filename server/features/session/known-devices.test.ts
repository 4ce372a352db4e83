import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import type { WireClient } from '../../test/harness/wire-client.ts'
import { deviceCookies, readDevice } from './entry/device-cookie.ts'

const TOKEN = 'Ab-_0123456789abcdefgh'
const PARTICIPANT_CALLS_WITHOUT_COOKIE = ['/room/api/room/alive', '/room/api/room/logout'] as const

describe('a known device', () => {
  let app: TestApp
  let room: TestRoom
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    await app.forgetFailures()
    room = await app.room()
  })

  const entersOn = async (device: WireClient, pin: string): Promise<boolean> =>
    (await device.join(pin)).json.status === 'OK'
  const devicesOf = async (memberId: number): Promise<number> =>
    (await app.database.pool.query('select 1 from devices where member_id = $1', [memberId]))
      .rowCount ?? 0

  it('carries a cookie that no script reads and no other call than the entrance gets, and that opens nothing by itself', async () => {
    const client = app.stranger()
    const set = (await client.join(room.pin)).headers.get('set-cookie') ?? ''
    expect(set).toMatch(
      /^(sealroom-device=[A-Za-z0-9_-]{22}); Path=\/api\/room\/api\/room\/join; (Max-Age=7776000; HttpOnly; SameSite=Strict), \1; Path=\/api\/room\/api\/session\/rooms; \2, \1; Path=\/api\/room\/api\/session\/cross; \2, \1; Path=\/api\/room\/api\/session\/oidc\/complete; \2$/,
    )
    const stranger = app.stranger()
    for (const path of PARTICIPANT_CALLS_WITHOUT_COOKIE)
      expect(
        (await stranger.call('POST', path, { headers: { cookie: client.device ?? '' } })).http,
      ).toBe(401)
    expect(
      (await stranger.join('0000000000000000', { cookie: client.device ?? '' })).json.code,
    ).toBe('PIN_REFUSED')
  })

  it('has another token after each entry, for everybody who is known on it; a copy of the one before is worth nothing', async () => {
    const [one, two] = [await app.participant(room), await app.participant(room)]
    const browser = app.stranger()
    expect(await entersOn(browser, one.pin)).toBe(true)
    const copy = browser.device ?? ''
    expect(await entersOn(browser, two.pin)).toBe(true)
    expect(browser.device).not.toBe(copy)
    await app.spendBudget()
    expect((await app.stranger().join(one.pin, { cookie: copy })).json.code).toBe('LINK_NEEDED')
    expect(await entersOn(browser, one.pin)).toBe(true)
    expect(await entersOn(browser, two.pin)).toBe(true)
  })

  it('P06: is forgotten when its owner is blocked or removed, and comes not back with the access', async () => {
    const [blocked, removed, untouched] = [
      await app.participant(room),
      await app.participant(room),
      await app.participant(room),
    ]
    await room.operator.setRight(blocked.memberId, 'access', false)
    await room.operator.remove(removed.memberId)
    expect([
      await devicesOf(blocked.memberId),
      await devicesOf(removed.memberId),
      await devicesOf(untouched.memberId),
    ]).toEqual([0, 0, 1])
    await room.operator.setRight(blocked.memberId, 'access', true)
    await app.spendBudget()
    expect(await entersOn(blocked.client, blocked.pin)).toBe(false)
    expect(await entersOn(untouched.client, untouched.pin)).toBe(true)
  })

  it('P06: so are new PINs that are on their way', async () => {
    const person = await app.participant(room)
    await app.stranger().findPin(person.email)
    await expect.poll(() => app.pinMailedTo(person.email)).not.toBe(person.pin)
    const fresh = await app.pinMailedTo(person.email)
    await room.operator.setRight(person.memberId, 'access', false)
    await room.operator.setRight(person.memberId, 'access', true)
    expect((await app.stranger().join(fresh)).json.code).toBe('PIN_REFUSED')
    expect(await entersOn(person.client, person.pin)).toBe(true)
  })

  it('is known for ninety days after its last use; of one person the twenty last', async () => {
    const { client, pin, memberId } = await app.participant(room)
    app.clock.advance(LIMITS.deviceMs / 2)
    expect(await entersOn(client, pin)).toBe(true)
    app.clock.advance(LIMITS.deviceMs - 60_000)
    await app.spendBudget()
    expect(await entersOn(client, pin)).toBe(true)
    app.clock.advance(LIMITS.deviceMs)
    await app.database.pool.query('update pins set used_at = $1 where member_id = $2', [
      app.clock.now(),
      memberId,
    ])
    await app.spendBudget()
    expect((await client.join(pin)).json.code).toBe('LINK_NEEDED')
    await app.forgetFailures()
    for (let index = 0; index < LIMITS.devicesPerMember + 2; index += 1)
      await app.stranger().join(pin)
    expect(await devicesOf(memberId)).toBe(LIMITS.devicesPerMember)
  })

  it('is recorded in the audit log: new, then known', async () => {
    const { client, pin, memberId } = await app.participant(room)
    await client.join(pin)
    const { rows } = await app.database.pool.query(
      `select kind from activity_entries where member_id = $1 and kind in ('session.joined', 'session.ended') order by id`,
      [memberId],
    )
    expect(rows.map(({ kind }: { kind: string }) => kind)).toEqual([
      'session.joined',
      'session.ended',
      'session.joined',
    ])
  })
})

describe('a second entry with the same browser', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  it('replaces the session that the browser holds in the same room; that of another room goes on; a refused one ends nothing', async () => {
    const [one, two] = [await app.room(), await app.room()]
    const { client, pin } = await app.participant(one)
    const other = app.stranger()
    await other.join(pin)
    await other.agree()
    const first = client.me.jwt
    const bearer = { authorization: `Bearer ${first}` }
    const info = (room: { roomId: number }, headers: Record<string, string>) =>
      app.stranger().call('GET', `/room/api/room/info/${room.roomId}`, { headers })

    await client.call('POST', '/room/api/room/join', { body: { pin: '0000000000000000' } })
    expect((await info(one, bearer)).http).toBe(200)

    expect((await client.join(two.pin)).json.payload).toMatchObject({ roomId: two.roomId })
    expect((await info(one, bearer)).http).toBe(200)
    expect((await client.agree()).json.status).toBe('OK')
    await client.call('POST', '/room/api/room/join', { body: { pin }, headers: bearer })
    expect(await info(one, bearer)).toMatchObject({ http: 401, json: { code: 'SESSION_ENDED' } })
    expect((await client.list()).http).toBe(200)
    expect((await other.list()).http).toBe(200)
    expect((await app.logged(one.roomId)).slice(-2)).toEqual(['session.ended', 'session.joined'])
    expect(await app.logged(two.roomId)).not.toContain('session.ended')
  })
})

describe('the cookie of a known device', () => {
  it.each([
    [`sealroom-device=${TOKEN}`, TOKEN],
    [`a=b; sealroom-device=${TOKEN};c=d`, TOKEN],
    [`sealroom-device=${TOKEN}x`, undefined],
    ['sealroom-device=', undefined],
    ['sealroom-device', undefined],
    [`other-device=${TOKEN}`, undefined],
    [`sealroom-device="${TOKEN}"`, undefined],
    [`sealroom-device=x; sealroom-device=${TOKEN}`, undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%j names %j', (header, token) => {
    expect(readDevice(header)).toBe(token)
  })

  it('goes over https alone where people come by https', () => {
    for (const cookie of deviceCookies(TOKEN, 'https://room.example')) {
      expect(cookie).toMatch(/; Secure$/)
      expect(readDevice(cookie)).toBe(TOKEN)
    }
    expect(deviceCookies(TOKEN, 'http://127.0.0.1:8080').join()).not.toContain('Secure')
  })
})
