import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestRoom,
} from '../../test/harness/test-app.ts'
import { secondOperator } from '../../test/scenarios/endings.ts'
import { roomOfAsking, stateOf } from '../../test/scenarios/threads/asking.ts'
import {
  configure,
  enter,
  listed,
  move,
  newTopic,
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
    expect({
      state: inside.state,
      rev: inside.rev,
      updatedAt: inside.updatedAt,
      due: inside.due,
    }).toEqual({
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
    expect((await move(room.operator, id, 'APPROVED')).json).toMatchObject({
      code: 'SECOND_PERSON',
    })
    expect((await move(other, id, 'ASSIGNED')).json).toMatchObject({ code: 'REASON_MISSING' })
    await move(other, id, 'ASSIGNED', {
      reason: '근거를 보완해 주세요',
      assignee: room.operator.me.id,
    })
    await enter(room.operator, id, 'ANSWER', '고친 답변')
    expect(stateOf(await move(other, id, 'APPROVED'))).toBe('APPROVED')
    expect((await opened(ours.client, id)).entries).toHaveLength(1)
    expect(stateOf(await move(other, id, 'DELIVERED'))).toBe('DELIVERED')
    const { entries, history } = await opened(ours.client, id)
    expect(entries.map(({ text }) => text)).toEqual(['매출은 어느 시점에 인식합니까?', '고친 답변'])
    expect(JSON.stringify(history)).not.toContain('근거')
  })

  it('leaves nothing of a draft that is discarded', async () => {
    const { id } = await written(ours.client, { state: 'DRAFT', text: '' })
    expect((await move(ours.client, id, 'SUBMITTED')).json).toMatchObject({
      code: 'CONTENT_MISSING',
    })
    expect(stateOf(await move(ours.client, id, 'WITHDRAWN'))).toBe('WITHDRAWN')
    expect((await open(ours.client, id)).http).toBe(404)
    const { rows } = await app.database.pool.query(
      'select from thread_entries where thread_id = $1',
      [id],
    )
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
    for (const to of ['APPROVED', 'DELIVERED', 'DRAFT', 'OPEN', 'CONFIRMED'])
      expect((await move(room.operator, id, to)).http).toBe(409)
    expect((await move(ours.client, id, 'ASSIGNED')).http).toBe(409)
    expect((await move(room.operator, id, 'ASSIGNED')).json).toMatchObject({
      code: 'ASSIGNEE_INVALID',
    })
    expect(
      (await move(room.operator, id, 'ASSIGNED', { assignee: rival.memberId })).json,
    ).toMatchObject({ code: 'ASSIGNEE_INVALID' })
    const answers = await Promise.all(
      [room.operator, room.operator].map((client) =>
        move(client, id, 'ASSIGNED', { assignee: expert.memberId, rev }),
      ),
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
    expect((await move(ours.client, draft.id, 'SUBMITTED')).json).toMatchObject({
      code: 'QUESTION_LIMIT',
    })
    const own = await ours.client.call('GET', `/room/api/thread/own/${room.roomId}`)
    expect(own.json.payload).toMatchObject({
      canSubmit: false,
      canDraft: true,
      reason: 'LIMIT',
      left: { total: 0 },
    })
    const [first] = await listed(ours.client, { state: 'IN_PROGRESS' })
    await move(ours.client, first?.id ?? '', 'WITHDRAWN')
    expect(stateOf(await move(ours.client, draft.id, 'SUBMITTED'))).toBe('IN_PROGRESS')
  })

  it('ends on the last day, which operators extend for one group', async () => {
    await configure(room, { lastDay: '2020-01-01' })
    expect((await write(ours.client)).json).toMatchObject({ code: 'QUESTIONS_ENDED' })
    const [group] = (await room.operator.call('GET', `/room/api/group/list/${room.roomId}`)).json
      .payload as { id: number; name: string }[]
    expect(group?.name).toBe('참여자')
    const groups = (await room.operator.call('GET', `/room/api/group/list/${room.roomId}`)).json
      .payload as { id: number; name: string }[]
    const own = groups.find(({ name }) => name === '매수인')
    await configure(room, { groupId: own?.id, lastDay: '2099-12-31' })
    expect((await write(ours.client)).http).toBe(200)
    expect((await write(rival.client)).json).toMatchObject({ code: 'QUESTIONS_ENDED' })
    await expect.poll(async () => (await app.mailsTo(ours.email))[0]?.subject).toContain('연장')
    expect((await app.mailsTo(rival.email)).some(({ subject }) => subject?.includes('연장'))).toBe(
      false,
    )
  })

  it('is answered in a frozen room and asked no more; in a closed one operators read', async () => {
    const { id } = await written(ours.client)
    await app.database.pool.query(
      `update rooms set phase = 'frozen', phase_at = now() where id = $1`,
      [room.roomId],
    )
    expect((await write(ours.client)).json).toMatchObject({ code: 'ROOM_FROZEN' })
    expect((await enter(ours.client, id, 'QUESTION', '하나 더')).json).toMatchObject({
      code: 'ROOM_FROZEN',
    })
    expect(stateOf(await enter(room.operator, id, 'ANSWER', '답변'))).toBe('DELIVERED')
    await app.database.pool.query(`update rooms set phase = 'closed' where id = $1`, [room.roomId])
    expect((await opened(room.operator, id)).can).toMatchObject({ moves: [], entries: [] })
    expect((await enter(room.operator, id, 'ANSWER', '늦은 답변')).json).toMatchObject({
      code: 'ROOM_FROZEN',
    })
  })

  it('changes several at a time or none, and merges doubles', async () => {
    const threads = [
      await written(ours.client),
      await written(ours.client),
      await written(ours.client),
    ]
    const ids = threads.map(({ id }) => id)
    const many = (fields: object) =>
      room.operator.call('POST', '/room/api/thread/batch', {
        body: { roomId: room.roomId, ids, ...fields },
      })
    expect(
      (await many({ assignee: expert.memberId, priority: 'HIGH', due: '2030-03-01' })).json.payload,
    ).toEqual({ changed: 3 })
    expect(
      await listed(room.operator, {
        assignee: expert.memberId,
        priority: 'HIGH',
        state: 'ASSIGNED',
      }),
    ).toHaveLength(3)
    await enter(room.operator, ids[0] ?? '', 'ANSWER', '답변')
    const refused = await many({ to: 'RETURNED', reason: '중복입니다' })
    expect(refused.json).toMatchObject({ code: 'THREAD_MOVED', id: ids[0] })
    expect(await listed(room.operator, { state: 'RETURNED' })).toEqual([])
    const merged = await room.operator.call('POST', '/room/api/thread/batch', {
      body: { roomId: room.roomId, ids: ids.slice(1), into: ids[0] },
    })
    expect(merged.http).toBe(200)
    expect(await opened(ours.client, ids[1] ?? '')).toMatchObject({
      state: 'CLOSED',
      mergedInto: { number: 'Q-001' },
    })
    const foreign = await written(rival.client)
    const across = await room.operator.call('POST', '/room/api/thread/batch', {
      body: { roomId: room.roomId, ids: [foreign.id], into: ids[0] },
    })
    expect(across.http).toBe(400)
  })
})
