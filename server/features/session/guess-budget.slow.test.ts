import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import {
  type OpenedSessionParts,
  openSessionParts,
  visitorAt,
} from '../../test/harness/session-parts.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import { WireClient } from '../../test/harness/wire-client.ts'
import { closeRoom } from '../../test/scenarios/close-room.ts'
import { wrongPin } from '../../test/scenarios/wrong-pin.ts'
import { joinRoom } from './entry/join-room.ts'
import type { Visitor } from './entry/visitor.ts'

const HOUR = 3_600_000
const ADDRESSES = 100_000
const AT_ONCE = 200

const addressOf = (index: number): string =>
  `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`

describe('the budget of wrong PINs', () => {
  let app: TestApp
  let room: TestRoom
  let nodes: OpenedSessionParts[]
  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room()
    nodes = [await openSessionParts(app), await openSessionParts(app)]
  })
  afterAll(async () => {
    for (const node of nodes) await node.close()
    await app.close()
  })

  const evaluations = (): number => nodes.reduce((sum, { counted }) => sum + counted.evaluations, 0)
  const notices = (): number =>
    app.log.entries.filter(({ msg }) => msg === 'budget of wrong PINs spent').length

  async function outcomeOf(pin: string, visitor: Visitor, node = 0): Promise<string> {
    const parts = nodes[node % nodes.length]?.parts
    if (!parts) throw new Error('there is no such node')
    return joinRoom(parts, pin, visitor).then(
      () => 'entered',
      (error: { code: string }) => error.code,
    )
  }

  async function attack(addresses: number, duringMs: number): Promise<Record<string, number>> {
    const outcomes: Record<string, number> = {}
    for (let from = 0; from < addresses; from += AT_ONCE) {
      const wave = Array.from({ length: Math.min(AT_ONCE, addresses - from) }, (_, index) =>
        outcomeOf(wrongPin(), visitorAt(addressOf(from + index)), index),
      )
      for (const outcome of await Promise.all(wave))
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      app.clock.advance((duringMs * AT_ONCE) / addresses)
    }
    return outcomes
  }

  it('L02: of guesses from 100,000 addresses within a day, on two nodes, no more than it are evaluated', {
    timeout: 600_000,
  }, async () => {
    const owner = await joinRoom(
      nodes[0]?.parts as OpenedSessionParts['parts'],
      room.pin,
      visitorAt('192.0.2.1'),
    )
    const before = evaluations()
    expect(await attack(ADDRESSES, 20 * HOUR)).toEqual({
      PIN_REFUSED: LIMITS.wrongPinsPerDay,
      LINK_NEEDED: ADDRESSES - LIMITS.wrongPinsPerDay,
    })
    expect(evaluations() - before).toBe(LIMITS.wrongPinsPerDay)
    expect(notices()).toBe(1)

    // Even the right PIN is not evaluated, except on its owner's known browser.
    const spent = evaluations()
    expect(await outcomeOf(room.pin, visitorAt('192.0.2.2'))).toBe('LINK_NEEDED')
    expect(await outcomeOf(room.pin, visitorAt('192.0.2.2', 'A'.repeat(22)), 1)).toBe('LINK_NEEDED')
    expect(await outcomeOf(wrongPin(), visitorAt('192.0.2.1', owner.device), 1)).toBe('LINK_NEEDED')
    expect(evaluations()).toBe(spent)
    expect(await outcomeOf(room.pin, visitorAt('192.0.2.1', owner.device), 1)).toBe('entered')

    app.clock.advance(5 * HOUR)
    expect(await attack(AT_ONCE, HOUR)).toEqual({ PIN_REFUSED: AT_ONCE })
    expect(evaluations() - spent).toBe(AT_ONCE + 1)
    expect(notices()).toBe(1)
  })

  it('is not spent by right PINs, and by people who meet at the door together', async () => {
    app.clock.advance(25 * HOUR)
    const before = evaluations()
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        outcomeOf(room.pin, visitorAt(addressOf(index)), index),
      ),
    )
    expect(new Set(outcomes)).toEqual(new Set(['entered']))
    expect(evaluations() - before).toBe(60)
    const { rows } = await app.database.pool.query(
      `select attempts from throttles where kind = 'pin-budget'`,
    )
    expect(rows).toEqual([{ attempts: 0 }])
  })
})

