import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'
import { moveInto, newGroup } from '../../test/scenarios/groups.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

it('a session that is used from another network is refused and noted, once an hour', async () => {
  const room = await app.room()
  const [person, other] = [await app.participant(room), await app.participant(room)]
  const group = await newGroup(room, '인수인', 'view')
  await moveInto(room, group, [person])
  const refusals = async () => (await app.logged(room.roomId)).filter((kind) => kind === 'session.refused').length
  expect((await person.client.list()).http).toBe(200)
  await room.operator.call('POST', '/room/api/group/update', { body: { id: group, roomId: room.roomId, networks: ['203.0.113.0/24'] } })
  for (let call = 0; call < 3; call += 1) expect((await person.client.list()).json.code).toBe('NETWORK')
  expect((await other.client.list()).http).toBe(200)
  expect(await refusals()).toBe(1)
  const { json } = await room.operator.call('GET', `/room/api/room/roomActivity/list/${room.roomId}`)
  const { roomActivityItem } = json.payload as { roomActivityItem: { description: string; name: string }[] }
  expect(roomActivityItem[0]?.description).toContain('허용되지 않은 네트워크')
})
