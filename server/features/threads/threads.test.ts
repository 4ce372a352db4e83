import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp, type TestPerson, type TestRoom } from '../../test/harness/test-app.ts'
import type { WireAnswer } from '../../test/harness/wire-client.ts'
import { secondOperator } from '../../test/scenarios/endings.ts'
import { grant, moveInto, newGroup } from '../../test/scenarios/groups.ts'
import { configure, enter, giveRole, listed, move, newTopic, open, opened, write, written } from '../../test/scenarios/threads.ts'

const stateOf = ({ json }: WireAnswer): string => (json.payload as { state: string }).state

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
    room = await app.room()
    ours = await app.participant(room, '우리')
    colleague = await app.participant(room, '동료')
    rival = await app.participant(room, '경쟁자')
    expert = await app.participant(room, '전문가')
    await moveInto(room, await newGroup(room, '매수인', 'view'), [ours, colleague])
    await moveInto(room, await newGroup(room, '다른 매수인', 'view'), [rival])
    const { json } = await room.operator.call('POST', '/room/api/group', {
      body: { roomId: room.roomId, name: '전문가', kind: 'experts', level: 'none' },
    })
    await moveInto(room, (json.payload as { id: number }).id, [expert])
  })

  it('goes from draft to a delivered answer, and its group sees no more than that it is in progress', async () => {
    const { id, number } = await written(ours.client, { state: 'DRAFT' })
    expect(number).toBe('Q-001')
    expect((await open(room.operator, id)).http).toBe(404)
    expect(stateOf(await move(ours.client, id, 'SUBMITTED'))).toBe('IN_PROGRESS')
    const before = await opened(ours.client, id)
    expect(await opened(room.operator, id)).toMatchObject({
      number: 'B/Q-001',
      state: 'SUBMITTED',
      group: { name: '매수인' },
      author: '우리',
    })

    await move(room.operator, id, 'ASSIGNED', { assignee: expert.memberId, due: '2030-01-31' })
    await enter(room.operator, id, 'NOTE', '내부에서만 봅니다')
    const inside = await opened(ours.client, id)
    expect({ state: inside.state, rev: inside.rev, updatedAt: inside.updatedAt, due: inside.due }).toEqual({
      ...{ state: 'IN_PROGRESS', rev: before.rev, updatedAt: before.updatedAt, due: null },
    })
    expect(JSON.stringify(inside)).not.toMatch(/내부에서만|전문가|ASSIGNED|김운영/)

    const answered = await enter(expert.client, id, 'ANSWER', '인도 시점에 인식합니다')
    expect(stateOf(answered)).toBe('DELIVERED')
    const after = await opened(ours.client, id)
    expect(after).toMatchObject({ state: 'DELIVERED', unread: true })
    expect(after.entries.map(({ kind, text, by }) => ({ kind, text, by }))).toEqual([
      { kind: 'QUESTION', text: '매출은 어느 시점에 인식합니까?', by: '우리' },
      { kind: 'ANSWER', text: '인도 시점에 인식합니다', by: null },
    ])
    expect(after.history.map(({ to, by }) => ({ to, by }))).toEqual([
      { to: 'DRAFT', by: '우리' },
      { to: 'IN_PROGRESS', by: '우리' },
      { to: 'DELIVERED', by: null },
    ])
    expect(stateOf(await move(ours.client, id, 'CLOSED'))).toBe('CLOSED')
  })

  it('shows an answer only after another operator has approved it', async () => {
    const second = await secondOperator(app, room)
    const other = app.stranger()
    await other.join(second.pin)
    await other.agree()
    await other.elevate(second.code)
    const topicId = await newTopic(room, '재무', { approval: true })
    const { id } = await written(ours.client, { topicId })
    expect(stateOf(await enter(room.operator, id, 'ANSWER', '첫 답변'))).toBe('ANSWERED')
    expect((await opened(ours.client, id)).entries).toHaveLength(1)
    expect((await move(room.operator, id, 'APPROVED')).json).toMatchObject({ code: 'SECOND_PERSON' })
    expect((await move(other, id, 'ASSIGNED')).json).toMatchObject({ code: 'REASON_MISSING' })
    await move(other, id, 'ASSIGNED', { reason: '근거를 보완해 주세요', assignee: room.operator.me.id })
    await enter(room.operator, id, 'ANSWER', '고친 답변')
    expect(stateOf(await move(other, id, 'APPROVED'))).toBe('APPROVED')
    expect((await opened(ours.client, id)).entries).toHaveLength(1)
    expect(stateOf(await move(other, id, 'DELIVERED'))).toBe('DELIVERED')
    const { entries, history } = await opened(ours.client, id)
    expect(entries.map(({ text }) => text)).toEqual(['매출은 어느 시점에 인식합니까?', '고친 답변'])
    expect(JSON.stringify(history)).not.toContain('근거')
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
    expect((await listed(colleague.client)).map(({ number }) => number).sort()).toEqual(['Q-001', 'Q-002'])
  })

  it('belongs to one person where people of a group do not see each other', async () => {
    const [first, second] = [await app.participant(room, '하나'), await app.participant(room, '둘')]
    const { id, number } = await written(first.client)
    expect([number, (await written(second.client)).number]).toEqual(['Q-001', 'Q-001'])
    expect((await open(second.client, id)).http).toBe(404)
    expect(await listed(second.client)).toHaveLength(1)
    expect((await listed(room.operator)).map((thread) => thread.number).sort()).toEqual(['A.1/Q-001', 'A.2/Q-001'])
  })

  it('shows drafts to their writer, and those of authors to submitters', async () => {
    await giveRole(room, [colleague], 'author')
    const own = await written(ours.client, { state: 'DRAFT' })
    const drafted = await written(colleague.client, { state: 'DRAFT' })
    expect((await open(colleague.client, own.id)).http).toBe(404)
    expect((await move(colleague.client, drafted.id, 'SUBMITTED')).json).toMatchObject({ code: 'THREAD_ROLE' })
    expect((await write(colleague.client)).json).toMatchObject({ code: 'THREAD_ROLE' })
    expect(stateOf(await move(ours.client, drafted.id, 'SUBMITTED'))).toBe('IN_PROGRESS')
    await giveRole(room, [colleague], 'none')
    expect(await listed(colleague.client)).toEqual([])
    expect((await open(colleague.client, drafted.id)).http).toBe(404)
  })

  it('leaves nothing of a draft that is discarded', async () => {
    const { id } = await written(ours.client, { state: 'DRAFT', text: '' })
    expect((await move(ours.client, id, 'SUBMITTED')).json).toMatchObject({ code: 'CONTENT_MISSING' })
    expect(stateOf(await move(ours.client, id, 'WITHDRAWN'))).toBe('WITHDRAWN')
    expect((await open(ours.client, id)).http).toBe(404)
    const { rows } = await app.database.pool.query('select from thread_entries where thread_id = $1', [id])
    expect(rows).toHaveLength(0)
  })

  it('is asked on after an answer, and a question during approval brings it back in silence', async () => {
    await configure(room, { approval: true })
    const { id } = await written(ours.client)
    await enter(room.operator, id, 'ANSWER', '승인 전의 답변')
    const before = await opened(ours.client, id)
    expect((await move(ours.client, id, 'WITHDRAWN')).json).toMatchObject({ code: 'THREAD_MOVED' })
    await enter(ours.client, id, 'QUESTION', '연결 기준입니까?')
    expect((await opened(room.operator, id)).state).toBe('SUBMITTED')
    const after = await opened(ours.client, id)
    expect(after.state).toBe(before.state)
    expect(after.history).toEqual(before.history)
    expect(after.entries.map(({ kind }) => kind)).toEqual(['QUESTION', 'QUESTION'])
  })

  it('refuses moves that the table does not have, and of a thread that changed', async () => {
    const { id } = await written(ours.client)
    const { rev } = await opened(room.operator, id)
    for (const to of ['APPROVED', 'DELIVERED', 'DRAFT', 'OPEN', 'CONFIRMED']) expect((await move(room.operator, id, to)).http).toBe(409)
    expect((await move(ours.client, id, 'ASSIGNED')).http).toBe(409)
    expect((await move(room.operator, id, 'ASSIGNED')).json).toMatchObject({ code: 'ASSIGNEE_INVALID' })
    expect((await move(room.operator, id, 'ASSIGNED', { assignee: rival.memberId })).json).toMatchObject({ code: 'ASSIGNEE_INVALID' })
    const answers = await Promise.all(
      [room.operator, room.operator].map((client) => move(client, id, 'ASSIGNED', { assignee: expert.memberId, rev })),
    )
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 409])
    expect((await opened(ours.client, id)).state).toBe('IN_PROGRESS')
  })

  it('counts submitted questions against the limits, in a transaction', async () => {
    await configure(room, { limits: { total: 2 } })
    const answers = await Promise.all(Array.from({ length: 5 }, () => write(ours.client)))
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 200, 409, 409, 409])
    expect((await write(colleague.client)).json).toMatchObject({ code: 'QUESTION_LIMIT' })
    expect((await write(rival.client)).http).toBe(200)
    expect((await write(ours.client, { type: 'REQUEST' })).http).toBe(200)
    const draft = await written(ours.client, { state: 'DRAFT' })
    expect((await move(ours.client, draft.id, 'SUBMITTED')).json).toMatchObject({ code: 'QUESTION_LIMIT' })
    const own = await ours.client.call('GET', `/room/api/thread/own/${room.roomId}`)
    expect(own.json.payload).toMatchObject({ canSubmit: false, canDraft: true, reason: 'LIMIT', left: { total: 0 } })
    const [first] = await listed(ours.client, { state: 'IN_PROGRESS' })
    await move(ours.client, first?.id ?? '', 'WITHDRAWN')
    expect(stateOf(await move(ours.client, draft.id, 'SUBMITTED'))).toBe('IN_PROGRESS')
  })

  it('ends on the last day, which operators extend for one group', async () => {
    await configure(room, { lastDay: '2020-01-01' })
    expect((await write(ours.client)).json).toMatchObject({ code: 'QUESTIONS_ENDED' })
    const [group] = (await room.operator.call('GET', `/room/api/group/list/${room.roomId}`)).json.payload as { id: number; name: string }[]
    expect(group?.name).toBe('참여자')
    const groups = (await room.operator.call('GET', `/room/api/group/list/${room.roomId}`)).json.payload as { id: number; name: string }[]
    const own = groups.find(({ name }) => name === '매수인')
    await configure(room, { groupId: own?.id, lastDay: '2099-12-31' })
    expect((await write(ours.client)).http).toBe(200)
    expect((await write(rival.client)).json).toMatchObject({ code: 'QUESTIONS_ENDED' })
    await expect.poll(async () => (await app.mailsTo(ours.email))[0]?.subject).toContain('연장')
    expect((await app.mailsTo(rival.email)).some(({ subject }) => subject?.includes('연장'))).toBe(false)
  })

  it('is answered in a frozen room and asked no more; in a closed one operators read', async () => {
    const { id } = await written(ours.client)
    await app.database.pool.query(`update rooms set phase = 'frozen', phase_at = now() where id = $1`, [room.roomId])
    expect((await write(ours.client)).json).toMatchObject({ code: 'ROOM_FROZEN' })
    expect((await enter(ours.client, id, 'QUESTION', '하나 더')).json).toMatchObject({ code: 'ROOM_FROZEN' })
    expect(stateOf(await enter(room.operator, id, 'ANSWER', '답변'))).toBe('DELIVERED')
    await app.database.pool.query(`update rooms set phase = 'closed' where id = $1`, [room.roomId])
    expect((await opened(room.operator, id)).can).toMatchObject({ moves: [], entries: [] })
    expect((await enter(room.operator, id, 'ANSWER', '늦은 답변')).json).toMatchObject({ code: 'ROOM_FROZEN' })
  })

  it('links documents, and each reader meets those that are visible to them now', async () => {
    await room.operator.upload([['계약.pdf', makePdf(1)]])
    const [item] = await room.operator.items()
    const itemId = item?.id ?? 0
    const { id } = await written(ours.client, { links: [{ itemId, page: 1 }] })
    expect((await opened(ours.client, id)).entries[0]?.links).toMatchObject([{ itemId, name: '계약.pdf', page: 1 }])
    const groups = (await room.operator.call('GET', `/room/api/group/list/${room.roomId}`)).json.payload as { id: number; name: string }[]
    const groupId = groups.find(({ name }) => name === '매수인')?.id ?? 0
    await grant(room, { groupId, itemId, level: 'none' })
    expect((await opened(ours.client, id)).entries[0]?.links).toEqual([])
    expect((await opened(room.operator, id)).entries[0]?.links).toMatchObject([{ itemId, isUnseen: true }])
    expect((await write(ours.client, { links: [{ itemId }] })).http).toBe(404)
  })

  it('lets an expert see what is assigned, with the group and without the author', async () => {
    const [mine, other] = [await written(ours.client), await written(ours.client)]
    await move(room.operator, mine.id, 'ASSIGNED', { assignee: expert.memberId })
    expect(await listed(expert.client)).toMatchObject([{ number: 'B/Q-001', group: { name: '매수인' } }])
    expect((await open(expert.client, other.id)).http).toBe(404)
    const seen = await opened(expert.client, mine.id)
    expect(seen).toMatchObject({ author: null, can: { entries: ['ANSWER', 'NOTE'], moves: ['SUBMITTED', 'ANSWERED'] } })
    expect(JSON.stringify(seen)).not.toContain('우리')
    expect((await write(expert.client)).json).toMatchObject({ code: 'THREAD_ROLE' })
    await configure(room, { hidesGroups: true })
    expect(JSON.stringify(await opened(expert.client, mine.id))).not.toMatch(/매수인|B\//)
    await move(expert.client, mine.id, 'SUBMITTED')
    expect((await open(expert.client, mine.id)).http).toBe(404)
  })

  it('answers a request with documents, wholly or in part, until its group confirms', async () => {
    await room.operator.upload([['정관.pdf', makePdf(1)]])
    const [item] = await room.operator.items()
    const { id, number } = await written(ours.client, { type: 'REQUEST', title: '정관', due: '2030-02-01' })
    expect(number).toBe('R-001')
    const fulfil = (fields: object) =>
      room.operator.call('POST', '/room/api/thread/fulfil', { body: { id, itemIds: [item?.id], ...fields } })
    expect(stateOf(await fulfil({ state: 'PARTLY' }))).toBe('PARTLY')
    expect((await fulfil({ state: 'NOT_AVAILABLE', itemIds: [] })).json).toMatchObject({ code: 'REASON_MISSING' })
    expect(stateOf(await fulfil({ state: 'ANSWERED', text: '전부입니다' }))).toBe('ANSWERED')
    const seen = await opened(ours.client, id)
    expect(seen).toMatchObject({ state: 'ANSWERED', due: '2030-02-01', can: { moves: ['CONFIRMED', 'OPEN'] } })
    expect(seen.entries.at(-1)?.links).toMatchObject([{ name: '정관.pdf' }])
    expect(stateOf(await move(ours.client, id, 'OPEN', { reason: '개정본이 필요합니다' }))).toBe('OPEN')
    expect((await opened(room.operator, id)).history.at(-1)).toMatchObject({ to: 'OPEN', reason: '개정본이 필요합니다' })
    await fulfil({ state: 'ANSWERED' })
    expect(stateOf(await move(ours.client, id, 'CONFIRMED'))).toBe('CONFIRMED')
  })

  it('finds words in titles and texts that the reader sees, by relevance, and numbers', async () => {
    const inText = await written(ours.client, { title: '기타', text: '특허 침해 소송이 있습니까?' })
    const inTitle = await written(ours.client, { title: '특허 목록', text: '보유 현황' })
    expect((await listed(ours.client, { keyword: '특허' })).map(({ id }) => id)).toEqual([inTitle.id, inText.id])
    await enter(room.operator, inText.id, 'NOTE', '영업비밀 쟁점')
    expect(await listed(ours.client, { keyword: '영업비밀' })).toEqual([])
    expect(await listed(room.operator, { keyword: '영업비밀' })).toHaveLength(1)
    expect((await listed(ours.client, { keyword: 'q-1' })).map(({ id }) => id)).toEqual([inText.id])
  })

  it('changes several at a time or none, and merges doubles', async () => {
    const threads = [await written(ours.client), await written(ours.client), await written(ours.client)]
    const ids = threads.map(({ id }) => id)
    const many = (fields: object) => room.operator.call('POST', '/room/api/thread/batch', { body: { roomId: room.roomId, ids, ...fields } })
    expect((await many({ assignee: expert.memberId, priority: 'HIGH', due: '2030-03-01' })).json.payload).toEqual({ changed: 3 })
    expect(await listed(room.operator, { assignee: expert.memberId, priority: 'HIGH', state: 'ASSIGNED' })).toHaveLength(3)
    await enter(room.operator, ids[0] ?? '', 'ANSWER', '답변')
    const refused = await many({ to: 'RETURNED', reason: '중복입니다' })
    expect(refused.json).toMatchObject({ code: 'THREAD_MOVED', id: ids[0] })
    expect(await listed(room.operator, { state: 'RETURNED' })).toEqual([])
    const merged = await room.operator.call('POST', '/room/api/thread/batch', {
      body: { roomId: room.roomId, ids: ids.slice(1), into: ids[0] },
    })
    expect(merged.http).toBe(200)
    expect(await opened(ours.client, ids[1] ?? '')).toMatchObject({ state: 'CLOSED', mergedInto: { number: 'Q-001' } })
    const foreign = await written(rival.client)
    const across = await room.operator.call('POST', '/room/api/thread/batch', {
      body: { roomId: room.roomId, ids: [foreign.id], into: ids[0] },
    })
    expect(across.http).toBe(400)
  })

  it('publishes an answer to everybody and names nobody', async () => {
    const { id } = await written(ours.client)
    const published = await room.operator.call('POST', `/room/api/thread/${id}/publish`, {
      body: { title: '매출 인식', question: '기준은?', answer: '인도 기준입니다' },
    })
    expect(published.json.payload).toMatchObject({ number: 'FAQ-001' })
    const list = async (person: TestPerson, fields = {}) =>
      (await person.client.call('POST', '/room/api/faq/list', { body: { roomId: room.roomId, ...fields } })).json.payload as object[]
    expect(await list(rival)).toMatchObject([{ number: 'FAQ-001', answer: '인도 기준입니다' }])
    expect(JSON.stringify(await list(rival))).not.toMatch(/우리|매수인|"Q-0/)
    expect(await list(rival, { keyword: '인도 기준' })).toHaveLength(1)
    expect((await open(rival.client, id)).http).toBe(404)
    const similar = await rival.client.call('POST', '/room/api/thread/similar', {
      body: { roomId: room.roomId, text: '매출 인식 기준은?' },
    })
    expect(similar.json.payload).toMatchObject({ threads: [], faqs: [{ number: 'FAQ-001' }] })
  })

  it('stays with its group when a person leaves, and goes on when a group is removed', async () => {
    const { id } = await written(ours.client)
    const groups = (await room.operator.call('GET', `/room/api/group/list/${room.roomId}`)).json.payload as { id: number; name: string }[]
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
    expect(await opened(room.operator, id)).toMatchObject({ number: 'B/Q-001', group: { name: '다른 매수인' } })
  })

  it('mails that something waits and never what', async () => {
    const { id } = await written(ours.client, { title: '비밀제목', text: '비밀본문' })
    await enter(room.operator, id, 'ANSWER', '비밀답변')
    await expect
      .poll(async () => (await app.mailsTo(ours.email)).map(({ subject }) => subject))
      .toContainEqual(expect.stringContaining('답변이 도착'))
    const mails = [...(await app.mailsTo(ours.email)), ...(await app.mailsTo(colleague.email))]
    expect(mails.map(({ text }) => text).join()).not.toMatch(/비밀(제목|본문|답변)|Q-001|매수인/)
    expect((await app.mailsTo(rival.email)).filter(({ subject }) => subject?.includes('답변'))).toEqual([])
    await ours.client.call('PUT', '/room/api/thread/mails', { body: { mails: 'never' } })
    const count = (await app.mailsTo(ours.email)).length
    await enter(ours.client, id, 'QUESTION', '하나 더')
    await enter(room.operator, id, 'ANSWER', '둘째 답변')
    await expect
      .poll(async () => (await app.mailsTo(colleague.email)).filter(({ subject }) => subject?.includes('답변이 도착')).length)
      .toBe(2)
    expect((await app.mailsTo(ours.email)).length).toBe(count)
  })

  it('makes a question of a message, which stays where it was', async () => {
    const form = new FormData()
    const { roleId, userId } = ours.client.me
    form.set('data', JSON.stringify({ title: '문의', content: '내용', sender: { roleId, roomId: room.roomId, userId } }))
    await ours.client.call('POST', '/room/api/message/sendByUser', { form })
    const sent = async () => (await ours.client.call('GET', `/room/api/message/sent/${room.roomId}`)).json.payload as { id: number }[]
    const [message] = await sent()
    const made = await written(room.operator, { messageId: message?.id, title: '문의', text: '내용' })
    expect(await opened(ours.client, made.id)).toMatchObject({ number: 'Q-001', state: 'IN_PROGRESS' })
    expect(await sent()).toHaveLength(1)
    expect((await write(rival.client, { messageId: message?.id })).http).toBe(404)
    expect((await write(ours.client, { groupId: 1 })).http).toBe(400)
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
