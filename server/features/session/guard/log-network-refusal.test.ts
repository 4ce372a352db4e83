import { afterAll, beforeAll, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { moveInto, newGroup } from '../../../test/scenarios/groups.ts'

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
  const refusals = async () =>
    (await app.logged(room.roomId)).filter((kind) => kind === 'session.refused').length
  expect((await person.client.list()).http).toBe(200)
  await room.operator.call('POST', '/room/api/group/update', {
    body: { id: group, roomId: room.roomId, networks: ['203.0.113.0/24'] },
  })
  for (let call = 0; call < 3; call += 1)
    expect((await person.client.list()).json.code).toBe('NETWORK')
  expect((await other.client.list()).http).toBe(200)
  expect(await refusals()).toBe(1)
  const { json } = await room.operator.call(
    'GET',
    `/room/api/room/roomActivity/list/${room.roomId}`,
  )
  const { roomActivityItem } = json.payload as {
    roomActivityItem: { description: string; name: string }[]
  }
  expect(roomActivityItem[0]?.description).toBe('로그인 상태에서 접속 차단: 허용되지 않은 네트워크')
})

async function outside() {
  const room = await app.room()
  const person = await app.participant(room)
  const group = await newGroup(room, '인수인', 'view')
  await moveInto(room, group, [person])
  await room.operator.call('POST', '/room/api/group/update', {
    body: { id: group, roomId: room.roomId, networks: ['203.0.113.0/24'] },
  })
  const refusals = async () =>
    (await app.logged(room.roomId)).filter((kind) => kind === 'session.refused').length
  return { person, refusals }
}

it('a session is refused for its network alike where that cannot be noted, and noted later', async () => {
  const { person, refusals } = await outside()
  await app.database.pool.query(`
    create function refuse_note() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create trigger refuse_note before insert on throttles for each row when (new.kind = 'network-session') execute function refuse_note()`)
  expect(await person.client.list()).toMatchObject({ http: 403, json: { code: 'NETWORK' } })
  await app.database.pool.query('drop function refuse_note cascade')
  expect(await refusals()).toBe(0)
  expect(
    app.log.entries.filter(({ msg }) => msg === 'a session in another network could not be logged'),
  ).toHaveLength(1)
  expect((await person.client.list()).json.code).toBe('NETWORK')
  expect(await refusals()).toBe(1)
})

it('a session that is over leaves no trace of its network', async () => {
  const { person, refusals } = await outside()
  app.clock.advance(LIMITS.idleMs)
  expect((await person.client.list()).json.code).toBe('NETWORK')
  expect(await refusals()).toBe(0)
})
