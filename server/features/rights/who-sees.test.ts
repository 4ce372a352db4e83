import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'
import { grant, moveInto, newGroup } from '../../test/scenarios/groups.ts'
import { furnishRoom, post } from '../../test/scenarios/rights/furnished-room.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface WhoSeesRow {
  readonly groupId: number
}

it('says who sees an item with the times of people and groups, networks, and what is staged', async () => {
  const room = await app.room()
  const { operator, roomId } = room
  const folder = await operator.newFolder('재무')
  const group = await newGroup(room, '인수인', 'view')
  const [present, past] = [await app.participant(room), await app.participant(room)]
  const until = '2026-01-01T00:00:00.000Z'
  await moveInto(room, group, [present])
  await moveInto(room, group, [past], { until })
  const change = (body: object) =>
    operator.call('POST', '/room/api/group/update', { body: { id: group, roomId, ...body } })
  const who = async () => {
    const { json } = await operator.call('GET', '/room/api/grant/effective', {
      query: { roomId, itemId: folder },
    })
    return (json.payload as readonly WhoSeesRow[]).find(({ groupId }) => groupId === group)
  }
  await change({ networks: ['203.0.113.0/24'] })
  const seen = await who()
  expect(seen).toMatchObject({
    level: 'view',
    isInTime: true,
    networks: ['203.0.113.0/24'],
    members: [
      { managementId: present.memberId, sees: true },
      { managementId: past.memberId, sees: false, until },
    ],
  })
  expect(seen).not.toHaveProperty('whenPublished')

  await change({ until })
  expect(await who()).toMatchObject({
    level: 'view',
    isInTime: false,
    members: [{ sees: false }, { sees: false }],
  })
  await change({ until: null })

  await operator.call('POST', '/room/api/file/unpublish', { body: { roomId, ids: [folder] } })
  expect(await who()).toMatchObject({
    level: 'none',
    isPath: false,
    whenPublished: 'view',
    members: [{ sees: false }, { sees: false }],
  })
})

it('says who sees an item and what a group sees, with the reason', async () => {
  const { room, person, group, folder, deep, inDeep } = await furnishRoom(app)
  await grant(
    room,
    { groupId: group, itemId: folder, level: 'none' },
    { groupId: group, itemId: inDeep, level: 'print' },
  )
  const who = async (itemId: number) =>
    (
      await room.operator.call('GET', '/room/api/grant/effective', {
        query: { roomId: room.roomId, itemId },
      })
    ).json.payload as {
      groupId: number
    }[]
  expect((await who(inDeep)).find(({ groupId }) => groupId === group)).toMatchObject({
    level: 'print',
    isPath: false,
    from: { itemId: inDeep, name: '신고서.pdf' },
    members: [{ managementId: person.memberId, print: true, download: false, access: true }],
  })
  expect((await who(deep)).find(({ groupId }) => groupId === group)).toMatchObject({
    level: 'none',
    isPath: true,
    from: { itemId: folder, name: '재무' },
  })
  const reach = async (parent: number) =>
    (await post(room.operator, 'grant/reach', { roomId: room.roomId, groupId: group, parent })).json
      .payload
  expect(await reach(folder)).toMatchObject([
    { id: deep, isPath: true, level: 'none', from: { name: '재무' } },
  ])
  expect(await reach(deep)).toMatchObject([
    { id: inDeep, level: 'print', from: { itemId: inDeep } },
  ])
  expect(
    (await post(person.client, 'grant/reach', { roomId: room.roomId, groupId: group, parent: 0 }))
      .http,
  ).toBe(403)
})
