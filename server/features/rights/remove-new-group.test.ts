import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import { grant, groupsOf, moveInto, newGroup } from '../../test/scenarios/groups.ts'
import { askQuestion } from '../../test/scenarios/threads.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const removeNew = async ({ operator, roomId }: TestRoom, id: number, into: number) =>
  (
    await operator.call('POST', '/room/api/group/remove', {
      body: { id, roomId, into, onlyNew: true },
    })
  ).json

it('removes a new group, but none that is the default or has people, a grant on an item or a question', async () => {
  const room = await app.room()
  const person = await app.participant(room)
  const folder = await room.operator.newFolder('재무')
  const first = (await groupsOf(room))[0]?.id ?? 0
  const group = await newGroup(room, '인수인 A')
  const idsOf = async () => (await groupsOf(room)).map(({ id }) => id)
  const groupOf = async () =>
    (await room.operator.members()).find(({ id }) => id === person.memberId)?.groupId
  const expectRefused = async (): Promise<void> => {
    const before = [await groupsOf(room), await groupOf()]
    expect(await removeNew(room, group, first)).toMatchObject({ code: 'GROUP_CHANGED' })
    expect([await groupsOf(room), await groupOf()]).toEqual(before)
  }
  await moveInto(room, group, [person])
  await expectRefused()
  await askQuestion(person.client)
  await moveInto(room, first, [person])
  await expectRefused()

  const other = await newGroup(room, '인수인 B')
  await grant(room, { groupId: other, itemId: folder, level: 'none' })
  expect(await removeNew(room, other, first)).toMatchObject({ code: 'GROUP_CHANGED' })
  await grant(room, { groupId: other, itemId: folder, level: null })
  await room.operator.call('POST', '/room/api/group/update', {
    body: { id: other, roomId: room.roomId, isDefault: true },
  })
  expect(await removeNew(room, other, first)).toMatchObject({ code: 'GROUP_CHANGED' })
  await room.operator.call('POST', '/room/api/group/update', {
    body: { id: first, roomId: room.roomId, isDefault: true },
  })
  expect(await removeNew(room, other, first)).toMatchObject({ status: 'OK' })
  expect(await idsOf()).toEqual([first, group])
})
