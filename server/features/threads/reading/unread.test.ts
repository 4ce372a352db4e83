import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestRoom,
} from '../../../test/harness/test-app.ts'
import { moveInto, newGroup } from '../../../test/scenarios/groups.ts'
import { enter, listed, written } from '../../../test/scenarios/threads.ts'

describe('what is unread', () => {
  let app: TestApp
  let room: TestRoom
  let ours: TestPerson
  let colleague: TestPerson

  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  beforeEach(async () => {
    room = await app.room()
    ours = await app.participant(room, '우리')
    colleague = await app.participant(room, '동료')
    await moveInto(room, await newGroup(room, '매수인', 'view'), [ours, colleague])
  })

  it('keeps what is unread right for each person', async () => {
    const { id } = await written(ours.client)
    expect(await listed(ours.client, { unread: true })).toEqual([])
    expect(await listed(colleague.client, { unread: true })).toHaveLength(1)
    await colleague.client.call('POST', '/room/api/thread/read', {
      body: { roomId: room.roomId, ids: [id] },
    })
    expect(await listed(colleague.client, { unread: true })).toEqual([])
    await enter(room.operator, id, 'NOTE', '메모')
    expect(await listed(colleague.client, { unread: true })).toEqual([])
    await enter(room.operator, id, 'ANSWER', '답변')
    expect(await listed(colleague.client, { unread: true })).toHaveLength(1)
    const own = await colleague.client.call('GET', `/room/api/thread/own/${room.roomId}`)
    expect(own.json.payload).toMatchObject({ unread: 1 })
  })

  it('counts what is unread also behind the mark up to which everything was read', async () => {
    const threads = [await written(ours.client), await written(ours.client)]
    const [first = '', second = ''] = threads.map(({ id }) => id)
    const mark = (ids: string[], unread = false) =>
      colleague.client.call('POST', '/room/api/thread/read', {
        body: { roomId: room.roomId, ids, unread },
      })
    const unread = async (): Promise<number> =>
      (
        (await colleague.client.call('GET', `/room/api/thread/own/${room.roomId}`)).json
          .payload as { unread: number }
      ).unread
    await mark([first, second])
    await app.database.pool.query(
      `update threads set outer_updated_at = outer_updated_at - interval '1 day' where room_id = $1`,
      [room.roomId],
    )
    expect(await unread()).toBe(0)
    const { rows } = await app.database.pool.query(
      'select member_id from thread_marks where room_id = $1',
      [room.roomId],
    )
    expect(rows).toEqual([{ member_id: colleague.memberId }])
    await mark([first], true)
    expect(await unread()).toBe(1)
    expect(await listed(colleague.client, { unread: true })).toHaveLength(1)
    await mark([first])
    expect(await unread()).toBe(0)
    await enter(room.operator, second, 'ANSWER', '답변')
    expect(await unread()).toBe(1)
    expect((await listed(colleague.client, { unread: true })).map(({ id }) => id)).toEqual([second])
  })
})
