import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import { WireClient } from '../../test/harness/wire-client.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

describe('sessions of one person', () => {
  let app: TestApp
  let room: TestRoom
  beforeAll(async () => {
    app = await startTestApp({ trustProxy: ['127.0.0.1'] })
    room = await app.room()
  })
  afterAll(() => app.close())

  const device = async (
    pin: string,
    address = '203.0.113.77',
    userAgent = CHROME,
  ): Promise<WireClient> => {
    const client = new WireClient(app.base)
    const headers = { 'x-forwarded-for': address, 'user-agent': userAgent }
    const { json } = await client.call('POST', '/room/api/room/join', { body: { pin }, headers })
    client.session = json.payload as WireClient['session']
    await client.call('POST', '/room/api/room/checkAgree', { query: { id: client.me.id }, headers })
    return client
  }
  const codeOf = async (client: WireClient): Promise<string | undefined> =>
    (await client.list()).json.code
  const entriesOf = async (memberId: number, kind: string): Promise<number> =>
    (
      await app.database.pool.query(
        'select 1 from activity_entries where member_id = $1 and kind = $2',
        [memberId, kind],
      )
    ).rows.length

  it('T05: are listed with device, place and times, the newest first, and nothing by which one could be taken over', async () => {
    const { pin, client: first } = await app.participant(room)
    await app.participant(room)
    app.clock.advance(60_000)
    const second = await device(pin)
    const third = await device(pin, '2001:db8:12:34::1', 'x')
    const listed = await second.sessions()
    expect(listed).toMatchObject([
      { current: false, browser: '', system: '', address: '2001:db8:12:…' },
      { current: true, browser: 'Chrome', system: 'Windows', address: '203.0.113.x' },
      { current: false, browser: '', system: '' },
    ])
    expect(
      Date.parse(listed[1]?.createdAt ?? '') - Date.parse(listed[2]?.createdAt ?? ''),
    ).toBeGreaterThanOrEqual(60_000)
    app.clock.advance(60_000)
    await second.call('POST', '/room/api/room/alive')
    const [, seen] = await second.sessions()
    expect(
      Date.parse(seen?.lastSeenAt ?? '') - Date.parse(seen?.createdAt ?? ''),
    ).toBeGreaterThanOrEqual(60_000)

    const { rows } = await app.database.pool.query(
      'select id, address from sessions where member_id = $1',
      [second.me.id],
    )
    const text = (await second.call('GET', '/room/api/room/sessions')).text
    for (const { id, address } of rows as { id: string; address: string }[]) {
      expect(text).not.toContain(id)
      expect(text).not.toContain(address)
    }
    for (const { me } of [first, second, third]) expect(text).not.toContain(me.jwt)
  })

  it('T05: end one by one, at once and for good, on their own streams too', async () => {
    const { pin, memberId, client: first } = await app.participant(room)
    const second = await device(pin)
    const events = await second.fetch('GET', '/room/api/room/events')
    const [newest] = await first.sessions()
    expect((await first.endSession(newest?.id ?? 0)).json).toEqual({ status: 'OK', payload: null })
    expect(await events.text()).toContain('"code":"ENDED_ELSEWHERE"')
    for (const call of [
      second.list(),
      second.agree(),
      second.elevate('AAAAAAAAA'),
      second.logout(),
      second.endSession(newest?.id ?? 0),
    ]) {
      expect(await call).toMatchObject({ http: 401, json: { code: 'ENDED_ELSEWHERE' } })
    }
    expect(await first.sessions()).toMatchObject([{ current: true }])
    expect((await first.list()).http).toBe(200)
    expect((await first.endSession(newest?.id ?? 0)).http).toBe(404)
    expect(await entriesOf(memberId, 'session.ended')).toBe(1)
  })

  it('T05: end all but the one that asks, in whichever of them it is asked', async () => {
    const { pin, client: first } = await app.participant(room)
    const others = [await device(pin), await device(pin), await device(pin)]
    const stranger = await app.participant(room)
    expect((await first.call('POST', '/room/api/room/sessions/endOthers')).json.payload).toEqual({
      ended: 3,
    })
    for (const other of others) expect(await codeOf(other)).toBe('ENDED_ELSEWHERE')
    expect((await first.list()).http).toBe(200)
    expect((await stranger.client.list()).http).toBe(200)
    expect((await first.call('POST', '/room/api/room/sessions/endOthers')).json.payload).toEqual({
      ended: 0,
    })

    const two = await device(pin)
    const answers = await Promise.all(
      [first, two].map((client) => client.call('POST', '/room/api/room/sessions/endOthers')),
    )
    expect(answers.filter(({ http }) => http >= 500)).toEqual([])
    expect(app.log.text()).not.toContain('deadlock')
  })

  it('are nobody else’s to end, not of the same room and not of another', async () => {
    const [one, other] = [await app.participant(room), await app.participant(room)]
    const elsewhere = await app.participant(await app.room())
    const [own] = await one.client.sessions()
    for (const client of [other.client, elsewhere.client, room.operator])
      expect((await client.endSession(own?.id ?? 0)).http).toBe(404)
    for (const id of [0, -1, 1.5, '1', null]) {
      expect(
        (await one.client.call('POST', '/room/api/room/sessions/end', { body: { id } })).http,
      ).toBe(400)
    }
    expect((await one.client.list()).http).toBe(200)
  })

  it('that became idle are not listed', async () => {
    const { pin, client } = await app.participant(room)
    app.clock.advance(LIMITS.idleMs / 2)
    const fresh = await device(pin)
    expect(await fresh.sessions()).toHaveLength(2)
    app.clock.advance(LIMITS.idleMs / 2)
    expect(await fresh.sessions()).toMatchObject([{ current: true }])
    expect(await codeOf(client)).toBe('SESSION_IDLE')
    room = await app.room()
  })

  it('come in pages', async () => {
    const { pin, client } = await app.participant(room)
    for (let count = 0; count < 2; count += 1) await device(pin)
    const page = (query: Readonly<Record<string, string | number>>) =>
      client.call('GET', '/room/api/room/sessions', { query })
    const first = await page({ limit: 2 })
    expect(first.json.payload).toHaveLength(2)
    const second = await page({ limit: 2, cursor: first.json.nextCursor ?? '' })
    expect(second.json.payload).toMatchObject([{ current: true }])
    expect(second.json.nextCursor).toBeUndefined()
    expect((await page({ cursor: 'x' })).http).toBe(400)
  })

  it('are ended by an operator, receive the reason, and leave the person the way back', async () => {
    const { pin, memberId, client } = await app.participant(room)
    const second = await device(pin)
    const events = await second.fetch('GET', '/room/api/room/events')
    const other = await app.room()
    expect((await client.endSessionsOf(memberId)).http).toBe(403)
    expect((await other.operator.endSessionsOf(memberId)).http).toBe(404)
    expect((await room.operator.endSessionsOf(memberId)).json.payload).toEqual({ ended: 2 })
    expect(await events.text()).toContain('"code":"ENDED_BY_OPERATOR"')
    for (const each of [client, second]) expect(await codeOf(each)).toBe('ENDED_BY_OPERATOR')
    expect((await room.operator.endSessionsOf(memberId)).json.payload).toEqual({ ended: 0 })
    expect(await entriesOf(room.operator.me.id, 'member.signed-out')).toBe(1)
    expect((await (await device(pin)).list()).http).toBe(200)
  })
})
