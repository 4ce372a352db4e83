import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../test/harness/eventually.ts'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'
import type { WireAnswer } from '../../test/harness/wire-client.ts'
import { secondOperator } from '../../test/scenarios/endings.ts'
import { groupsOf, moveInto, newGroup } from '../../test/scenarios/groups.ts'
import { furnishRoom, post } from '../../test/scenarios/rights/furnished-room.ts'
import { wrongPin } from '../../test/scenarios/wrong-pin.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('a group', () => {
  it('is made with the level of the default one, renamed, made the default, and removed into another with its members', async () => {
    const { room, person, group } = await furnishRoom(app)
    const [first] = await groupsOf(room)
    expect(await groupsOf(room)).toMatchObject([
      { isDefault: true, members: 0 },
      { name: '인수인 A', isDefault: false, members: 1, networks: [] },
    ])
    expect(
      (await post(room.operator, 'group', { roomId: room.roomId, name: '인수인 a' })).json.code,
    ).toBe('NAME_EXISTS')
    await post(room.operator, 'group/update', {
      id: group,
      roomId: room.roomId,
      name: '인수인 B',
      isDefault: true,
    })
    expect((await groupsOf(room)).map(({ name, isDefault }) => [name, isDefault])).toEqual([
      [first?.name, false],
      ['인수인 B', true],
    ])
    expect(
      await post(room.operator, 'group/remove', {
        id: group,
        roomId: room.roomId,
        into: first?.id,
      }),
    ).toMatchObject({ http: 200 })
    expect(await groupsOf(room)).toMatchObject([{ id: first?.id, isDefault: true, members: 1 }])
    expect((await room.operator.members()).find(({ id }) => id === person.memberId)).toMatchObject({
      groupId: first?.id,
    })
  })

  it('shuts its people out after its end, and a person after the end of the membership', async () => {
    const { room, person, group } = await furnishRoom(app)
    const past = new Date(Date.now() - 1_000).toISOString()
    await post(room.operator, 'group/update', { id: group, roomId: room.roomId, until: past })
    await eventually(async () =>
      expect((await person.client.list()).json.code).toBe('ACCESS_BLOCKED'),
    )
    await post(room.operator, 'group/update', { id: group, roomId: room.roomId, until: null })
    const from = new Date(Date.now() + 60_000).toISOString()
    await post(room.operator, 'group/update', { id: group, roomId: room.roomId, from })
    const before = Date.now() - 1
    expect(
      (await post(room.operator, 'group/update', { id: group, roomId: room.roomId, until: 'now' }))
        .http,
    ).toBe(200)
    const ended = (await groupsOf(room)).find(({ id }) => id === group)
    expect(ended).not.toHaveProperty('from')
    expect(Date.parse(ended?.until ?? '')).toBeGreaterThanOrEqual(before)
    expect(Date.parse(ended?.until ?? '')).toBeLessThanOrEqual(Date.now())
    const other = await app.participant(room)
    await moveInto(room, group, [other], { until: past })
    await eventually(async () =>
      expect((await other.client.list()).json.code).toBe('ACCESS_BLOCKED'),
    )
  })

  it('limited to networks answers nobody from elsewhere', async () => {
    const { room, person, group } = await furnishRoom(app)
    const set = (networks: string[]): Promise<WireAnswer> =>
      post(room.operator, 'group/update', { id: group, roomId: room.roomId, networks })
    expect((await set(['10.0.0.0/33'])).json.code).toBe('NETWORK_FORMAT')
    await set(['10.1.0.0/16', '2001:db8::/32'])
    await eventually(async () =>
      expect(await person.client.list()).toMatchObject({ http: 403, json: { code: 'NETWORK' } }),
    )
    await set(['127.0.0.1', '::1'])
    await eventually(async () => expect((await person.client.list()).http).toBe(200))
  })

  it('mails operators once a day of a right PIN from elsewhere, which is answered like a wrong one', async () => {
    const { room, person, group } = await furnishRoom(app)
    const second = await secondOperator(app, room)
    await post(room.operator, 'group/update', {
      id: group,
      roomId: room.roomId,
      networks: ['10.1.0.0/16'],
    })
    const [wrong, elsewhere] = [
      await app.stranger().join(wrongPin()),
      await app.stranger().join(person.pin),
    ]
    expect({ ...elsewhere.json }).toEqual({ ...wrong.json })
    const notified = async () =>
      (await app.mailsTo(second.email)).filter(({ subject = '' }) =>
        subject.includes('Entry refused from another network'),
      )
    await eventually(async () => expect(await notified()).toHaveLength(1))
    const [mail] = await notified()
    expect(mail?.text).toContain(person.email)
    expect(mail?.text).not.toContain(person.pin)
    const refusals = async () =>
      (await app.logged(room.roomId)).filter((kind) => kind === 'session.refused').length
    await eventually(async () => expect(await refusals()).toBe(1))
    await app.stranger().join(person.pin)
    await eventually(async () => expect(await refusals()).toBe(2))
    await app.program.sequence()
    expect(await notified()).toHaveLength(1)
    expect(
      (await app.mailsTo(person.email)).some(({ subject = '' }) => subject.includes('refused')),
    ).toBe(false)
  })

  it('takes participants alone, of its own room', async () => {
    const { room, group } = await furnishRoom(app)
    const [operator] = (await room.operator.members()).filter(({ roleId }) => roleId === 4)
    const elsewhere = await app.participant(await app.room())
    for (const id of [operator?.id ?? 0, elsewhere.memberId])
      expect(
        (
          await post(room.operator, 'group/members', {
            id: group,
            roomId: room.roomId,
            managementIds: [id],
          })
        ).http,
      ).toBe(404)
    expect(operator?.groupId).toBeUndefined()
  })

  it('takes back who is an operator no more, and asks for the group of one who never was in any', async () => {
    const { room, person, group } = await furnishRoom(app)
    const second = await secondOperator(app, room)
    const setRole = (memberId: number, roleId: number, groupId?: number) =>
      post(second.client, 'room/user/role', {
        roomManagerId: memberId,
        roleId,
        ...(groupId === undefined ? {} : { groupId }),
      })
    const memberOf = async (memberId: number) =>
      (await second.client.members()).find(({ id }) => id === memberId)

    expect((await setRole(person.memberId, 4)).http).toBe(200)
    expect(await memberOf(person.memberId)).toMatchObject({ roleId: 4, isUngrouped: false })
    expect((await setRole(person.memberId, 5)).http).toBe(200)
    expect(await memberOf(person.memberId)).toMatchObject({ roleId: 5, groupId: group })

    const [first] = (await second.client.members()).filter(
      ({ roleId, id }) => roleId === 4 && id !== second.memberId,
    )
    const firstId = first?.id ?? 0
    expect(first).toMatchObject({ isUngrouped: true })
    expect(await setRole(firstId, 5)).toMatchObject({ http: 400, json: { code: 'GROUP_NEEDED' } })
    const elsewhere = await newGroup(await app.room(), '남의 그룹')
    expect((await setRole(firstId, 5, elsewhere)).http).toBe(404)
    expect(await memberOf(firstId)).toMatchObject({ roleId: 4 })
    expect((await setRole(firstId, 5, group)).http).toBe(200)
    expect(await memberOf(firstId)).toMatchObject({ roleId: 5, groupId: group })
  })

  it('takes an operator without asking where there is one group', async () => {
    const room = await app.room()
    const second = await secondOperator(app, room)
    const [first] = (await second.client.members()).filter(
      ({ roleId, id }) => roleId === 4 && id !== second.memberId,
    )
    expect((await second.client.setRole(first?.id ?? 0, 5)).http).toBe(200)
    const [only] = (await second.client.call('GET', `/room/api/group/list/${room.roomId}`)).json
      .payload as { id: number }[]
    expect((await second.client.members()).find(({ id }) => id === first?.id)).toMatchObject({
      roleId: 5,
      groupId: only?.id,
    })
  })

  it('stays as it was where the database ends its removal as a deadlock, and the answer says that it can be repeated', async () => {
    const { room, person, group } = await furnishRoom(app)
    const into = (await groupsOf(room)).find(({ isDefault }) => isDefault)?.id ?? 0
    const remove = () =>
      post(room.operator, 'group/remove', { id: group, roomId: room.roomId, into })
    await app.database.pool.query(`
      create function end_as_deadlock() returns trigger language plpgsql as $$ begin
        if old.id = ${group} then raise exception 'deadlock detected' using errcode = 'deadlock_detected'; end if; return old; end $$;
      create trigger end_as_deadlock before delete on groups for each row execute function end_as_deadlock()`)
    expect(await remove()).toMatchObject({ http: 503, json: { code: 'BUSY' } })
    await app.database.pool.query('drop function end_as_deadlock cascade')
    const people = async () => (await groupsOf(room)).map(({ id, members }) => [id, members])
    expect(await people()).toContainEqual([group, 1])
    expect((await room.operator.members()).find(({ id }) => id === person.memberId)).toMatchObject({
      groupId: group,
    })
    expect((await remove()).http).toBe(200)
    expect((await people()).map(([id]) => id)).not.toContain(group)
  })
})
