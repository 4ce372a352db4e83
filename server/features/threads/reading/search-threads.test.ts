import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestRoom,
} from '../../../test/harness/test-app.ts'
import { moveInto, newGroup } from '../../../test/scenarios/groups.ts'
import { importList, listed, written } from '../../../test/scenarios/threads.ts'

const MANY = 230
/** The number exceeds the blocks examined first, of 4,096 entries each. */
const FAR = 100_000

describe('a word that very many threads have', () => {
  let app: TestApp
  let room: TestRoom
  let ours: TestPerson
  let groups: readonly [ours: number, theirs: number]

  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room()
    ours = await app.participant(room)
    groups = [await newGroup(room, '매수인', 'view'), await newGroup(room, '다른 매수인', 'view')]
    await moveInto(room, groups[0], [ours])
  })
  afterAll(() => app.close())

  async function fill(groupId: number, word: string): Promise<void> {
    const lines = Array.from({ length: MANY }, (_, index) => `${word} ${index},${word}를 주세요`)
    const { json } = await importList(room.operator, ['제목,내용', ...lines].join('\n'), {
      groupId: String(groupId),
      apply: 'true',
    })
    expect(json.payload).toMatchObject({ isApplied: true })
  }

  const titles = (client: TestPerson['client'], fields: object): Promise<string[]> =>
    listed(client, { limit: 150, ...fields }).then((threads) => threads.map(({ title }) => title))

  it('shows the newest of those that the reader sees, however far behind those of others they lie', async () => {
    await fill(groups[0], '재무제표')
    await app.database.pool.query(
      `alter table thread_entries alter column position restart with ${FAR}`,
    )
    await fill(groups[1], '재무제표')
    await written(ours.client, { title: '재무제표 추가', text: '재무제표를 주세요' })
    const own = await titles(ours.client, { keyword: '재무제표' })
    expect(own).toHaveLength(150)
    expect(own[0]).toBe('재무제표 추가')
    expect(own.filter((title) => title === `재무제표 ${MANY - 1}`)).toHaveLength(1)
    expect(
      new Set(
        await listed(room.operator, { limit: 150, keyword: '재무제표' }).then((all) =>
          all.map(({ group }) => group?.id),
        ),
      ),
    ).toEqual(new Set(groups))
  })

  it('is found by a filter that only old threads pass, and a rare word beside it', async () => {
    const filtered = await listed(room.operator, {
      limit: 150,
      keyword: '재무제표',
      groupId: groups[0],
      type: 'REQUEST',
    })
    expect(filtered).toHaveLength(150)
    expect(new Set(filtered.map(({ group }) => group?.id))).toEqual(new Set([groups[0]]))
    const { id } = await written(ours.client, { title: '재무제표 가운데 황금비율' })
    expect((await listed(ours.client, { keyword: '황금비율' })).map((thread) => thread.id)).toEqual(
      [id],
    )
    expect(await titles(ours.client, { keyword: '없는낱말' })).toEqual([])
  })

  it('is exported with all that have it, not only with those that a list shows', async () => {
    const form = {
      roomId: room.roomId,
      format: 'xlsx',
      keyword: '재무제표',
      groupId: groups[0],
      type: 'REQUEST',
    }
    const answer = await room.operator.fetch('POST', '/room/api/thread/export', { body: form })
    expect(answer.status).toBe(200)
    const list = Buffer.from(await answer.arrayBuffer())
    const preview = (
      await importList(room.operator, list, { groupId: String(groups[0]) }, 'list.xlsx')
    ).json.payload
    expect(preview).toMatchObject({ counts: { same: MANY } })
  })
})
