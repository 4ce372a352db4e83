import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import {
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestRoom,
} from '../../../test/harness/test-app.ts'
import type { WireClient } from '../../../test/harness/wire-client.ts'
import { saveView } from '../../../test/scenarios/threads.ts'

describe('saved views', () => {
  let app: TestApp
  let room: TestRoom
  let person: TestPerson
  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room()
    person = await app.participant(room)
  })
  afterAll(() => app.close())

  const viewsOf = async (client: WireClient) =>
    (await client.call('GET', `/room/api/thread/views/${room.roomId}`)).json.payload

  it('are kept for their person alone, replaced by name, and removed', async () => {
    expect(await viewsOf(person.client)).toEqual([])
    const open = { name: '내 기한', filter: { overdue: true, sort: 'due' } }
    expect((await saveView(person.client, open.name, open.filter)).json.payload).toEqual([open])
    await saveView(person.client, '재무', { state: ['DELIVERED'], unread: true })
    const changed = { name: '내 기한', filter: { unread: true } }
    await saveView(person.client, changed.name, changed.filter)
    expect(await viewsOf(person.client)).toEqual([
      { name: '재무', filter: { state: ['DELIVERED'], unread: true } },
      changed,
    ])
    for (const other of [room.operator, (await app.participant(room)).client])
      expect(await viewsOf(other)).toEqual([])
    const { rows } = await app.database.pool.query(
      'select sealed from thread_views where member_id = $1',
      [person.memberId],
    )
    expect(rows[0].sealed.includes(Buffer.from('재무'))).toBe(false)
    expect((await saveView(person.client, '재무', null)).json.payload).toEqual([changed])
    expect((await saveView(person.client, '없는 보기', null)).json.payload).toEqual([changed])
  })

  it('that are saved at once all stay, up to their limit, and a filter that does not exist is refused', async () => {
    const { client } = await app.participant(room)
    const names = Array.from({ length: LIMITS.viewsPerMember }, (_, index) => `보기 ${index}`)
    await Promise.all(names.map((name) => saveView(client, name, { unread: true })))
    expect(((await viewsOf(client)) as { name: string }[]).map(({ name }) => name).sort()).toEqual(
      [...names].sort(),
    )
    expect((await saveView(client, '하나 더', {})).json).toMatchObject({
      code: 'THREAD_VIEWS_FULL',
    })
    expect((await saveView(client, names[0] ?? '', { overdue: true })).http).toBe(200)
    for (const filter of [{ keyword: '비밀' }, { state: 'GONE' }, { topicId: 'x' }])
      expect((await saveView(client, '틀림', filter)).http).toBe(400)
    expect((await saveView(client, '', {})).http).toBe(400)
    expect(await viewsOf(client)).toHaveLength(LIMITS.viewsPerMember)
  })

  it('are not shown to an operator who views the room as their person', async () => {
    await saveView(person.client, '재무', { unread: true })
    const viewer = await room.operator.viewerOf(person.memberId)
    expect(await viewsOf(viewer)).toEqual([])
    expect((await saveView(viewer, '재무', null)).json).toMatchObject({ code: 'VIEW_AS_READ_ONLY' })
    expect(await viewsOf(person.client)).not.toEqual([])
  })
})
