import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import {
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestRoom,
} from '../../test/harness/test-app.ts'
import { grant } from '../../test/scenarios/groups.ts'
import { roomOfAsking, stateOf } from '../../test/scenarios/threads/asking.ts'
import { move, open, opened, write, written } from '../../test/scenarios/threads.ts'

describe('questions of a group', () => {
  let app: TestApp
  let room: TestRoom
  let ours: TestPerson
  let rival: TestPerson

  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  beforeEach(async () => {
    ;({ room, ours, rival } = await roomOfAsking(app))
  })

  it('links documents, and each reader meets those that are visible to them now', async () => {
    await room.operator.upload([['계약.pdf', makePdf(1)]])
    const [item] = await room.operator.items()
    const itemId = item?.id ?? 0
    const { id } = await written(ours.client, { links: [{ itemId, page: 1 }] })
    expect((await opened(ours.client, id)).entries[0]?.links).toMatchObject([
      { itemId, name: '계약.pdf', page: 1 },
    ])
    const groups = (await room.operator.call('GET', `/room/api/group/list/${room.roomId}`)).json
      .payload as { id: number; name: string }[]
    const groupId = groups.find(({ name }) => name === '매수인')?.id ?? 0
    await grant(room, { groupId, itemId, level: 'none' })
    expect((await opened(ours.client, id)).entries[0]?.links).toEqual([])
    expect((await opened(room.operator, id)).entries[0]?.links).toMatchObject([
      { itemId, isUnseen: true },
    ])
    expect((await write(ours.client, { links: [{ itemId }] })).http).toBe(404)
  })

  it('answers a request with documents, wholly or in part, until its group confirms', async () => {
    await room.operator.upload([['정관.pdf', makePdf(1)]])
    const [item] = await room.operator.items()
    const { id, number } = await written(ours.client, {
      type: 'REQUEST',
      title: '정관',
      due: '2030-02-01',
    })
    expect(number).toBe('R-001')
    const fulfil = (fields: object) =>
      room.operator.call('POST', '/room/api/thread/fulfil', {
        body: { id, itemIds: [item?.id], ...fields },
      })
    expect(stateOf(await fulfil({ state: 'PARTLY' }))).toBe('PARTLY')
    expect((await fulfil({ state: 'NOT_AVAILABLE', itemIds: [] })).json).toMatchObject({
      code: 'REASON_MISSING',
    })
    expect(stateOf(await fulfil({ state: 'ANSWERED', text: '전부입니다' }))).toBe('ANSWERED')
    const seen = await opened(ours.client, id)
    expect(seen).toMatchObject({
      state: 'ANSWERED',
      due: '2030-02-01',
      can: { moves: ['CONFIRMED', 'OPEN'] },
    })
    expect(seen.entries.at(-1)?.links).toMatchObject([{ name: '정관.pdf' }])
    expect(stateOf(await move(ours.client, id, 'OPEN', { reason: '개정본이 필요합니다' }))).toBe(
      'OPEN',
    )
    expect((await opened(room.operator, id)).history.at(-1)).toMatchObject({
      to: 'OPEN',
      reason: '개정본이 필요합니다',
    })
    await fulfil({ state: 'ANSWERED' })
    expect(stateOf(await move(ours.client, id, 'CONFIRMED'))).toBe('CONFIRMED')
  })

  it('publishes an answer to everybody and names nobody', async () => {
    const { id } = await written(ours.client)
    const published = await room.operator.call('POST', `/room/api/thread/${id}/publish`, {
      body: { title: '매출 인식', question: '기준은?', answer: '인도 기준입니다' },
    })
    expect(published.json.payload).toMatchObject({ number: 'FAQ-001' })
    const list = async (person: TestPerson, fields = {}) =>
      (
        await person.client.call('POST', '/room/api/faq/list', {
          body: { roomId: room.roomId, ...fields },
        })
      ).json.payload as object[]
    expect(await list(rival)).toMatchObject([{ number: 'FAQ-001', answer: '인도 기준입니다' }])
    expect(JSON.stringify(await list(rival))).not.toMatch(/우리|매수인|"Q-0/)
    expect(await list(rival, { keyword: '인도 기준' })).toHaveLength(1)
    expect((await open(rival.client, id)).http).toBe(404)
    const similar = await rival.client.call('POST', '/room/api/thread/similar', {
      body: { roomId: room.roomId, text: '매출 인식 기준은?' },
    })
    expect(similar.json.payload).toMatchObject({ threads: [], faqs: [{ number: 'FAQ-001' }] })
  })

  it('makes a question of a message, which stays where it was', async () => {
    const form = new FormData()
    const { roleId, userId } = ours.client.me
    form.set(
      'data',
      JSON.stringify({
        title: '문의',
        content: '내용',
        sender: { roleId, roomId: room.roomId, userId },
      }),
    )
    await ours.client.call('POST', '/room/api/message/sendByUser', { form })
    const sent = async () =>
      (await ours.client.call('GET', `/room/api/message/sent/${room.roomId}`)).json.payload as {
        id: number
      }[]
    const [message] = await sent()
    const made = await written(room.operator, {
      messageId: message?.id,
      title: '문의',
      text: '내용',
    })
    expect(await opened(ours.client, made.id)).toMatchObject({
      number: 'Q-001',
      state: 'IN_PROGRESS',
    })
    expect(await sent()).toHaveLength(1)
    expect((await write(rival.client, { messageId: message?.id })).http).toBe(404)
    expect((await write(ours.client, { groupId: 1 })).http).toBe(400)
  })
})
