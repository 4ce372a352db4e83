import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import type { WireClient } from '../../test/harness/wire-client.ts'
import { secondOperator } from '../../test/scenarios/endings.ts'

const OPERATOR = 4

async function rawBody(
  client: WireClient,
  path: string,
  body: string,
): Promise<{ readonly http: number; readonly code: string }> {
  const headers = { authorization: `Bearer ${client.me.jwt}`, 'content-type': 'application/json' }
  const response = await fetch(`${client.base}/api${path}`, { method: 'POST', headers, body })
  return { http: response.status, code: ((await response.json()) as { code: string }).code }
}

describe('a right of several people at once', () => {
  let app: TestApp
  let room: TestRoom
  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room()
  })
  afterAll(() => app.close())

  const rightsOf = async (memberIds: readonly number[], right: 'print' | 'download' | 'access') => {
    const members = await room.operator.members()
    return memberIds.map((memberId) => members.find(({ id }) => id === memberId)?.[right])
  }

  it('is granted and taken in one go, with an entry for each whom it changed for', async () => {
    const people = [
      await app.participant(room),
      await app.participant(room),
      await app.participant(room),
    ]
    const ids = people.map(({ memberId }) => memberId)
    await room.operator.setRight(ids[0] ?? 0, 'print', true)
    const before = (await app.logged(room.roomId)).filter((kind) => kind === 'member.right').length
    expect((await room.operator.setRights(ids, 'print', true)).json.payload).toEqual({ changed: 2 })
    expect(await rightsOf(ids, 'print')).toEqual([true, true, true])
    expect(await rightsOf(ids, 'download')).toEqual([false, false, false])
    expect((await app.logged(room.roomId)).filter((kind) => kind === 'member.right')).toHaveLength(
      before + 2,
    )
    expect((await room.operator.setRights([...ids, ...ids], 'print', true)).json.payload).toEqual({
      changed: 0,
    })
    expect(
      (
        await people[0]?.client.call('POST', '/room/api/room/toggle', {
          body: sessionIds(people[0]),
        })
      )?.json.payload,
    ).toMatchObject({
      print: true,
    })
  })

  const sessionIds = ({
    client: { me },
  }: {
    client: { me: { id: number; roomId: number; userId: number } }
  }) => ({
    managementId: me.id,
    roomId: me.roomId,
    userId: me.userId,
  })

  it('shuts everybody out but the operators, at once', async () => {
    const person = await app.participant(room)
    const colleague = await app.participant(room)
    await room.operator.setRole(colleague.memberId, OPERATOR)
    const ids = [person.memberId, colleague.memberId, room.operator.me.id]
    expect((await room.operator.setRights(ids, 'access', false)).json.payload).toEqual({
      changed: 1,
    })
    expect(await person.client.list()).toMatchObject({
      http: 401,
      json: { code: 'ACCESS_BLOCKED' },
    })
    expect((await colleague.client.list()).http).toBe(200)
    expect(await rightsOf(ids, 'access')).toEqual([false, true, true])
    expect((await room.operator.setRights(ids, 'access', true)).json.payload).toEqual({
      changed: 1,
    })
    expect((await app.stranger().join(person.pin)).json.status).toBe('OK')
  })

  it('may skip who is gone, whom the answer names', async () => {
    const [stays, gone] = [await app.participant(room), await app.participant(room)]
    const foreign = await app.participant(await app.room())
    await room.operator.remove(gone.memberId)
    const ids = [stays.memberId, gone.memberId, foreign.memberId]
    expect((await room.operator.setRights(ids, 'print', true)).http).toBe(404)
    const body = { roomManagerIds: ids, target: 'print', value: true, undoes: true }
    const { json } = await room.operator.call('POST', '/room/api/room/user/invitedUsersSetup', {
      body,
    })
    expect(json.payload).toEqual({ changed: 1, skipped: [gone.memberId, foreign.memberId] })
    expect(await rightsOf([stays.memberId], 'print')).toEqual([true])
  })

  it('is not taken back where somebody else set it since, even to what it was', async () => {
    const second = await secondOperator(app, room)
    const [kept, twice] = [await app.participant(room), await app.participant(room)]
    const ids = [kept.memberId, twice.memberId]
    await room.operator.setRights(ids, 'print', true)
    await second.client.setRight(twice.memberId, 'print', false)
    await second.client.setRight(twice.memberId, 'print', true)
    await second.client.setRight(kept.memberId, 'download', true)
    const one = { roomManagerId: twice.memberId, target: 'print', value: false, undoes: true }
    const takeBack = (body: object) =>
      room.operator.call('POST', '/room/api/room/user/invitedUserSetup', { body })
    expect((await takeBack(one)).json.code).toBe('RIGHT_CHANGED')
    expect(await rightsOf(ids, 'print')).toEqual([true, true])
    const body = { roomManagerIds: ids, target: 'print', value: false, undoes: true }
    const { json } = await room.operator.call('POST', '/room/api/room/user/invitedUsersSetup', {
      body,
    })
    expect(json.payload).toEqual({ changed: 1, skipped: [twice.memberId] })
    expect(await rightsOf(ids, 'print')).toEqual([false, true])
    await room.operator.setRight(kept.memberId, 'print', true)
    expect((await takeBack({ ...one, roomManagerId: kept.memberId })).http).toBe(200)
    expect(await rightsOf(ids, 'print')).toEqual([false, true])
  })

  it('P01, P02: is nobody else’s to change, reaches no other room, and is three by name', async () => {
    const person = await app.participant(room)
    const other = await app.room()
    const foreign = await app.participant(other)
    expect((await person.client.setRights([person.memberId], 'print', true)).http).toBe(403)
    expect((await other.operator.setRights([person.memberId], 'print', true)).http).toBe(404)
    for (const ids of [
      [person.memberId, foreign.memberId],
      [foreign.memberId],
      [person.memberId, 999_999],
    ])
      expect((await room.operator.setRights(ids, 'download', true)).http).toBe(404)
    expect(await rightsOf([person.memberId], 'download')).toEqual([false])
    // The last value of a duplicate key must not win.
    const twice = `{"roomManagerIds":[${person.memberId}],"target":"download","value":false,"value":true}`
    const sent = await rawBody(room.operator, '/room/api/room/user/invitedUsersSetup', twice)
    expect(sent).toMatchObject({ http: 400, code: 'JSON_DUPLICATE_KEY' })
    const one = `{"roomManagerId":${person.memberId},"target":"download","value":false,"v\\u0061lue":true}`
    expect(await rawBody(room.operator, '/room/api/room/user/invitedUserSetup', one)).toMatchObject(
      {
        http: 400,
        code: 'JSON_DUPLICATE_KEY',
      },
    )
    const role = `{"roomManagerId":${person.memberId},"roleId":5,"roleId":4}`
    expect(await rawBody(room.operator, '/room/api/room/user/role', role)).toMatchObject({
      http: 400,
      code: 'JSON_DUPLICATE_KEY',
    })
    expect(await rightsOf([person.memberId], 'download')).toEqual([false])
    expect((await room.operator.members()).find(({ id }) => id === person.memberId)?.roleId).toBe(5)
    expect(
      (await room.operator.setRights([person.memberId, person.memberId], 'download', true)).json
        .payload,
    ).toEqual({ changed: 1 })
    expect(
      (await other.operator.members()).find(({ id }) => id === foreign.memberId)?.download,
    ).toBe(false)
    for (const target of ['text', 'role', '__proto__', ''])
      expect((await room.operator.setRights([1], target, true)).http).toBe(400)
    for (const value of ['true', 1, null])
      expect((await room.operator.setRights([1], 'print', value)).http).toBe(400)
    for (const ids of [[], ['1'], [0], Array.from({ length: 1_001 }, (_, index) => index + 1)]) {
      expect((await room.operator.setRights(ids as number[], 'print', true)).http).toBe(400)
    }
  })
})
