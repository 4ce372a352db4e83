import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import {
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestRoom,
} from '../../test/harness/test-app.ts'
import type { WireClient } from '../../test/harness/wire-client.ts'
import { closeRoom } from '../../test/scenarios/close-room.ts'
import { details, joinedIn, stateOf, waits } from '../../test/scenarios/session/proving.ts'
import { stepCodeTo, stepMailsTo } from '../../test/scenarios/step-codes.ts'

const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/

describe('the second step', () => {
  let app: TestApp
  let room: TestRoom
  let person: TestPerson
  beforeAll(async () => {
    app = await startTestApp({ trustProxy: ['127.0.0.1'] })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    await app.forgetFailures()
    room = await app.room()
    person = await app.participant(room)
    await room.operator.entering(true)
  })

  it('is not asked for where the room does not have it, on a known device, or after a mailed link', async () => {
    const other = await app.room()
    const plain = await app.participant(other)
    const answer = await app.stranger().join(plain.pin)
    const fields = [
      'download',
      'email',
      'id',
      'jwt',
      'name',
      'print',
      'roleId',
      'roomId',
      'roomNo',
      'secondsLeft',
      'userId',
    ]
    expect(Object.keys(answer.json).sort()).toEqual(['payload', 'status'])
    expect(Object.keys(answer.json.payload as object).sort()).toEqual(fields)
    expect(answer.headers.get('set-cookie')).not.toBeNull()

    const known = await person.client.join(person.pin)
    expect(Object.keys(known.json).sort()).toEqual(['payload', 'status'])
    expect((await person.client.agree()).json.status).toBe('OK')

    await app.spendBudget()
    await app.stranger().findPin(person.email)
    const byLink = app.stranger()
    expect(
      Object.keys((await byLink.joinByLink(await app.entryLinkMailedTo(person.email))).json).sort(),
    ).toEqual(['payload', 'status'])
    expect((await byLink.agree()).json.status).toBe('OK')
    expect(Object.keys((await byLink.join(person.pin)).json).sort()).toEqual(['payload', 'status'])
    expect(await stepMailsTo(app, person.email)).toEqual([])
    expect((await details(app, room, 'session.joined')).at(-1)).toEqual({
      by: 'pin',
      device: 'known',
    })
  })

  it('comes before everything on a new device, which is known from then on', async () => {
    const before = await joinedIn(app, room)
    const client = app.stranger()
    const asked = await client.join(person.pin)
    expect(asked.json.step).toEqual({ email: `p***@example.com`, ways: ['mail'] })
    expect(asked.json.payload).toMatchObject({
      jwt: expect.stringMatching(TOKEN),
      name: '',
      email: '',
      print: false,
      download: false,
    })
    expect(asked.text).not.toContain(person.email)
    expect(asked.headers.get('set-cookie')).toBeNull()
    expect(await joinedIn(app, room)).toBe(before)
    expect((await app.logged(room.roomId)).at(-1)).toBe('session.step-asked')
    expect((await room.operator.sessions()).length).toBe(1)
    for (const refused of [
      client.agree(),
      client.list(),
      client.call('GET', `/room/api/room/info/${room.roomId}`),
    ])
      expect(await refused).toMatchObject({ http: 403, json: { code: 'NOT_PROVEN' } })

    const code = await stepCodeTo(app, person.email)
    const proven = await client.prove(code)
    expect(proven.json).toEqual({
      status: 'OK',
      payload: expect.objectContaining({
        email: person.email,
        name: '이참여',
        roomId: room.roomId,
        id: person.memberId,
      }),
    })
    expect(proven.headers.get('set-cookie')).toMatch(
      /^sealroom-device=[A-Za-z0-9_-]{22}; Path=\/api\/room\/api\/room\/join; /,
    )
    expect(await stateOf(client)).toBe('NOT_AGREED')
    expect((await client.agree()).json.status).toBe('OK')
    expect((await client.list()).http).toBe(200)
    expect(await details(app, room, 'session.step-asked')).toEqual([{ again: false }])
    expect((await details(app, room, 'session.joined')).at(-1)).toEqual({
      by: 'pin',
      device: 'new',
      step: true,
    })

    expect(Object.keys((await client.join(person.pin)).json).sort()).toEqual(['payload', 'status'])
    app.clock.advance(LIMITS.deviceMs)
    await app.database.pool.query('update pins set used_at = $1 where member_id = $2', [
      app.clock.now(),
      person.memberId,
    ])
    expect((await client.join(person.pin)).json.step).toBeDefined()
  })

  it('does not say that somebody entered who has only had the PIN', async () => {
    const [{ id } = { id: 0 }] = (
      await room.operator.invite([{ name: '새 사람', email: 'new@step.example' }])
    ).json.payload as {
      id: number
    }[]
    const seen = async () =>
      (await room.operator.members()).find((member) => member.id === id)?.lastSeenAt
    const client = await waits(app, person, await app.pinMailedTo('new@step.example'))
    expect(await seen()).toBeNull()
    expect(
      (await app.database.pool.query('select 1 from devices where member_id = $1', [id])).rowCount,
    ).toBe(0)
    await client.prove(await stepCodeTo(app, 'new@step.example'))
    expect(await seen()).not.toBeNull()
    await client.agree()
    expect(await client.sessions()).toHaveLength(1)
  })

  it('is not among the sessions that a person is logged in with', async () => {
    const client = await waits(app, person)
    expect(await person.client.sessions()).toHaveLength(1)
    await client.prove(await stepCodeTo(app, person.email))
    expect(await person.client.sessions()).toHaveLength(2)
  })

  describe('switched', () => {
    it('on, leaves everybody in who is in', async () => {
      await room.operator.entering(false)
      const fresh = app.stranger()
      await fresh.join(person.pin)
      await room.operator.entering(true)
      expect((await person.client.list()).http).toBe(200)
      expect((await fresh.agree()).json.status).toBe('OK')
      expect((await fresh.list()).http).toBe(200)
    })

    it('off, is required of nobody, but a waiting person proves or enters again', async () => {
      const client = await waits(app, person)
      await room.operator.entering(false)
      expect(await stateOf(client)).toBe('NOT_PROVEN')
      expect((await app.stranger().join(person.pin)).json).not.toHaveProperty('step')
      expect((await client.prove(await stepCodeTo(app, person.email))).json.status).toBe('OK')
    })
  })

  describe('that is waited for ends', () => {
    const endings: readonly [
      what: string,
      end: (client: WireClient) => Promise<unknown>,
      code: string,
    ][] = [
      ['with a logout', (client) => client.logout(), 'SESSION_ENDED'],
      [
        'with another entry in the same browser',
        (client) => Object.assign(app.stranger(), { session: client.me }).join(room.pin),
        'SESSION_ENDED',
      ],
      [
        'with a block',
        () => room.operator.setRight(person.memberId, 'access', false),
        'ACCESS_BLOCKED',
      ],
      ['with a removal', () => room.operator.remove(person.memberId), 'SESSION_ENDED'],
      [
        'when an operator logs the person out',
        () => room.operator.endSessionsOf(person.memberId),
        'ENDED_BY_OPERATOR',
      ],
      ['with the room', () => closeRoom(app, room.roomId), 'ROOM_CLOSED'],
      ['after half an hour', async () => app.clock.advance(LIMITS.idleMs), 'SESSION_IDLE'],
      [
        'with the PIN behind it, when a new one is used',
        async () => {
          await room.operator.inviteAgain(person.memberId)
          await expect.poll(() => app.pinMailedTo(person.email)).not.toBe(person.pin)
          await person.client.join(await app.pinMailedTo(person.email))
        },
        'SESSION_ENDED',
      ],
    ]
    it.each(endings)('%s', async (_, end, code) => {
      const client = await waits(app, person)
      const mailed = await stepCodeTo(app, person.email)
      await end(client)
      for (const answer of [await client.prove(mailed), await client.mailStepCode()])
        expect(answer).toMatchObject({ http: 401, json: { code } })
      expect(await stepMailsTo(app, person.email)).toHaveLength(1)
    })

    it('with the PIN of somebody who never entered, when another one is sent', async () => {
      const email = 'again@step.example'
      const [{ id } = { id: 0 }] = (await room.operator.invite([{ name: '새 사람', email }])).json
        .payload as { id: number }[]
      const client = await waits(app, person, await app.pinMailedTo(email))
      const mailed = await stepCodeTo(app, email)
      await room.operator.inviteAgain(id)
      expect((await client.prove(mailed)).json.code).toBe('SESSION_ENDED')
    })

    it('and leaves nothing behind', async () => {
      await waits(app, person)
      await stepCodeTo(app, person.email)
      const codes = async () =>
        (
          await app.database.pool.query(
            'select 1 from step_codes where session_id in (select id from sessions where room_id = $1)',
            [room.roomId],
          )
        ).rowCount
      const tidy = app.program.jobs.handlers.find(({ name }) => name === 'session.tidy')
      const run = () =>
        tidy?.run({}, { signal: AbortSignal.timeout(30_000), attempt: 1, lastAttempt: true })
      await run()
      expect(await codes()).toBe(1)
      app.clock.advance(LIMITS.idleMs)
      await run()
      expect(await codes()).toBe(0)
      expect(await details(app, room, 'session.ended')).toContainEqual({ reason: 'idle' })
    })

    it('and comes not back with the access', async () => {
      const client = await waits(app, person)
      const mailed = await stepCodeTo(app, person.email)
      await room.operator.setRight(person.memberId, 'access', false)
      await room.operator.setRight(person.memberId, 'access', true)
      expect(await client.prove(mailed)).toMatchObject({ http: 401 })
      expect((await person.client.join(person.pin)).json.step).toBeDefined()
    })
  })
})
