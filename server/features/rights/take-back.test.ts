import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import { grant, groupsOf, moveInto, newGroup } from '../../test/scenarios/groups.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const [SOON, LATER] = ['2031-01-01T00:00:00.000Z', '2032-01-01T00:00:00.000Z']
const NO_LIMIT = { from: null, until: null, after: 'none' }

const update = async ({ operator, roomId }: TestRoom, id: number, body: object) =>
  (await operator.call('POST', '/room/api/group/update', { body: { id, roomId, ...body } })).json

const rootOf = async ({ operator, roomId }: TestRoom, groupId: number) =>
  (await operator.call('GET', `/room/api/grant/list/${roomId}`, { query: { itemId: 0, groupId } }))
    .json.payload

const groupNow = async (room: TestRoom, id: number) =>
  (await groupsOf(room)).find((group) => group.id === id)
const logOf = async (room: TestRoom) =>
  (await app.logged(room.roomId)).filter(
    (kind) => kind === 'group.updated' || kind === 'right.granted',
  )

it('a group and its grant on all documents change together, or neither where the grant is no longer as seen', async () => {
  const room = await app.room()
  const id = await newGroup(room, '인수인 A', 'view')
  const root = { level: 'print', ...NO_LIMIT, was: { level: 'view', ...NO_LIMIT } }
  await grant(room, { groupId: id, itemId: 0, level: 'view', until: SOON })
  const [before, logged] = [[await groupNow(room, id), await rootOf(room, id)], await logOf(room)]
  expect(await update(room, id, { name: '인수인 B', root })).toMatchObject({
    code: 'GROUP_CHANGED',
  })
  expect([await groupNow(room, id), await rootOf(room, id)]).toEqual(before)
  expect(await logOf(room)).toEqual(logged)

  await grant(room, { groupId: id, itemId: 0, level: 'view' })
  const other = await newGroup(room, '인수인 C', 'view')
  expect(await update(room, id, { name: '인수인 C', root })).toMatchObject({ code: 'NAME_EXISTS' })
  expect(await rootOf(room, id)).toEqual([{ groupId: id, itemId: 0, level: 'view' }])
  expect(await update(room, id, { name: '인수인 B', root })).toMatchObject({ status: 'OK' })
  expect(await groupNow(room, id)).toMatchObject({ name: '인수인 B' })
  expect(await rootOf(room, id)).toEqual([{ groupId: id, itemId: 0, level: 'print' }])
  expect(await logOf(room)).toHaveLength(logged.length + 3)
  expect(await update(room, other, { root })).toMatchObject({ status: 'OK' })
  expect(await logOf(room)).toHaveLength(logged.length + 4)
})

it('a group changes only while it is as the caller saw it', async () => {
  const room = await app.room()
  const id = await newGroup(room, '인수인 A', 'view')
  const first = (await groupsOf(room))[0]?.id ?? 0
  await update(room, id, { color: 'blue', from: SOON, until: LATER, networks: ['10.0.0.0/8'] })
  const before = await groupNow(room, id)
  const others = [
    { name: '인수인 B' },
    { color: 'red' },
    { from: null },
    { until: SOON },
    { until: null },
    { networks: [] },
    { networks: ['10.0.0.0/8', '192.0.2.0/24'] },
    { defaultId: id },
  ]
  for (const was of others)
    expect(await update(room, id, { name: '다른 이름', was }), JSON.stringify(was)).toMatchObject({
      code: 'GROUP_CHANGED',
    })
  expect(await groupNow(room, id)).toEqual(before)
  const was = {
    name: '인수인 A',
    color: 'blue',
    from: SOON,
    until: LATER,
    networks: ['10.0.0.0/8'],
    defaultId: first,
  }
  expect(await update(room, id, { name: '다른 이름', isDefault: true, was })).toMatchObject({
    status: 'OK',
  })
  expect(await groupNow(room, id)).toMatchObject({ name: '다른 이름', isDefault: true })

  const gone = await newGroup(room, '인수인 C')
  await room.operator.call('POST', '/room/api/group/remove', {
    body: { id: gone, roomId: room.roomId, into: first },
  })
  expect(await update(room, gone, { color: 'red', was: { color: 'blue' } })).toMatchObject({
    code: 'GROUP_CHANGED',
  })
  expect(await update(room, gone, { color: 'red' })).toMatchObject({ code: 'NOT_FOUND' })
})

it('who has left a group since, or is in it for another time, is not moved back, and is named', async () => {
  const [room, other] = [await app.room(), await app.room()]
  const first = (await groupsOf(room))[0]?.id ?? 0
  const [into, third] = [await newGroup(room, '인수인 A'), await newGroup(room, '인수인 B')]
  const [stays, moved, limited, gone] = [
    await app.participant(room),
    await app.participant(room),
    await app.participant(room),
    await app.participant(room),
  ]
  const people = [stays, moved, limited, gone]
  await moveInto(room, into, people, { until: LATER })
  await moveInto(room, third, [moved])
  await moveInto(room, into, [limited], { until: SOON })
  await room.operator.remove(gone.memberId)
  expect((await moveInto(room, first, people)).json.code).toBe('NOT_FOUND')

  const foreign = await app.participant(other)
  const back = await moveInto(room, first, [...people, foreign], {
    was: { id: into, until: LATER },
  })
  expect(back.json.payload).toEqual({
    skipped: [moved, limited, gone, foreign].map(({ memberId }) => memberId),
  })
  const placeOf = async (memberId: number) =>
    (await room.operator.members()).find(({ id }) => id === memberId)
  expect(await placeOf(stays.memberId)).toMatchObject({ groupId: first })
  expect(await placeOf(stays.memberId)).not.toHaveProperty('until')
  expect(await placeOf(moved.memberId)).toMatchObject({ groupId: third })
  expect(await placeOf(limited.memberId)).toMatchObject({ groupId: into, until: SOON })
  expect((await other.operator.members()).find(({ id }) => id === foreign.memberId)).toMatchObject({
    groupId: (await groupsOf(other))[0]?.id,
  })
  const again = await moveInto(room, first, people, { was: { id: into, until: LATER } })
  expect(again.json.payload).toEqual({ skipped: people.map(({ memberId }) => memberId) })

  await room.operator.call('POST', '/room/api/group/remove', {
    body: { id: third, roomId: room.roomId, into },
  })
  expect(
    (await moveInto(room, third, [limited], { was: { id: into, until: SOON } })).json.code,
  ).toBe('GROUP_CHANGED')
})
