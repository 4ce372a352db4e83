import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestRoom,
} from '../../test/harness/test-app.ts'
import { moveInto } from '../../test/scenarios/groups.ts'
import { roomOfAsking, stateOf } from '../../test/scenarios/threads/asking.ts'
import {
  configure,
  enter,
  giveRole,
  listed,
  move,
  open,
  opened,
  write,
  written,
} from '../../test/scenarios/threads.ts'

describe('questions of a group', () => {
  let app: TestApp
  let room: TestRoom
  let ours: TestPerson
  let colleague: TestPerson
  let rival: TestPerson
  let expert: TestPerson

  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  beforeEach(async () => {
    ;({ room, ours, colleague, rival, expert } = await roomOfAsking(app))
  })

  it('belongs to one group, and the others learn of it by no call', async () => {
    const { id } = await written(ours.client, { title: '비밀인수대상' })
    await written(colleague.client)
    for (const stranger of [rival, expert]) {
      expect((await open(stranger.client, id)).http).toBe(404)
      expect(await listed(stranger.client)).toEqual([])
      expect(await listed(stranger.client, { keyword: '비밀인수대상' })).toEqual([])
      expect((await enter(stranger.client, id, 'QUESTION', '나도')).http).toBe(404)
      const similar = await stranger.client.call('POST', '/room/api/thread/similar', {
        body: { roomId: room.roomId, text: '비밀인수대상' },
      })
      expect(similar.json.payload).toEqual({ threads: [], faqs: [] })
    }
    expect(await written(rival.client)).toMatchObject({ number: 'Q-001' })
    expect((await listed(colleague.client)).map(({ number }) => number).sort()).toEqual([
      'Q-001',
      'Q-002',
    ])
  })

  it('belongs to one person where people of a group do not see each other', async () => {
    const [first, second] = [await app.participant(room, '하나'), await app.participant(room, '둘')]
    const { id, number } = await written(first.client)
    expect([number, (await written(second.client)).number]).toEqual(['Q-001', 'Q-001'])
    expect((await open(second.client, id)).http).toBe(404)
    expect(await listed(second.client)).toHaveLength(1)
    expect((await listed(room.operator)).map((thread) => thread.number).sort()).toEqual([
      'A.1/Q-001',
      'A.2/Q-001',
    ])
  })

  it('shows drafts to their writer, and those of authors to submitters', async () => {
    await giveRole(room, [colleague], 'author')
    const own = await written(ours.client, { state: 'DRAFT' })
    const drafted = await written(colleague.client, { state: 'DRAFT' })
    expect((await open(colleague.client, own.id)).http).toBe(404)
    expect((await move(colleague.client, drafted.id, 'SUBMITTED')).json).toMatchObject({
      code: 'THREAD_ROLE',
    })
    expect((await write(colleague.client)).json).toMatchObject({ code: 'THREAD_ROLE' })
    expect(stateOf(await move(ours.client, drafted.id, 'SUBMITTED'))).toBe('IN_PROGRESS')
    await giveRole(room, [colleague], 'none')
    expect(await listed(colleague.client)).toEqual([])
    expect((await open(colleague.client, drafted.id)).http).toBe(404)
  })

  it('lets an expert see what is assigned, with the group and without the author', async () => {
    const [mine, other] = [await written(ours.client), await written(ours.client)]
    await move(room.operator, mine.id, 'ASSIGNED', { assignee: expert.memberId })
    expect(await listed(expert.client)).toMatchObject([
      { number: 'B/Q-001', group: { name: '매수인' } },
    ])
    expect((await open(expert.client, other.id)).http).toBe(404)
    const seen = await opened(expert.client, mine.id)
    expect(seen).toMatchObject({
      author: null,
      can: { entries: ['ANSWER', 'NOTE'], moves: ['SUBMITTED', 'ANSWERED'] },
    })
    expect(JSON.stringify(seen)).not.toContain('우리')
    expect((await write(expert.client)).json).toMatchObject({ code: 'THREAD_ROLE' })
    await configure(room, { hidesGroups: true })
    expect(JSON.stringify(await opened(expert.client, mine.id))).not.toMatch(/매수인|B\//)
    await move(expert.client, mine.id, 'SUBMITTED')
    expect((await open(expert.client, mine.id)).http).toBe(404)
  })

  it('finds words in titles and texts that the reader sees, by relevance, and numbers', async () => {
    const inText = await written(ours.client, { title: '기타', text: '특허 침해 소송이 있습니까?' })
    const inTitle = await written(ours.client, { title: '특허 목록', text: '보유 현황' })
    expect((await listed(ours.client, { keyword: '특허' })).map(({ id }) => id)).toEqual([
      inTitle.id,
      inText.id,
    ])
    await enter(room.operator, inText.id, 'NOTE', '영업비밀 쟁점')
    expect(await listed(ours.client, { keyword: '영업비밀' })).toEqual([])
    expect(await listed(room.operator, { keyword: '영업비밀' })).toHaveLength(1)
    expect((await listed(ours.client, { keyword: 'q-1' })).map(({ id }) => id)).toEqual([inText.id])
  })

  it('stays with its group when a person leaves, and goes on when a group is removed', async () => {
    const { id } = await written(ours.client)
    const groups = (await room.operator.call('GET', `/room/api/group/list/${room.roomId}`)).json
      .payload as { id: number; name: string }[]
    const idOf = (wanted: string): number => groups.find(({ name }) => name === wanted)?.id ?? 0
    await moveInto(room, idOf('다른 매수인'), [ours])
    expect((await open(ours.client, id)).http).toBe(404)
    expect((await open(colleague.client, id)).http).toBe(200)
    const remove = (showThreads: boolean, from: string) =>
      room.operator.call('POST', '/room/api/group/remove', {
        body: { id: idOf(from), roomId: room.roomId, into: idOf('다른 매수인'), showThreads },
      })
    expect((await remove(false, '매수인')).http).toBe(200)
    expect((await open(rival.client, id)).http).toBe(404)
    expect(await opened(room.operator, id)).toMatchObject({
      number: 'B/Q-001',
      group: { name: '다른 매수인' },
    })
  })

  it('mails that something waits and never what', async () => {
    const { id } = await written(ours.client, { title: '비밀제목', text: '비밀본문' })
    await enter(room.operator, id, 'ANSWER', '비밀답변')
    await expect
      .poll(async () => (await app.mailsTo(ours.email)).map(({ subject }) => subject))
      .toContainEqual(expect.stringContaining('답변이 도착'))
    const mails = [...(await app.mailsTo(ours.email)), ...(await app.mailsTo(colleague.email))]
    expect(mails.map(({ text }) => text).join()).not.toMatch(/비밀(제목|본문|답변)|Q-001|매수인/)
    expect(
      (await app.mailsTo(rival.email)).filter(({ subject }) => subject?.includes('답변')),
    ).toEqual([])
    await ours.client.call('PUT', '/room/api/thread/mails', { body: { mails: 'never' } })
    const count = (await app.mailsTo(ours.email)).length
    await enter(ours.client, id, 'QUESTION', '하나 더')
    await enter(room.operator, id, 'ANSWER', '둘째 답변')
    await expect
      .poll(
        async () =>
          (await app.mailsTo(colleague.email)).filter(({ subject }) =>
            subject?.includes('답변이 도착'),
          ).length,
      )
      .toBe(2)
    expect((await app.mailsTo(ours.email)).length).toBe(count)
  })

  it('keeps nothing readable in the database, and no text in the log', async () => {
    const { id } = await written(ours.client, { title: '평문제목', text: '평문본문' })
    await enter(room.operator, id, 'ANSWER', '평문답변')
    await room.operator.call('POST', `/room/api/thread/${id}/publish`, {
      body: { title: '평문공개', question: '평문질문', answer: '평문회신' },
    })
    for (const table of ['threads', 'thread_entries', 'thread_moves', 'faqs']) {
      const { rows } = await app.database.pool.query(`select t::text as row from ${table} as t`)
      const bytes = rows.map(({ row }) => row as string).join()
      expect(bytes).not.toContain('평문')
      expect(bytes).not.toContain(Buffer.from('평문').toString('hex'))
    }
    const log = await app.logged(room.roomId)
    expect(log.filter((kind) => kind.startsWith('thread.') || kind.startsWith('faq.'))).toEqual([
      'thread.created',
      'thread.entry',
      'faq.published',
    ])
  })
})