describe('once the budget of wrong PINs is spent', () => {
  let app: TestApp
  let room: TestRoom
  beforeAll(async () => {
    app = await startTestApp({ trustProxy: ['127.0.0.1'] })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    await app.forgetFailures()
    room = await app.room()
  })

  it('a known device enters by PIN and an unknown one only by a mailed link, from any address', async () => {
    const person = await app.participant(room)
    const other = await app.participant(room)
    const { email } = person
    await app.spendBudget()

    const unknown = app.stranger()
    const right = await unknown.join(person.pin)
    expect(right).toMatchObject({ http: 429, json: { status: 'EXCEPTION', code: 'LINK_NEEDED' } })
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(23 * 3600)
    expect(right.headers.get('set-cookie')).toBeNull()
    for (const attempt of [
      app.stranger().join(wrongPin()),
      app.stranger().join(other.pin, { 'x-forwarded-for': '203.0.113.7' }),
      app.stranger().join(person.pin, { cookie: `sealroom-device=${'x'.repeat(22)}` }),
      other.client.call('POST', '/room/api/room/join', { body: { pin: person.pin } }),
      app.stranger().call('POST', `/room/api/room/join/${person.pin}`),
    ]) {
      const refused = await attempt
      expect({ http: refused.http, text: refused.text }).toEqual({ http: 429, text: right.text })
    }

    expect((await person.client.join(person.pin)).json.status).toBe('OK')
    expect((await unknown.findPin(email)).json.status).toBe('OK')
    const token = await app.entryLinkMailedTo(email)
    const fresh = await app.pinMailedTo(email)
    expect((await app.stranger().join(fresh)).http).toBe(429)
    expect(await unknown.joinByLink(token)).toMatchObject({
      http: 200,
      json: { status: 'OK', payload: { email } },
    })
    expect((await unknown.agree()).json.status).toBe('OK')
    expect((await unknown.join(fresh)).json.status).toBe('OK')
    expect(await app.logged(room.roomId)).toContain('session.pin-asked')
  })

  it('what looks at a link does not use it up, and who clicks twice or at the same time enters once', async () => {
    const { email } = await app.participant(room)
    await app.spendBudget()
    await app.stranger().findPin(email)
    const token = await app.entryLinkMailedTo(email)
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT']) {
      const looked = await fetch(`${app.base}/api/room/api/room/join/link`, { method })
      expect(looked.ok).toBe(false)
      await looked.arrayBuffer()
    }
    const base = [app.base, await app.node()]
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        new WireClient(base[index % 2] ?? '').joinByLink(token),
      ),
    )
    expect(answers.filter(({ json }) => json.status === 'OK')).toHaveLength(1)
    for (const { json } of answers.filter(({ json }) => json.status !== 'OK'))
      expect(json.code).toBe('LINK_REFUSED')
  })

  it('a link is dead after half an hour, with the access of its owner, and in a room that closed', async () => {
    const linkOf = async (email: string): Promise<string> => {
      await app.stranger().findPin(email)
      return app.entryLinkMailedTo(email)
    }
    const from = { 'x-forwarded-for': '203.0.113.8' }
    const late = await app.participant(room)
    const blocked = await app.participant(room)
    const closing = await app.room()
    const closedOut = await app.participant(closing)
    await app.spendBudget()
    const [lateLink, blockedLink, closedLink] = [
      await linkOf(late.email),
      await linkOf(blocked.email),
      await linkOf(closedOut.email),
    ]
    await room.operator.setRight(blocked.memberId, 'access', false)
    expect((await app.stranger().joinByLink(blockedLink, from)).json.code).toBe('LINK_REFUSED')
    await room.operator.setRight(blocked.memberId, 'access', true)
    expect((await app.stranger().joinByLink(blockedLink, from)).json.code).toBe('LINK_REFUSED')
    await closeRoom(app, closing.roomId)
    expect((await app.stranger().joinByLink(closedLink, from)).json.code).toBe('LINK_REFUSED')
    app.clock.advance(LIMITS.entryLinkMs)
    expect((await app.stranger().joinByLink(lateLink, from)).json.code).toBe('LINK_REFUSED')
    for (const token of ['', 'x', lateLink.slice(1), `${lateLink}x`]) {
      expect((await app.stranger().joinByLink(token, from)).json.code).toBe('LINK_REFUSED')
    }
  })

  it('links are not guessed at for ever', async () => {
    const from = { 'x-forwarded-for': '203.0.113.9' }
    for (let index = 0; index < 10; index += 1) {
      expect((await app.stranger().joinByLink(`${index}`.repeat(22), from)).json.code).toBe(
        'LINK_REFUSED',
      )
    }
    expect((await app.stranger().joinByLink('z'.repeat(22), from)).http).toBe(429)
  })
})
