import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dammDigit } from '../../../../contract/core/pin.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import {
  type OpenedSessionParts,
  openSessionParts,
  visitorAt,
} from '../../../test/harness/session-parts.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { closeRoom } from '../../../test/scenarios/close-room.ts'
import { joinRoom } from './join-room.ts'

const DAY = 86_400_000
const KINDS = `select kind from activity_entries where room_id = $1 and kind like 'session.%' and member_id = $2 order by id`
const withDamm = (digits: string): string => `${digits}${dammDigit(digits)}`

describe('a PIN at the door', () => {
  let app: TestApp
  let opened: OpenedSessionParts
  beforeAll(async () => {
    app = await startTestApp()
    opened = await openSessionParts(app)
  })
  afterAll(async () => {
    await opened.close()
    await app.close()
  })

  it('L07: costs one evaluation whether it is right, wrong, blocked, closed or expired', async () => {
    const room = await app.room()
    const closed = await app.room()
    const outside = await app.participant(closed)
    const blocked = await app.participant(room, '차단')
    await room.operator.setRight(blocked.memberId, 'access', false)
    await closeRoom(app, closed.roomId)
    const costOf = async (pin: string): Promise<{ evaluations: number; code: string }> => {
      const before = opened.counted.evaluations
      const outcome = await joinRoom(opened.parts, pin, visitorAt(`192.0.2.${before % 250}`)).then(
        () => 'entered',
        (error: { code: string }) => error.code,
      )
      return { evaluations: opened.counted.evaluations - before, code: outcome }
    }
    expect(await costOf(room.pin)).toEqual({ evaluations: 1, code: 'entered' })
    expect(await costOf(withDamm('123456789012345'))).toEqual({
      evaluations: 1,
      code: 'PIN_REFUSED',
    })
    expect(await costOf(blocked.pin)).toEqual({ evaluations: 1, code: 'PIN_REFUSED' })
    expect(await costOf(outside.pin)).toEqual({ evaluations: 1, code: 'PIN_REFUSED' })
    expect(await costOf(closed.pin)).toEqual({ evaluations: 1, code: 'entered' })
    app.clock.advance(90 * DAY)
    expect(await costOf(room.pin)).toEqual({ evaluations: 1, code: 'PIN_REFUSED' })
    expect(await costOf('123')).toEqual({ evaluations: 0, code: 'BAD_REQUEST' })
  })

  it('evaluates nothing once an address has failed five times', async () => {
    for (let index = 0; index < 5; index += 1) {
      await expect(
        joinRoom(opened.parts, withDamm(`99999999999999${index}`), visitorAt('198.51.100.77')),
      ).rejects.toThrow('PIN_REFUSED')
    }
    const before = opened.counted.evaluations
    await expect(
      joinRoom(opened.parts, withDamm('999999999999999'), visitorAt('198.51.100.77')),
    ).rejects.toThrow('TOO_MANY')
    expect(opened.counted.evaluations).toBe(before)
  })

  it('opens no session for a person who is blocked while the PIN is evaluated', async () => {
    const room = await app.room()
    for (let round = 0; round < 6; round += 1) {
      const person = await app.participant(room, `사람 ${round}`)
      const late = app.stranger()
      await Promise.all([
        late.join(person.pin),
        room.operator.setRight(person.memberId, 'access', false),
      ])
      await room.operator.setRight(person.memberId, 'access', true)
      expect((await person.client.list()).http).toBe(401)
      if (late.session) expect((await late.agree()).http).toBe(401)
    }
  })

  it('leaves a used replacement as the only PIN, whichever of the two is used first', async () => {
    const room = await app.room()
    const { pin, memberId, email } = await app.participant(room)
    await room.operator.inviteAgain(memberId)
    await expect.poll(() => app.pinMailedTo(email)).not.toBe(pin)
    const replacement = await app.pinMailedTo(email)
    const both = [app.stranger(), app.stranger()] as const
    await Promise.all([both[0].join(replacement), both[1].join(pin)])
    expect(both[0].session).toBeDefined()
    const { rows } = await app.database.pool.query(
      'select replacement, used_at from pins where member_id = $1',
      [memberId],
    )
    expect(rows).toEqual([{ replacement: false, used_at: expect.any(Date) }])
    expect((await app.stranger().join(pin)).json.code).toBe('PIN_REFUSED')
    expect((await app.stranger().join(replacement)).json.status).toBe('OK')
  })

  it('writes the entry and the refusal of a known person into the log, and who it was', async () => {
    const room = await app.room()
    const person = await app.participant(room)
    await room.operator.setRight(person.memberId, 'access', false)
    const kinds = async () => {
      const { rows } = await app.database.pool.query<{ kind: string }>(KINDS, [
        room.roomId,
        person.memberId,
      ])
      return rows.map(({ kind }) => kind)
    }
    await app.stranger().join(person.pin)
    // Logging before the response would reveal blocked people.
    expect(await kinds()).not.toContain('session.refused')
    await eventually(async () =>
      expect(await kinds()).toEqual([
        'session.joined',
        'session.agreed',
        'session.ended',
        'session.refused',
      ]),
    )
  })
})
