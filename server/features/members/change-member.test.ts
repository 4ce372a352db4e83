import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import type { WireClient } from '../../test/harness/wire-client.ts'

const OPERATOR = 4
const PARTICIPANT = 5
const HOUR = 3_600_000

describe('changing a member', () => {
  let app: TestApp
  let room: TestRoom
  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room()
  })
  afterAll(() => app.close())

  const stored = async (memberId: number): Promise<Record<string, unknown>> =>
    (
      await app.database.pool.query(
        'select role_id, can_print, can_download, can_access, ended_at is not null as ended, code_hash is not null as code from members where id = $1',
        [memberId],
      )
    ).rows[0]
  const nextPin = async (email: string, before: string): Promise<string> => {
    await expect.poll(() => app.pinMailedTo(email)).not.toBe(before)
    return app.pinMailedTo(email)
  }
  const statusOf = async (pin: string): Promise<string | undefined> => {
    const { json } = await app.stranger().join(pin)
    return json.code ?? json.status
  }

  describe('rights', () => {
    it('P01: are not the participant’s to change, their own or another’s, and not another room’s operator’s', async () => {
      const [one, two] = [await app.participant(room), await app.participant(room)]
      const other = await app.room()
      for (const target of ['print', 'download', 'access']) {
        for (const memberId of [one.memberId, two.memberId, room.operator.me.id]) {
          expect((await one.client.setRight(memberId, target, true)).http).toBe(403)
        }
        expect((await other.operator.setRight(one.memberId, target, true)).http).toBe(404)
      }
      expect((await one.client.setRole(one.memberId, OPERATOR)).http).toBe(403)
      expect((await other.operator.setRole(one.memberId, OPERATOR)).http).toBe(404)
      expect(await stored(one.memberId)).toMatchObject({
        role_id: PARTICIPANT,
        can_print: false,
        can_download: false,
        can_access: true,
      })
    })

    it('P02: are three by name, and granted by true alone', async () => {
      const { memberId } = await app.participant(room)
      const before = await stored(memberId)
      const entries = (await app.logged(room.roomId)).length
      for (const target of [
        'role',
        'role_id',
        'can_print',
        '__proto__',
        'constructor',
        'PRINT',
        '',
        null,
        1,
        ['print'],
        { print: true },
      ]) {
        expect((await room.operator.setRight(memberId, target as string, true)).http).toBe(400)
      }
      for (const value of ['false', 'true', 0, 1, null, [], {}, undefined]) {
        expect((await room.operator.setRight(memberId, 'print', value)).http).toBe(400)
      }
      for (const roleId of [3, 6, 0, '4', null, true, 4.5, [4]])
        expect((await room.operator.setRole(memberId, roleId as number)).http).toBe(400)
      for (const id of [0, -1, 1.5, '1', null, Number.MAX_SAFE_INTEGER + 1, [memberId]]) {
        expect((await room.operator.setRight(id as number, 'print', true)).http).toBe(400)
      }
      expect((await room.operator.setRight(Number.MAX_SAFE_INTEGER, 'print', true)).http).toBe(404)
      expect(await stored(memberId)).toEqual(before)
      expect(await app.logged(room.roomId)).toHaveLength(entries)
    })

    it('P05: are determined by the server, not by the client [rights-served]', async () => {
      const { client } = await app.participant(room)
      client.session = { ...client.me, print: true, download: true, roleId: OPERATOR }
      expect(await client.switches(false)).toMatchObject({
        http: 403,
        json: { code: 'NOT_OPERATOR' },
      })
      const { json } = await client.call('POST', '/room/api/room/toggle', {
        body: { managementId: client.me.id, roomId: room.roomId, userId: client.me.userId },
      })
      expect(json.payload).toEqual({ print: false, download: false })
    })

    it('leave an entry for each change and none for what was so before', async () => {
      const { memberId } = await app.participant(room)
      const before = await app.logged(room.roomId)
      for (const value of [true, true, false, false])
        await room.operator.setRight(memberId, 'download', value)
      expect((await app.logged(room.roomId)).slice(before.length)).toEqual([
        'member.right',
        'member.right',
      ])
    })

    it('P06: end, with access, every session and token, and come back without them', async () => {
      const person = await app.participant(room)
      const second = app.stranger()
      await second.join(person.pin)
      await room.operator.setRight(person.memberId, 'access', false)
      for (const client of [person.client, second]) {
        for (const call of [
          client.list(),
          client.agree(),
          client.logout(),
          client.call('POST', '/room/api/room/alive'),
        ]) {
          expect((await call).http).toBe(401)
        }
      }
      expect(await statusOf(person.pin)).toBe('PIN_REFUSED')
      await room.operator.setRight(person.memberId, 'access', true)
      expect((await person.client.list()).http).toBe(401)
      expect(await statusOf(person.pin)).toBe('OK')
      const ended = (await app.logged(room.roomId)).filter((kind) => kind === 'session.ended')
      expect(ended.length).toBeGreaterThanOrEqual(2)
    })
  })

  describe('inviting again', () => {
    it('leaves the old PIN until the new one is used, and is answered with neither', async () => {
      const { memberId, email, pin } = await app.participant(room)
      const answer = await room.operator.inviteAgain(memberId)
      const fresh = await nextPin(email, pin)
      expect(answer.json).toEqual({ status: 'OK', payload: null })
      expect(await statusOf(pin)).toBe('OK')
      expect(await statusOf(fresh)).toBe('OK')
      expect(await statusOf(pin)).toBe('PIN_REFUSED')
      expect(await statusOf(fresh)).toBe('OK')
    })

    it('kills a new PIN that nobody used after a day, and not the old one', async () => {
      const aside = await app.room()
      const { memberId, email, pin } = await app.participant(aside)
      await aside.operator.inviteAgain(memberId)
      const fresh = await nextPin(email, pin)
      app.clock.advance(24 * HOUR)
      expect(await statusOf(fresh)).toBe('PIN_REFUSED')
      expect(await statusOf(pin)).toBe('OK')
      room = await app.room()
    })

    it('is refused while access is suspended: no mail with a PIN goes out, and none waits for the end of that', async () => {
      const { memberId, email } = await app.participant(room)
      await room.operator.setRight(memberId, 'access', false)
      const mails = await app.secretsMailedTo(email)
      const { rows: before } = await app.database.pool.query(
        'select lookup from pins where member_id = $1',
        [memberId],
      )
      expect((await room.operator.inviteAgain(memberId)).json).toMatchObject({
        status: 'EXCEPTION',
        code: 'INVITE_BLOCKED',
      })
      expect(
        (await app.database.pool.query('select lookup from pins where member_id = $1', [memberId]))
          .rows,
      ).toEqual(before)
      expect(await app.secretsMailedTo(email)).toBe(mails)
      await room.operator.setRight(memberId, 'access', true)
      expect((await room.operator.inviteAgain(memberId)).json.status).toBe('OK')
    })

    it('kills an earlier new PIN with the next, and all but one when it is used', async () => {
      const { memberId, email, pin } = await app.participant(room)
      await room.operator.inviteAgain(memberId)
      const second = await nextPin(email, pin)
      await room.operator.inviteAgain(memberId)
      const third = await nextPin(email, second)
      expect(await statusOf(second)).toBe('PIN_REFUSED')
      expect(await statusOf(third)).toBe('OK')
      expect(await statusOf(pin)).toBe('PIN_REFUSED')
      const { rows } = await app.database.pool.query('select 1 from pins where member_id = $1', [
        memberId,
      ])
      expect(rows).toHaveLength(1)
      await Promise.all([room.operator.inviteAgain(memberId), room.operator.inviteAgain(memberId)])
      const waiting = await app.database.pool.query(
        'select 1 from pins where member_id = $1 and replacement',
        [memberId],
      )
      expect(waiting.rows).toHaveLength(1)
    })
  })

  describe('removing', () => {
    it('ends the membership and its PIN and sessions, and keeps its history', async () => {
      const person = await app.participant(room)
      const logged = await app.database.pool.query(
        'select count(*)::int as n from activity_entries where member_id = $1',
        [person.memberId],
      )
      expect((await room.operator.remove(person.memberId)).json).toEqual({
        status: 'OK',
        payload: null,
      })
      expect((await person.client.list()).http).toBe(401)
      expect(await statusOf(person.pin)).toBe('PIN_REFUSED')
      expect(await stored(person.memberId)).toMatchObject({ ended: true, code: false })
      const after = await app.database.pool.query(
        'select count(*)::int as n from activity_entries where member_id = $1',
        [person.memberId],
      )
      expect(after.rows[0].n).toBeGreaterThan(logged.rows[0].n)
      for (const call of [
        room.operator.remove(person.memberId),
        room.operator.inviteAgain(person.memberId),
        room.operator.setRight(person.memberId, 'access', true),
        room.operator.setRole(person.memberId, OPERATOR),
      ]) {
        expect((await call).http).toBe(404)
      }
    })

    it('counts a person once, though removed twice at once', async () => {
      const count = async () =>
        (
          await app.database.pool.query('select member_count from rooms where id = $1', [
            room.roomId,
          ])
        ).rows[0].member_count
      const { memberId } = await app.participant(room)
      const before = await count()
      const answers = await Promise.all([
        room.operator.remove(memberId),
        room.operator.remove(memberId),
      ])
      expect(answers.map(({ http }) => http).sort()).toEqual([200, 404])
      expect(await count()).toBe(before - 1)
    })

    it('I05: is refused to other rooms, to participants, and to an image that a page embeds', async () => {
      const other = await app.room()
      const { client, memberId } = await app.participant(room)
      const path = `/room/api/room/user/deleteInvited/${memberId}`
      for (const method of ['GET', 'DELETE']) {
        expect((await other.operator.call(method, path)).http).toBe(404)
        expect((await client.call(method, path)).http).toBe(403)
        expect(
          (
            await app
              .stranger()
              .call(method, path, { headers: { cookie: `jwt=${room.operator.me.jwt}` } })
          ).http,
        ).toBe(401)
        for (const id of ['0', '-1', '1.5', '01', 'x', '%31', '99999999999999999']) {
          if (decodeURIComponent(id) === id)
            expect((await room.operator.call(method, path.replace(/\d+$/, id))).http).toBe(400)
        }
      }
      expect((await other.operator.inviteAgain(memberId)).http).toBe(404)
      expect((await client.list()).http).toBe(200)
      expect((await room.operator.call('GET', path)).json.status).toBe('OK')
      expect((await client.list()).http).toBe(401)
    })
  })

  describe('the last operator', () => {
    it('stays: neither blocked nor demoted nor removed, by itself or together with a blocked one', async () => {
      const alone = await app.room()
      const own = alone.operator.me.id
      const attempts = (client: WireClient): (() => Promise<{ json: { code?: string } }>)[] => [
        () => client.setRight(own, 'access', false),
        () => client.setRole(own, PARTICIPANT),
        () => client.remove(own),
      ]
      for (const attempt of attempts(alone.operator))
        expect(await attempt()).toMatchObject({ http: 200, json: { code: 'LAST_OPERATOR' } })
      const second = await app.participant(alone)
      await alone.operator.setRole(second.memberId, OPERATOR)
      await alone.operator.setRight(second.memberId, 'access', false)
      for (const attempt of attempts(alone.operator))
        expect(await attempt()).toMatchObject({ json: { code: 'LAST_OPERATOR' } })
      expect(await stored(own)).toMatchObject({
        role_id: OPERATOR,
        can_access: true,
        ended: false,
        code: true,
      })
      expect((await alone.operator.makeFolder('가')).http).toBe(200)
    })

    it('stays when two unmake, block or remove each other at once', async () => {
      const acts = [
        (client: WireClient, id: number) => client.setRole(id, PARTICIPANT),
        (client: WireClient, id: number) => client.setRight(id, 'access', false),
        (client: WireClient, id: number) => client.remove(id),
      ]
      for (let round = 0; round < 6; round += 1) {
        const pair = await app.room()
        const second = await app.participant(pair)
        await pair.operator.setRole(second.memberId, OPERATOR)
        await second.client.elevate(await app.codeMailedTo(second.email))
        const [one, two] = [acts[round % 3], acts[Math.floor(round / 3) + (round % 2)]]
        const answers = await Promise.all([
          one?.(pair.operator, second.memberId),
          two?.(second.client, pair.operator.me.id),
        ])
        expect(answers.filter((answer) => answer?.json.status === 'OK')).toHaveLength(1)
        expect(answers.every((answer) => (answer?.http ?? 500) < 500)).toBe(true)
        const { rows } = await app.database.pool.query(
          'select 1 from members where room_id = $1 and role_id = 4 and can_access and ended_at is null',
          [pair.roomId],
        )
        expect(rows).toHaveLength(1)
      }
    })
  })

  describe('the role', () => {
    it('comes with a code by mail, once, and goes with it', async () => {
      const { memberId, email } = await app.participant(room)
      const mails = async () =>
        (
          await app.database.pool.query(
            `select 1 from mails where member_id = $1 and kind = 'code'`,
            [memberId],
          )
        ).rows.length
      const answer = await room.operator.setRole(memberId, OPERATOR)
      const code = await app.codeMailedTo(email)
      expect(answer.text).not.toContain(code.replaceAll('-', ''))
      expect(answer.json).toEqual({ status: 'OK', payload: null })
      await room.operator.setRole(memberId, OPERATOR)
      expect(await mails()).toBe(1)
      await room.operator.setRole(memberId, PARTICIPANT)
      await room.operator.setRole(memberId, PARTICIPANT)
      expect(await mails()).toBe(1)
      expect(await stored(memberId)).toMatchObject({ role_id: PARTICIPANT, code: false })
      expect((await app.logged(room.roomId)).filter((kind) => kind === 'member.role')).toHaveLength(
        2,
      )
    })

    it('is kept of one who was made and unmade at once by two', async () => {
      const { memberId } = await app.participant(room)
      await Promise.all([
        room.operator.setRole(memberId, OPERATOR),
        room.operator.setRole(memberId, PARTICIPANT),
        wait(1),
      ])
      const { role_id: role, code } = await stored(memberId)
      expect(code).toBe(role === OPERATOR)
    })
  })
})
