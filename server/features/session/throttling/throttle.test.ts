import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '../../../platform/http/refusal.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { type WireAnswer, WireClient } from '../../../test/harness/wire-client.ts'
import { wrongPin } from '../../../test/scenarios/wrong-pin.ts'
import { createThrottle, throttleSubject } from './throttle.ts'

const MINUTE = 60_000

describe('guessing', () => {
  let app: TestApp
  let room: TestRoom
  let subjects = 0
  let address: string
  beforeAll(async () => {
    app = await startTestApp({ trustProxy: ['127.0.0.1'] })
    room = await app.room()
  })
  afterAll(() => app.close())
  beforeEach(() => {
    subjects += 1
    address = `203.0.113.${subjects}`
  })

  const guess = (pin: unknown, from = address, base = app.base): Promise<WireAnswer> =>
    new WireClient(base).call('POST', '/room/api/room/join', {
      body: { pin },
      headers: { 'x-forwarded-for': from },
    })
  const guesses = (count: number, from?: string) =>
    Promise.all(Array.from({ length: count }, () => guess(wrongPin(), from)))
  const attemptsOf = async (subject: string): Promise<number> => {
    const { rows } = await app.database.pool.query(
      'select attempts from throttles where subject = $1',
      [subject],
    )
    return rows[0]?.attempts ?? 0
  }

  it('L01: the sixth failure of an address is 429, and so is the right PIN, until the window ends', async () => {
    const failures: WireAnswer[] = []
    for (let index = 0; index < 5; index += 1) failures.push(await guess(wrongPin()))
    for (const failure of failures)
      expect(failure).toMatchObject({
        http: 200,
        text: failures[0]?.text,
        json: { code: 'PIN_REFUSED' },
      })

    app.clock.advance(5 * MINUTE)
    const wrong = await guess(wrongPin())
    const right = await guess(room.pin)
    expect(wrong).toMatchObject({ http: 429, json: { status: 'EXCEPTION', code: 'TOO_MANY' } })
    expect(right).toMatchObject({ http: 429, text: wrong.text })
    const retryAfter = Number(right.headers.get('retry-after'))
    expect(retryAfter).toBeGreaterThan(9 * 60)
    expect(retryAfter).toBeLessThanOrEqual(10 * 60)
    expect(right.json.payload).toContain('10분')

    app.clock.advance((retryAfter - 5) * 1000)
    expect((await guess(room.pin)).http).toBe(429)
    app.clock.advance(6 * 1000)
    expect((await guess(room.pin)).json.status).toBe('OK')
  })

  it('begins a window with its first failure, after any number of right guesses', async () => {
    expect((await guess(room.pin)).json.status).toBe('OK')
    app.clock.advance(14.9 * MINUTE)
    await guesses(5)
    app.clock.advance(MINUTE)
    expect((await guess(wrongPin())).http).toBe(429)
  })

  it('counts no right PIN and nothing that is no PIN', async () => {
    const misread = `${room.pin.slice(0, 15)}${(Number(room.pin[15]) + 1) % 10}`
    for (const text of [
      misread,
      '1',
      `${room.pin}0`,
      room.pin.replace(/^\d{3}/, '$& '),
      'x'.repeat(16),
      '',
      1_234_567_890_123_456,
      null,
      [room.pin],
    ]) {
      expect((await guess(text)).http).toBe(400)
    }
    expect(
      (await new WireClient(app.base).call('POST', `/room/api/room/join/${misread}`)).http,
    ).toBe(400)
    for (let index = 0; index < 7; index += 1)
      expect((await guess(room.pin)).json.status).toBe('OK')
    expect(await attemptsOf(address)).toBe(0)
    await guesses(4)
    expect((await guess(room.pin)).json.status).toBe('OK')
    expect(await attemptsOf(address)).toBe(4)
  })

  it('L03: of 50 guesses at once, on two nodes, no more than five are evaluated', async () => {
    const nodes = [app.base, await app.node()]
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => guess(wrongPin(), address, nodes[index % 2])),
    )
    expect(answers.filter(({ json }) => json.code === 'PIN_REFUSED')).toHaveLength(5)
    expect(answers.filter(({ http }) => http === 429)).toHaveLength(45)
    expect(await attemptsOf(address)).toBe(5)
    for (const base of nodes) expect((await guess(room.pin, address, base)).http).toBe(429)
    expect((await guess(room.pin, '198.51.100.1')).json.status).toBe('OK')
  })

  it('lets thirty people of one address in at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => guess(room.pin)))
    expect(answers.map(({ json }) => json.status)).toEqual(Array.from({ length: 30 }, () => 'OK'))
    expect(await attemptsOf(address)).toBe(0)
  })

  it('trusts the last address reported by a trusted proxy, not what the client put before it', async () => {
    for (let index = 0; index < 5; index += 1)
      await guess(wrongPin(), `10.0.0.${index}, ${address}`)
    expect((await guess(room.pin, `10.9.9.9, ${address}`)).http).toBe(429)
    expect((await guess(room.pin, '10.0.0.1')).json.status).toBe('OK')
  })

  it('takes a /64 of IPv6 for one client', async () => {
    for (let index = 0; index < 5; index += 1)
      await guess(wrongPin(), `2001:db8:0:${subjects}:${index}::1`)
    expect((await guess(room.pin, `2001:db8::${subjects}:ffff:1:2:3`)).http).toBe(429)
    expect((await guess(room.pin, `2001:db8:1:${subjects}::1`)).json.status).toBe('OK')
  })

  it('does not count against anyone what a busy server did not evaluate', async () => {
    const throttle = createThrottle(app.database.db, app.clock, app.log)
    const busy = () => Promise.reject(new Refusal('BUSY'))
    for (let index = 0; index < 6; index += 1)
      await expect(throttle.guess('pin', address, busy)).rejects.toThrow('BUSY')
    expect(await attemptsOf(address)).toBe(0)
    const broken = () => Promise.reject(new Error('the log cannot be written'))
    for (let index = 0; index < 5; index += 1)
      await expect(throttle.guess('pin', address, broken)).rejects.toThrow('log')
    await expect(throttle.guess('pin', address, async () => true)).rejects.toMatchObject({
      code: 'TOO_MANY',
    })
  })
})

describe('guessing without a trusted proxy', () => {
  it('ignores X-Forwarded-For and its relatives', async () => {
    const app = await startTestApp()
    try {
      const room = await app.room()
      for (let index = 0; index < 5; index += 1) {
        const headers = {
          'x-forwarded-for': `198.51.100.${index}`,
          forwarded: `for=198.51.100.${index}`,
          'x-real-ip': `198.51.100.${index}`,
        }
        expect(
          (
            await app
              .stranger()
              .call('POST', '/room/api/room/join', { body: { pin: wrongPin() }, headers })
          ).http,
        ).toBe(200)
      }
      const headers = { 'x-forwarded-for': '192.0.2.1' }
      const forged = await app
        .stranger()
        .call('POST', '/room/api/room/join', { body: { pin: room.pin }, headers })
      expect(forged.http).toBe(429)
    } finally {
      await app.close()
    }
  })
})

describe('the part of an address that is one client', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:a:b:1:2:3:4', '2001:db8:a:b::/64'],
    ['2001:0DB8:000a:000B::1', '2001:db8:a:b::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
  ])('%s is of %s', (address, subject) => {
    expect(throttleSubject(address)).toBe(subject)
  })
})
