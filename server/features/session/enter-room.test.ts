import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import { dammDigit, formatPin } from '../../../contract/core/pin.ts'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'

describe('entering a room', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  it('accepts a PIN with and without hyphens, in the path and in the body, and returns the member', async () => {
    const room = await app.room()
    for (const pin of [room.pin, formatPin(room.pin)]) {
      const client = app.stranger()
      expect((await client.join(pin)).json).toMatchObject({
        status: 'OK',
        payload: { roleId: 4, roomId: room.roomId, roomNo: room.roomNo },
      })
      expect((await app.stranger().call('POST', `/room/api/room/join/${pin}`)).json.status).toBe(
        'OK',
      )
    }
    expect(await app.logged(room.roomId)).toContain('session.joined')
  })

  it('opens nothing but info, agreement and logout before the agreement', async () => {
    const room = await app.room()
    const client = app.stranger()
    await client.join(room.pin)
    expect(await client.list()).toMatchObject({ http: 403, json: { code: 'NOT_AGREED' } })
    expect(
      (await client.call('GET', `/room/api/room/info/${room.roomId}`)).json.payload,
    ).toMatchObject({
      roomName: '시험 룸',
      watermark: true,
      noti: true,
    })
    expect(
      (await client.call('POST', '/room/api/room/checkAgree', { query: { id: client.me.id + 1 } }))
        .http,
    ).toBe(404)
    expect((await client.list()).http).toBe(403)
    expect((await client.agree()).json.status).toBe('OK')
    expect((await client.list()).json).toMatchObject({
      status: 'OK',
      payload: [],
      message: 'No value present',
    })
  })

  it('keeps the operator area shut until the code is right [gate-checked]', async () => {
    const room = await app.room()
    const client = app.stranger()
    await client.join(room.pin)
    await client.agree()
    expect(await client.makeFolder('가')).toMatchObject({ http: 403, json: { code: 'NOT_RAISED' } })
    expect((await client.elevate(room.code.toLowerCase())).json.payload).toEqual({
      checked: !/[A-Z]/.test(room.code),
    })
    expect(
      (await client.elevate(`${room.code.slice(0, 8)}${room.code.endsWith('0') ? '1' : '0'}`)).json
        .payload,
    ).toEqual({
      checked: false,
    })
    expect((await client.makeFolder('가')).http).toBe(403)
    expect((await client.elevate(room.code)).json.payload).toEqual({ checked: true })
    expect((await client.makeFolder('가')).json.status).toBe('OK')
    expect(await app.logged(room.roomId)).toContain('session.code-refused')
  })

  it('closes the operator area after eight hours, and the session after half an hour without a person [session-idle]', async () => {
    const { operator } = await app.room()
    for (let passed = 0; passed < LIMITS.elevatedMs; passed += LIMITS.idleMs - 60_000) {
      expect((await operator.call('POST', '/room/api/room/alive')).json.status).toBe('OK')
      app.clock.advance(LIMITS.idleMs - 60_000)
    }
    expect(await operator.makeFolder('늦음')).toMatchObject({
      http: 403,
      json: { code: 'NOT_RAISED' },
    })
    expect((await operator.list()).http).toBe(200)
    app.clock.advance(61_000)
    expect(await operator.list()).toMatchObject({ http: 401, json: { code: 'SESSION_IDLE' } })
    expect((await operator.call('POST', '/room/api/room/alive')).http).toBe(401)
  })

  it('ends a token with the logout', async () => {
    const room = await app.room()
    expect((await room.operator.logout()).json.status).toBe('OK')
    expect(await room.operator.list()).toMatchObject({ http: 401, json: { code: 'SESSION_ENDED' } })
    expect(await app.logged(room.roomId)).toContain('session.ended')
  })

  it('answers a wrong, a blocked and an expired PIN alike [pins-alike]', async () => {
    const room = await app.room()
    const blocked = await app.participant(room, '차단')
    const expired = await app.participant(room, '만료')
    await room.operator.setRight(blocked.memberId, 'access', false)
    await room.operator.setRight(expired.memberId, 'access', true)
    const wrong = await app.stranger().join(`123456789012345${dammDigit('123456789012345')}`)
    const refused = await app.stranger().join(blocked.pin)
    app.clock.advance(91 * 86_400_000)
    const late = await app.stranger().join(expired.pin)
    expect(wrong).toMatchObject({
      http: 200,
      json: { status: 'EXCEPTION', code: 'PIN_REFUSED', payload: 'PIN을 확인해 주세요.' },
    })
    expect(refused.text).toBe(wrong.text)
    expect(late.text).toBe(wrong.text)
  })
})
